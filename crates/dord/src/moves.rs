//! `dord moves`: lists the plays of one or many positions.

use std::{
    fs,
    io::{BufRead, BufReader, BufWriter, Write},
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use anyhow::{Context, bail, ensure};
use clap::Args;
use engine::{BLANKS_MAX, Engine, Grid, PackedMove, Searcher};
use indicatif::{ProgressBar, ProgressStyle};
use rules::notation::{Cgp, Coordinate, Operation, read_board, tiles};
use rules::{LaidTile, Language, Letter, Rack, Square, Tile};
use serde_json::json;
use wordlists::WordLists;

use crate::{
    Outcome,
    bounded_reader::{self, Limit},
    text_columns::{padded, printable},
    words::language,
};

/// Positions are read line by line. This only stops an endless input.
const LIMIT: Limit = Limit { bytes_max: 64 << 20, expected: "a line BOARD RACK for each position" };
/// Number of positions per batch. Answers are printed after each batch.
const LOT: usize = 1_000;

/// List the plays of a position.
///
/// A position is a line of CGP: board, racks, scores, scoreless turns. The plays with the first
/// rack are printed, best first. With --positions, positions are read from a file instead, one
/// BOARD RACK per line; the rest of a line is ignored. Operations after a position, such as `ld
/// english;`, have no effect and are listed on standard error.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    dord moves '15/15/15/15/15/15/15/6QUiZ5/15/15/15/15/15/15/15 AEINRST/ 0/44 0'\n  \
    dord moves --count '15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRS?/ 0/0 0'\n  \
    dord moves --positions positions.txt\n  \
    dord moves --positions positions.txt --best\n\n\
    A line of --positions comes out as BOARD RACK PLAYS SUM BEST, or with --best as BOARD RACK BEST: how many plays\n\
    there are, what they score together, and what the best scores.")]
pub(crate) struct ListMoves {
    /// Position as CGP.
    #[arg(value_name = "CGP", required_unless_present = "positions", conflicts_with = "positions")]
    position: Option<String>,

    /// File of positions, or - for standard input.
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,

    /// Find only the score of the best play, which is faster.
    #[arg(long, requires = "positions", conflicts_with_all = ["count", "json"])]
    best: bool,

    /// Print only the number of plays.
    #[arg(long, conflicts_with = "positions")]
    count: bool,

    /// Language code of tiles and words.
    #[arg(long, short, value_name = "LANG", default_value = "en")]
    language: String,

    /// Print JSON: plays, and ignored (operations without effect).
    #[arg(long, conflicts_with = "positions")]
    json: bool,
}

impl ListMoves {
    pub(crate) fn run(self, data_dir: &Path) -> anyhow::Result<Outcome> {
        let language = language(&self.language)?;
        let list = WordLists::new(data_dir).open(&language)?;
        let engine = Engine::new(&list.lexicon)?;
        match (&self.position, &self.positions) {
            (Some(position), _) => self.one(position, &engine, &list.lexicon.metadata().source),
            (None, Some(file)) => self.many(file, &engine),
            (None, None) => bail!("a position is missing: CGP, or --positions FILE"),
        }
    }

    fn one(&self, text: &str, engine: &Engine, source: &str) -> anyhow::Result<Outcome> {
        let language = engine.language();
        let position = Cgp::parse(text, language)
            .map_err(|error| anyhow::anyhow!("the position, {}", printable(&error.to_string())))?;
        check_blanks(position.to_move.rack.tiles())?;
        let ignored = ignored_operations(&position, source);
        if !self.json && !ignored.is_empty() {
            anstream::eprintln!("ignored: {}", printable(&ignored.join(" ")));
        }
        let grid = engine.grid(&position.board);
        let mut plays = Vec::new();
        Searcher::new(engine).all_plays(&grid, &position.to_move.rack, &mut plays);
        plays.sort_by_key(|play| std::cmp::Reverse(play.score()));
        let mut out = BufWriter::new(anstream::stdout());
        if self.count {
            if self.json {
                writeln!(out, "{}", json!({"plays": plays.len(), "ignored": ignored}))?;
            } else {
                writeln!(out, "{}", plays.len())?;
            }
        } else if self.json {
            let listed: Vec<_> = plays.iter().map(|play| as_json(play, engine, &grid)).collect();
            writeln!(out, "{}", json!({"plays": listed, "ignored": ignored}))?;
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
        let name = bounded_reader::name_of(file);
        let mut lines = BufReader::new(bounded_reader::open(file, LIMIT)?);
        // A pipe has no size; then the bar only counts.
        let size = fs::metadata(file).map_or(0, |metadata| metadata.len());
        let progress = ProgressBar::new(size).with_style(
            ProgressStyle::with_template("{wide_bar} {bytes}/{total_bytes}").expect("a template"),
        );
        let mut out = BufWriter::new(anstream::stdout());
        let (mut number, mut has_operations) = (0, false);
        loop {
            // In batches, so that the first answers appear before the last are found.
            let (lot, end) = next_lot(&mut lines, &mut number);
            for (number, answer) in self.side_by_side(&lot, engine, &progress) {
                let answer = answer.with_context(|| format!("{name}, line {number}: expected BOARD RACK"))?;
                out.write_all(answer.as_bytes())?;
            }
            has_operations |= lot.iter().any(|(_, line)| line.contains(';'));
            out.flush()?;
            match end {
                None => {}
                Some(End::OfFile) => break,
                Some(End::Unreadable(error)) => {
                    progress.finish_and_clear();
                    let at = format!("line {}", number + 1);
                    return Err(match error.kind() {
                        std::io::ErrorKind::InvalidData => {
                            anyhow::anyhow!("{name}, {at}: {error}; expected {}", LIMIT.expected)
                        }
                        _ => bounded_reader::unreadable(&name, error),
                    });
                }
            }
        }
        progress.finish_and_clear();
        if has_operations {
            anstream::eprintln!("ignored: everything after BOARD RACK in {name}, operations included");
        }
        Ok(Outcome::Success)
    }

    /// Answers lines on all processors, in the order of the lines, each with its line number.
    fn side_by_side(
        &self,
        lines: &[(usize, String)],
        engine: &Engine,
        progress: &ProgressBar,
    ) -> Vec<(usize, anyhow::Result<String>)> {
        let next = AtomicUsize::new(0);
        let answer_some = || {
            let (mut searcher, mut plays) = (Searcher::new(engine), Vec::new());
            let mut answers = Vec::new();
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some((number, line)) = lines.get(place) else { return answers };
                answers.push((*number, self.answer(line, engine, &mut searcher, &mut plays)));
                progress.inc(line.len() as u64 + 1);
            }
        };
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let mut answers: Vec<(usize, anyhow::Result<String>)> = thread::scope(|scope| {
            let answering: Vec<_> = (0..threads).map(|_| scope.spawn(answer_some)).collect();
            answering.into_iter().flat_map(|some| some.join().expect("nobody panics")).collect()
        });
        answers.sort_unstable_by_key(|&(number, _)| number);
        answers
    }

    /// The output for one line.
    fn answer(
        &self,
        line: &str,
        engine: &Engine,
        searcher: &mut Searcher<'_>,
        plays: &mut Vec<PackedMove>,
    ) -> anyhow::Result<String> {
        let (board, rack, grid) = read(line, engine)?;
        if self.best {
            let best = searcher.highest_play(&grid, &rack).map_or(0, |play| play.score().0);
            return Ok(format!("{board} {best}\n"));
        }
        searcher.all_plays(&grid, &rack, plays);
        let scores = || plays.iter().map(|play| play.score().0);
        let (sum, best) = (scores().sum::<i32>(), scores().max().unwrap_or(0));
        Ok(format!("{board} {} {sum} {best}\n", plays.len()))
    }
}

/// Why there are no more lines.
enum End {
    OfFile,
    Unreadable(std::io::Error),
}

/// Reads the next non-empty lines with their numbers, counted from 1. `number` is the number of the
/// last line read.
fn next_lot(lines: &mut impl BufRead, number: &mut usize) -> (Vec<(usize, String)>, Option<End>) {
    let mut lot = Vec::new();
    while lot.len() < LOT {
        let line = match bounded_reader::next_line(lines, Cgp::BYTES_MAX as u64) {
            Ok(Some(line)) => line,
            Ok(None) => return (lot, Some(End::OfFile)),
            Err(error) => return (lot, Some(End::Unreadable(error))),
        };
        let Ok(line) = String::from_utf8(line) else {
            let error = std::io::Error::new(std::io::ErrorKind::InvalidData, "it is not UTF-8");
            return (lot, Some(End::Unreadable(error)));
        };
        *number += 1;
        if !line.trim().is_empty() {
            lot.push((*number, line));
        }
    }
    (lot, None)
}

/// Operations of a position that have no effect, as written.
///
/// `lex` is not among them if it names the word list in use.
fn ignored_operations(position: &Cgp, source: &str) -> Vec<String> {
    let is_heeded = |operation: &Operation| {
        operation.code() == "lex" && operation.operands().iter().any(|name| name.eq_ignore_ascii_case(source))
    };
    let written = |operation: &Operation| {
        let words = std::iter::once(operation.code()).chain(operation.operands().iter().map(String::as_str));
        format!("{};", words.collect::<Vec<_>>().join(" "))
    };
    position.operations.iter().filter(|operation| !is_heeded(operation)).map(written).collect()
}

/// Refuses more blanks than the generator supports: no list is better than an incomplete one.
fn check_blanks(tiles: &[Tile]) -> anyhow::Result<()> {
    let blanks = tiles.iter().filter(|&&tile| tile == Tile::Blank).count();
    ensure!(blanks <= BLANKS_MAX, "a rack has at most {BLANKS_MAX} blanks here, and this one has {blanks}");
    Ok(())
}

/// Parses a line: its board and rack as written, and both decoded.
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
    // Both are slices of the line, the rack after the board.
    let end = rack.as_ptr() as usize - line.as_ptr() as usize + rack.len();
    let start = board.as_ptr() as usize - line.as_ptr() as usize;
    Ok((&line[start..end], Rack::new(tiles), grid))
}

/// Coordinates and word of a play.
fn as_text(play: &PackedMove, engine: &Engine, grid: &Grid) -> [String; 2] {
    let at = Coordinate { square: play.start(), direction: play.direction() };
    let word = word_text(at, &play.word(engine), &play.tiles(engine, grid), engine.language());
    [at.to_string(), word]
}

/// A word with its new tiles: blanks in lower case, existing tiles in brackets.
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

fn as_json(play: &PackedMove, engine: &Engine, grid: &Grid) -> serde_json::Value {
    let [at, shown] = as_text(play, engine, grid);
    let word = engine.language().write(&play.word(engine));
    json!({"at": at, "word": word, "shown": shown, "score": play.score().0, "tiles": play.tile_count()})
}
