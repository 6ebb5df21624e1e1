//! Parser of systemd units, for machines on which systemd does not run.

use std::path::Path;

use super::commands::{ensure, read};
use crate::step::Failure;

/// The settings of a service that determine its process.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) command: Vec<String>,
    pub(super) user: String,
    pub(super) folder: String,
    /// Lines `NAME=value`; a later one overrides an earlier one of the same name.
    pub(super) environment: Vec<String>,
}

impl Unit {
    /// Reads a unit below a root, with its environment files.
    pub(super) fn read(root: &Path, unit: &str) -> Result<Unit, Failure> {
        let below = |path: &str| root.join(path.trim_start_matches('/'));
        let mut read_unit = Unit::default();
        for (name, value) in settings(&read(&below(unit))?) {
            match name {
                "ExecStart" => read_unit.command = value.split_whitespace().map(str::to_owned).collect(),
                "User" => value.clone_into(&mut read_unit.user),
                "WorkingDirectory" => value.clone_into(&mut read_unit.folder),
                "Environment" => read_unit.environment.push(value.to_owned()),
                "EnvironmentFile" => {
                    // A minus means that the file is optional.
                    let file = below(value.trim_start_matches('-'));
                    if file.exists() || !value.starts_with('-') {
                        let text = read(&file)?;
                        let lines = settings(&text).map(|(name, value)| format!("{name}={value}"));
                        read_unit.environment.extend(lines);
                    }
                }
                _ => {}
            }
        }
        let is_complete =
            !(read_unit.command.is_empty() || read_unit.user.is_empty() || read_unit.folder.is_empty());
        ensure(is_complete, format!("ExecStart, User and WorkingDirectory in {unit}, found {read_unit:?}"))?;
        Ok(read_unit)
    }
}

/// The `name=value` lines; comments, sections and empty lines are skipped.
fn settings(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.starts_with(['#', ';', '[']))
        .filter_map(|line| line.split_once('='))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_and_comments_are_skipped() {
        let text = "# A=0\n[Service]\nUser=dord\n\nEnvironment=DORD_LISTEN=127.0.0.1:3000\n";
        let read: Vec<_> = settings(text).collect();
        assert_eq!(read, [("User", "dord"), ("Environment", "DORD_LISTEN=127.0.0.1:3000")]);
    }
}
