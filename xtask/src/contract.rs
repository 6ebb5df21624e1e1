use std::{fs, path::Path};

use crate::{
    checkout::{Checkout, run},
    step::Failure,
};

/// Where the suite is, from the root.
const SUITE: &str = "contract";

/// What npm leaves behind when it has installed what the lock names.
const INSTALLED: &str = "node_modules/.package-lock.json";

/// Holds the program to its wire contract from the outside: clients in another language against the real server.
pub(crate) fn check(checkout: &Checkout) -> Result<(), Failure> {
    for tool in ["node", "npm"] {
        let is_there = checkout.command(tool).arg("--version").output().is_ok_and(|it| it.status.success());
        if !is_there {
            return Err(Failure(format!(
                "{tool} is missing: the wire contract is tested with Node 20 or newer"
            )));
        }
    }
    run(checkout.cargo("build --package dord"))?;
    let suite = checkout.root().join(SUITE);
    if is_stale(&suite) {
        let mut install = checkout.command("npm");
        install.args(["ci", "--no-fund", "--no-audit"]).current_dir(&suite);
        run(install)?;
    }
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), std::path::PathBuf::from);
    let program =
        checkout.root().join(target).join("debug").join(format!("dord{}", std::env::consts::EXE_SUFFIX));
    let mut tests = checkout.command("npm");
    tests.args(["test", "--silent"]).current_dir(&suite).env("DORD_BINARY", program);
    run(tests)
}

/// Whether what is installed is older than the lock, or nothing is.
fn is_stale(suite: &Path) -> bool {
    let changed = |file: &str| fs::metadata(suite.join(file)).and_then(|it| it.modified()).ok();
    changed(INSTALLED) < changed("package-lock.json")
}
