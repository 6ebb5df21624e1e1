use crate::{Board, Game, Language, Rack, SIDE, Score, Seat, Square, Tile};

use super::Unexpected;
use super::tiles::{self, Overuse, PieceKind, pieces};

/// A position in one line of text (CGP).
///
/// The line has the board, the racks, the scores, the number of consecutive scoreless turns, and
/// any operations. Parsing refuses a board of another size and a rack of more than seven tiles. It
/// does not count tiles: a position with three Qs can be analysed like any other. [`Cgp::overused`]
/// reports such tiles.
///
/// ```
/// use rules::{Language, Score, notation::Cgp};
///
/// let english = Language::by_code("en").unwrap();
/// let text = "15/15/15/15/15/15/15/6QUiZ5/15/15/15/15/15/15/15 AEINRST/ 0/44 0 lex ENABLE; ld english;";
/// let position = Cgp::parse(text, &english).unwrap();
/// assert_eq!(position.to_move.rack.len(), 7);
/// assert_eq!(position.others[0].score, Score(44));
/// assert_eq!(position.operation("lex").unwrap().operands(), ["ENABLE"]);
/// assert_eq!(position.write(&english), text);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cgp {
    /// The board.
    pub board: Board,
    /// The player to move.
    pub to_move: CgpPlayer,
    /// The other players, in turn order.
    pub others: Vec<CgpPlayer>,
    /// The number of consecutive scoreless turns before this position.
    pub zero_turns: u32,
    /// The operations in order. A code may occur more than once.
    pub operations: Vec<Operation>,
}

/// A player in a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CgpPlayer {
    /// The known tiles of the rack.
    pub rack: Rack,
    /// The player's score.
    pub score: Score,
}

/// A statement at the end of a position, such as `lex ENABLE;`: a code and its operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    words: Vec<String>,
}

impl Operation {
    /// Creates an operation; `None` if a word is empty or contains white space or a `;`.
    pub fn new<'w>(code: &'w str, operands: impl IntoIterator<Item = &'w str>) -> Option<Operation> {
        let words: Vec<String> = std::iter::once(code).chain(operands).map(str::to_owned).collect();
        let fits =
            |word: &String| !word.is_empty() && !word.contains(|c: char| c == ';' || c.is_whitespace());
        words.iter().all(fits).then_some(Operation { words })
    }

    /// The kind of statement, such as `lex`.
    pub fn code(&self) -> &str {
        &self.words[0] // `new` ensures that there is a code.
    }

    /// The words after the code.
    pub fn operands(&self) -> &[String] {
        &self.words[1..]
    }
}

impl Cgp {
    /// The maximum length of a line.
    pub const BYTES_MAX: usize = 16 * 1024;

    /// The position of a running game, with every player's rack.
    pub fn of_game(game: &Game) -> Option<Cgp> {
        let position = game.playing()?;
        let player = |seat: Seat| {
            let hand = &position.hands[seat];
            CgpPlayer { rack: hand.rack.clone(), score: hand.score }
        };
        let place = position.order.iter().position(|&seat| seat == position.to_move)?;
        let after = position.order.iter().cycle().skip(place + 1).take(position.order.len() - 1);
        let others = after.copied().filter(|&seat| position.is_in(seat)).map(player).collect();
        Some(Cgp {
            board: position.board.clone(),
            to_move: player(position.to_move),
            others,
            zero_turns: position.passes.count,
            operations: Vec::new(),
        })
    }

    /// Parses a position. Only white space may follow it.
    pub fn parse(text: &str, language: &Language) -> Result<Cgp, Unexpected> {
        if text.len() > Cgp::BYTES_MAX {
            let expected = format!("at most {} bytes", Cgp::BYTES_MAX);
            return Err(Unexpected::new(1, expected, format!("{} bytes", text.len())));
        }
        let mut fields = Fields { rest: Some(text.trim_end()), before: 0 };
        let board = fields.next("a board")?;
        let board = read_board(board.text, language)?;

        let racks = fields.next("racks")?;
        let rack_texts = racks.split('/');
        let mut players: Vec<CgpPlayer> = rack_texts
            .iter()
            .map(|field| Ok(CgpPlayer { rack: read_rack(field, language)?, score: Score::ZERO }))
            .collect::<Result<_, Unexpected>>()?;

        let scores = fields.next("scores")?;
        let score_texts = scores.split('/');
        if score_texts.len() != players.len() {
            let expected = format!("{} scores, one for each rack", players.len());
            return Err(Unexpected::new(scores.before + 1, expected, format!("{}", score_texts.len())));
        }
        for (player, field) in players.iter_mut().zip(score_texts) {
            let digits = field.text.strip_prefix('-').unwrap_or(field.text);
            player.score = Score(field.number(digits, "a score")?);
        }

        let zeros = fields.next("the number of turns without points")?;
        let zero_turns = zeros.number(zeros.text, "the number of turns without points")?;
        let operations = fields.operations()?;
        // `split` returns at least one piece.
        let others = players.split_off(1);
        let to_move = players.remove(0);
        Ok(Cgp { board, to_move, others, zero_turns, operations })
    }

    /// Writes the position as one line, in its language.
    pub fn write(&self, language: &Language) -> String {
        let joined = |write: &dyn Fn(&CgpPlayer) -> String| -> String {
            self.players().map(write).collect::<Vec<_>>().join("/")
        };
        let mut text = format!(
            "{} {} {} {}",
            write_board(&self.board, language),
            joined(&|player| tiles::write_rack(language, player.rack.tiles())),
            joined(&|player| player.score.to_string()),
            self.zero_turns
        );
        for operation in &self.operations {
            text.push(' ');
            text.push_str(&operation.words.join(" "));
            text.push(';');
        }
        text
    }

    /// The players in turn order.
    pub fn players(&self) -> impl Iterator<Item = &CgpPlayer> {
        std::iter::once(&self.to_move).chain(&self.others)
    }

    /// The first operation with this code.
    pub fn operation(&self, code: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.code() == code)
    }

    /// The kinds of tile that the board and the racks use more often than the language has them.
    pub fn overused(&self, language: &Language) -> Vec<Overuse> {
        let laid = self.board.tiles().map(|(_, tile)| tile.tile());
        let held = self.players().flat_map(|player| player.rack.tiles().iter().copied());
        tiles::overused(language, laid.chain(held))
    }
}

/// Parses a board: rows from the top, separated by `/`; a number is a run of free squares.
///
/// ```
/// use rules::{Language, notation::{read_board, write_board}};
///
/// let english = Language::by_code("en").unwrap();
/// let text = "15/15/15/15/15/15/15/6YETI5/5KENO6/15/15/15/15/15/15";
/// assert_eq!(write_board(&read_board(text, &english).unwrap(), &english), text);
/// ```
pub fn read_board(text: &str, language: &Language) -> Result<Board, Unexpected> {
    let mut board = Board::empty();
    let (mut row, mut column, mut run) = (0, 0, 0);
    let row_length = |row: u8| format!("{SIDE} squares in row {}", row + 1);
    for piece in pieces(text) {
        let piece = piece?;
        match piece.kind {
            PieceKind::Mark(digit @ '0'..='9') => {
                run = run * 10 + digit as u8 - b'0';
                if run == 0 {
                    return Err(piece.unexpected(format!("a run of 1 to {SIDE} free squares")));
                }
                if column + run > SIDE {
                    return Err(piece.unexpected(row_length(row)));
                }
            }
            PieceKind::Mark('/') => {
                if column + run != SIDE {
                    return Err(piece.unexpected(row_length(row)));
                }
                (row, column, run) = (row + 1, 0, 0);
                if row == SIDE {
                    return Err(piece.unexpected(format!("the end of the board after row {SIDE}")));
                }
            }
            PieceKind::Mark(_) => return Err(piece.unexpected("a tile, a number or `/`")),
            PieceKind::Letter(_) => {
                let tile = piece
                    .laid_tile(language)
                    .ok_or_else(|| piece.unexpected(format!("a letter of {}", language.name())))?;
                column += run;
                let square = Square::at(row, column).ok_or_else(|| piece.unexpected(row_length(row)))?;
                board.lay(square, tile);
                (column, run) = (column + 1, 0);
            }
        }
    }
    let end = text.chars().count() + 1;
    if column + run != SIDE {
        return Err(Unexpected::end(end, row_length(row)));
    }
    if row + 1 != SIDE {
        return Err(Unexpected::end(end, format!("`/` and row {}", row + 2)));
    }
    Ok(board)
}

/// Writes a board.
pub fn write_board(board: &Board, language: &Language) -> String {
    let mut text = String::new();
    let mut free = 0;
    let flush = |text: &mut String, free: &mut u8| {
        if *free > 0 {
            text.push_str(&free.to_string());
            *free = 0;
        }
    };
    for square in Square::all() {
        if square.column() == 0 && square.row() > 0 {
            flush(&mut text, &mut free);
            text.push('/');
        }
        match board.tile(square) {
            None => free += 1,
            Some(tile) => {
                flush(&mut text, &mut free);
                text.push_str(&tiles::write_laid_tile(language, tile));
            }
        }
    }
    flush(&mut text, &mut free);
    text
}

fn read_rack(field: &Field<'_>, language: &Language) -> Result<Rack, Unexpected> {
    let tiles: Vec<Tile> =
        tiles::read_rack(language, field.text).map_err(|error| error.after(field.before))?;
    if tiles.len() > Rack::SIZE {
        let expected = format!("at most {} tiles on a rack", Rack::SIZE);
        return Err(Unexpected::new(field.before + 1, expected, tiles.len().to_string()));
    }
    Ok(Rack::new(tiles))
}

/// A part of the line, and the number of characters before it.
struct Field<'t> {
    text: &'t str,
    before: usize,
}

impl<'t> Field<'t> {
    fn split(&self, separator: char) -> Vec<Field<'t>> {
        let mut before = self.before;
        self.text
            .split(separator)
            .map(|text| {
                let field = Field { text, before };
                before += text.chars().count() + 1;
                field
            })
            .collect()
    }

    /// Parses the field as a number whose `digits` are all digits. Unlike `parse`, refuses a `+`.
    fn number<N: std::str::FromStr>(&self, digits: &str, expected: &str) -> Result<N, Unexpected> {
        let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
        is_number
            .then(|| self.text.parse().ok())
            .flatten()
            .ok_or_else(|| Unexpected::new(self.before + 1, expected, format!("{:?}", self.text)))
    }
}

/// The fields of the line.
///
/// Exactly one space separates two fields, because a field can be empty: an unknown rack.
struct Fields<'t> {
    rest: Option<&'t str>,
    before: usize,
}

impl<'t> Fields<'t> {
    fn next(&mut self, expected: &str) -> Result<Field<'t>, Unexpected> {
        let rest = self.rest.ok_or_else(|| Unexpected::end(self.before, expected))?;
        let (text, rest) = match rest.split_once(' ') {
            Some((text, rest)) => (text, Some(rest)),
            None => (rest, None),
        };
        let field = Field { text, before: self.before };
        self.before += text.chars().count() + 1;
        self.rest = rest;
        Ok(field)
    }

    fn operations(&mut self) -> Result<Vec<Operation>, Unexpected> {
        let Some(mut rest) = self.rest else { return Ok(Vec::new()) };
        let mut operations = Vec::new();
        while !rest.trim_start().is_empty() {
            let (text, after) = rest.split_once(';').ok_or_else(|| {
                Unexpected::end(self.before + rest.chars().count() + 1, "`;` after an operation")
            })?;
            let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            let length = text.chars().count() + 1;
            if words.is_empty() {
                return Err(Unexpected::new(self.before + length, "an operation", "';'"));
            }
            operations.push(Operation { words });
            self.before += length;
            rest = after;
        }
        Ok(operations)
    }
}
