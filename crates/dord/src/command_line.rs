use std::path::PathBuf;

use clap::{Parser, Subcommand};
use load::Load;

use crate::{
    Outcome, admin::AdminCommand, analyse::AnalyseGame, backup::BackUp, backup::restore::Restore,
    completions::Completions, daily::DailyPuzzle, moves::ListMoves, play::PlayGame, replay::ReplayGame,
    selfplay::SelfPlay, serve::ServeGame, verify::VerifyGame, version, words::WordsCommand,
};

/// A crossword-tile game for people at one table or far apart.
#[derive(Debug, Parser)]
#[command(
    name = "dord",
    version,
    long_version = version::long(),
    after_help = "Exit status: 0 for success, 1 where the answer is no, 2 for an error.\n\n\
                  Examples:\n  \
                  dord serve --listen 127.0.0.1:8080\n  \
                  dord play Alice Bob --gcg evening.gcg\n  \
                  dord daily --language nl\n  \
                  dord replay evening.gcg\n  \
                  dord analyse evening.gcg\n  \
                  dord verify game.json\n  \
                  dord words check quiz zyzzyva\n  \
                  dord words import nl mijn-lijst.txt.gz\n  \
                  dord words info en --json\n  \
                  dord moves --positions positions.txt\n  \
                  dord selfplay --games 200 --player 3 --against 2\n  \
                  dord load --url http://127.0.0.1:3000 --tables 50 --seconds 10\n  \
                  dord backup --output monday.jsonl.gz\n  \
                  dord admin tables --standing playing\n  \
                  dord completions bash > ~/.local/share/bash-completion/completions/dord"
)]
pub(crate) struct CommandLine {
    /// Data folder of this installation.
    #[arg(long, global = true, env = "DORD_DATA_DIR", value_name = "FOLDER", default_value = "./dord-data")]
    data_dir: PathBuf,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(ServeGame),
    Play(PlayGame),
    Daily(DailyPuzzle),
    Replay(ReplayGame),
    Verify(VerifyGame),
    Analyse(AnalyseGame),
    #[command(subcommand)]
    Words(WordsCommand),
    Moves(ListMoves),
    #[command(name = "selfplay")]
    SelfPlay(SelfPlay),
    Load(Load),
    #[command(name = "backup")]
    BackUp(BackUp),
    Restore(Restore),
    #[command(subcommand)]
    Admin(AdminCommand),
    Completions(Completions),
}

impl CommandLine {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        // `dord` alone means `dord serve` with settings from the environment and dord.toml.
        let command = match self.command {
            Some(command) => command,
            None => Command::Serve(ServeGame::from_environment()),
        };
        match command {
            Command::Serve(command) => command.run(&self.data_dir),
            Command::Play(command) => command.run(&self.data_dir),
            Command::Daily(command) => command.run(&self.data_dir),
            Command::Replay(command) => command.run(&self.data_dir),
            Command::Verify(command) => command.run(),
            Command::Analyse(command) => command.run(&self.data_dir),
            Command::Words(command) => command.run(&self.data_dir),
            Command::Moves(command) => command.run(&self.data_dir),
            Command::SelfPlay(command) => command.run(&self.data_dir),
            Command::Load(command) => command.run().map(Outcome::from),
            Command::BackUp(command) => command.run(&self.data_dir),
            Command::Restore(command) => command.run(&self.data_dir),
            Command::Admin(command) => command.run(&self.data_dir),
            Command::Completions(command) => command.run(),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_definition_is_consistent() {
        CommandLine::command().debug_assert();
    }
}
