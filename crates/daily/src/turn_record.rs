use rules::{
    ClaimedTile, Direction, LaidTile, Language, Placement, Play, Rack, Square,
    notation::{Coordinate, tiles},
};

/// A player's action in a turn: the minimum needed to replay it.
///
/// Its written form is stored and never changes; a later form will begin with another version. A
/// play is the coordinate of its first new tile and the tiles in reading order, with a `.` for
/// every occupied square. A single tile counts as across. An exchange is a `-` and the numbers of
/// the tiles in ascending order.
///
/// ```
/// use daily::TurnRecord;
/// use rules::Language;
///
/// let english = Language::by_code("en").unwrap();
/// for text in ["v1 H7 T.iST", "v1 8K S", "v1 - 2 5 7"] {
///     let deed = TurnRecord::read(&english, text).unwrap();
///     assert_eq!(deed.write(&english), text);
/// }
/// assert!(TurnRecord::read(&english, "v1 - 5 2").is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TurnRecord {
    /// The player laid tiles.
    Play(Laid),
    /// The player exchanged the tiles with these numbers.
    Exchange(Vec<u8>),
}

/// Tiles to be laid in one line, not checked against the rules yet.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Laid {
    /// One to seven tiles, in reading order.
    tiles: Vec<(Square, LaidTile)>,
    direction: Direction,
}

/// A text that is not a valid action.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected {expected}, found {found:?}")]
pub struct TurnRecordError {
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub found: String,
}

const VERSION: &str = "v1";

impl Laid {
    /// The tiles of a play.
    pub fn of(play: &Play) -> Laid {
        Laid::in_line(play.tiles.clone()).expect("a legal play lies in one line")
    }

    /// Creates a line of tiles; `None` if they are not in one line or too many for a rack.
    pub fn in_line(mut tiles: Vec<(Square, LaidTile)>) -> Option<Laid> {
        tiles.sort_unstable_by_key(|&(square, _)| square);
        let &(first, _) = tiles.first()?;
        let is_twice = tiles.windows(2).any(|pair| pair[0].0 == pair[1].0);
        if is_twice || tiles.len() > Rack::SIZE {
            return None;
        }
        let direction = if tiles.iter().all(|(square, _)| square.row() == first.row()) {
            Direction::Across
        } else if tiles.iter().all(|(square, _)| square.column() == first.column()) {
            Direction::Down
        } else {
            return None;
        };
        Some(Laid { tiles, direction })
    }

    /// The tiles with their squares, in reading order.
    pub fn tiles(&self) -> &[(Square, LaidTile)] {
        &self.tiles
    }

    /// The placement of these tiles.
    pub fn placement(&self) -> Placement {
        Placement { tiles: self.tiles.iter().copied().map(ClaimedTile::from).collect() }
    }

    fn write(&self, language: &Language) -> String {
        let Laid { tiles, direction } = self;
        let start = Coordinate { square: tiles[0].0, direction: *direction };
        let mut text = format!("{start} ");
        let mut expected = Some(tiles[0].0);
        for &(square, laid) in tiles {
            while let Some(taken) = expected.filter(|&taken| taken != square) {
                text.push('.');
                expected = taken.next(*direction);
            }
            text += &tiles::write_laid_tile(language, laid);
            expected = square.next(*direction);
        }
        text
    }

    fn read(language: &Language, place: &str, text: &str) -> Result<Laid, TurnRecordError> {
        let not = |expected: &str, found: &str| TurnRecordError {
            expected: expected.to_owned(),
            found: found.chars().take(40).collect(),
        };
        let coordinate: Coordinate = place.parse().map_err(|_| not("a place such as 8H or H8", place))?;
        let mut square = Some(coordinate.square);
        let mut laid = Vec::new();
        let mut dots = text.split('.').peekable();
        while let Some(run) = dots.next() {
            let tiles = tiles::read_laid_tiles(language, run)
                .map_err(|_| not("tiles of the language, and `.` for squares that are taken", text))?;
            for tile in tiles {
                let here = square.ok_or_else(|| not("tiles that end on the board", text))?;
                laid.push((here, tile));
                square = here.next(coordinate.direction);
            }
            if dots.peek().is_some() {
                square = square
                    .and_then(|here| here.next(coordinate.direction))
                    .ok_or_else(|| not("tiles that end on the board", text))?
                    .into();
            }
        }
        let laid = Laid::in_line(laid).ok_or_else(|| not("one to seven tiles", text))?;
        // Accept only the canonical form where several are possible.
        if laid.write(language) == format!("{place} {text}") {
            Ok(laid)
        } else {
            Err(not(&format!("`{}`", laid.write(language)), &format!("{place} {text}")))
        }
    }
}

impl TurnRecord {
    /// Writes the action.
    pub fn write(&self, language: &Language) -> String {
        match self {
            TurnRecord::Play(laid) => format!("{VERSION} {}", laid.write(language)),
            TurnRecord::Exchange(numbers) => {
                numbers.iter().fold(format!("{VERSION} -"), |text, number| format!("{text} {number}"))
            }
        }
    }

    /// Parses the output of [`TurnRecord::write`] and nothing else.
    pub fn read(language: &Language, text: &str) -> Result<TurnRecord, TurnRecordError> {
        let not = |expected: &str| TurnRecordError {
            expected: expected.to_owned(),
            found: text.chars().take(60).collect(),
        };
        let fields: Vec<&str> = text.split(' ').collect();
        match fields[..] {
            [VERSION, "-", ref numbers @ ..] => {
                let number = |text: &&str| {
                    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
                    text.parse::<u8>().ok().filter(|_| is_plain)
                };
                let numbers: Option<Vec<u8>> = numbers.iter().map(number).collect();
                let numbers = numbers.ok_or_else(|| not("numbers of tiles from 1 to 255"))?;
                let is_ascending = numbers.windows(2).all(|pair| pair[0] < pair[1]);
                if numbers.is_empty() || numbers.len() > Rack::SIZE || !is_ascending {
                    return Err(not("one to seven numbers of tiles in ascending order"));
                }
                Ok(TurnRecord::Exchange(numbers))
            }
            [VERSION, place, tiles] => Laid::read(language, place, tiles).map(TurnRecord::Play),
            _ => Err(not("`v1 8H TILES` or `v1 - NUMBERS`")),
        }
    }
}
