//! Picture of a finished game: the final board and the scores.
//!
//! The SVG contains only shapes and text: no scripts and no external resources. Premium squares
//! differ by text as well as by colour, and blanks by their style and missing number.

use std::fmt::Write as _;

use rules::{Departure, EndReason, Game, LaidTile, Language, Outcome, Premium, Square, Standing};

/// Size of a square, and margin around the board.
const CELL: f32 = 40.0;
const MARGIN: f32 = 36.0;
const BOARD: f32 = CELL * rules::SIDE as f32;
const PANEL_LEFT: f32 = MARGIN + BOARD + 32.0;
const PANEL_WIDTH: f32 = 300.0;
/// Size of the picture.
pub(crate) const WIDTH: f32 = PANEL_LEFT + PANEL_WIDTH + MARGIN;
pub(crate) const HEIGHT: f32 = MARGIN + BOARD + MARGIN;

/// Colours other than those of squares.
const GROUND: &str = "#fbf7ef";
const PLAIN: &str = "#e9e2d3";
const INK: &str = "#2c3e50";
const FAINT: &str = "#5b6b7a";
/// Dark enough for good contrast on red and blue squares.
const ON_PREMIUM: &str = "#101b24";
const TILE: &str = "#f5deb3";
const TILE_EDGE: &str = "#8b7355";
const BLANK: &str = "#fffdf6";
const BLANK_INK: &str = "#a3271b";

/// Draws a game; `None` if it is not over.
pub(crate) fn svg(game: &Game) -> Option<String> {
    let (board, outcome) = (game.board()?, game.outcome()?);
    let language = &game.rules().language;
    let mut svg = Svg::new(&summary(game, outcome));
    svg.rectangle(0.0, 0.0, WIDTH, HEIGHT, &format!("fill=\"{GROUND}\""));
    coordinates(&mut svg);
    for square in Square::all() {
        let (x, y) = corner(square);
        match board.tile(square) {
            Some(laid) => tile(&mut svg, x, y, laid, language),
            None => premium(&mut svg, x, y, square),
        }
    }
    panel(&mut svg, game, outcome);
    Some(svg.finish())
}

/// Text for screen readers.
fn summary(game: &Game, outcome: &Outcome) -> String {
    let score = |standing: &Standing| format!("{} {}", name(game, standing), standing.score.0);
    let scores: Vec<String> = outcome.standings.iter().map(score).collect();
    format!("The last board of a game: {}", scores.join(", "))
}

fn corner(square: Square) -> (f32, f32) {
    (MARGIN + CELL * f32::from(square.column()), MARGIN + CELL * f32::from(square.row()))
}

/// Draws the coordinates: letters for columns and numbers for rows, as in standard notation.
fn coordinates(svg: &mut Svg) {
    for place in 0..rules::SIDE {
        let middle = MARGIN + CELL * (f32::from(place) + 0.5);
        let column = char::from(b'A' + place).to_string();
        svg.text(middle, MARGIN - 12.0, 13.0, FAINT, "middle", &column);
        svg.text(MARGIN - 10.0, middle + 4.5, 13.0, FAINT, "end", &(place + 1).to_string());
    }
}

fn premium(svg: &mut Svg, x: f32, y: f32, square: Square) {
    let (colour, label) = match square.premium() {
        Premium::Plain => (PLAIN, ""),
        Premium::DoubleLetter => ("#6eb5d0", "DL"),
        Premium::TripleLetter => ("#0092cc", "TL"),
        Premium::DoubleWord if square == Square::CENTRE => ("#f4a8a1", "★"),
        Premium::DoubleWord => ("#f4a8a1", "DW"),
        Premium::TripleWord => ("#ee392b", "TW"),
    };
    svg.rectangle(x + 1.0, y + 1.0, CELL - 2.0, CELL - 2.0, &format!("rx=\"3\" fill=\"{colour}\""));
    let size = if label == "★" { 24.0 } else { 14.0 };
    if !label.is_empty() {
        svg.text(x + CELL / 2.0, y + CELL / 2.0 + size * 0.36, size, ON_PREMIUM, "middle", label);
    }
}

fn tile(svg: &mut Svg, x: f32, y: f32, laid: LaidTile, language: &Language) {
    let letter = language.text(laid.letter);
    // Letters of two or three characters fit at smaller sizes.
    let size = [23.0, 23.0, 17.0][letter.chars().count().min(2)]
        - if letter.chars().count() > 2 { 4.0 } else { 0.0 };
    let (fill, edge, ink, dashes) = if laid.is_blank {
        (BLANK, BLANK_INK, BLANK_INK, " stroke-dasharray=\"4 2.5\"")
    } else {
        (TILE, TILE_EDGE, INK, "")
    };
    let look = format!("rx=\"5\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.5\"{dashes}");
    svg.rectangle(x + 1.75, y + 1.75, CELL - 3.5, CELL - 3.5, &look);
    if laid.is_blank {
        svg.text(x + CELL / 2.0, y + CELL / 2.0 + size * 0.365, size, ink, "middle", letter);
        return;
    }
    let points = language.points(laid.tile()).0.to_string();
    let left = if points.len() > 1 { 4.0 } else { 2.5 };
    svg.text(x + CELL / 2.0 - left, y + CELL / 2.0 + size * 0.33, size, ink, "middle", letter);
    svg.text(x + CELL - 4.5, y + CELL - 6.0, 10.5, ink, "end", &points);
}

fn panel(svg: &mut Svg, game: &Game, outcome: &Outcome) {
    let right = PANEL_LEFT + PANEL_WIDTH;
    svg.text(PANEL_LEFT, MARGIN + 30.0, 34.0, INK, "start", "Dord");
    let list = format!("{} · {}", game.rules().language.name(), game.rules().preset);
    svg.text(PANEL_LEFT, MARGIN + 56.0, 14.0, FAINT, "start", &list);
    let mut y = MARGIN + 84.0;
    for standing in &outcome.standings {
        let is_winner = outcome.winners.contains(&standing.seat);
        let fill = if is_winner { TILE } else { "#ffffff" };
        let edge = if is_winner { TILE_EDGE } else { "#d8cfbd" };
        let look = format!("rx=\"8\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.5\"");
        svg.rectangle(PANEL_LEFT, y, PANEL_WIDTH, 84.0, &look);
        let name = name(game, standing);
        svg.text(
            PANEL_LEFT + 16.0,
            y + 32.0,
            font_size_for(name, 20.0, PANEL_WIDTH - 32.0),
            INK,
            "start",
            name,
        );
        let note = note(standing, is_winner, outcome);
        svg.text(PANEL_LEFT + 16.0, y + 63.0, 14.0, FAINT, "start", &note);
        svg.text(right - 16.0, y + 67.0, 28.0, INK, "end", &signed(standing.score.0));
        y += 96.0;
    }
    let turns = game.history().iter().map(|entry| entry.turn).max().unwrap_or(0);
    let turns = if turns == 1 { "1 turn".to_owned() } else { format!("{turns} turns") };
    svg.text(PANEL_LEFT, MARGIN + BOARD - 28.0, 14.0, FAINT, "start", reason(outcome.reason));
    svg.text(PANEL_LEFT, MARGIN + BOARD - 6.0, 14.0, FAINT, "start", &turns);
}

fn name<'g>(game: &'g Game, standing: &Standing) -> &'g str {
    game.players().get(standing.seat).map_or("", |player| player.name.as_str())
}

/// Font size, up to `wanted`, at which a text fits the width. It is a conservative estimate,
/// because the viewer's font is unknown.
fn font_size_for(text: &str, wanted: f32, width_max: f32) -> f32 {
    let em = |character: char| match character {
        'i' | 'j' | 'l' | 'I' | '1' | ' ' => 0.45,
        'm' | 'w' | 'M' | 'W' => 1.12,
        character if character.is_ascii_lowercase() || character.is_ascii_digit() => 0.72,
        character if u32::from(character) < 0x2000 => 0.84,
        _ => 1.1,
    };
    let ems: f32 = text.chars().map(em).sum();
    wanted.min(width_max / ems.max(1.0))
}

fn note(standing: &Standing, is_winner: bool, outcome: &Outcome) -> String {
    match standing.departure {
        Some(Departure::Resigned) => "resigned".to_owned(),
        Some(Departure::Removed) => "left".to_owned(),
        Some(Departure::TimeExpired) => "out of time".to_owned(),
        None if is_winner && outcome.winners.len() > 1 => "★ shares the win".to_owned(),
        None if is_winner => "★ winner".to_owned(),
        None => match standing.rank {
            1 => "first".to_owned(),
            2 => "second".to_owned(),
            3 => "third".to_owned(),
            _ => "fourth".to_owned(),
        },
    }
}

fn reason(reason: EndReason) -> &'static str {
    match reason {
        EndReason::AllTilesPlayed => "All tiles were played.",
        EndReason::ConsecutivePasses => "Nobody could or would go on.",
        EndReason::TurnsPlayed => "All turns were played.",
        EndReason::Resigned => "The others resigned.",
        EndReason::Abandoned => "The table was given up.",
        EndReason::HostEnded => "The host ended the game.",
        EndReason::TimeExpired => "The others ran out of time.",
    }
}

/// A number with a typographic minus sign, which is as wide as a digit.
fn signed(number: i32) -> String {
    number.to_string().replace('-', "\u{2212}")
}

/// An SVG under construction.
struct Svg(String);

impl Svg {
    fn new(title: &str) -> Svg {
        Svg(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             role=\"img\" font-family=\"DejaVu Sans, Verdana, sans-serif\" font-weight=\"bold\">\n<title>{}</title>\n",
            escaped(title)
        ))
    }

    fn rectangle(&mut self, x: f32, y: f32, width: f32, height: f32, look: &str) {
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(self.0, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" {look}/>");
    }

    fn text(&mut self, x: f32, y: f32, size: f32, ink: &str, anchor: &str, text: &str) {
        let text = escaped(text);
        let _ = writeln!(
            self.0,
            "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size:.1}\" fill=\"{ink}\" text-anchor=\"{anchor}\">{text}</text>"
        );
    }

    fn finish(mut self) -> String {
        self.0.push_str("</svg>\n");
        self.0
    }
}

/// Escapes text for XML. Characters that XML does not allow are removed.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => {}
            character if character.is_control() => {}
            character => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(
            escaped("<script>'a' & \"b\"\u{0}\u{ffff}"),
            "&lt;script&gt;&#39;a&#39; &amp; &quot;b&quot;"
        );
    }

    #[test]
    fn long_names_are_shrunk_and_short_ones_are_not() {
        assert!((font_size_for("Ann", 20.0, 268.0) - 20.0).abs() < f32::EPSILON);
        assert!(font_size_for("WWWWWWWWWWWWWWWWWWWW", 20.0, 268.0) < 12.5);
    }
}
