use std::io::{self, Write};

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::{Outcome, command_line::CommandLine};

/// Print a script that completes commands in a shell.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    dord completions bash > ~/.local/share/bash-completion/completions/dord\n  \
    dord completions zsh > ~/.zfunc/_dord\n  \
    dord completions fish > ~/.config/fish/completions/dord.fish")]
pub(crate) struct Completions {
    /// The shell that is to read it.
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        // Made in memory, because the generator itself panics when nobody reads its output.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut CommandLine::command(), "dord", &mut script);
        io::stdout().write_all(&script)?;
        Ok(Outcome::Success)
    }
}
