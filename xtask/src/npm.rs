//! Node packages of the tree, each with its own lock file.

use std::{fs, path::PathBuf, process::Command};

use crate::{
    checkout::{Checkout, run},
    colour::Colour,
    step::Failure,
};

/// File that npm writes when it has installed the packages of the lock file.
const INSTALLED: &str = "node_modules/.package-lock.json";

/// On Windows, a script is found only with its extension.
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// A folder of the tree with a `package.json`.
pub(crate) struct NodePackage<'c> {
    checkout: &'c Checkout,
    folder: PathBuf,
}

impl NodePackage<'_> {
    /// The package in a folder, with the packages of its lock file installed.
    pub(crate) fn ready<'c>(checkout: &'c Checkout, folder: &str) -> Result<NodePackage<'c>, Failure> {
        for tool in ["node", NPM] {
            let is_there =
                checkout.command(tool).arg("--version").output().is_ok_and(|it| it.status.success());
            if !is_there {
                return Err(Failure(format!("{tool} is missing: {folder}/ needs Node 20.19 or newer")));
            }
        }
        let package = NodePackage { checkout, folder: checkout.root().join(folder) };
        if package.is_stale() {
            let mut install = package.npm();
            // Install development dependencies whatever the machine's settings are, because the
            // tests need them.
            install.args(["ci", "--include=dev", "--no-fund", "--no-audit"]);
            run(install)?;
        }
        Ok(package)
    }

    /// A command that runs a script of the package.
    pub(crate) fn script(&self, name: &str) -> Command {
        let mut script = self.npm();
        script.args(["run", "--silent", name]);
        script
    }

    fn npm(&self) -> Command {
        let mut npm = self.checkout.command(NPM);
        npm.current_dir(&self.folder);
        if self.checkout.colour() == Colour::Off {
            npm.env("NO_COLOR", "1");
        }
        npm
    }

    /// Whether the installed packages are missing or older than the lock file.
    fn is_stale(&self) -> bool {
        let changed = |file: &str| fs::metadata(self.folder.join(file)).and_then(|it| it.modified()).ok();
        changed(INSTALLED) < changed("package-lock.json")
    }
}
