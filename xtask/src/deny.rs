use std::{
    env,
    path::{Path, PathBuf},
};

use crate::{
    checkout::{Checkout, run},
    step::Failure,
};

/// Versions that can read our `deny.toml`.
const VERSION: &str = "^0.20";

/// Checks licences, sources and bans of all dependencies. Advisories are not checked: they need the
/// network and change daily, and a check must be reproducible.
pub(crate) fn check(checkout: &Checkout) -> Result<(), Failure> {
    let program = match installed(checkout) {
        Some(program) => program,
        None => install(checkout)?,
    };
    let mut deny = checkout.command(program);
    deny.args(["check", "bans", "licenses", "sources"]);
    run(deny)
}

/// The machine's `cargo-deny`, or else the one installed by an earlier check.
fn installed(checkout: &Checkout) -> Option<PathBuf> {
    let search = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&search)
        .map(|folder| in_folder(&folder))
        .chain([own(checkout)])
        .find(|path| path.is_file())
}

fn install(checkout: &Checkout) -> Result<PathBuf, Failure> {
    println!(
        "cargo-deny is not on this machine; building it into {} (once, some minutes)",
        checkout.tools().display()
    );
    let mut install = checkout.cargo("install --locked --debug cargo-deny --version");
    install.arg(VERSION).arg("--root").arg(checkout.tools());
    // It runs for a second but takes minutes to build, so it is built without optimisation.
    install.env("CARGO_PROFILE_DEV_DEBUG", "0");
    run(install).map_err(|Failure(reason)| {
        Failure(format!(
            "cargo-deny is missing and could not be installed: {reason}. \
             Install it with `cargo install --locked cargo-deny` and run the check again"
        ))
    })?;
    Ok(own(checkout))
}

fn own(checkout: &Checkout) -> PathBuf {
    in_folder(&checkout.tools().join("bin"))
}

fn in_folder(folder: &Path) -> PathBuf {
    folder.join(format!("cargo-deny{}", env::consts::EXE_SUFFIX))
}
