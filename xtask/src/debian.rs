//! What the check installs where it may: packages of Debian, when it is root there.

use std::{path::Path, process::Command};

use crate::{
    checkout::{Checkout, run},
    step::Failure,
};

/// Installs a package. Where that cannot be done, `missing` tells a person what to do.
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
    // A machine that is new knows of no packages yet.
    install()
        .or_else(|_| apt_get(&["update"]).and_then(|()| install()))
        .map_err(|Failure(reason)| Failure(format!("{missing}. {reason}")))
}

/// Debian, or what is made from it.
pub(crate) fn is_debian() -> bool {
    Path::new("/etc/debian_version").exists()
}

/// `PostgreSQL` asks for this, and `apt-get` does.
pub(crate) fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
