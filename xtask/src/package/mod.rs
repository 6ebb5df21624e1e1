//! Linux packages of the program: a static binary, a Debian package and an OCI image, with tests.

mod architecture;
mod clean_root;
mod commands;
mod deb;
mod deb_test;
mod documents;
mod game;
mod image;
mod image_test;
mod program;
mod proof;
mod unit;

use std::path::PathBuf;

use architecture::Architecture;
use commands::{create_folder, output_of, remove};
use program::Program;

use crate::{
    checkout::{Checkout, run},
    debian,
    step::{Failure, Step},
};

pub(crate) use proof::prove;

/// Version of the workspace.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Kinds of package for `cargo xtask package`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An archive with the static binary.
    Static,
    Deb,
    Image,
    /// The Debian package and the image, each installed, started and tested with a game.
    Test,
}

/// A package to build for an architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Order {
    kind: Kind,
    architecture: Architecture,
}

/// The step for the arguments after `package`; `None` if they are wrong.
pub(crate) fn step(arguments: &[&str]) -> Option<Step> {
    let (kind, architecture) = match arguments {
        ["check"] => return Some(Step::Packages),
        [kind] => (kind, Architecture::native()?),
        [kind, architecture] => (kind, Architecture::named(architecture)?),
        _ => return None,
    };
    let kind = match *kind {
        "static" => Kind::Static,
        "deb" => Kind::Deb,
        "image" => Kind::Image,
        "test" if Some(architecture) == Architecture::native() => Kind::Test,
        _ => return None,
    };
    Some(Step::Package(Order { kind, architecture }))
}

/// Builds a package into `target/packages`, with checksums of all packages there.
pub(crate) fn build(checkout: &Checkout, order: Order) -> Result<(), Failure> {
    let program = Program::distribution(checkout, order.architecture)?;
    let folder = folder(checkout)?;
    let package = match order.kind {
        Kind::Static => program::archive(checkout, &program, &folder)?,
        Kind::Deb => deb::build(checkout, &program, VERSION, deb::Compression::Xz, &folder)?,
        Kind::Image => image::build(checkout, &program, &folder)?,
        Kind::Test => {
            require_root()?;
            return test(checkout, &program);
        }
    };
    write_checksums(checkout)?;
    println!("{}", package.display());
    Ok(())
}

/// Builds every kind of package of a program.
fn build_all(checkout: &Checkout, program: &Program) -> Result<(), Failure> {
    let folder = folder(checkout)?;
    program::archive(checkout, program, &folder)?;
    deb::build(checkout, program, VERSION, deb::Compression::Xz, &folder)?;
    image::build(checkout, program, &folder)?;
    Ok(())
}

/// Step of the check: tests both packages with the development build, because it tests the
/// packaging.
///
/// If the tests cannot run, as on macOS and without root, it says so and passes.
pub(crate) fn check(checkout: &Checkout) -> Result<(), Failure> {
    if let Err(Failure(reason)) = require_root() {
        println!("SKIPPED: {reason}");
        return Ok(());
    }
    let program = Program::development(checkout)?;
    test(checkout, &program)
}

/// Tests the Debian package and the image of a program that runs on this machine.
fn test(checkout: &Checkout, program: &Program) -> Result<(), Failure> {
    deb_test::run_all(checkout, program)?;
    image_test::run_all(checkout, program)
}

/// A clean root needs `chroot` and installed Debian packages.
fn require_root() -> Result<(), Failure> {
    if cfg!(target_os = "linux") && debian::is_debian() && debian::is_root() {
        return Ok(());
    }
    Err(Failure("packages are installed into a clean root only by root, on Debian or Ubuntu".to_owned()))
}

/// Output folder of packages.
fn folder(checkout: &Checkout) -> Result<PathBuf, Failure> {
    let folder = checkout.target().join("packages");
    create_folder(&folder)?;
    Ok(folder)
}

/// An empty folder for one task, inside the output folder.
fn work_folder(checkout: &Checkout, name: &str) -> Result<PathBuf, Failure> {
    let work = folder(checkout)?.join("work").join(name);
    remove(&work)?;
    create_folder(&work)?;
    Ok(work)
}

/// Writes the SHA-256 of every package to `SHA256SUMS` next to them.
fn write_checksums(checkout: &Checkout) -> Result<(), Failure> {
    let mut sums = checkout.command("sh");
    sums.current_dir(folder(checkout)?);
    sums.args(["-euc", "sha256sum -- dord* > SHA256SUMS"]);
    run(sums)
}

/// The current commit, marked if the tree has uncommitted changes; `None` outside a Git checkout.
fn commit(checkout: &Checkout) -> Option<String> {
    let mut git = checkout.command("git");
    git.args(["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]);
    output_of(git).ok().map(|text| text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_named_by_kind_and_architecture() {
        let arm64 = Architecture::named("arm64").unwrap();
        assert_eq!(
            step(&["deb", "arm64"]),
            Some(Step::Package(Order { kind: Kind::Deb, architecture: arm64 }))
        );
        for wrong in [&["rpm", "arm64"][..], &["deb", "sparc"], &[], &["deb", "arm64", "amd64"]] {
            assert_eq!(step(wrong), None, "{wrong:?}");
        }
    }
}
