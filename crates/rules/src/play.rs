use crate::{
    Board, Direction, LaidTile, Language, Letter, Placement, PlacementError, Rack, Score, Square, Tile,
    TileToLay, Words,
};

/// Tiles laid in one turn, with the words they form and their score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Play {
    /// The new tiles, in reading order.
    pub tiles: Vec<(Square, LaidTile)>,
    /// The words, the main word first.
    pub words: Vec<FormedWord>,
    /// The total score, including the bonus for a full rack.
    pub score: Score,
}

/// A word of at least two letters that a play forms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormedWord {
    /// The square of the first letter.
    pub start: Square,
    /// The direction of the word.
    pub direction: Direction,
    /// Its letters.
    pub letters: Vec<Letter>,
    /// Its score.
    pub score: Score,
}

impl Play {
    /// The word along the line of the new tiles.
    pub fn main_word(&self) -> &FormedWord {
        &self.words[0]
    }

    /// Whether a full rack was laid.
    pub const fn is_bingo(&self) -> bool {
        self.tiles.len() == Rack::SIZE
    }

    /// The squares of the new tiles.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.tiles.iter().map(|&(square, _)| square)
    }

    /// The tiles as they were on the rack.
    pub fn rack_tiles(&self) -> Vec<Tile> {
        self.tiles.iter().map(|(_, laid)| laid.tile()).collect()
    }
}

/// A play that follows every placement rule. Only [`LegalPlay::check`] creates one.
///
/// Its words may still be invalid. Only some tables check them before the play; see
/// [`LegalPlay::unknown_words`].
///
/// ```
/// use rules::{Board, ClaimedTile, LegalPlay, Language, Placement, Rack, Score, Tile, TileToLay};
///
/// let english = Language::by_code("en").unwrap();
/// let letters = english.spell("quiz").unwrap();
/// let rack = Rack::new(letters.iter().map(|&letter| Tile::Letter(letter)).collect());
/// let placement = Placement {
///     tiles: letters
///         .iter()
///         .zip(4..)
///         .map(|(&letter, column)| ClaimedTile { row: 7, column, tile: TileToLay::Letter(letter) })
///         .collect(),
/// };
/// let play = LegalPlay::check(&placement, &Board::empty(), &rack, &english).unwrap();
/// assert_eq!(play.score, Score(44));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalPlay(Play);

impl LegalPlay {
    /// Checks a placement against the rules, in the order of [`PlacementError`].
    pub fn check(
        placement: &Placement,
        board: &Board,
        rack: &Rack,
        language: &Language,
    ) -> Result<LegalPlay, PlacementError> {
        let tiles = laid_tiles(placement, rack, language)?;
        if let Some(&(square, _)) = tiles.iter().find(|(square, _)| !board.is_free(*square)) {
            return Err(PlacementError::SquareTaken(square));
        }
        let direction = line_of(&tiles)?;

        let mut after = board.clone();
        for &(square, tile) in &tiles {
            after.lay(square, tile);
        }
        let (first, last) = (tiles[0].0, tiles[tiles.len() - 1].0);
        let main = after.word_through(first, direction);
        if !main.contains(&last) {
            let gap = std::iter::successors(Some(first), |square| square.next(direction))
                .find(|&square| after.is_free(square))
                .unwrap_or(first);
            return Err(PlacementError::Gap(gap));
        }
        let squares = || tiles.iter().map(|&(square, _)| square);
        if board.is_empty() {
            if !squares().any(|square| square == Square::CENTRE) {
                return Err(PlacementError::CentreNotCovered);
            }
            if tiles.len() < 2 {
                return Err(PlacementError::FirstPlayTooShort);
            }
        } else if !squares().any(|square| square.neighbours().any(|near| !board.is_free(near))) {
            return Err(PlacementError::NotConnected(squares().collect()));
        }

        let crossing = direction.crossing();
        let cross_words = squares().map(|square| (after.word_through(square, crossing), crossing));
        let words: Vec<FormedWord> = std::iter::once((main, direction))
            .chain(cross_words)
            .filter(|(squares, _)| squares.len() >= 2)
            .map(|(squares, direction)| form_word(&squares, direction, board, &after, language))
            .collect();
        let bonus = if tiles.len() == Rack::SIZE { Score::BINGO } else { Score::ZERO };
        let score = words.iter().map(|word| word.score).sum::<Score>() + bonus;
        Ok(LegalPlay(Play { tiles, words, score }))
    }

    /// The words of the play that are not in the list.
    pub fn unknown_words(&self, words: &dyn Words) -> Vec<Vec<Letter>> {
        self.0.unknown_words(words)
    }

    /// The play without the guarantee, to be recorded.
    pub fn into_play(self) -> Play {
        self.0
    }
}

impl Play {
    /// The words of the play that are not in the list.
    pub fn unknown_words(&self, words: &dyn Words) -> Vec<Vec<Letter>> {
        let letters = self.words.iter().map(|word| &word.letters);
        letters.filter(|letters| !words.contains(letters)).cloned().collect()
    }
}

impl std::ops::Deref for LegalPlay {
    type Target = Play;
    fn deref(&self) -> &Play {
        &self.0
    }
}

/// The claimed tiles sorted by square, if the rack has all of them.
fn laid_tiles(
    placement: &Placement,
    rack: &Rack,
    language: &Language,
) -> Result<Vec<(Square, LaidTile)>, PlacementError> {
    if placement.tiles.is_empty() {
        return Err(PlacementError::NoTiles);
    }
    let mut claimed: Vec<(Square, TileToLay)> = Vec::with_capacity(placement.tiles.len());
    for claim in &placement.tiles {
        let (row, column) = (claim.row, claim.column);
        let square = u8::try_from(row)
            .ok()
            .zip(u8::try_from(column).ok())
            .and_then(|(row, column)| Square::at(row, column))
            .ok_or(PlacementError::OffBoard { row, column })?;
        if claimed.iter().any(|&(other, _)| other == square) {
            return Err(PlacementError::SquareTwice(square));
        }
        claimed.push((square, claim.tile));
    }
    claimed.sort_unstable_by_key(|&(square, _)| square);

    let mut rest = rack.clone();
    let mut tiles = Vec::with_capacity(claimed.len());
    for &(square, tile) in &claimed {
        tiles.push((
            square,
            match tile {
                TileToLay::Letter(letter) => LaidTile::lettered(letter),
                TileToLay::Blank(Some(letter)) if language.has(letter) => LaidTile::blank_as(letter),
                TileToLay::Blank(_) => return Err(PlacementError::BlankWithoutLetter(square)),
            },
        ));
    }
    for &(square, tile) in &claimed {
        rest.remove(&[tile.tile()]).map_err(|_| PlacementError::NotOnRack(square))?;
    }
    Ok(tiles)
}

/// The direction of tiles in one line.
///
/// A single tile counts as across. That is safe, because words of one letter are dropped.
fn line_of(tiles: &[(Square, LaidTile)]) -> Result<Direction, PlacementError> {
    let first = tiles[0].0;
    if tiles.iter().all(|(square, _)| square.row() == first.row()) {
        Ok(Direction::Across)
    } else if tiles.iter().all(|(square, _)| square.column() == first.column()) {
        Ok(Direction::Down)
    } else {
        Err(PlacementError::NotInLine(tiles.iter().map(|&(square, _)| square).collect()))
    }
}

/// The word on these squares. Only squares that were free `before` give their premium.
fn form_word(
    squares: &[Square],
    direction: Direction,
    before: &Board,
    after: &Board,
    language: &Language,
) -> FormedWord {
    let (mut points, mut factor) = (Score::ZERO, 1);
    for &square in squares {
        let Some(laid) = after.tile(square) else { continue };
        let worth = language.points(laid.tile());
        if before.is_free(square) {
            points += square.premium().letter_score(worth);
            factor *= square.premium().word_factor();
        } else {
            points += worth;
        }
    }
    FormedWord { start: squares[0], direction, letters: after.letters(squares), score: points * factor }
}
