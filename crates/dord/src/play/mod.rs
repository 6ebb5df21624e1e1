//! `dord play`: a hot-seat game at one terminal.

mod ending;
pub(crate) mod input;
pub(crate) mod json_output;
mod narration;
mod record;
mod screen;
mod session;
mod table;
#[cfg(test)]
mod tests;
pub(crate) mod typed_command;
pub(crate) mod user_error;
pub(crate) mod word_input;

use std::{
    io::{self, IsTerminal},
    path::{Path, PathBuf},
};

use anyhow::{Context, bail, ensure};
use clap::Args;
use rules::{GameId, PlayerName, Preset, Seat, Seed};
use wordlists::WordLists;

use self::{
    input::standard_input,
    record::Record,
    screen::{Handing, Screen},
    session::{Output, Session},
    table::HotSeat,
};
use crate::{Outcome, board_picture::Rendering, words::language};

/// Play a game with two to four people at one terminal.
///
/// Players take turns at the keyboard; the screen is cleared before the device is handed on. There
/// is no time limit: clocks do not run, and a play can be challenged until the next player moves or
/// all others said `ok`.
///
/// Before the first tile is drawn, the program commits to a seed; after the end it reveals the seed
/// and recomputes every draw. Commands are read from standard input, so a game can be piped in; at
/// the end of the input the game stays unfinished.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  \
        dord play Alice Bob\n  \
        dord play Anna Bram Carla --language nl --preset classic\n  \
        dord play Alice Bob --gcg evening.gcg\n\n\
        Type help at the prompt for what can be done there.",
    after_long_help = "Examples:\n  \
        dord play Alice Bob\n  \
        dord play Anna Bram Carla --language nl --preset classic\n  \
        dord play Alice Bob --gcg evening.gcg\n  \
        printf '8D QUIZ\\nscore\\n' | dord play Alice Bob --json\n\n\
        Type help at the prompt for what can be done there.\n\n\
        With --json each line of output is an object, and `pass` does not ask. By `type`:\n  \
        started   game, commitment, preset, language, list, players, told, state\n  \
        happened  told (sentences), state\n  \
        refused   message; rule and squares (placing), words (not in the list)\n  \
        shown     what, and under that name: board, rack, unseen, score, word,\n            \
        preview, saved or help\n  \
        ended     reason, standings, winners, seed, draws, board; a standing has rank,\n            \
        name, score, scoreBefore, deducted, gained, tilesLeft\n  \
        left      state; the input ended, or somebody quit\n\n\
        A state is null once the game is over. Before, it has:\n  \
        turn, toMove, next, bag (tiles in it), scores (by name)\n  \
        rack      of the player to move\n  \
        board     rows as in CGP\n  \
        mustStand whether nobody moves before the last play stands\n  \
        openPlay  by, play, score, words, challengedBy; null if none can be challenged"
)]
pub(crate) struct PlayGame {
    /// Players in seating order [default: Player 1 and Player 2].
    #[arg(value_name = "NAME")]
    names: Vec<String>,

    /// Rules to play by: social, classic, validated or open.
    #[arg(long, short, default_value = "social")]
    preset: String,

    /// Language code of tiles and words.
    #[arg(long, short, value_name = "LANG", default_value = "en")]
    language: String,

    /// Seed of the draws, 64 hexadecimal digits: the same seed deals the same tiles. For tests
    /// only: the seed reveals the bag.
    #[arg(long, value_name = "HEX")]
    seed: Option<String>,

    /// Write the game to this file in GCG when it ends or is quit.
    #[arg(long, value_name = "FILE")]
    gcg: Option<PathBuf>,

    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

impl PlayGame {
    pub(crate) fn run(self, data_dir: &Path) -> anyhow::Result<Outcome> {
        let preset = preset(&self.preset)?;
        let names = names(&self.names)?;
        let language = language(&self.language)?;
        let list = WordLists::new(data_dir).open(&language)?;
        let record = Record::default();
        if let Some(path) = &self.gcg {
            record
                .check_free(path)
                .with_context(|| format!("cannot write the game to {}", path.display()))?;
        }
        let (seed, game) = match &self.seed {
            Some(digits) => (seed(digits)?, GameId::new("dord-play")),
            None => (Seed(from_the_operating_system()?), game_id()?),
        };
        let table = HotSeat::open(game, preset.rules(language), &names, seed, list)?;

        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let output = if self.json {
            Output::Answers
        } else {
            let handing = if is_terminal { Handing::OverTheTable } else { Handing::Piped };
            Output::Screen(Screen::new(Rendering::of_stdout(), handing))
        };
        Session { table, output, record, input: standard_input(), gcg: self.gcg }
            .run(&mut anstream::stdout())?;
        Ok(Outcome::Success)
    }
}

fn preset(name: &str) -> anyhow::Result<Preset> {
    let at_a_table = "choose social, classic, validated or open";
    match name.to_lowercase().parse::<Preset>() {
        Ok(Preset::Daily) => {
            bail!("the daily puzzle is for one player and not played at a table: {at_a_table}")
        }
        Ok(preset) => Ok(preset),
        Err(_) => bail!("there is no preset {name:?}: {at_a_table}"),
    }
}

fn names(given: &[String]) -> anyhow::Result<Vec<PlayerName>> {
    let seats = 2..=Seat::COUNT;
    if given.is_empty() {
        return Ok(["Player 1", "Player 2"].map(str::parse).into_iter().collect::<Result<_, _>>()?);
    }
    ensure!(
        seats.contains(&given.len()),
        "a game has 2 to {} players, not {}: name each of them, as in `dord play Alice Bob`",
        Seat::COUNT,
        given.len()
    );
    given
        .iter()
        .map(|name| name.parse().with_context(|| format!("{name:?} is no name for a player")))
        .collect()
}

fn seed(digits: &str) -> anyhow::Result<Seed> {
    let mut bytes = [0; 32];
    let is_hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    ensure!(
        digits.len() == 2 * bytes.len() && is_hexadecimal,
        "a seed has {} hexadecimal digits; leave --seed out to have one drawn",
        2 * bytes.len()
    );
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&digits[2 * index..2 * index + 2], 16)?;
    }
    Ok(Seed(bytes))
}

fn from_the_operating_system<const COUNT: usize>() -> anyhow::Result<[u8; COUNT]> {
    let mut bytes = [0; COUNT];
    getrandom::fill(&mut bytes).context("the operating system gives no random numbers")?;
    Ok(bytes)
}

/// A random UUID, version 4.
fn game_id() -> anyhow::Result<GameId> {
    let mut number = u128::from_be_bytes(from_the_operating_system()?);
    number = number & !(0xf << 76) | 0x4 << 76;
    number = number & !(0x3 << 62) | 0x2 << 62;
    let digits = format!("{number:032x}");
    let parts = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
    Ok(GameId::new(parts.join("-")))
}
