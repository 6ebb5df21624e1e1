//! The board on the wire, of which only the rows that changed are encoded again.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rules::{Board, LaidTile, Language, Letter, SIDE, Square};
use serde::{Deserialize, Serialize};

use crate::encoded::Encoded;
use crate::tile::{PlacedTile, Tile};

/// The board: 15 rows of 15 squares, null for free squares. Each row is JSON already.
///
/// Almost every message about a move has the board, and a move changes few of its rows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BoardSquares(Vec<EncodedRow>);

/// The squares of a row.
type EncodedRow = Encoded<Vec<Option<Tile>>>;

/// A row of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
pub struct BoardRow {
    /// The number of the row, from 0.
    pub row: u8,
    /// Its squares, null for free squares.
    #[cfg_attr(feature = "reference", ts(as = "Vec<Option<Tile>>"))]
    pub squares: EncodedRow,
}

/// The board as it was last encoded, and every tile that was encoded so far.
#[derive(Debug, Default)]
pub struct BoardCache(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    /// `None` before the board is encoded for the first time.
    board: Option<(Board, Vec<EncodedRow>)>,
    tiles: TileTexts,
}

/// Encoded tiles, each encoded when it is first used.
#[derive(Debug, Default)]
struct TileTexts {
    /// By letter, tiles with that letter.
    letters: Vec<Option<Encoded<Tile>>>,
    /// By letter, blanks laid as that letter.
    laid_blanks: Vec<Option<Encoded<Tile>>>,
    blank: Option<Encoded<Tile>>,
}

/// A tile on a square, of which the tile is encoded already: [`PlacedTile`] on the wire.
#[derive(Serialize)]
struct PlacedParts {
    row: u8,
    col: u8,
    tile: Encoded<Tile>,
}

impl BoardCache {
    /// The board on the wire.
    pub fn squares(&self, board: &Board, language: &Language) -> BoardSquares {
        let mut kept = self.lock();
        let Kept { board: encoded, tiles } = &mut *kept;
        let (before, rows) = encoded.get_or_insert_with(|| {
            let free: [Option<Tile>; SIDE as usize] = [const { None }; SIDE as usize];
            (Board::empty(), vec![Encoded::from_parts(&free); usize::from(SIDE)])
        });
        if before != board {
            for row in before.differing_rows(board) {
                let squares: [Option<Encoded<Tile>>; SIDE as usize] = {
                    let mut laid = board.row(row);
                    std::array::from_fn(|_| laid.next()?.map(|laid| tiles.laid(laid, language)))
                };
                rows[usize::from(row)] = Encoded::from_parts(&squares);
            }
            before.clone_from(board);
        }
        BoardSquares(rows.clone())
    }

    /// Tiles of a rack on the wire.
    pub fn held(&self, held: &[rules::Tile], language: &Language) -> Vec<Encoded<Tile>> {
        let mut kept = self.lock();
        held.iter().map(|&tile| kept.tiles.held(tile, language)).collect()
    }

    /// Tiles with their squares on the wire.
    pub(crate) fn placed(
        &self,
        placed: &[(Square, LaidTile)],
        language: &Language,
    ) -> Encoded<Vec<PlacedTile>> {
        let mut kept = self.lock();
        let parts = |&(square, laid): &(Square, LaidTile)| PlacedParts {
            row: square.row(),
            col: square.column(),
            tile: kept.tiles.laid(laid, language),
        };
        let placed: Vec<PlacedParts> = placed.iter().map(parts).collect();
        Encoded::from_parts(&placed)
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl BoardSquares {
    /// The rows of a board that differ from an earlier one.
    pub(crate) fn rows_since(&self, earlier: &Board, now: &Board) -> Vec<BoardRow> {
        let row = |row| BoardRow { row, squares: self.0[usize::from(row)].clone() };
        earlier.differing_rows(now).map(row).collect()
    }
}

impl TileTexts {
    fn laid(&mut self, laid: LaidTile, language: &Language) -> Encoded<Tile> {
        let texts = if laid.is_blank { &mut self.laid_blanks } else { &mut self.letters };
        Self::at(texts, laid.letter, || Tile::laid(laid, language))
    }

    fn held(&mut self, held: rules::Tile, language: &Language) -> Encoded<Tile> {
        match held {
            rules::Tile::Blank => {
                self.blank.get_or_insert_with(|| Encoded::new(&Tile::held(held, language))).clone()
            }
            rules::Tile::Letter(letter) => Self::at(&mut self.letters, letter, || Tile::held(held, language)),
        }
    }

    fn at(
        texts: &mut Vec<Option<Encoded<Tile>>>,
        letter: Letter,
        tile: impl FnOnce() -> Tile,
    ) -> Encoded<Tile> {
        if texts.len() <= letter.index() {
            texts.resize(letter.index() + 1, None);
        }
        texts[letter.index()].get_or_insert_with(|| Encoded::new(&tile())).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reused_board_equals_one_encoded_afresh() {
        let english = Language::by_code("en").expect("English");
        let (mut board, cache) = (Board::empty(), BoardCache::default());
        let letter = english.letter("Q").expect("a letter");
        let before = cache.squares(&board, &english);
        let corner = Square::at(0, 0).expect("a square");
        for (square, tile) in
            [(Square::CENTRE, LaidTile::lettered(letter)), (corner, LaidTile::blank_as(letter))]
        {
            board.lay(square, tile);
            let reused = cache.squares(&board, &english);
            assert_eq!(reused, BoardCache::default().squares(&board, &english));
            assert_ne!(reused, before);
        }
        board.take(Square::CENTRE);
        assert_eq!(cache.squares(&board, &english), BoardCache::default().squares(&board, &english));
    }

    #[test]
    fn tiles_from_the_cache_equal_tiles_encoded_afresh() {
        let english = Language::by_code("en").expect("English");
        let (cache, letter) = (BoardCache::default(), english.letter("Q").expect("a letter"));
        let held = [rules::Tile::Blank, rules::Tile::Letter(letter), rules::Tile::Blank];
        let expected: Vec<_> = crate::tile::held_tiles(&held, &english).iter().map(Encoded::new).collect();
        assert_eq!(cache.held(&held, &english), expected);
        let placed =
            [(Square::CENTRE, LaidTile::lettered(letter)), (Square::CENTRE, LaidTile::blank_as(letter))];
        let expected = Encoded::new(&crate::tile::placed_tiles(&placed, &english));
        assert_eq!(cache.placed(&placed, &english), expected);
    }

    #[test]
    fn rows_that_did_not_change_are_not_encoded_again() {
        let english = Language::by_code("en").expect("English");
        let (mut board, cache) = (Board::empty(), BoardCache::default());
        let before = cache.squares(&board, &english);
        board.lay(Square::CENTRE, LaidTile::lettered(english.letter("A").expect("a letter")));
        let after = cache.squares(&board, &english);
        let same = before.0.iter().zip(&after.0).filter(|(one, other)| one.is_shared_with(other)).count();
        assert_eq!(same, 14);
    }
}
