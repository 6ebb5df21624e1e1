//! Loads the image from its file, runs it, plays, and runs it again with the same volume.

use std::{net::SocketAddr, process::Command};

use super::{
    VERSION,
    commands::{ensure, output_of},
    game::{self, Server},
    image::{self, Podman},
    program::Program,
    work_folder,
};
use crate::{
    checkout::{Checkout, run},
    step::Failure,
};

/// Options for a container without privileges that can write only to its volume.
const CONFINED: [&str; 6] = [
    "--pull=never",
    "--network=host",
    "--read-only",
    "--cap-drop=all",
    "--security-opt=no-new-privileges",
    "--volume=games:/data",
];

/// Limits below those of any machine: a container cannot raise its limits.
const LIMITS: [&str; 2] = ["--ulimit=nofile=4096:4096", "--ulimit=nproc=4096:4096"];

pub(super) fn run_all(checkout: &Checkout, program: &Program) -> Result<(), Failure> {
    let archive = image::build(checkout, program, &work_folder(checkout, "image-test")?)?;
    // A separate store, so that the image comes from the file.
    let podman = Podman::new(checkout, "test-store")?;
    let mut load = podman.command(&["load", "--quiet", "--input"]);
    load.arg(archive);
    run(load)?;

    let version = output_of(once(&podman, &["--version"]))?;
    ensure(version.starts_with(&format!("dord {VERSION}\n")), format!("the version, found {version}"))?;
    let address = game::free_address()?;
    play(checkout, &podman, program, address)?;
    let kept = commits(&podman)?;
    play(checkout, &podman, program, address)?;
    ensure(commits(&podman)? > kept, "the volume to keep the games of both containers")?;
    println!("the image was loaded, run and played with, and its volume kept the games");
    Ok(())
}

/// Runs a container, plays, and stops it. Podman stays in the foreground: it forwards signals and
/// output.
fn play(checkout: &Checkout, podman: &Podman, program: &Program, address: SocketAddr) -> Result<(), Failure> {
    let mut start = podman.command(&["run", "--rm"]);
    start.args(CONFINED).args(LIMITS).arg("--env").arg(format!("DORD_LISTEN={address}")).arg(image::name());
    let server = Server::start(start, address)?;
    game::play(checkout.command(&program.path), server.address())?;
    server.stop(checkout)
}

/// Runs one command of the program in a new container.
fn once(podman: &Podman, arguments: &[&str]) -> Command {
    let mut once = podman.command(&["run", "--rm"]);
    once.args(CONFINED).args(LIMITS).arg(image::name()).args(arguments);
    once
}

fn commits(podman: &Podman) -> Result<u64, Failure> {
    game::commits(&output_of(once(podman, &["admin", "stats", "--json"]))?)
}
