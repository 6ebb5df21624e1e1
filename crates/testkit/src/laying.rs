use rules::{Board, ClaimedTile, Direction, LaidTile, Language, Letter, Placement, Square, Tile};

/// Parses tiles, with `?` for a blank. Longer letters take precedence.
pub fn tiles(language: &Language, text: &str) -> Vec<Tile> {
    let mut tiles = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('?') {
            tiles.push(Tile::Blank);
            rest = after;
        } else {
            let (letter, after) = language.split_letter(rest).expect("letters of the language, in capitals");
            tiles.push(Tile::Letter(letter));
            rest = after;
        }
    }
    tiles
}

/// The placement of a word at a coordinate such as `8E` (across) or `E8` (down).
///
/// Occupied squares are skipped. A small letter is a blank.
pub fn placement(language: &Language, board: &Board, place: &str, word: &str) -> Placement {
    let laid = word_at(language, place, word).into_iter().filter(|(square, _)| board.is_free(*square));
    Placement { tiles: laid.map(ClaimedTile::from).collect() }
}

/// Lays a word on a board without checking any rule. The arguments are as for [`placement`].
pub fn lay(board: &mut Board, language: &Language, place: &str, word: &str) {
    for (square, laid) in word_at(language, place, word) {
        board.lay(square, laid);
    }
}

fn word_at(language: &Language, place: &str, word: &str) -> Vec<(Square, LaidTile)> {
    let (start, direction) = coordinate(place);
    let squares = std::iter::successors(Some(start), |square| square.next(direction));
    squares.zip(letters(language, word)).collect()
}

fn letters(language: &Language, word: &str) -> Vec<LaidTile> {
    let mut laid = Vec::new();
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        let capitals = rest.to_uppercase();
        let (letter, _): (Letter, _) = language.split_letter(&capitals).expect("letters of the language");
        laid.push(if first.is_lowercase() { LaidTile::blank_as(letter) } else { LaidTile::lettered(letter) });
        let length = language.text(letter).chars().count();
        rest = rest.char_indices().nth(length).map_or("", |(start, _)| &rest[start..]);
    }
    laid
}

/// Parses a coordinate: `8E` is across, `E8` is down.
fn coordinate(text: &str) -> (Square, Direction) {
    let is_across = text.starts_with(|first: char| first.is_ascii_digit());
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let column = text.chars().find(char::is_ascii_alphabetic).expect("a column") as u8 - b'A';
    let row: u8 = digits.parse().expect("a row");
    let square = Square::at(row - 1, column).expect("on the board");
    (square, if is_across { Direction::Across } else { Direction::Down })
}
