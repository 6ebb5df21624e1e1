use std::sync::Arc;

use rules::{
    Board, BySeat, Command, Commitment, Decision, DrawNumber, Env, EventKind, Game, GameId, Language,
    LegalPlay, Newcomer, Opening, Placement, Play, Preset, Progress, Rack, Refusal, Rules, Score, Seat, Tile,
    TileSource, Words,
};

use crate::{Laid, Puzzle, TurnRecord};

/// One player's attempt at a puzzle.
///
/// It is a game for one with the `daily` preset, in which tiles are drawn in the order of the
/// puzzle. The `rules` crate decides which moves are legal and what they score; this type numbers
/// the tiles.
///
/// ```
/// use std::sync::Arc;
/// use daily::{Attempt, TurnRecord, Puzzle};
/// use engine::Engine;
/// use rules::Score;
///
/// let english = wordlists::embedded("en").unwrap();
/// let engine = Engine::new(english).unwrap();
/// let puzzle = Arc::new(Puzzle::of("2026-11-16".parse().unwrap(), english, &engine).unwrap());
///
/// let mut attempt = Attempt::new(&puzzle);
/// assert_eq!(attempt.rack().iter().map(|drawn| drawn.number).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7]);
/// let turn = attempt.exchange(&[1, 2]).unwrap();
/// assert_eq!(turn.drawn.iter().map(|drawn| drawn.number).collect::<Vec<_>>(), [8, 9]);
///
/// let best = daily::best_play(&attempt, &engine).unwrap();
/// let placement = daily::Laid::of(&best).placement();
/// assert_eq!(attempt.play(&placement, english.as_ref()).unwrap().score, best.score);
///
/// let deeds = attempt.turns().iter().map(|turn| turn.deed.clone());
/// assert_eq!(Attempt::replay(&puzzle, deeds).unwrap(), attempt);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    puzzle: Arc<Puzzle>,
    game: Game,
    /// The tiles of the game's rack, in the order in which they were drawn.
    rack: Vec<DrawnTile>,
    /// Exchanged tiles, which are drawn after all others.
    returned: Vec<DrawnTile>,
    turns: Vec<Turn>,
}

/// A tile of the puzzle. Its number distinguishes it from equal tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DrawnTile {
    /// Its position in the puzzle's order, from 1.
    ///
    /// The number does not change when the tile is exchanged and drawn again.
    pub number: u8,
    /// The tile.
    pub tile: Tile,
}

/// A completed turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The number of the turn, from 1.
    pub number: usize,
    /// What the player did.
    pub deed: TurnRecord,
    /// The play; `None` for an exchange.
    pub play: Option<Arc<Play>>,
    /// The tiles drawn after the turn; none after the last turn.
    pub drawn: Vec<DrawnTile>,
    /// The score of the turn.
    pub score: Score,
}

/// Why a list of turns is not an attempt at the puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("turn {turn} cannot have been played: {refusal}")]
pub struct BrokenAttempt {
    /// The number of the illegal turn, from 1.
    pub turn: usize,
    /// Why it is illegal.
    pub refusal: Refusal,
}

/// The draw order, indexed by draw number: the puzzle's order, then the returned tiles.
pub(crate) struct Queue<'a> {
    pub(crate) order: &'a [Tile],
    pub(crate) returned: &'a [DrawnTile],
}

impl Queue<'_> {
    pub(crate) fn at(&self, place: usize) -> Option<DrawnTile> {
        match place.checked_sub(self.order.len()) {
            // A puzzle has at most 255 tiles, so the number fits.
            None => Some(DrawnTile { number: place as u8 + 1, tile: self.order[place] }),
            Some(behind) => self.returned.get(behind).copied(),
        }
    }
}

impl TileSource for Queue<'_> {
    fn pick(&self, number: DrawNumber, sorted: &[Tile]) -> usize {
        let (DrawNumber::Tile(place) | DrawNumber::Opening(place)) = number;
        let next = self.at(place as usize).and_then(|drawn| sorted.binary_search(&drawn.tile).ok());
        debug_assert!(next.is_some(), "the bag holds what the order has left");
        next.unwrap_or(0)
    }
}

/// The only seat of a table for one.
fn seat() -> Seat {
    Seat::at(0).expect("a table has a first seat")
}

impl Attempt {
    /// Starts an attempt, before the first turn.
    pub fn new(puzzle: &Arc<Puzzle>) -> Attempt {
        let opening = Opening {
            game: GameId::new(puzzle.day().to_string()),
            rules: rules_of(puzzle.language(), puzzle.turn_count()),
            // Draws do not depend on a seed, so there is nothing to commit to.
            commitment: Commitment([0; 32]),
            rematch: None,
            starting_word: puzzle.starting_word().to_vec(),
        };
        let (game, _) = Game::open(opening, puzzle.day().begins());
        let mut attempt = Attempt {
            puzzle: puzzle.clone(),
            game,
            rack: Vec::new(),
            returned: Vec::new(),
            turns: Vec::new(),
        };
        let name = "Player".parse().expect("it is a name");
        let newcomer = Newcomer { name, nonce: None };
        let joined = attempt.among(&all_words, |game, around| game.admit(newcomer, around));
        attempt.game = joined.expect("a table for one has a seat").after;
        let started = attempt.decide(Command::Start, &all_words);
        attempt.game = started.expect("a table for one starts").after;
        debug_assert_eq!(attempt.game.progress(), Progress::Playing, "a table for one starts");
        let drawn = attempt.game.rack(seat()).map_or(0, Rack::len);
        attempt.rack = (0..drawn).filter_map(|place| attempt.queue().at(place)).collect();
        attempt
    }

    /// Rebuilds an attempt from its turns.
    ///
    /// Words are not looked up again; they were when they were played.
    pub fn replay(
        puzzle: &Arc<Puzzle>,
        deeds: impl IntoIterator<Item = TurnRecord>,
    ) -> Result<Attempt, BrokenAttempt> {
        let mut attempt = Attempt::new(puzzle);
        for (index, deed) in deeds.into_iter().enumerate() {
            let done = match &deed {
                TurnRecord::Play(laid) => attempt.play(&laid.placement(), &all_words),
                TurnRecord::Exchange(numbers) => attempt.exchange(numbers),
            };
            done.map_err(|refusal| BrokenAttempt { turn: index + 1, refusal })?;
        }
        Ok(attempt)
    }

    /// The puzzle.
    pub const fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    /// The board.
    pub fn board(&self) -> &Board {
        self.game.board().expect("the game has begun")
    }

    /// The tiles on the rack, in the order in which they were drawn.
    pub fn rack(&self) -> &[DrawnTile] {
        &self.rack
    }

    /// The number of tiles not drawn yet.
    pub fn bag_count(&self) -> usize {
        self.game.bag().map_or(0, rules::Bag::len)
    }

    /// The completed turns.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The current score.
    pub fn score(&self) -> Score {
        self.game.score(seat()).unwrap_or_default()
    }

    /// Whether the last turn has been played or no tile is left.
    pub const fn is_finished(&self) -> bool {
        matches!(self.game.progress(), Progress::Ended)
    }

    /// The number of the next turn, from 1; after the end, the number of the last turn.
    pub fn turn_number(&self) -> usize {
        (self.turns.len() + 1).min(self.puzzle.turn_count() as usize)
    }

    /// The rules of the attempt.
    pub fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// Previews a placement if it follows the placement rules. Its words are not looked up.
    pub fn preview(&self, placement: &Placement) -> Result<Play, Refusal> {
        if self.is_finished() {
            return Err(Refusal::Ended);
        }
        let rack = Rack::new(self.rack.iter().map(|drawn| drawn.tile).collect());
        Ok(LegalPlay::check(placement, self.board(), &rack, self.puzzle.language())?.into_play())
    }

    /// Lays tiles. A refusal changes nothing and costs no turn.
    pub fn play(&mut self, placement: &Placement, words: &dyn Words) -> Result<&Turn, Refusal> {
        let decision = self.decide(Command::PlaceTiles(placement.clone()), words)?;
        let played = decision.events.iter().find_map(|event| match &event.kind {
            EventKind::TilesPlaced { play, .. } => Some(play.clone()),
            _ => None,
        });
        let play = played.expect("a placement that was not refused is a play");
        for tile in play.rack_tiles() {
            let place = self.rack.iter().position(|drawn| drawn.tile == tile);
            self.rack.remove(place.expect("laid tiles come from the rack"));
        }
        let score = play.score;
        Ok(self.complete(decision, TurnRecord::Play(Laid::of(&play)), Some(play), score))
    }

    /// Exchanges the tiles with these numbers.
    ///
    /// They are drawn again after all others, in the order of their numbers. In a refusal, `place`
    /// is the number of a tile.
    pub fn exchange(&mut self, numbers: &[u8]) -> Result<&Turn, Refusal> {
        let mut places: Vec<usize> = Vec::with_capacity(numbers.len());
        let mut sorted = numbers.to_vec();
        sorted.sort_unstable();
        if !self.is_finished() {
            // The game's rack has the same tiles in another order and does not distinguish equal
            // ones.
            let held = self.game.rack(seat()).map_or(&[][..], Rack::tiles);
            for (index, &number) in sorted.iter().enumerate() {
                if sorted[..index].contains(&number) {
                    return Err(Refusal::PlaceTwice { place: number.into() });
                }
                let named = self.rack.iter().find(|drawn| drawn.number == number);
                let place = named.and_then(|named| {
                    (0..held.len()).find(|place| held[*place] == named.tile && !places.contains(place))
                });
                let missing = Refusal::NoSuchPlace { place: number.into(), tiles: self.rack.len() };
                places.push(place.ok_or(missing)?);
            }
        }
        let decision = self.decide(Command::ExchangeTiles { places }, &all_words)?;
        let (swapped, kept) = self.rack.iter().partition(|drawn| sorted.contains(&drawn.number));
        self.rack = kept;
        let mut swapped: Vec<DrawnTile> = swapped;
        swapped.sort_unstable_by_key(|drawn| drawn.number);
        self.returned.extend(swapped);
        Ok(self.complete(decision, TurnRecord::Exchange(sorted), None, Score::ZERO))
    }

    /// Completes a turn and numbers the drawn tiles.
    fn complete(
        &mut self,
        decision: Decision,
        deed: TurnRecord,
        play: Option<Arc<Play>>,
        score: Score,
    ) -> &Turn {
        let drawn = decision.events.iter().find_map(|event| match &event.kind {
            EventKind::PlayStood { drawn, .. } | EventKind::TilesExchanged { drawn, .. } => Some(drawn),
            _ => None,
        });
        let places = drawn.map_or(0..0, |drawn| {
            let first = drawn.first as usize;
            first..first + drawn.tiles.len()
        });
        let drawn: Vec<DrawnTile> = places.filter_map(|place| self.queue().at(place)).collect();
        self.game = decision.after;
        self.rack.extend(&drawn);
        self.turns.push(Turn { number: self.turns.len() + 1, deed, play, drawn, score });
        self.turns.last().expect("one was just added")
    }

    fn queue(&self) -> Queue<'_> {
        Queue { order: self.puzzle.order(), returned: &self.returned }
    }

    fn decide(&self, command: Command, words: &dyn Words) -> Result<Decision, Refusal> {
        self.among(words, |game, around| game.decide(seat(), command, around))
    }

    /// Calls the game with the environment of the puzzle: a fixed time and a fixed draw order.
    fn among<T>(&self, words: &dyn Words, ask: impl FnOnce(&Game, &Env<'_>) -> T) -> T {
        let (queue, away) = (self.queue(), BySeat::new());
        let now = self.puzzle.day().begins();
        ask(&self.game, &Env { words, now, draws: &queue, away: &away })
    }
}

fn all_words(_: &[rules::Letter]) -> bool {
    true
}

fn rules_of(language: &Arc<Language>, turns: u32) -> Rules {
    let mut fields = Preset::Daily.fields(language.clone());
    fields.turns = Some(turns);
    Rules::new(fields).expect("the preset's rules with a number of turns that a puzzle can have")
}
