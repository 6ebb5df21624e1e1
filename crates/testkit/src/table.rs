use rules::{
    BySeat, ClaimedTile, Command, Direction, Event, EventKind, Game, GameId, Language, Letter, Newcomer,
    Nonce, Opening, Placement, Progress, Rack, Refusal, RuleFields, Rules, Score, Seat, Seed, Square,
    Surroundings, Tile, TileToLay, Timer, Timestamp, Words,
};

use crate::Script;

/// The first to sit down.
pub const ANN: usize = 0;
/// The second.
pub const BOB: usize = 1;
/// The third.
pub const CAT: usize = 2;
/// The fourth.
pub const DAN: usize = 3;

const NAMES: [&str; Seat::COUNT] = ["Ann", "Bob", "Cat", "Dan"];

/// A table that a test drives: it decides, applies and keeps the log.
///
/// ```
/// use rules::{Language, Preset, Score};
/// use testkit::{ANN, Table};
///
/// let rules = Preset::Social.rules(Language::by_code("en").unwrap());
/// let mut table = Table::of(rules, 2).with_racks(&["QUIZEST", "ABCDEFG"]).started();
/// table.play(ANN, "8E", "QUIZ").unwrap();
/// assert_eq!(table.score(ANN), Score(44));
/// ```
pub struct Table {
    /// The game.
    pub game: Game,
    /// Everything that has happened.
    pub log: Vec<Event>,
    /// The time, which only the test moves.
    pub now: Timestamp,
    /// The judge of words.
    pub words: Box<dyn Words>,
    /// Since when players are away.
    pub away: BySeat<Timestamp>,
    /// Where chance comes from.
    pub draws: Script,
}

/// A word list that has every word.
pub fn anything_goes(_: &[Letter]) -> bool {
    true
}

/// Tiles from text, `?` for a blank.
pub fn tiles(language: &Language, text: &str) -> Vec<Tile> {
    let tile = |character: char| match character {
        '?' => Tile::Blank,
        letter => Tile::Letter(language.letter(&letter.to_string()).expect("a letter of the language")),
    };
    text.chars().map(tile).collect()
}

impl Table {
    /// A table with so many players in its lobby.
    pub fn of(rules: Rules, players: usize) -> Table {
        let mut table = Table::empty(rules);
        for name in &NAMES[..players] {
            table.join(name).expect("the table has room");
        }
        table
    }

    /// The same with fields of the rules changed.
    pub fn changed(rules: Rules, players: usize, change: impl FnOnce(&mut RuleFields)) -> Table {
        let mut fields = rules.into_fields();
        change(&mut fields);
        Table::of(Rules::new(fields).expect("rules that fit together"), players)
    }

    /// A table at which nobody sits yet.
    pub fn empty(rules: Rules) -> Table {
        Table::opened(rules, Vec::new())
    }

    /// A table with a word on its board from the start.
    pub fn opened(rules: Rules, starting_word: Vec<Letter>) -> Table {
        let game = GameId::new("test");
        let commitment = Seed([0; 32]).commitment(&game);
        Table::open(Opening { game, rules, commitment, rematch: None, starting_word })
    }

    /// A table as an opening says.
    pub fn open(opening: Opening) -> Table {
        let now = Timestamp(1_000_000);
        let (game, opened) = Game::open(opening, now);
        Table {
            game,
            log: vec![opened],
            now,
            words: Box::new(anything_goes),
            away: BySeat::new(),
            draws: Script { seed: 1, ..Script::default() },
        }
    }

    /// Scripts the first racks, in turn order, and then further draws.
    pub fn with_racks(mut self, racks: &[&str]) -> Table {
        self.draws.tiles = tiles(self.language(), &racks.concat());
        self
    }

    /// Scripts the draw for who begins.
    pub fn with_opening_draw(mut self, text: &str) -> Table {
        self.draws.opening = tiles(self.language(), text);
        self
    }

    /// Changes the judge of words to a list of these.
    pub fn with_words(mut self, words: &[&str]) -> Table {
        let words: Vec<Vec<Letter>> =
            words.iter().map(|word| self.language().spell(word).expect("letters of the language")).collect();
        self.words = Box::new(move |word: &[Letter]| words.iter().any(|known| known == word));
        self
    }

    /// Starts the game.
    pub fn started(mut self) -> Table {
        let host = self.game.host().expect("somebody sits there");
        self.command(host.index(), Command::Start).expect("the game starts");
        self
    }

    /// The language that is played in.
    pub fn language(&self) -> &Language {
        &self.game.rules().language
    }

    fn surroundings(&self) -> Surroundings<'_> {
        Surroundings { words: self.words.as_ref(), now: self.now, draws: &self.draws, away: &self.away }
    }

    fn happen(&mut self, events: Vec<Event>) -> Vec<EventKind> {
        for event in &events {
            self.game.apply(event);
        }
        self.log.extend(events.iter().cloned());
        events.into_iter().map(|event| event.kind).collect()
    }

    /// A player's command, and what it led to.
    pub fn command(&mut self, player: usize, command: Command) -> Result<Vec<EventKind>, Refusal> {
        let events = self.game.decide(seat(player), command, &self.surroundings())?;
        Ok(self.happen(events))
    }

    /// Somebody sits down.
    pub fn join(&mut self, name: &str) -> Result<Vec<EventKind>, Refusal> {
        let newcomer = Newcomer { name: name.parse().expect("a name"), nonce: Nonce::default() };
        let events = self.game.admit(newcomer, &self.surroundings())?;
        Ok(self.happen(events))
    }

    /// A player of the game before claims the kept seat.
    pub fn claim(&mut self, player: usize) -> Result<Vec<EventKind>, Refusal> {
        let events = self.game.claim(seat(player), &self.surroundings())?;
        Ok(self.happen(events))
    }

    /// A timer fires.
    pub fn fire(&mut self, timer: Timer) -> Result<Vec<EventKind>, Refusal> {
        let events = self.game.fire(timer, &self.surroundings())?;
        Ok(self.happen(events))
    }

    /// Time passes, and nothing acts on it.
    pub fn wait_seconds(&mut self, seconds: i64) {
        self.now = self.now + rules::Millis::seconds(seconds);
    }

    /// Time passes, and every timer that falls due fires at its moment.
    pub fn let_seconds_pass(&mut self, seconds: i64) {
        let end = self.now + rules::Millis::seconds(seconds);
        loop {
            let due = self
                .game
                .timers(&self.away)
                .into_iter()
                .filter(|&(_, at)| at <= end)
                .min_by_key(|&(_, at)| at);
            let Some((timer, at)) = due else { break };
            self.now = self.now.max(at);
            self.fire(timer).expect("a timer that is due fires");
        }
        self.now = end;
    }

    /// A player's connection is lost.
    pub fn goes_away(&mut self, player: usize) {
        self.away.insert(seat(player), self.now);
    }

    /// A player is back.
    pub fn comes_back(&mut self, player: usize) {
        self.away.remove(seat(player));
    }

    /// A player lays a word at a place such as `8E` (across) or `E8` (down); squares that are taken are passed over,
    /// a small letter is a blank.
    pub fn play(&mut self, player: usize, place: &str, word: &str) -> Result<Vec<EventKind>, Refusal> {
        let placement = self.placement(place, word);
        self.command(player, Command::PlaceTiles(placement))
    }

    /// The claim that [`Table::play`] makes.
    pub fn placement(&self, place: &str, word: &str) -> Placement {
        let (mut square, direction) = coordinate(place);
        let board = self.game.board().expect("a game in progress");
        let mut tiles = Vec::new();
        for character in word.chars() {
            let letter = self.language().letter(&character.to_string()).expect("a letter of the language");
            if board.is_free(square) {
                let tile = if character.is_lowercase() {
                    TileToLay::Blank(Some(letter))
                } else {
                    TileToLay::Letter(letter)
                };
                tiles.push(ClaimedTile { row: square.row().into(), column: square.column().into(), tile });
            }
            square = square.next(direction).unwrap_or(square);
        }
        Placement { tiles }
    }

    /// A player passes.
    pub fn pass(&mut self, player: usize) -> Result<Vec<EventKind>, Refusal> {
        self.command(player, Command::Pass)
    }

    /// A player swaps the tiles at these places of the rack.
    pub fn exchange(&mut self, player: usize, places: &[usize]) -> Result<Vec<EventKind>, Refusal> {
        self.command(player, Command::ExchangeTiles { places: places.to_vec() })
    }

    /// A player challenges.
    pub fn challenge(&mut self, player: usize) -> Result<Vec<EventKind>, Refusal> {
        self.command(player, Command::Challenge { turn: None })
    }

    /// A player says that the play looks good.
    pub fn accept(&mut self, player: usize) -> Result<Vec<EventKind>, Refusal> {
        self.command(player, Command::AcceptPlay { turn: None })
    }

    /// A player gives a verdict or a vote.
    pub fn judge(&mut self, player: usize, valid: bool) -> Result<Vec<EventKind>, Refusal> {
        self.command(player, Command::Judge { valid, turn: None })
    }

    /// A player resigns.
    pub fn resign(&mut self, player: usize) -> Result<Vec<EventKind>, Refusal> {
        self.command(player, Command::Resign)
    }

    /// Who is to move, by number; nobody if no game is on.
    pub fn to_move(&self) -> Option<usize> {
        self.game.to_move().map(Seat::index)
    }

    /// A player's score: the final one if there is one.
    pub fn score(&self, player: usize) -> Score {
        match self.game.outcome() {
            Some(outcome) => {
                let standing = outcome.standings.iter().find(|standing| standing.seat == seat(player));
                standing.expect("a player").score
            }
            None => self.game.score(seat(player)).expect("a player"),
        }
    }

    /// A player's rack as text, `?` for a blank.
    pub fn rack(&self, player: usize) -> String {
        let text = |&tile: &Tile| match tile {
            Tile::Blank => "?".to_owned(),
            Tile::Letter(letter) => self.language().text(letter).to_owned(),
        };
        self.game.rack(seat(player)).map_or(&[][..], Rack::tiles).iter().map(text).collect()
    }

    /// How many tiles are in the bag.
    pub fn bag(&self) -> usize {
        self.game.bag().expect("a game in progress").len()
    }

    /// Whether there is an outcome.
    pub fn is_over(&self) -> bool {
        self.game.progress() == Progress::Ended
    }
}

/// A player's seat.
fn seat(player: usize) -> Seat {
    Seat::at(player).expect("four players at most")
}

/// `8E` is across, `E8` is down.
fn coordinate(text: &str) -> (Square, Direction) {
    let is_across = text.starts_with(|first: char| first.is_ascii_digit());
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let column = text.chars().find(char::is_ascii_alphabetic).expect("a column") as u8 - b'A';
    let row: u8 = digits.parse().expect("a row");
    let square = Square::at(row - 1, column).expect("on the board");
    (square, if is_across { Direction::Across } else { Direction::Down })
}
