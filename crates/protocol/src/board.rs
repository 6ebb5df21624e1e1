//! The board on the wire, of which only the rows that changed are encoded again.

use std::sync::{Mutex, PoisonError};

use rules::{Board, LaidTile, Language, SIDE};
use serde::{Deserialize, Serialize};

use crate::encoded::Encoded;
use crate::tile::Tile;

/// The board: 15 rows of 15 squares, null for free squares. Each row is JSON already.
///
/// Almost every message about a move has the board, and a move changes few of its rows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BoardSquares(Vec<Encoded<Vec<Option<Tile>>>>);

/// A row of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
pub struct BoardRow {
    /// The number of the row, from 0.
    pub row: u8,
    /// Its squares, null for free squares.
    #[cfg_attr(feature = "reference", ts(as = "Vec<Option<Tile>>"))]
    pub squares: Encoded<Vec<Option<Tile>>>,
}

/// The board as it was last encoded.
#[derive(Debug, Default)]
pub struct BoardCache(Mutex<Option<Kept>>);

#[derive(Debug)]
struct Kept {
    board: Board,
    rows: Vec<Encoded<Vec<Option<Tile>>>>,
    /// Every tile that was on the board so far.
    tiles: Vec<(LaidTile, Encoded<Tile>)>,
}

impl BoardCache {
    /// The board on the wire.
    pub fn squares(&self, board: &Board, language: &Language) -> BoardSquares {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = kept.get_or_insert_with(|| {
            let free: [Option<Tile>; SIDE as usize] = [const { None }; SIDE as usize];
            let rows = vec![Encoded::from_parts(&free); usize::from(SIDE)];
            Kept { board: Board::empty(), rows, tiles: Vec::new() }
        });
        if kept.board != *board {
            for row in differing_rows(&kept.board, board).collect::<Vec<_>>() {
                let tiles: Vec<Option<Encoded<Tile>>> =
                    board.row(row).iter().map(|laid| laid.map(|laid| kept.tile(laid, language))).collect();
                kept.rows[usize::from(row)] = Encoded::from_parts(&tiles);
            }
            kept.board.clone_from(board);
        }
        BoardSquares(kept.rows.clone())
    }
}

impl BoardSquares {
    /// The rows of a board that differ from an earlier one.
    pub(crate) fn rows_since(&self, earlier: &Board, now: &Board) -> Vec<BoardRow> {
        let row = |row| BoardRow { row, squares: self.0[usize::from(row)].clone() };
        differing_rows(earlier, now).map(row).collect()
    }
}

fn differing_rows(one: &Board, other: &Board) -> impl Iterator<Item = u8> {
    (0..SIDE).filter(|&row| one.row(row) != other.row(row))
}

impl Kept {
    fn tile(&mut self, laid: LaidTile, language: &Language) -> Encoded<Tile> {
        if let Some((_, tile)) = self.tiles.iter().find(|(other, _)| *other == laid) {
            return tile.clone();
        }
        let tile = Encoded::new(&Tile::laid(laid, language));
        self.tiles.push((laid, tile.clone()));
        tile
    }
}

#[cfg(test)]
mod tests {
    use rules::Square;

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
