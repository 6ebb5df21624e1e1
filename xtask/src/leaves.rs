use std::fs;

use crate::{
    checkout::{Checkout, run},
    step::Failure,
};

/// Lets the engine play until it knows what leaves are worth, and puts the values where they are embedded from.
pub(crate) fn train(checkout: &Checkout, language: &str) -> Result<(), Failure> {
    let folder = checkout.target().join("leaves");
    let mut training = checkout.cargo("run --release --package engine --example train_leaves --");
    training.arg(language).arg(&folder);
    run(training)?;
    let file = format!("{language}.bin");
    let embedded = checkout.root().join("crates/engine/leaves").join(&file);
    fs::copy(folder.join(&file), &embedded)
        .map_err(|error| Failure(format!("cannot write {}: {error}", embedded.display())))?;
    Ok(())
}
