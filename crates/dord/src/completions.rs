use std::io::{self, Write};

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::{Outcome, command_line::CommandLine};

/// Print a shell completion script.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    dord completions bash > ~/.local/share/bash-completion/completions/dord\n  \
    dord completions zsh > ~/.zfunc/_dord\n  \
    dord completions fish > ~/.config/fish/completions/dord.fish")]
pub(crate) struct Completions {
    /// Shell to generate the script for.
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        // Generated in memory, because the generator panics when its output pipe is closed.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut CommandLine::command(), "dord", &mut script);
        io::stdout().write_all(&script)?;
        Ok(Outcome::Success)
    }
}
