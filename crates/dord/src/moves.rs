//! `dord moves`: every play of a position, or of many.

use std::{
    fs,
    io::{BufWriter, Write},
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use anyhow::{Context, bail, ensure};
use clap::Args;
use engine::{BLANKS_MAX, Engine, Found, Grid, Workbench};
use indicatif::{ProgressBar, ProgressStyle};
use rules::notation::{Cgp, Coordinate, read_board, tiles};
use rules::{LaidTile, Language, Letter, Rack, Square, Tile};
use serde_json::json;
use wordlists::WordLists;

use crate::{
    Outcome,
    columns::{padded, printable},
    words::language,
};

/// No file of positions is longer.
const BYTES_MAX: u64 = 64 << 20;
/// So many positions are looked at before their answers are printed.
const LOT: usize = 1_000;

/// List the plays of a position.
///
/// The position is a line of CGP: board, racks, scores, turns without points. The plays with the first rack are printed, the best
/// first. With --positions a file of positions is read instead, a line each: BOARD RACK and whatever follows.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    dord moves '15/15/15/15/15/15/15/6QUiZ5/15/15/15/15/15/15/15 AEINRST/ 0/44 0'\n  \
    dord moves --count '15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRS?/ 0/0 0'\n  \
    dord moves --positions positions.txt\n  \
    dord moves --positions positions.txt --best\n\n\
    A line of --positions comes out as BOARD RACK PLAYS SUM BEST, or with --best as BOARD RACK BEST: how many plays\n\
    there are, what they score together, and what the best scores.")]
pub(crate) struct ListMoves {
    /// The position.
    #[arg(value_name = "CGP", required_unless_present = "positions", conflicts_with = "positions")]
    position: Option<String>,

    /// A file of positions.
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,

    /// Only find what the best play scores, which is quicker.
    #[arg(long, requires = "positions", conflicts_with_all = ["count", "json"])]
    best: bool,

    /// Only print how many plays there are.
    #[arg(long, conflicts_with = "positions")]
    count: bool,

    /// The language of tiles and words, by its code.
    #[arg(long, short, value_name = "LANG", default_value = "en")]
    language: String,

    /// Print JSON.
    #[arg(long, conflicts_with = "positions")]
    json: bool,
}

impl ListMoves {
    pub(crate) fn run(self, data_dir: &Path) -> anyhow::Result<Outcome> {
        let language = language(&self.language)?;
        let list = WordLists::new(data_dir).open(&language)?;
        let engine = Engine::new(&list.lexicon)?;
        match (&self.position, &self.positions) {
            (Some(position), _) => self.one(position, &engine),
            (None, Some(file)) => self.many(file, &engine),
            (None, None) => bail!("a position is missing: CGP, or --positions FILE"),
        }
    }

    fn one(&self, text: &str, engine: &Engine) -> anyhow::Result<Outcome> {
        let language = engine.language();
        let position = Cgp::parse(text, language)
            .map_err(|error| anyhow::anyhow!("the position, {}", printable(&error.to_string())))?;
        check_blanks(position.to_move.rack.tiles())?;
        let grid = engine.grid(&position.board);
        let mut plays = Vec::new();
        Workbench::new(engine).all_plays(&grid, &position.to_move.rack, &mut plays);
        plays.sort_by_key(|play| std::cmp::Reverse(play.score()));
        let mut out = BufWriter::new(anstream::stdout());
        if self.count {
            if self.json {
                writeln!(out, "{}", json!({"plays": plays.len()}))?;
            } else {
                writeln!(out, "{}", plays.len())?;
            }
        } else if self.json {
            let listed: Vec<_> = plays.iter().map(|play| as_json(play, engine, &grid)).collect();
            writeln!(out, "{}", json!({"plays": listed}))?;
        } else {
            let texts: Vec<[String; 2]> = plays.iter().map(|play| as_text(play, engine, &grid)).collect();
            let width = texts.iter().map(|[at, _]| at.len()).max().unwrap_or(0);
            for (play, [at, word]) in plays.iter().zip(texts) {
                writeln!(out, "{:>4}  {}  {word}", play.score(), padded(&at, width))?;
            }
        }
        out.flush()?;
        Ok(if plays.is_empty() { Outcome::No } else { Outcome::Success })
    }

    fn many(&self, file: &Path, engine: &Engine) -> anyhow::Result<Outcome> {
        let name = printable(&file.display().to_string());
        let size = fs::metadata(file).with_context(|| format!("cannot read {name}"))?.len();
        ensure!(size <= BYTES_MAX, "{name} is too long: at most {} MB of positions", BYTES_MAX >> 20);
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
        let lines: Vec<&str> = text.lines().collect();
        let progress = ProgressBar::new(lines.len() as u64)
            .with_style(ProgressStyle::with_template("{wide_bar} {pos}/{len}").expect("a template"));
        let mut out = BufWriter::new(anstream::stdout());
        // So many at a time, so that whoever reads along sees the first before the last is found.
        for (lot, some) in lines.chunks(LOT).enumerate() {
            for (place, answer) in self.side_by_side(some, engine, &progress) {
                let number = lot * LOT + place + 1;
                let answer = answer.with_context(|| format!("{name}, line {number}: expected BOARD RACK"))?;
                out.write_all(answer.as_bytes())?;
            }
            out.flush()?;
        }
        progress.finish_and_clear();
        Ok(Outcome::Success)
    }

    /// Answers lines on all processors. The answers come in the order of the lines, each with its place.
    fn side_by_side(
        &self,
        lines: &[&str],
        engine: &Engine,
        progress: &ProgressBar,
    ) -> Vec<(usize, anyhow::Result<String>)> {
        let next = AtomicUsize::new(0);
        let answer_some = || {
            let (mut workbench, mut plays) = (Workbench::new(engine), Vec::new());
            let mut answers = Vec::new();
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(line) = lines.get(place) else { return answers };
                answers.push((place, self.answer(line, engine, &mut workbench, &mut plays)));
                progress.inc(1);
            }
        };
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let mut answers: Vec<(usize, anyhow::Result<String>)> = thread::scope(|scope| {
            let answering: Vec<_> = (0..threads).map(|_| scope.spawn(answer_some)).collect();
            answering.into_iter().flat_map(|some| some.join().expect("nobody panics")).collect()
        });
        answers.sort_unstable_by_key(|&(place, _)| place);
        answers
    }

    /// What is printed for a line: nothing if it is empty.
    fn answer(
        &self,
        line: &str,
        engine: &Engine,
        workbench: &mut Workbench<'_>,
        plays: &mut Vec<Found>,
    ) -> anyhow::Result<String> {
        if line.trim().is_empty() {
            return Ok(String::new());
        }
        let (board, rack, grid) = read(line, engine)?;
        if self.best {
            let best = workbench.highest_play(&grid, &rack).map_or(0, |play| play.score().0);
            return Ok(format!("{board} {best}\n"));
        }
        workbench.all_plays(&grid, &rack, plays);
        let scores = || plays.iter().map(|play| play.score().0);
        let (sum, best) = (scores().sum::<i32>(), scores().max().unwrap_or(0));
        Ok(format!("{board} {} {sum} {best}\n", plays.len()))
    }
}

/// Not every play is found with more blanks than this: better no list than one that is not whole.
fn check_blanks(tiles: &[Tile]) -> anyhow::Result<()> {
    let blanks = tiles.iter().filter(|&&tile| tile == Tile::Blank).count();
    ensure!(blanks <= BLANKS_MAX, "a rack has at most {BLANKS_MAX} blanks here, and this one has {blanks}");
    Ok(())
}

/// The board and the rack of a line, as they are written and as they are read.
fn read<'t>(line: &'t str, engine: &Engine) -> anyhow::Result<(&'t str, Rack, Grid)> {
    let language = engine.language();
    let mut fields = line.split_ascii_whitespace();
    let (Some(board), Some(rack)) = (fields.next(), fields.next()) else {
        bail!("there are not two fields");
    };
    let shown = |error: rules::notation::Unexpected| anyhow::anyhow!("{}", printable(&error.to_string()));
    let grid = engine.grid(&read_board(board, language).map_err(shown)?);
    let tiles = tiles::read_rack(language, rack).map_err(shown)?;
    ensure!(tiles.len() <= Rack::SIZE, "a rack has at most {} tiles", Rack::SIZE);
    check_blanks(&tiles)?;
    // Both stand in the line, the rack after the board.
    let end = rack.as_ptr() as usize - line.as_ptr() as usize + rack.len();
    let start = board.as_ptr() as usize - line.as_ptr() as usize;
    Ok((&line[start..end], Rack::new(tiles), grid))
}

/// Where a play begins, and its word.
fn as_text(play: &Found, engine: &Engine, grid: &Grid) -> [String; 2] {
    let at = Coordinate { square: play.start(), direction: play.direction() };
    let word = word_text(at, &play.word(engine), &play.tiles(engine, grid), engine.language());
    [at.to_string(), word]
}

/// A word of which some tiles were laid: blanks in small letters, what lay there already in brackets.
pub(crate) fn word_text(
    at: Coordinate,
    word: &[Letter],
    laid: &[(Square, LaidTile)],
    language: &Language,
) -> String {
    let mut text = String::new();
    let mut is_open = false;
    for (&letter, square) in word.iter().zip(at.squares()) {
        let tile = laid.iter().find(|(on, _)| *on == square).map(|(_, tile)| tile);
        if tile.is_none() != is_open {
            text.push(if is_open { ')' } else { '(' });
            is_open = !is_open;
        }
        let written = language.text(letter);
        if tile.is_some_and(|tile| tile.is_blank) {
            text += &written.to_lowercase();
        } else {
            text += written;
        }
    }
    if is_open {
        text.push(')');
    }
    text
}

fn as_json(play: &Found, engine: &Engine, grid: &Grid) -> serde_json::Value {
    let [at, shown] = as_text(play, engine, grid);
    let word = engine.language().write(&play.word(engine));
    json!({"at": at, "word": word, "shown": shown, "score": play.score().0, "tiles": play.tile_count()})
}
