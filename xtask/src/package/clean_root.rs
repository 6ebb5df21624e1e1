//! A root folder with only Debian's essential packages, to install a package into.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::{
    commands::{read, remove, require},
    work_folder,
};
use crate::{
    checkout::{Checkout, run},
    step::Failure,
};

/// A new root folder, removed on drop.
pub(super) struct CleanRoot {
    path: PathBuf,
}

impl CleanRoot {
    /// Unpacks a root. Its archive is made once and stored in the folder of tools.
    pub(super) fn unpack(checkout: &Checkout) -> Result<CleanRoot, Failure> {
        let archive = archive(checkout)?;
        let root = CleanRoot { path: work_folder(checkout, "root")? };
        let mut tar = checkout.command("tar");
        tar.args(["--extract", "--numeric-owner", "--file"]).arg(archive).arg("--directory").arg(&root.path);
        run(tar)?;
        Ok(root)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Path of a file in the root, as seen from outside.
    pub(super) fn at(&self, path: &str) -> PathBuf {
        self.path.join(path.trim_start_matches('/'))
    }

    /// Whether a path exists, dangling links included.
    pub(super) fn has(&self, path: &str) -> bool {
        fs::symlink_metadata(self.at(path)).is_ok()
    }

    /// A command inside the root, without our environment.
    pub(super) fn command(&self, checkout: &Checkout, program: &[&str]) -> Command {
        self.command_as(checkout, "root", program)
    }

    /// The same as a user of the root.
    pub(super) fn command_as(&self, checkout: &Checkout, user: &str, program: &[&str]) -> Command {
        let mut chroot = checkout.command("chroot");
        chroot.arg(format!("--userspec={user}:{user}")).arg(&self.path);
        chroot.args(["/usr/bin/env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C"]);
        chroot.arg("DEBIAN_FRONTEND=noninteractive").args(program);
        chroot
    }
}

impl Drop for CleanRoot {
    fn drop(&mut self) {
        // A folder that cannot be removed makes the next test fail with a message.
        let _ = remove(&self.path);
    }
}

/// The packed root of this machine's release: a development build needs its C library.
fn archive(checkout: &Checkout) -> Result<PathBuf, Failure> {
    let release = release(&read(Path::new("/etc/os-release"))?)?;
    let archive = checkout.tools().join(format!("clean-root-{release}.tar"));
    if archive.is_file() {
        return Ok(archive);
    }
    require(checkout, "mmdebstrap", &["mmdebstrap"])?;
    println!("making a clean root of {release} (once, less than a minute)");
    let part = archive.with_extension("part.tar");
    fs::create_dir_all(checkout.tools()).map_err(|error| Failure(error.to_string()))?;
    let mut mmdebstrap = checkout.command("mmdebstrap");
    mmdebstrap.args(["--variant=essential", "--include=adduser", "--dpkgopt=force-unsafe-io"]);
    mmdebstrap.arg(&release).arg(&part);
    run(mmdebstrap)?;
    fs::rename(&part, &archive).map_err(|error| Failure(format!("{}: {error}", part.display())))?;
    Ok(archive)
}

/// Code name of a Debian or Ubuntu release.
fn release(os_release: &str) -> Result<String, Failure> {
    let name = os_release.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="));
    name.map(|name| name.trim_matches('"').to_owned())
        .ok_or_else(|| Failure("expected VERSION_CODENAME in /etc/os-release".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_release_is_read_from_os_release() {
        let text = "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nVERSION_CODENAME=bookworm\nID=debian\n";
        assert_eq!(release(text).unwrap(), "bookworm");
        assert!(release("ID=arch\n").is_err());
    }
}
