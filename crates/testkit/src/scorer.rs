//! A second scorer, written from the rules alone.
//!
//! It shares nothing with the rules crate but its types.

use rules::{Board, LaidTile, Language, Score, Square};

/// The premium squares as printed on the board, row by row.
const PRINTED: [&str; 15] = [
    "=  '   =   '  =",
    " -   \"   \"   - ",
    "  -   ' '   -  ",
    "'  -   '   -  '",
    "    -     -    ",
    " \"   \"   \"   \" ",
    "  '   ' '   '  ",
    "=  '   -   '  =",
    "  '   ' '   '  ",
    " \"   \"   \"   \" ",
    "    -     -    ",
    "'  -   '   -  '",
    "  -   ' '   -  ",
    " -   \"   \"   - ",
    "=  '   =   '  =",
];

type Grid = [[Option<LaidTile>; 15]; 15];

fn grid(board: &Board) -> Grid {
    let mut grid = [[None; 15]; 15];
    for (square, tile) in board.tiles() {
        grid[square.row() as usize][square.column() as usize] = Some(tile);
    }
    grid
}

/// Scores a play by reading every word off the board and adding up those with a new tile.
pub fn naive_score(before: &Board, laid: &[(Square, LaidTile)], language: &Language) -> Score {
    let old = grid(before);
    let mut new = old;
    for &(square, tile) in laid {
        new[square.row() as usize][square.column() as usize] = Some(tile);
    }
    let mut total = 0;
    for line in 0..15 {
        for across in [true, false] {
            let at = |place: usize| if across { (line, place) } else { (place, line) };
            let mut run: Vec<(usize, usize)> = Vec::new();
            for place in 0..=15 {
                if place < 15 && new[at(place).0][at(place).1].is_some() {
                    run.push(at(place));
                    continue;
                }
                if run.len() > 1 && run.iter().any(|&(row, column)| old[row][column].is_none()) {
                    total += run_score(&run, &old, &new, language);
                }
                run.clear();
            }
        }
    }
    Score(total + if laid.len() == 7 { 50 } else { 0 })
}

fn run_score(run: &[(usize, usize)], old: &Grid, new: &Grid, language: &Language) -> i32 {
    let mut sum = 0;
    let mut times = 1;
    for &(row, column) in run {
        let tile = new[row][column].expect("a run has tiles");
        let worth = if tile.is_blank { 0 } else { language.points(rules::Tile::Letter(tile.letter)).0 };
        let printed = if old[row][column].is_none() { PRINTED[row].as_bytes()[column] } else { b' ' };
        sum += match printed {
            b'\'' => 2 * worth,
            b'"' => 3 * worth,
            _ => worth,
        };
        times *= match printed {
            b'-' => 2,
            b'=' => 3,
            _ => 1,
        };
    }
    sum * times
}
