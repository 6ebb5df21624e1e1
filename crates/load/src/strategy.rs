//! Strategy of the load test's players: cheap, legal moves that finish games.

use std::sync::Arc;

use anyhow::Context;
use engine::NaiveMovegen;
use lexicon::Lexicon;
use rules::{Board, LaidTile, Placement, Rack, Square, Tile, TileToLay};
use serde_json::{Value as Json, json};

/// Chooses moves.
#[derive(Clone)]
pub(super) struct Strategy {
    lexicon: Arc<Lexicon>,
    luck: u64,
}

/// A move as an event of the protocol.
pub(super) struct ChosenMove {
    pub(super) event: &'static str,
    pub(super) payload: Json,
}

/// Information available to the player to move.
pub(super) struct TurnView<'a> {
    /// The board, as the server sent it.
    pub(super) board: &'a Json,
    /// The rack, as the server sent it.
    pub(super) tiles: &'a Json,
    /// Number of moves this player has made.
    pub(super) moves: u32,
}

/// Exchanges are made only before this move: later the bag may have too few tiles.
const EXCHANGES_BEFORE: u32 = 5;

impl Strategy {
    pub(super) fn new() -> anyhow::Result<Strategy> {
        let lexicon = wordlists::embedded("en").context("the English list is missing from this program")?;
        Ok(Strategy { lexicon: Arc::clone(lexicon), luck: 0 })
    }

    /// Reseeds the generator, so that no two games are the same.
    pub(super) fn reseed(&mut self, seed: u64) {
        self.luck = seed;
        self.roll(1);
    }

    /// Chooses a move: 10 % exchanges (early moves only), 5 % passes, otherwise a play if there is
    /// one.
    pub(super) fn choose(&mut self, turn: &TurnView<'_>) -> ChosenMove {
        let held = turn.tiles.as_array().map_or(0, Vec::len);
        match self.roll(20) {
            0 => return pass(),
            1 | 2 if turn.moves < EXCHANGES_BEFORE && held > 0 => {
                let count = 1 + self.roll(held as u64) as usize;
                return ChosenMove {
                    event: "exchangeTiles",
                    payload: json!({"tileIndices": (0..count).collect::<Vec<_>>()}),
                };
            }
            _ => {}
        }
        match self.find(turn.board, turn.tiles) {
            Some(play) => ChosenMove { event: "submitWord", payload: self.submission(&play) },
            None => pass(),
        }
    }

    /// Chooses a turn of the daily puzzle: a play, or an exchange of the whole rack if there is
    /// none.
    pub(super) fn daily_turn(&mut self, state: &Json) -> Json {
        let number = &state["currentTurn"];
        let rack = &state["playerRack"];
        let Some(play) = self.find(&daily_board(state), rack) else {
            let ids: Vec<&Json> = rack.as_array().into_iter().flatten().map(|tile| &tile["id"]).collect();
            return json!({"turnNumber": number, "tilesExchanged": ids});
        };
        let laid = self.submission(&play);
        let tiles: Vec<Json> = laid["placements"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|laid| {
                let position = json!({"row": laid["row"], "col": laid["col"]});
                let tile = &laid["tile"];
                json!({"letter": tile["letter"], "isBlank": tile["isBlank"], "position": position})
            })
            .collect();
        json!({"turnNumber": number, "tilesPlaced": tiles})
    }

    /// Finds the longest play at the first start that has one, beginning at a random start.
    fn find(&mut self, board: &Json, tiles: &Json) -> Option<Placement> {
        let board = self.read_board(board);
        let rack = Rack::new(tiles.as_array()?.iter().filter_map(|tile| self.read_tile(tile)).collect());
        let starts: Vec<_> = NaiveMovegen::starts().collect();
        let first = self.roll(starts.len() as u64) as usize;
        let finder = NaiveMovegen::new(&board, &self.lexicon);
        starts[first..].iter().chain(&starts[..first]).find_map(|&(square, direction)| {
            let plays = finder.all_from(square, direction, &rack);
            plays.into_iter().max_by_key(|play| play.tiles.len())
        })
    }

    fn read_board(&self, json: &Json) -> Board {
        let mut board = Board::empty();
        let squares =
            json.as_array().into_iter().flatten().flat_map(|row| row.as_array().into_iter().flatten());
        for (square, tile) in Square::all().zip(squares) {
            let letter = tile["letter"].as_str().and_then(|text| self.lexicon.language().letter(text));
            if let Some(letter) = letter {
                let is_blank = tile["isBlank"] == true;
                board.lay(
                    square,
                    if is_blank { LaidTile::blank_as(letter) } else { LaidTile::lettered(letter) },
                );
            }
        }
        board
    }

    fn read_tile(&self, json: &Json) -> Option<Tile> {
        if json["isBlank"] == true {
            return Some(Tile::Blank);
        }
        self.lexicon.language().letter(json["letter"].as_str()?).map(Tile::Letter)
    }

    fn submission(&self, play: &Placement) -> Json {
        let language = self.lexicon.language();
        let placements: Vec<Json> = play
            .tiles
            .iter()
            .map(|claimed| {
                let (letter, is_blank) = match claimed.tile {
                    TileToLay::Letter(letter) => (language.text(letter), false),
                    TileToLay::Blank(letter) => (letter.map_or("_", |letter| language.text(letter)), true),
                };
                let points = language.points(claimed.tile.tile());
                json!({
                    "row": claimed.row,
                    "col": claimed.column,
                    "tile": {"letter": letter, "points": points.0, "isBlank": is_blank},
                })
            })
            .collect();
        json!({"placements": placements})
    }

    /// A pseudo-random number below a bound. The same seed gives the same numbers.
    fn roll(&mut self, below: u64) -> u64 {
        self.luck = self.luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.luck >> 33) % below
    }
}

/// Converts the board of a puzzle to the format of a table's board.
fn daily_board(state: &Json) -> Json {
    let blanks = state["board"]["blanks"].as_array().cloned().unwrap_or_default();
    let rows = state["board"]["grid"].as_array().into_iter().flatten();
    let row = |(row, squares): (usize, &Json)| -> Json {
        let square = |(col, letter): (usize, &Json)| match letter {
            Json::String(letter) => {
                let is_blank = blanks.contains(&json!({"row": row, "col": col}));
                json!({"letter": letter, "isBlank": is_blank})
            }
            _ => Json::Null,
        };
        squares.as_array().into_iter().flatten().enumerate().map(square).collect()
    };
    rows.enumerate().map(row).collect()
}

fn pass() -> ChosenMove {
    ChosenMove { event: "passTurn", payload: json!({}) }
}
