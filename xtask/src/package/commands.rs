//! Commands and file operations whose failures name what went wrong.

use std::{
    env,
    ffi::OsString,
    fs, io,
    path::Path,
    process::{Command, Stdio},
};

use crate::{
    checkout::{Checkout, command_line},
    debian,
    step::Failure,
};

/// Standard output of a successful command. Standard error is inherited.
pub(super) fn output_of(mut command: Command) -> Result<String, Failure> {
    let name = command_line(&command);
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| Failure(format!("`{name}` could not be started: {error}")))?;
    if !output.status.success() {
        let printed = String::from_utf8_lossy(&output.stdout);
        return Err(Failure(format!("`{name}` ended with {}: {printed}", output.status)));
    }
    String::from_utf8(output.stdout).map_err(|_| Failure(format!("`{name}` printed what is not UTF-8")))
}

/// Whether a program is in the search path.
pub(super) fn is_installed(program: &str) -> bool {
    let search = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&search).any(|folder| folder.join(program).is_file())
}

/// Installs the packages of a missing program, if possible.
pub(super) fn require(
    checkout: &Checkout,
    program: &str,
    packages: &[impl AsRef<str>],
) -> Result<(), Failure> {
    if is_installed(program) {
        return Ok(());
    }
    let names: Vec<&str> = packages.iter().map(AsRef::as_ref).collect();
    let missing = format!("`{program}` is missing. Debian has it: apt-get install {}", names.join(" "));
    for name in names {
        debian::install(checkout, name, &missing)?;
    }
    Ok(())
}

pub(super) fn create_folder(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| about(folder, &error))
}

/// Removes a folder and its contents, if it exists.
pub(super) fn remove(folder: &Path) -> Result<(), Failure> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(about(folder, &error)),
        _ => Ok(()),
    }
}

pub(super) fn read(file: &Path) -> Result<String, Failure> {
    fs::read_to_string(file).map_err(|error| about(file, &error))
}

/// Writes a file and creates missing parent folders.
pub(super) fn write(file: &Path, text: impl AsRef<[u8]>) -> Result<(), Failure> {
    if let Some(folder) = file.parent() {
        create_folder(folder)?;
    }
    fs::write(file, text).map_err(|error| about(file, &error))
}

/// Copies a file and creates missing parent folders.
pub(super) fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    if let Some(folder) = to.parent() {
        create_folder(folder)?;
    }
    fs::copy(from, to).map(drop).map_err(|error| about(from, &error))
}

/// Names of a folder's entries, sorted.
pub(super) fn entries(folder: &Path) -> Result<Vec<OsString>, Failure> {
    let listed = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.file_name())).collect());
    let mut names: Vec<_> = listed.map_err(|error| about(folder, &error))?;
    names.sort();
    Ok(names)
}

/// Fails with `expected` unless a condition holds.
pub(super) fn ensure(holds: bool, expected: impl AsRef<str>) -> Result<(), Failure> {
    if holds { Ok(()) } else { Err(Failure(format!("expected {}", expected.as_ref()))) }
}

fn about(path: &Path, error: &io::Error) -> Failure {
    Failure(format!("{}: {error}", path.display()))
}
