use std::{
    env,
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
    process::Command,
};

use crate::{colour::Colour, step::Failure};

/// The source tree, and how commands are run in it.
pub(crate) struct Checkout {
    root: PathBuf,
    colour: Colour,
}

impl Checkout {
    /// The tree that this program was built from.
    pub(crate) fn of_this_source() -> Checkout {
        let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = xtask.parent().expect("xtask is a folder of the tree").to_owned();
        Checkout { root, colour: Colour::wanted() }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Whether headings and the output of commands are coloured.
    pub(crate) fn colour(&self) -> Colour {
        self.colour
    }

    /// Folder for tools that the machine does not have. It is inside the build folder, so that
    /// nothing outside the tree changes.
    pub(crate) fn tools(&self) -> PathBuf {
        self.target().join("tools")
    }

    /// Builds the program in the development profile and returns its path.
    pub(crate) fn built_program(&self) -> Result<PathBuf, Failure> {
        self.built("dord")
    }

    /// Builds a program of the workspace in the development profile and returns its path.
    ///
    /// All members are selected, so that dependencies have the same features as in the tests: a
    /// single package would compile most of them a second time.
    pub(crate) fn built(&self, name: &str) -> Result<PathBuf, Failure> {
        run(self.cargo(&format!("build --workspace --bin {name}")))?;
        Ok(self.target().join("debug").join(format!("{name}{}", env::consts::EXE_SUFFIX)))
    }

    /// The build folder.
    pub(crate) fn target(&self) -> PathBuf {
        self.root.join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| OsString::from("target")))
    }

    /// A command that runs at the root of the tree.
    pub(crate) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root);
        if self.colour == Colour::Off {
            command.env("CARGO_TERM_COLOR", "never");
        }
        command
    }

    /// The cargo that runs this program, with arguments separated by spaces.
    pub(crate) fn cargo(&self, arguments: &str) -> Command {
        let mut command = self.command(env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
        command.args(arguments.split_whitespace());
        // `cargo run` sets these for xtask. Build scripts that depend on them, such as ring's, would run again, and
        // with them half of the dependencies, whenever `cargo xtask` and plain `cargo` alternate.
        for (name, _) in env::vars_os() {
            let is_of_xtask =
                |text: &str| text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_");
            if name.to_str().is_some_and(is_of_xtask) {
                command.env_remove(&name);
            }
        }
        command
    }
}

/// Runs a command to its end, with inherited output.
pub(crate) fn run(mut command: Command) -> Result<(), Failure> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure(format!("`{}` ended with {status}", command_line(&command)))),
        Err(error) => Err(Failure(format!("`{}` could not be started: {error}", command_line(&command)))),
    }
}

/// A command as typed in a shell.
pub(crate) fn command_line(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or_default();
    let words: Vec<_> = std::iter::once(program)
        .chain(command.get_args())
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_displayed_as_typed() {
        let checkout = Checkout::of_this_source();
        assert_eq!(command_line(&checkout.cargo("fmt --all  --check")), "cargo fmt --all --check");
    }

    #[test]
    fn a_missing_program_is_named() {
        let missing = Checkout::of_this_source().command("no-such-program-anywhere");
        let Failure(message) = run(missing).unwrap_err();
        assert!(message.starts_with("`no-such-program-anywhere` could not be started"), "{message}");
    }
}
