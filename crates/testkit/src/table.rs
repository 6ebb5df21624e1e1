use rules::{
    BotLevel, BySeat, Command, Decision, DrawNumber, EndReason, Env, Event, EventKind, Game, GameId, Key,
    Language, Letter, Newcomer, Nonce, NonceInput, Opening, Placement, Progress, Rack, Refusal, RuleFields,
    Rules, Score, Seat, Seed, Standing, Tile, TileSource, Timer, Timestamp, Words,
};

use crate::{Script, placement, tiles};

/// The player who joins first.
pub const ANN: usize = 0;
/// The player who joins second.
pub const BOB: usize = 1;
/// The player who joins third.
pub const CAT: usize = 2;
/// The player who joins fourth.
pub const DAN: usize = 3;

const NAMES: [&str; Seat::COUNT] = ["Ann", "Bob", "Cat", "Dan"];

/// A table that a test drives: it decides commands, applies the events and keeps the log.
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
    /// All events so far.
    pub log: Vec<Event>,
    /// The current time, which only the test changes.
    pub now: Timestamp,
    /// The word list.
    pub words: Box<dyn Words>,
    /// Since when each absent player is away.
    pub away: BySeat<Timestamp>,
    /// The scripted draws.
    pub draws: Script,
    /// The key of the verifiable bag, used instead of the script if set.
    pub key: Option<Key>,
    /// The verifiable bag with nonces revealed at the start, used instead of both if set.
    pub bag: Option<SeededBag>,
}

/// A verifiable bag whose nonces become known at the start.
pub struct SeededBag {
    game: GameId,
    key: Key,
}

impl TileSource for SeededBag {
    fn pick(&self, number: DrawNumber, sorted: &[Tile]) -> usize {
        self.key.pick(number, sorted)
    }

    fn starting_with(&self, nonces: &[Nonce]) -> Option<Key> {
        Some(Key::new(&Table::SEED, &self.game, nonces))
    }
}

/// A word list that has every word.
pub fn anything_goes(_: &[Letter]) -> bool {
    true
}

impl Table {
    /// The seed that every test table is committed to.
    pub const SEED: Seed = Seed([0; 32]);

    /// A table with this many players in its lobby.
    pub fn of(rules: Rules, players: usize) -> Table {
        let mut table = Table::empty(rules);
        for name in &NAMES[..players] {
            table.join(name).expect("the table has room");
        }
        table
    }

    /// The same with changed rules.
    pub fn changed(rules: Rules, players: usize, change: impl FnOnce(&mut RuleFields)) -> Table {
        let mut fields = rules.into_fields();
        change(&mut fields);
        Table::of(Rules::new(fields).expect("rules that fit together"), players)
    }

    /// A table without players.
    pub fn empty(rules: Rules) -> Table {
        Table::opened(rules, Vec::new())
    }

    /// A table with a starting word on its board.
    pub fn opened(rules: Rules, starting_word: Vec<Letter>) -> Table {
        let game = GameId::new("test");
        let commitment = Table::SEED.commitment(&game);
        Table::open(Opening { game, rules, commitment, rematch: None, starting_word })
    }

    /// A table with these initial settings.
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
            key: None,
            bag: None,
        }
    }

    /// Scripts the first racks, in turn order, and then further draws.
    pub fn with_racks(mut self, racks: &[&str]) -> Table {
        self.draws.tiles = tiles(self.language(), &racks.concat());
        self
    }

    /// Scripts further draws after those scripted before.
    pub fn then_draws(mut self, text: &str) -> Table {
        let drawn = tiles(self.language(), text);
        self.draws.tiles.extend(drawn);
        self
    }

    /// Draws from the verifiable bag from now on, with the present players' nonces.
    pub fn with_key(mut self) -> Table {
        self.key = Some(Key::new(&Table::SEED, self.game.id(), &self.game.key_nonces()));
        self
    }

    /// Draws from the verifiable bag, with the nonces known at the start of the game.
    pub fn with_bag(mut self) -> Table {
        let game = self.game.id().clone();
        self.bag = Some(SeededBag { key: Key::new(&Table::SEED, &game, &[]), game });
        self
    }

    /// Scripts the opening draw.
    pub fn with_opening_draw(mut self, text: &str) -> Table {
        self.draws.opening = tiles(self.language(), text);
        self
    }

    /// Uses a word list with only these words.
    pub fn with_words(mut self, words: &[&str]) -> Table {
        let words: Vec<Vec<Letter>> =
            words.iter().map(|word| self.language().spell(word).expect("letters of the language")).collect();
        self.words = Box::new(move |word: &[Letter]| words.iter().any(|known| known == word));
        self
    }

    /// Uses a word list that panics when it is consulted.
    pub fn with_words_that_nobody_may_ask(mut self) -> Table {
        self.words = Box::new(|_: &[Letter]| panic!("the word list was asked"));
        self
    }

    /// Starts the game.
    pub fn started(mut self) -> Table {
        let host = self.game.host().expect("somebody sits there");
        self.command(host.index(), Command::Start).expect("the game starts");
        self
    }

    /// The language of the table.
    pub fn language(&self) -> &Language {
        &self.game.rules().language
    }

    fn env(&self) -> Env<'_> {
        let draws: &dyn TileSource = match (&self.bag, &self.key) {
            (Some(bag), _) => bag,
            (None, Some(key)) => key,
            (None, None) => &self.draws,
        };
        Env { words: self.words.as_ref(), now: self.now, draws, away: &self.away }
    }

    fn happen(&mut self, decision: Decision) -> Vec<EventKind> {
        let Decision { events, after } = decision;
        self.game = after;
        if let Some(bag) = &mut self.bag {
            bag.key = Key::new(&Table::SEED, &bag.game, &self.game.key_nonces());
        }
        self.log.extend(events.iter().cloned());
        events.into_iter().map(|event| event.kind).collect()
    }

    /// Executes a player's command and returns the events.
    pub fn command(&mut self, player: usize, command: Command) -> Result<Vec<EventKind>, Refusal> {
        let decision = self.game.decide(seat(player), command, &self.env())?;
        Ok(self.happen(decision))
    }

    /// Executes a command of the computer that plays a seat.
    pub fn act_for(&mut self, player: usize, command: Command) -> Result<Vec<EventKind>, Refusal> {
        let decision = self.game.decide_for_computer(seat(player), command, &self.env())?;
        Ok(self.happen(decision))
    }

    /// A player joins.
    pub fn join(&mut self, name: &str) -> Result<Vec<EventKind>, Refusal> {
        self.join_with(name, None)
    }

    /// A player joins with a contribution to the randomness of the game.
    pub fn join_with(&mut self, name: &str, nonce: Option<NonceInput>) -> Result<Vec<EventKind>, Refusal> {
        let newcomer = Newcomer { name: name.parse().expect("a name"), nonce };
        let decision = self.game.admit(newcomer, &self.env())?;
        Ok(self.happen(decision))
    }

    /// A player of the previous game claims the reserved seat.
    pub fn claim(&mut self, player: usize) -> Result<Vec<EventKind>, Refusal> {
        let decision = self.game.claim(seat(player), None, &self.env())?;
        Ok(self.happen(decision))
    }

    /// Fires a timer.
    pub fn fire(&mut self, timer: Timer) -> Result<Vec<EventKind>, Refusal> {
        let decision = self.game.fire(timer, &self.env())?;
        Ok(self.happen(decision))
    }

    /// The operator closes the table.
    pub fn close(&mut self) -> Result<Vec<EventKind>, Refusal> {
        let decision = self.game.close(&self.env())?;
        Ok(self.happen(decision))
    }

    /// Advances the time without firing timers.
    pub fn wait_seconds(&mut self, seconds: i64) {
        self.now = self.now + rules::Millis::seconds(seconds);
    }

    /// Advances the time and fires every timer when it is due.
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

    /// Advances the time by days and fires every timer when it is due.
    pub fn let_days_pass(&mut self, days: i64) {
        self.let_seconds_pass(days * 24 * 60 * 60);
    }

    /// A player loses the connection.
    pub fn goes_away(&mut self, player: usize) {
        self.away.insert(seat(player), self.now);
    }

    /// A player reconnects.
    pub fn comes_back(&mut self, player: usize) {
        self.away.remove(seat(player));
    }

    /// A player lays a word at a coordinate, as in [`placement`].
    pub fn play(&mut self, player: usize, place: &str, word: &str) -> Result<Vec<EventKind>, Refusal> {
        let placement = self.placement(place, word);
        self.command(player, Command::PlaceTiles(placement))
    }

    /// The placement that [`Table::play`] uses.
    pub fn placement(&self, place: &str, word: &str) -> Placement {
        placement(self.language(), self.game.board().expect("a game in progress"), place, word)
    }

    /// A player passes.
    pub fn pass(&mut self, player: usize) -> Result<Vec<EventKind>, Refusal> {
        self.command(player, Command::Pass)
    }

    /// A player exchanges the tiles at these indices of the rack.
    pub fn exchange(&mut self, player: usize, places: &[usize]) -> Result<Vec<EventKind>, Refusal> {
        self.command(player, Command::ExchangeTiles { places: places.to_vec() })
    }

    /// A player challenges the open play.
    pub fn challenge(&mut self, player: usize) -> Result<Vec<EventKind>, Refusal> {
        self.command(player, Command::Challenge { turn: None })
    }

    /// A player accepts the open play.
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

    /// A player leaves.
    pub fn leave(&mut self, player: usize) -> Result<Vec<EventKind>, Refusal> {
        self.command(player, Command::Leave)
    }

    /// A player removes another.
    pub fn remove(&mut self, by: usize, player: usize) -> Result<Vec<EventKind>, Refusal> {
        self.command(by, Command::RemovePlayer(seat(player)))
    }

    /// A player ends the game, asks to end it, or agrees.
    pub fn end_game(&mut self, player: usize) -> Result<Vec<EventKind>, Refusal> {
        self.command(player, Command::EndGame)
    }

    /// A player adds a bot.
    pub fn add_bot(&mut self, by: usize, name: &str) -> Result<Vec<EventKind>, Refusal> {
        let (name, level) = (name.parse().expect("a name"), BotLevel::new(3).expect("a level"));
        self.command(by, Command::AddBot { name, level })
    }

    /// The player to move, by number; `None` if no game is running.
    pub fn to_move(&self) -> Option<usize> {
        self.game.to_move().map(Seat::index)
    }

    /// The host, by number.
    pub fn host(&self) -> Option<usize> {
        self.game.host().map(Seat::index)
    }

    /// A player's score: the final one if the game has ended.
    pub fn score(&self, player: usize) -> Score {
        match self.game.outcome() {
            Some(_) => self.result_of(player).score,
            None => self.game.score(seat(player)).expect("a player"),
        }
    }

    /// The final result of a player.
    pub fn result_of(&self, player: usize) -> &Standing {
        let mut standings = self.game.outcome().expect("an outcome").standings.iter();
        standings.find(|result_of| result_of.seat == seat(player)).expect("a player")
    }

    /// Why the game ended; `None` if it has not.
    pub fn end_reason(&self) -> Option<EndReason> {
        self.game.outcome().map(|outcome| outcome.reason)
    }

    /// The winners, by number.
    pub fn winners(&self) -> Vec<usize> {
        let winners = self.game.outcome().map(|outcome| &outcome.winners[..]);
        winners.unwrap_or_default().iter().map(|seat| seat.index()).collect()
    }

    /// A player's rack as text, `?` for a blank.
    pub fn rack(&self, player: usize) -> String {
        let text = |&tile: &Tile| match tile {
            Tile::Blank => "?".to_owned(),
            Tile::Letter(letter) => self.language().text(letter).to_owned(),
        };
        self.game.rack(seat(player)).map_or(&[][..], Rack::tiles).iter().map(text).collect()
    }

    /// The number of tiles in the bag.
    pub fn bag(&self) -> usize {
        self.game.bag().expect("a game in progress").len()
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.game.progress() == Progress::Ended
    }
}

/// The seat of a player.
pub fn seat(player: usize) -> Seat {
    Seat::at(player).expect("four players at most")
}
