//! Installation of missing Debian packages, if run as root.

use std::{path::Path, process::Command};

use crate::{
    checkout::{Checkout, run},
    step::Failure,
};

/// Installs a package. If that is not possible, the failure contains `missing`, which says what to
/// do.
pub(crate) fn install(checkout: &Checkout, package: &str, missing: &str) -> Result<(), Failure> {
    if !is_root() || !is_debian() {
        return Err(Failure(missing.to_owned()));
    }
    println!("{package} is not on this machine; installing it");
    let apt_get = |arguments: &[&str]| {
        let mut apt_get = checkout.command("apt-get");
        apt_get.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        run(apt_get)
    };
    let install = || apt_get(&["install", "--yes", "--no-install-recommends", package]);
    // A new machine has no package lists yet.
    install()
        .or_else(|_| apt_get(&["update"]).and_then(|()| install()))
        .map_err(|Failure(reason)| Failure(format!("{missing}. {reason}")))
}

/// Whether this is Debian or a derivative.
pub(crate) fn is_debian() -> bool {
    Path::new("/etc/debian_version").exists()
}

/// Whether this runs as root, which `apt-get` requires and `PostgreSQL` refuses.
pub(crate) fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
