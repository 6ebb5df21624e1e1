use rules::{
    Board, ClaimedTile, LaidTile, Language, Placement, Rack, TileToLay,
    notation::{Coordinate, tiles},
};

use super::user_error::{UserError, named};

/// The tiles that a word places, starting at a square. For occupied squares the word contains that
/// letter or a `.`.
pub(crate) fn placement(
    language: &Language,
    board: &Board,
    at: Coordinate,
    word: &str,
) -> Result<Placement, UserError> {
    let spelled = spelled(language, word)?;
    let squares: Vec<_> = at.squares().take(spelled.len()).collect();
    if squares.len() < spelled.len() {
        return Err(UserError::new(format!(
            "{word} does not fit: it has {} letters, and from {at} to the edge there are {} squares.",
            spelled.len(),
            squares.len()
        )));
    }
    let mut claimed = Vec::new();
    for (square, tile) in squares.into_iter().zip(spelled) {
        match (board.tile(square), tile) {
            (None, None) => {
                let sentence =
                    format!("No tile lies on {}: name a letter instead of the dot.", named(square));
                return Err(UserError { squares: vec![named(square)], ..UserError::new(sentence) });
            }
            (None, Some(tile)) => {
                let to_lay = if tile.is_blank {
                    TileToLay::Blank(Some(tile.letter))
                } else {
                    TileToLay::Letter(tile.letter)
                };
                claimed.push(ClaimedTile {
                    row: square.row().into(),
                    column: square.column().into(),
                    tile: to_lay,
                });
            }
            (Some(there), Some(tile)) if there.letter != tile.letter => {
                let sentence = format!(
                    "{} lies on {}: the word has that letter or a dot there.",
                    tiles::write_laid_tile(language, there),
                    named(square)
                );
                return Err(UserError { squares: vec![named(square)], ..UserError::new(sentence) });
            }
            (Some(_), _) => {}
        }
    }
    Ok(Placement { tiles: claimed })
}

/// The tiles of a word by square, `None` for a dot. Parentheses around existing tiles are optional.
fn spelled(language: &Language, word: &str) -> Result<Vec<Option<LaidTile>>, UserError> {
    let mut squares = Vec::new();
    for (index, letters) in word.replace(['(', ')'], "").split('.').enumerate() {
        if index > 0 {
            squares.push(None);
        }
        let tiles = tiles::read_laid_tiles(language, letters).map_err(|error| {
            UserError::new(format!("{} is no letter of {}.", error.found, language.name()))
        })?;
        squares.extend(tiles.into_iter().map(Some));
    }
    Ok(squares)
}

/// Rack positions of the named tiles, ignoring case.
pub(crate) fn places(language: &Language, rack: &Rack, named: &str) -> Result<Vec<usize>, UserError> {
    let text: String = named.to_uppercase().split_whitespace().collect();
    let wanted = tiles::read_rack(language, &text)
        .map_err(|error| UserError::new(format!("{} is no tile of {}.", error.found, language.name())))?;
    let mut places: Vec<usize> = Vec::with_capacity(wanted.len());
    for tile in wanted {
        let is_free = |&(place, held): &(usize, &rules::Tile)| *held == tile && !places.contains(&place);
        let Some((place, _)) = rack.tiles().iter().enumerate().find(is_free) else {
            return Err(UserError::new(format!(
                "{} is not on the rack so often: it is {}.",
                tiles::write_rack(language, &[tile]),
                tiles::write_rack(language, rack.tiles())
            )));
        };
        places.push(place);
    }
    Ok(places)
}
