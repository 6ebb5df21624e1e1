//! The Debian package, built with `dpkg-deb`, which every Debian has.

use std::path::{Path, PathBuf};

use super::{
    commands::{copy, output_of, read, require, write},
    documents,
    program::{Linkage, Program},
    work_folder,
};
use crate::{
    checkout::{Checkout, run},
    step::Failure,
};

/// Compression of the contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compression {
    /// For tests, which unpack at once.
    None,
    /// For publication: every Debian release can read it.
    Xz,
}

/// Path in the units of a program that was installed by hand.
const LOCAL_PROGRAM: &str = "/usr/local/bin/dord";
const PROGRAM: &str = "/usr/bin/dord";

/// Settings file, which dpkg does not overwrite if it was changed.
pub(super) const SETTINGS: &str = "/etc/dord/dord.env";

/// Folder of the package's units.
pub(super) const UNITS: &str = "/usr/lib/systemd/system";

/// Builds the package of a program with a version.
pub(super) fn build(
    checkout: &Checkout,
    program: &Program,
    version: &str,
    compression: Compression,
    folder: &Path,
) -> Result<PathBuf, Failure> {
    require(checkout, "dpkg-deb", &["dpkg"])?;
    let tree = work_folder(checkout, "deb")?;
    fill(checkout, program, &tree)?;
    describe(checkout, program, version, &tree)?;
    let name = format!("dord_{version}_{}.deb", program.architecture.name());
    let package = folder.join(name);
    let compression = match compression {
        Compression::None => "-Znone",
        Compression::Xz => "-Zxz",
    };
    let mut dpkg_deb = checkout.command("dpkg-deb");
    dpkg_deb.args([compression, "--root-owner-group", "--build"]).arg(&tree).arg(&package);
    run(dpkg_deb)?;
    Ok(package)
}

/// Copies every file to its installed path.
fn fill(checkout: &Checkout, program: &Program, tree: &Path) -> Result<(), Failure> {
    let deploy = checkout.root().join("deploy");
    let place = |path: &str| tree.join(path.trim_start_matches('/'));
    copy(&program.path, &place(PROGRAM))?;
    for unit in ["dord.service", "dord-backup.service", "dord-backup.timer"] {
        let text = read(&deploy.join(unit))?.replace(LOCAL_PROGRAM, PROGRAM);
        write(&place(UNITS).join(unit), text)?;
    }
    let debian = deploy.join("debian");
    copy(&debian.join("dord.env"), &place(SETTINGS))?;
    for (shell, path) in [
        ("bash", "/usr/share/bash-completion/completions/dord"),
        ("zsh", "/usr/share/zsh/vendor-completions/_dord"),
        ("fish", "/usr/share/fish/vendor_completions.d/dord.fish"),
    ] {
        copy(&debian.join("completions").join(shell), &place(path))?;
    }
    let documents = place("/usr/share/doc/dord");
    documents::copy_all(checkout, &documents)?;
    copy(&debian.join("copyright"), &documents.join("copyright"))
}

/// Writes dpkg's files: control file, checksums and maintainer scripts.
fn describe(checkout: &Checkout, program: &Program, version: &str, tree: &Path) -> Result<(), Failure> {
    let debian = checkout.root().join("deploy/debian");
    let control = tree.join("DEBIAN");
    let mut size = checkout.command("du");
    size.args(["--summarize", "--block-size=1024", "--apparent-size"]).arg(tree);
    let size = output_of(size)?;
    let libraries = match program.linkage {
        Linkage::Static => "",
        Linkage::Dynamic => ", libc6, libgcc-s1",
    };
    let text = read(&debian.join("control"))?
        .replace("@VERSION@", version)
        .replace("@ARCHITECTURE@", program.architecture.name())
        .replace("@SIZE@", size.split_whitespace().next().unwrap_or("0"))
        .replace("@LIBRARIES@", libraries);
    write(&control.join("control"), text)?;
    write(&control.join("conffiles"), format!("{SETTINGS}\n"))?;
    for script in ["postinst", "prerm", "postrm"] {
        copy(&debian.join(script), &control.join(script))?;
    }
    // File modes must not depend on the user who builds. The settings can contain a password.
    let mut finish = checkout.command("sh");
    finish.current_dir(tree).args([
        "-euc",
        "find usr -type f -print0 | sort -z | xargs -0 md5sum > DEBIAN/md5sums
         chmod -R u=rwX,go=rX .
         find . -type f -exec chmod 644 {} +
         chmod 755 usr/bin/dord DEBIAN/postinst DEBIAN/prerm DEBIAN/postrm
         chmod 600 etc/dord/dord.env",
    ]);
    run(finish)
}
