use rules::{ClaimedTile, Direction, Game, Letter, Placement, Seat, Square, Tile, TileToLay};

use crate::TestRng;

/// Places random tiles of the rack next to those on the board: often legal, rarely a word.
pub fn nonsense(game: &Game, seat: Seat, chance: &mut TestRng) -> Placement {
    let (Some(board), Some(rack)) = (game.board(), game.rack(seat)) else {
        return Placement::default();
    };
    let mut held = rack.tiles().to_vec();
    chance.shuffle(&mut held);
    held.truncate(1 + chance.below(7));
    let near = |square: &Square| square.neighbours().any(|near| !board.is_free(near));
    let anchors: Vec<Square> =
        Square::all().filter(|square| board.is_free(*square) && near(square)).collect();
    let mut square = chance.one_of(&anchors).copied().unwrap_or(Square::CENTRE);
    let direction = *chance.one_of(&[Direction::Across, Direction::Down]).expect("two");
    let letters: Vec<Letter> = game.rules().language.letters().collect();
    let mut tiles = Vec::new();
    for tile in held {
        while !board.is_free(square) {
            match square.next(direction) {
                Some(next) => square = next,
                None => return Placement { tiles },
            }
        }
        let tile = match tile {
            Tile::Blank => TileToLay::Blank(chance.one_of(&letters).copied()),
            Tile::Letter(letter) => TileToLay::Letter(letter),
        };
        tiles.push(ClaimedTile { row: square.row().into(), column: square.column().into(), tile });
        match square.next(direction) {
            Some(next) => square = next,
            None => break,
        }
    }
    Placement { tiles }
}
