use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::{Outcome, completions::Completions, play::PlayGame, replay::ReplayGame, words::WordsCommand};

/// A crossword-tile game for people at one table or far apart.
#[derive(Debug, Parser)]
#[command(
    name = "dord",
    version,
    arg_required_else_help = true,
    after_help = "Exit status: 0 for success, 1 where the answer is no, 2 for an error.\n\n\
                  Examples:\n  \
                  dord play Alice Bob --gcg evening.gcg\n  \
                  dord replay evening.gcg\n  \
                  dord words check quiz zyzzyva\n  \
                  dord words import nl mijn-lijst.txt.gz\n  \
                  dord words info en --json\n  \
                  dord completions bash > ~/.local/share/bash-completion/completions/dord"
)]
pub(crate) struct CommandLine {
    /// Where this installation keeps its files.
    #[arg(long, global = true, env = "DORD_DATA_DIR", value_name = "FOLDER", default_value = "./dord-data")]
    data_dir: PathBuf,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Play(PlayGame),
    Replay(ReplayGame),
    #[command(subcommand)]
    Words(WordsCommand),
    Completions(Completions),
}

impl CommandLine {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self.command {
            Command::Play(command) => command.run(&self.data_dir),
            Command::Replay(command) => command.run(&self.data_dir),
            Command::Words(command) => command.run(&self.data_dir),
            Command::Completions(command) => command.run(),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_contradicts_itself_nowhere() {
        CommandLine::command().debug_assert();
    }
}
