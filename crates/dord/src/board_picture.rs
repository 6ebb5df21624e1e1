//! The board as text, for all commands that print one.

use std::io;

use anstream::{AutoStream, ColorChoice};
use anstyle::{Ansi256Color, Color, Style};
use rules::{Board, Language, Premium, SIDE, Square, Tile, notation::tiles};

use crate::text_columns::{padded, width};

/// Whether colours are available or the text has to convey everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rendering {
    Plain,
    Colour,
}

impl Rendering {
    /// The rendering for standard output: plain if it is not a terminal or `NO_COLOR` is set.
    pub(crate) fn of_stdout() -> Rendering {
        match AutoStream::choice(&io::stdout()) {
            ColorChoice::Never => Rendering::Plain,
            ColorChoice::Auto | ColorChoice::AlwaysAnsi | ColorChoice::Always => Rendering::Colour,
        }
    }
}

/// Width of a square in columns.
const CELL: usize = 3;
/// Width of the row numbers in columns.
const MARGIN: usize = 3;
/// Width of the whole picture in columns.
pub(crate) const WIDTH: usize = MARGIN + CELL * SIDE as usize;

/// The board as lines of [`WIDTH`] columns. Blanks are in lower case. The squares in `last`, those
/// of the last play, are marked by colour, or by brackets in plain text.
pub(crate) fn picture(
    board: &Board,
    language: &Language,
    last: &[Square],
    rendering: Rendering,
) -> Vec<String> {
    let columns: Vec<String> =
        (b'A'..).take(SIDE.into()).map(|column| format!(" {} ", char::from(column))).collect();
    let mut lines = vec![format!("{:MARGIN$}{}", "", columns.concat())];
    for row in 0..SIDE {
        let mut line = format!("{:>2} ", row + 1);
        for square in (0..SIDE).filter_map(|column| Square::at(row, column)) {
            line.push_str(&cell(board, language, square, last.contains(&square), rendering));
        }
        lines.push(line);
    }
    lines
}

fn cell(board: &Board, language: &Language, square: Square, is_last: bool, rendering: Rendering) -> String {
    let Some(laid) = board.tile(square) else {
        let (label, style) = empty_square(square);
        return painted(&padded(label, CELL), style, rendering);
    };
    let written = tiles::write_laid_tile(language, laid);
    // Notation puts brackets around letters of several characters. A square has edges, so it omits
    // them.
    let text = written.trim_start_matches('[').trim_end_matches(']');
    let text = match (rendering, is_last, width(text)) {
        (Rendering::Plain, true, 1) => format!("[{text}]"),
        (_, _, 1) => format!(" {text} "),
        _ => padded(text, CELL),
    };
    let style = match (is_last, laid.is_blank) {
        (false, false) => on(TILE, BLACK).bold(),
        (false, true) => on(TILE, WINE).italic(),
        (true, false) => on(FRESH_TILE, BLACK).bold().underline(),
        (true, true) => on(FRESH_TILE, WINE).italic().underline(),
    };
    painted(&text, style, rendering)
}

/// The tiles of a rack, each with its points. A blank has none.
pub(crate) fn rack_picture(rack: &[Tile], language: &Language, rendering: Rendering) -> String {
    let tile = |&tile: &Tile| {
        let text = match tile {
            Tile::Blank => "?".to_owned(),
            Tile::Letter(letter) => format!("{}{}", language.text(letter), language.points(tile)),
        };
        match (rendering, tile) {
            (Rendering::Plain, _) => text,
            (Rendering::Colour, Tile::Blank) => {
                painted(&format!(" {text} "), on(TILE, WINE).bold(), rendering)
            }
            (Rendering::Colour, Tile::Letter(_)) => {
                painted(&format!(" {text} "), on(TILE, BLACK).bold(), rendering)
            }
        }
    };
    rack.iter().map(tile).collect::<Vec<_>>().join(" ")
}

/// Text and style of a free square.
fn empty_square(square: Square) -> (&'static str, Style) {
    match square.premium() {
        _ if square == Square::CENTRE => (" ★ ", on(PINK, BLACK)),
        Premium::Plain => (" · ", Style::new().dimmed()),
        Premium::DoubleLetter => ("DL", on(SKY, BLACK)),
        Premium::TripleLetter => ("TL", on(BLUE, WHITE)),
        Premium::DoubleWord => ("DW", on(PINK, BLACK)),
        Premium::TripleWord => ("TW", on(RED, WHITE)),
    }
}

// Foreground and background are both set, so that a square reads the same on dark and light
// terminals. These are fixed colours of the 256-colour palette: users can change the first sixteen.
const BLACK: u8 = 16;
const WHITE: u8 = 231;
const WINE: u8 = 88;
const TILE: u8 = 223;
const FRESH_TILE: u8 = 214;
const RED: u8 = 160;
const PINK: u8 = 217;
const BLUE: u8 = 25;
const SKY: u8 = 117;

fn on(ground: u8, letter: u8) -> Style {
    let colour = |number| Some(Color::Ansi256(Ansi256Color(number)));
    Style::new().bg_color(colour(ground)).fg_color(colour(letter))
}

fn painted(text: &str, style: Style, rendering: Rendering) -> String {
    match rendering {
        Rendering::Plain => text.to_owned(),
        Rendering::Colour => format!("{style}{text}{style:#}"),
    }
}

#[cfg(test)]
mod tests {
    use rules::{LaidTile, notation::read_board};

    use super::*;

    #[test]
    fn every_line_is_as_wide_as_the_board() {
        let english = Language::by_code("en").unwrap();
        let board = read_board("15/15/15/15/15/15/15/6QUiZ5/15/15/15/15/15/15/15", &english).unwrap();
        for line in picture(&board, &english, &[Square::CENTRE], Rendering::Plain) {
            assert_eq!(width(&line), WIDTH, "{line:?}");
        }
    }

    #[test]
    fn without_colours_the_text_tells_premiums_blanks_and_the_last_play_apart() {
        let english = Language::by_code("en").unwrap();
        let board = read_board("15/15/15/15/15/15/15/6QUiZ5/15/15/15/15/15/15/15", &english).unwrap();
        let lines = picture(&board, &english, &[Square::CENTRE], Rendering::Plain);
        assert_eq!(lines[0], "    A  B  C  D  E  F  G  H  I  J  K  L  M  N  O ");
        assert_eq!(lines[1], " 1 TW  ·  · DL  ·  ·  · TW  ·  ·  · DL  ·  · TW ");
        assert_eq!(lines[2], " 2  · DW  ·  ·  · TL  ·  ·  · TL  ·  ·  · DW  · ");
        assert_eq!(lines[8], " 8 TW  ·  · DL  ·  ·  Q [U] i  Z  · DL  ·  · TW ");
        assert!(!lines.concat().contains('\u{1b}'));
    }

    #[test]
    fn a_letter_of_several_characters_fills_its_square() {
        let catalan = Language::parse("code ca\nname Català\nblanks 2\nA 12 1\nL·L 1 10\nNY 1 10\n").unwrap();
        let mut board = Board::empty();
        for (column, letter) in catalan.letters().enumerate() {
            board.lay(Square::at(0, column as u8).unwrap(), LaidTile::lettered(letter));
        }
        let lines = picture(&board, &catalan, &[], Rendering::Plain);
        assert!(lines[1].starts_with(" 1  A L·LNY DL "), "{}", lines[1]);
        assert_eq!(width(&lines[1]), WIDTH);
    }

    #[test]
    fn a_rack_shows_points_but_none_for_a_blank() {
        let english = Language::by_code("en").unwrap();
        let rack = tiles::read_rack(&english, "QA?").unwrap();
        assert_eq!(rack_picture(&rack, &english, Rendering::Plain), "Q10 A1 ?");
    }
}
