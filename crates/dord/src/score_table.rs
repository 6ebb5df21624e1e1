//! The score pad: one line per turn, with running totals.

use rules::{
    Language, Play, Score,
    notation::{Coordinate, tiles},
};

use crate::text_columns::{padded, width};

/// One line of the score pad.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PadLine {
    /// Turn number.
    pub(crate) turn: usize,
    /// Name of the player.
    pub(crate) player: String,
    /// Description of the turn.
    pub(crate) deed: String,
    /// Points of the turn, if it could earn any.
    pub(crate) points: Option<Score>,
    /// The player's score after the turn.
    pub(crate) total: Score,
}

/// Formats the lines in columns.
pub(crate) fn format_lines(lines: &[PadLine]) -> Vec<String> {
    let widest = |text: fn(&PadLine) -> &str, title: &str| {
        lines.iter().map(|line| width(text(line))).max().unwrap_or_default().max(width(title))
    };
    let (player, deed) = (widest(|line| &line.player, "player"), widest(|line| &line.deed, "play"));
    let titles = format!("turn  {}  {}  points  total", padded("player", player), padded("play", deed));
    let line = |line: &PadLine| {
        let points = line.points.map_or_else(String::new, |points| format!("{:+}", points.0));
        format!(
            "{:>4}  {}  {}  {points:>6}  {:>5}",
            line.turn,
            padded(&line.player, player),
            padded(&line.deed, deed),
            line.total.0
        )
    };
    std::iter::once(titles).chain(lines.iter().map(line)).collect()
}

/// A play in standard notation: `8E QUi(Z)`, with existing tiles in parentheses.
pub(crate) fn notated(play: &Play, language: &Language) -> String {
    let main = play.main_word();
    let at = Coordinate { square: main.start, direction: main.direction };
    let laid = |square| play.tiles.iter().find(|(other, _)| *other == square).map(|(_, tile)| *tile);
    let word: String = at
        .squares()
        .zip(&main.letters)
        .map(|(square, &letter)| match laid(square) {
            Some(tile) => tiles::write_laid_tile(language, tile),
            None => format!("({})", tiles::write_letter(language, letter)),
        })
        .collect();
    // Adjacent existing tiles share their parentheses.
    format!("{at} {}", word.replace(")(", ""))
}
