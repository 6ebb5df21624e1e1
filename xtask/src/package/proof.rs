//! Slow tests: the packages as they are published, for every architecture.

use std::{fs, path::Path, time::Instant};

use super::{
    Architecture, VERSION, build_all,
    commands::{ensure, output_of, require},
    folder,
    game::{self, Server},
    program::Program,
    require_root, test, work_folder, write_checksums,
};
use crate::{checkout::Checkout, step::Failure};

/// Builds every package for every architecture. Tests those of this machine, and plays against the
/// others under QEMU.
pub(crate) fn prove(checkout: &Checkout) -> Result<(), Failure> {
    require_root()?;
    let native = Architecture::native()
        .ok_or_else(|| Failure("packages are not built for this architecture".to_owned()))?;
    let own = built(checkout, native)?;
    test(checkout, &own)?;
    for foreign in Architecture::ALL.into_iter().filter(|&architecture| architecture != native) {
        let program = built(checkout, foreign)?;
        play_emulated(checkout, &program, &own.path)?;
    }
    write_checksums(checkout)?;
    print_sizes(&folder(checkout)?)
}

fn built(checkout: &Checkout, architecture: Architecture) -> Result<Program, Failure> {
    let begun = Instant::now();
    let program = Program::distribution(checkout, architecture)?;
    println!("{}: built in {:.0} s", architecture.name(), begun.elapsed().as_secs_f64());
    build_all(checkout, &program)?;
    Ok(program)
}

/// Starts a program of another architecture under QEMU's user emulation, and plays against it.
fn play_emulated(checkout: &Checkout, program: &Program, player: &Path) -> Result<(), Failure> {
    let emulator = format!("qemu-{}-static", program.architecture.gnu());
    require(checkout, &emulator, &["qemu-user-static"])?;
    let mut version = checkout.command(&emulator);
    version.arg(&program.path).arg("--version");
    let version = output_of(version)?;
    ensure(version.starts_with(&format!("dord {VERSION}\n")), format!("the version, found {version}"))?;
    print!("{version}");
    let address = game::free_address()?;
    let mut serve = checkout.command(&emulator);
    serve.arg(&program.path).args(["serve", "--quiet", "--listen", &address.to_string(), "--data-dir"]);
    serve.arg(work_folder(checkout, "emulated")?);
    let server = Server::start(serve, address)?;
    game::play(checkout.command(player), server.address())?;
    server.stop(checkout)?;
    println!("a game was played against the {} program under {emulator}", program.architecture.name());
    Ok(())
}

fn print_sizes(folder: &Path) -> Result<(), Failure> {
    let files = fs::read_dir(folder).map_err(|error| Failure(format!("{}: {error}", folder.display())))?;
    let mut sizes: Vec<(String, u64)> = files
        .flatten()
        .filter_map(|file| Some((file.file_name().into_string().ok()?, file.metadata().ok()?)))
        .filter(|(_, metadata)| metadata.is_file())
        .map(|(name, metadata)| (name, metadata.len()))
        .collect();
    sizes.sort();
    for (name, bytes) in sizes {
        println!("{:>8.1} MB  {name}", bytes as f64 / 1e6);
    }
    Ok(())
}
