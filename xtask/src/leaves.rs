use std::fs;

use crate::{
    checkout::{Checkout, run},
    step::{Failure, Step},
};

/// Parses the arguments after `leaves`: a language, and optionally a seed.
pub(crate) fn step(arguments: &[&str]) -> Option<Step> {
    let (language, seed) = match *arguments {
        [language] => (language, 1),
        [language, seed] => (language, seed.parse().ok()?),
        _ => return None,
    };
    let language = ["en", "nl"].into_iter().find(|known| *known == language)?;
    Some(Step::Leaves { language, seed })
}

/// Trains leave values by self-play, and writes them to the file that is embedded.
pub(crate) fn train(checkout: &Checkout, language: &str, seed: u64) -> Result<(), Failure> {
    let folder = checkout.target().join("leaves");
    let mut training = checkout.cargo("run --release --package engine --example train_leaves --");
    training.arg(language).arg(&folder).arg(seed.to_string());
    run(training)?;
    let file = format!("{language}.bin");
    let embedded = checkout.root().join("crates/engine/leaves").join(&file);
    fs::copy(folder.join(&file), &embedded)
        .map_err(|error| Failure(format!("cannot write {}: {error}", embedded.display())))?;
    Ok(())
}
