//! Builds of the program for packages.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Stdio,
};

use super::{
    Architecture, VERSION,
    commands::{copy, ensure, output_of, require},
    commit, documents, folder, work_folder,
};
use crate::{
    checkout::{Checkout, run},
    debian,
    step::Failure,
};

/// Debian's compiler, which some machines have in addition to that of rustup.
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";

/// Whether a program needs shared libraries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Linkage {
    Static,
    Dynamic,
}

/// A program to package.
pub(super) struct Program {
    pub(super) path: PathBuf,
    pub(super) architecture: Architecture,
    pub(super) linkage: Linkage,
}

impl Program {
    /// Builds the program for publication: optimised, static, and with its commit.
    ///
    /// It is linked with glibc rather than musl, whose allocator is slower with many threads.
    pub(super) fn distribution(checkout: &Checkout, architecture: Architecture) -> Result<Program, Failure> {
        let target = architecture.target();
        let mut build = checkout.cargo("rustc --profile dist --locked --package dord --bin dord --target");
        build.arg(&target);
        let variable = target.to_uppercase().replace('-', "_");
        build.env(format!("CARGO_TARGET_{variable}_RUSTFLAGS"), "-C target-feature=+crt-static");
        require(checkout, &architecture.c_compiler(), &architecture.c_compiler_packages())?;
        if Some(architecture) != Architecture::native() {
            build.env(format!("CARGO_TARGET_{variable}_LINKER"), architecture.c_compiler());
        }
        build.args(["--", "-C"]).arg(format!("link-arg={}", lookups(checkout, architecture)?.display()));
        build.env("RUSTC", compiler(checkout, architecture)?);
        if let (None, Some(commit)) = (env::var_os("DORD_COMMIT"), commit(checkout)) {
            build.env("DORD_COMMIT", commit);
        }
        run(build)?;
        let path = checkout.target().join(&target).join("dist/dord");
        ensure_static(checkout, &path)?;
        Ok(Program { path, architecture, linkage: Linkage::Static })
    }

    /// The development build that tests also use, without debug information.
    pub(super) fn development(checkout: &Checkout) -> Result<Program, Failure> {
        let architecture = Architecture::native()
            .ok_or_else(|| Failure("packages are not built for this architecture".to_owned()))?;
        let built = checkout.built_program()?;
        let path = work_folder(checkout, "program")?.join("dord");
        let mut strip = checkout.command("strip");
        strip.args(["--strip-debug", "-o"]).arg(&path).arg(built);
        run(strip)?;
        Ok(Program { path, architecture, linkage: Linkage::Dynamic })
    }

    /// Shared libraries of a dynamic program, including the loader.
    pub(super) fn libraries(&self, checkout: &Checkout) -> Result<Vec<PathBuf>, Failure> {
        if self.linkage == Linkage::Static {
            return Ok(Vec::new());
        }
        let mut ldd = checkout.command("ldd");
        ldd.arg(&self.path);
        Ok(paths_of_ldd(&output_of(ldd)?))
    }
}

/// Object file that prevents a static program from loading NSS modules of the machine.
fn lookups(checkout: &Checkout, architecture: Architecture) -> Result<PathBuf, Failure> {
    let object = folder(checkout)?.join(format!("lookups-{}.o", architecture.name()));
    let mut compiler = checkout.command(architecture.c_compiler());
    compiler.args(["-O2", "-c", "xtask/src/package/lookups.c", "-o"]).arg(&object);
    run(compiler)?;
    Ok(object)
}

/// Packs a static program with its licences and units.
pub(super) fn archive(checkout: &Checkout, program: &Program, folder: &Path) -> Result<PathBuf, Failure> {
    let name = format!("dord-{VERSION}-linux-{}", program.architecture.name());
    let work = work_folder(checkout, "archive")?;
    let contents = work.join(&name);
    documents::copy_all(checkout, &contents)?;
    copy(&program.path, &contents.join("dord"))?;
    for unit in ["dord.service", "dord-backup.service", "dord-backup.timer"] {
        copy(&checkout.root().join("deploy").join(unit), &contents.join(unit))?;
    }
    let archive = folder.join(format!("{name}.tar.gz"));
    let mut tar = checkout.command("tar");
    tar.args(["--owner=0", "--group=0", "--numeric-owner", "--sort=name", "-czf"]).arg(&archive);
    tar.arg("--directory").arg(&work).arg(&name);
    run(tar)?;
    Ok(archive)
}

/// A compiler with the standard library of an architecture: cargo's, or Debian's, installed if
/// possible.
fn compiler(checkout: &Checkout, architecture: Architecture) -> Result<PathBuf, Failure> {
    let own = env::var_os("RUSTC").map_or_else(|| PathBuf::from("rustc"), PathBuf::from);
    let candidates = [own, PathBuf::from(DEBIAN_RUSTC)];
    let find =
        || candidates.iter().find(|rustc| has_standard_library(checkout, rustc, architecture)).cloned();
    if let Some(rustc) = find() {
        return Ok(rustc);
    }
    let library = format!("libstd-rust-web-dev:{}", architecture.name());
    let missing = format!(
        "rustc has no standard library for {target}. With rustup: rustup target add {target}. With Debian 12: \
         dpkg --add-architecture {name} && apt-get update && apt-get install rustc-web {library}",
        target = architecture.target(),
        name = architecture.name(),
    );
    if debian::is_root() && debian::is_debian() {
        let mut dpkg = checkout.command("dpkg");
        dpkg.args(["--add-architecture", architecture.name()]);
        run(dpkg)?;
    }
    debian::install(checkout, "rustc-web", &missing)?;
    debian::install(checkout, &library, &missing)?;
    find().ok_or(Failure(missing))
}

/// Whether a compiler exists and has the standard library of an architecture.
fn has_standard_library(checkout: &Checkout, rustc: &Path, architecture: Architecture) -> bool {
    let mut print = checkout.command(rustc);
    print.args(["--print", "target-libdir", "--target", &architecture.target()]).stderr(Stdio::null());
    let Ok(output) = print.output() else { return false };
    let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let Ok(files) = fs::read_dir(folder) else { return false };
    files.flatten().any(|file| file.file_name().to_string_lossy().starts_with("libstd-"))
}

/// Checks that a program has no interpreter and needs no library.
fn ensure_static(checkout: &Checkout, program: &Path) -> Result<(), Failure> {
    let mut readelf = checkout.command("readelf");
    readelf.args(["--wide", "--program-headers", "--dynamic"]).arg(program).env("LC_ALL", "C");
    let headers = output_of(readelf)?;
    let is_static = !headers.contains("INTERP") && !headers.contains("(NEEDED)");
    ensure(is_static, format!("a static program, found that {} loads libraries", program.display()))
}

/// Paths in the output of ldd: `name => path (address)`, or `path (address)` for the loader.
fn paths_of_ldd(printed: &str) -> Vec<PathBuf> {
    let words = printed.lines().flat_map(str::split_whitespace);
    words.filter(|word| word.starts_with('/')).map(PathBuf::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_include_the_loader() {
        let printed = "\tlinux-vdso.so.1 (0x00007ffd)\n\tlibm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 (0x00007f)\n\
                       \t/lib64/ld-linux-x86-64.so.2 (0x00007f)\n";
        let expected = ["/lib/x86_64-linux-gnu/libm.so.6", "/lib64/ld-linux-x86-64.so.2"].map(PathBuf::from);
        assert_eq!(paths_of_ldd(printed), expected);
    }
}
