//! Random legal moves at a table that accepts every word.

use serde_json::{Value, json};

/// The next pseudo-random number below a bound.
pub(crate) fn random(chance: &mut u64, below: u64) -> u64 {
    *chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*chance >> 33) % below
}

/// A legal move for the seat with this view, with a command id.
pub(crate) fn some_move(state: &Value, chance: &mut u64, id: &str) -> (&'static str, Value) {
    let tiles = state["you"]["tiles"].as_array().unwrap();
    let in_bag = state["game"]["tileBagCount"].as_u64().unwrap();
    // The last tiles are not played, so that no player goes out.
    let kind = if in_bag < 20 || tiles.len() < 2 { 7 } else { random(chance, 10) };
    let (event, mut payload) = match kind {
        0..=6 => ("submitWord", some_play(&state["game"]["board"], tiles, chance)),
        7 => ("exchangeTiles", json!({"tileIndices": [0, tiles.len() - 1]})),
        _ => ("passTurn", json!({})),
    };
    payload["commandId"] = id.into();
    (event, payload)
}

/// One tile next to an existing one, or two on the centre.
fn some_play(board: &Value, tiles: &[Value], chance: &mut u64) -> Value {
    let lay = |tile: &Value, row: usize, col: usize| {
        let is_blank = tile["isBlank"] == true;
        let letter = if is_blank { json!("E") } else { tile["letter"].clone() };
        json!({"row": row, "col": col, "tile": {"letter": letter, "isBlank": is_blank}})
    };
    let is_taken = |row: usize, col: usize| row < 15 && col < 15 && !board[row][col].is_null();
    if !is_taken(7, 7) {
        return json!({"placements": [lay(&tiles[0], 7, 7), lay(&tiles[1], 7, 8)]});
    }
    let touches = |row: usize, col: usize| {
        is_taken(row + 1, col)
            || is_taken(row, col + 1)
            || (row > 0 && is_taken(row - 1, col))
            || (col > 0 && is_taken(row, col - 1))
    };
    let squares: Vec<(usize, usize)> = (0..15)
        .flat_map(|row| (0..15).map(move |col| (row, col)))
        .filter(|&(row, col)| !is_taken(row, col) && touches(row, col))
        .collect();
    let (row, col) = squares[random(chance, squares.len() as u64) as usize];
    json!({"placements": [lay(&tiles[0], row, col)]})
}
