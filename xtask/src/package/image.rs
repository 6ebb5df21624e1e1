//! The OCI image, built with Podman from only the program and its licences. No registry is used.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{self, Command},
};

use super::{
    VERSION,
    commands::{copy, create_folder, remove, require},
    documents,
    program::Program,
    work_folder,
};
use crate::{
    checkout::{Checkout, run},
    step::Failure,
};

/// CA certificates of the image, as installed by Debian.
const AUTHORITIES: &str = "/etc/ssl/certs/ca-certificates.crt";

/// Name of the image in its archive.
pub(super) fn name() -> String {
    format!("localhost/dord:{VERSION}")
}

/// A separate Podman store of images and containers, removed on drop.
pub(super) struct Podman<'c> {
    checkout: &'c Checkout,
    store: PathBuf,
    /// Run folder of Podman, which accepts at most 50 characters for its path.
    run: PathBuf,
}

impl<'c> Podman<'c> {
    /// An empty store.
    pub(super) fn new(checkout: &'c Checkout, name: &str) -> Result<Podman<'c>, Failure> {
        require(checkout, "podman", &["podman"])?;
        require(checkout, "runc", &["runc"])?;
        let run = env::temp_dir().join(format!("dord-{name}-{}", process::id()));
        Ok(Podman { checkout, store: work_folder(checkout, name)?, run })
    }

    /// A Podman command.
    ///
    /// `vfs` and `cgroupfs` also work inside other containers. So does `runc`, whereas the `crun`
    /// of Debian 12 refuses machines that have both versions of control groups.
    pub(super) fn command(&self, arguments: &[&str]) -> Command {
        let mut podman = self.checkout.command("podman");
        podman.arg("--root").arg(&self.store).arg("--runroot").arg(&self.run);
        podman.args(["--storage-driver=vfs", "--cgroup-manager=cgroupfs", "--runtime=runc"]).args(arguments);
        podman
    }
}

impl Drop for Podman<'_> {
    fn drop(&mut self) {
        // Remaining containers hold mounts inside the store.
        let _ = self.command(&["rm", "--all", "--force", "--time=0"]).output();
        let _ = remove(&self.store);
        let _ = remove(&self.run);
    }
}

/// Builds the image of a program as one file that Podman and Docker can load.
pub(super) fn build(checkout: &Checkout, program: &Program, folder: &Path) -> Result<PathBuf, Failure> {
    let podman = Podman::new(checkout, "image-store")?;
    let context = context(checkout, program)?;
    let platform = format!("--platform=linux/{}", program.architecture.name());
    let mut build = podman.command(&["build", "--quiet", "--layers=false", "--isolation=chroot", &platform]);
    build.args(["--label", &format!("org.opencontainers.image.version={VERSION}")]);
    build.arg("--tag").arg(name());
    build.arg("--file").arg(checkout.root().join("deploy/Containerfile")).arg(&context);
    run(build)?;
    let archive = folder.join(format!("dord-{VERSION}-linux-{}.oci.tar", program.architecture.name()));
    // Podman appends to an existing archive.
    let _ = fs::remove_file(&archive);
    let mut save = podman.command(&["save", "--quiet", "--format=oci-archive", "--output"]);
    save.arg(&archive).arg(name());
    run(save)?;
    Ok(archive)
}

/// Creates the build context: a folder with all files of the image.
fn context(checkout: &Checkout, program: &Program) -> Result<PathBuf, Failure> {
    let context = work_folder(checkout, "image")?;
    let root = context.join("root");
    copy(&program.path, &root.join("dord"))?;
    documents::copy_licences(checkout, &root.join("licences"))?;
    let libraries = program.libraries(checkout)?;
    for file in libraries.iter().map(PathBuf::as_path).chain([Path::new(AUTHORITIES)]) {
        // The same path below the new root.
        let place = file.strip_prefix("/").unwrap_or(file);
        copy(file, &root.join(place))?;
    }
    create_folder(&context.join("data"))?;
    Ok(context)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::commands::read;

    /// The instructions after the last `FROM` that determine how the image runs.
    fn instructions(file: &str) -> Vec<String> {
        let text = read(&Checkout::of_this_source().root().join("deploy").join(file)).unwrap();
        let (_, last) = text.rsplit_once("FROM scratch\n").unwrap();
        last.lines()
            .filter(|line| !line.starts_with(['#']) && !line.starts_with("COPY "))
            .map(str::to_owned)
            .collect()
    }

    #[test]
    fn both_images_run_the_same_way() {
        let packaged = instructions("Containerfile");
        assert!(packaged.contains(&"ENTRYPOINT [\"/dord\"]".to_owned()), "{packaged:?}");
        assert_eq!(packaged, instructions("Dockerfile"));
    }
}
