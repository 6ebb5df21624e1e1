use lexicon::{Lexicon, Node};
use rules::{
    Board, ClaimedTile, Direction, LaidTile, Letter, Placement, Rack, Square, Tile, TileToLay, Words,
};

/// Reference move generator: walks the word graph from every square in both directions.
///
/// It is slow. The tests compare the fast generator with it.
pub struct NaiveMovegen<'a> {
    board: &'a Board,
    lexicon: &'a Lexicon,
}

/// Callback for the tiles of each play found.
type Visit<'v> = dyn FnMut(&[(Square, LaidTile)]) + 'v;

/// A walk from one square along one line.
struct Walk<'a, 'v> {
    finder: &'a NaiveMovegen<'a>,
    direction: Direction,
    laid: Vec<(Square, LaidTile)>,
    rest: Vec<Tile>,
    visit: &'v mut Visit<'v>,
}

impl<'a> NaiveMovegen<'a> {
    /// A finder for a board and a word list.
    pub const fn new(board: &'a Board, lexicon: &'a Lexicon) -> NaiveMovegen<'a> {
        NaiveMovegen { board, lexicon }
    }

    /// Every play with a rack. A single tile that forms words in both directions is listed twice.
    pub fn all(&self, rack: &Rack) -> Vec<Placement> {
        NaiveMovegen::starts().flat_map(|(start, direction)| self.all_from(start, direction, rack)).collect()
    }

    /// All squares where a word can begin, with both directions.
    pub fn starts() -> impl Iterator<Item = (Square, Direction)> {
        Square::all().flat_map(|square| [(square, Direction::Across), (square, Direction::Down)])
    }

    /// The plays whose word begins on a square.
    pub fn all_from(&self, start: Square, direction: Direction, rack: &Rack) -> Vec<Placement> {
        let mut found = Vec::new();
        self.plays_from(start, direction, rack, &mut |laid| found.push(claim(laid)));
        found
    }

    fn plays_from(&self, start: Square, direction: Direction, rack: &Rack, visit: &mut Visit<'_>) {
        let begins_here = start.previous(direction).is_none_or(|before| self.board.is_free(before));
        if begins_here && self.reaches_a_tile(start, direction, rack.len()) {
            let rest = rack.tiles().to_vec();
            let mut walk = Walk { finder: self, direction, laid: Vec::new(), rest, visit };
            walk.go_on(Some(start), self.lexicon.root(), false);
        }
    }

    /// Whether a word from here can touch a tile of the board, or the centre if the board is empty.
    fn reaches_a_tile(&self, start: Square, direction: Direction, tiles: usize) -> bool {
        let line = std::iter::successors(Some(start), |square| square.next(direction));
        let is_taken = |square: Square| !self.board.is_free(square);
        let is_first = self.board.is_empty();
        line.take(tiles).any(|square| {
            (is_first && square == Square::CENTRE) || is_taken(square) || square.neighbours().any(is_taken)
        })
    }

    /// Whether a letter on a free square forms no cross word or a valid one.
    fn crosses(&self, square: Square, direction: Direction, letter: Letter) -> bool {
        let crossing = direction.crossing();
        let mut board = self.board.clone();
        board.lay(square, LaidTile::lettered(letter));
        let word = board.word_through(square, crossing);
        word.len() < 2 || self.lexicon.contains(&board.letters(&word))
    }
}

impl Walk<'_, '_> {
    fn go_on(&mut self, here: Option<Square>, node: Node, is_word: bool) {
        let board = self.finder.board;
        let Some(square) = here else {
            self.offer(is_word);
            return;
        };
        let next = square.next(self.direction);
        if let Some(tile) = board.tile(square) {
            if let Some(edge) = self.finder.lexicon.child(node, tile.letter) {
                self.go_on(next, edge.child, edge.is_word);
            }
            return;
        }
        self.offer(is_word);
        for edge in self.finder.lexicon.children(node) {
            let holds = |tile: Tile| self.rest.contains(&tile);
            let lettered = LaidTile::lettered(edge.letter);
            let blank = LaidTile::blank_as(edge.letter);
            let choices = [lettered, blank].into_iter().filter(|laid| holds(laid.tile())).collect::<Vec<_>>();
            if choices.is_empty() || !self.finder.crosses(square, self.direction, edge.letter) {
                continue;
            }
            for laid in choices {
                let place =
                    self.rest.iter().position(|&tile| tile == laid.tile()).expect("it was found before");
                self.rest.remove(place);
                self.laid.push((square, laid));
                self.go_on(next, edge.child, edge.is_word);
                self.laid.pop();
                self.rest.insert(place, laid.tile());
            }
        }
    }

    /// Reports the laid tiles if they form a word and connect with the board.
    fn offer(&mut self, is_word: bool) {
        let board = self.finder.board;
        let touches =
            |&(square, _): &(Square, LaidTile)| square.neighbours().any(|near| !board.is_free(near));
        let is_first = board.is_empty() && self.laid.len() >= 2;
        let opens = is_first && self.laid.iter().any(|&(square, _)| square == Square::CENTRE);
        let is_placed = opens || self.laid.iter().any(touches);
        if is_word && is_placed {
            (self.visit)(&self.laid);
        }
    }
}

/// The placement that lays these tiles.
fn claim(laid: &[(Square, LaidTile)]) -> Placement {
    let claimed = |&(square, laid): &(Square, LaidTile)| {
        let tile =
            if laid.is_blank { TileToLay::Blank(Some(laid.letter)) } else { TileToLay::Letter(laid.letter) };
        ClaimedTile { row: square.row().into(), column: square.column().into(), tile }
    };
    Placement { tiles: laid.iter().map(claimed).collect() }
}
