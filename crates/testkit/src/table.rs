use rules::{
    BotLevel, BySeat, Command, DrawNumber, Draws, EndReason, Event, EventKind, Game, GameId, Key, Language,
    Letter, Newcomer, Nonce, NonceInput, Opening, Placement, Progress, Rack, Refusal, RuleFields, Rules,
    Score, Seat, Seed, Standing, Surroundings, Tile, Timer, Timestamp, Words,
};

use crate::{Script, placement, tiles};

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
    /// Where it comes from instead, if the bag shall be the verifiable one.
    pub key: Option<Key>,
    /// Where it comes from instead, if the nonces are revealed at the start.
    pub bag: Option<SeededBag>,
}

/// The verifiable bag of a table, whose nonces are known at the start.
pub struct SeededBag {
    game: GameId,
    key: Key,
}

impl Draws for SeededBag {
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
    /// The seed that every table of a test is committed to.
    pub const SEED: Seed = Seed([0; 32]);

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
        let commitment = Table::SEED.commitment(&game);
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
            key: None,
            bag: None,
        }
    }

    /// Scripts the first racks, in turn order, and then further draws.
    pub fn with_racks(mut self, racks: &[&str]) -> Table {
        self.draws.tiles = tiles(self.language(), &racks.concat());
        self
    }

    /// Scripts what is drawn after everything that was scripted before.
    pub fn then_draws(mut self, text: &str) -> Table {
        let drawn = tiles(self.language(), text);
        self.draws.tiles.extend(drawn);
        self
    }

    /// Draws from the verifiable bag from now on, with the nonces of those who sit there.
    pub fn with_key(mut self) -> Table {
        self.key = Some(Key::new(&Table::SEED, self.game.id(), &self.game.key_nonces()));
        self
    }

    /// Draws from the verifiable bag, with the nonces that are known when the game begins.
    pub fn with_bag(mut self) -> Table {
        let game = self.game.id().clone();
        self.bag = Some(SeededBag { key: Key::new(&Table::SEED, &game, &[]), game });
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

    /// Changes the judge of words to one that must not be asked.
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

    /// The language that is played in.
    pub fn language(&self) -> &Language {
        &self.game.rules().language
    }

    fn surroundings(&self) -> Surroundings<'_> {
        let draws: &dyn Draws = match (&self.bag, &self.key) {
            (Some(bag), _) => bag,
            (None, Some(key)) => key,
            (None, None) => &self.draws,
        };
        Surroundings { words: self.words.as_ref(), now: self.now, draws, away: &self.away }
    }

    fn happen(&mut self, events: Vec<Event>) -> Vec<EventKind> {
        for event in &events {
            self.game.apply(event);
        }
        if let Some(bag) = &mut self.bag {
            bag.key = Key::new(&Table::SEED, &bag.game, &self.game.key_nonces());
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
        self.join_with(name, None)
    }

    /// Somebody sits down with something for the chance of the game.
    pub fn join_with(&mut self, name: &str, nonce: Option<NonceInput>) -> Result<Vec<EventKind>, Refusal> {
        let newcomer = Newcomer { name: name.parse().expect("a name"), nonce };
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

    /// Whoever runs the server closes the table.
    pub fn close(&mut self) -> Result<Vec<EventKind>, Refusal> {
        let events = self.game.close(&self.surroundings())?;
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

    /// A player lays a word at a place, as [`placement`] reads it.
    pub fn play(&mut self, player: usize, place: &str, word: &str) -> Result<Vec<EventKind>, Refusal> {
        let placement = self.placement(place, word);
        self.command(player, Command::PlaceTiles(placement))
    }

    /// The claim that [`Table::play`] makes.
    pub fn placement(&self, place: &str, word: &str) -> Placement {
        placement(self.language(), self.game.board().expect("a game in progress"), place, word)
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

    /// A player leaves.
    pub fn leave(&mut self, player: usize) -> Result<Vec<EventKind>, Refusal> {
        self.command(player, Command::Leave)
    }

    /// A player removes another.
    pub fn remove(&mut self, by: usize, player: usize) -> Result<Vec<EventKind>, Refusal> {
        self.command(by, Command::RemovePlayer(seat(player)))
    }

    /// A player ends the game, asks to, or agrees.
    pub fn end_game(&mut self, player: usize) -> Result<Vec<EventKind>, Refusal> {
        self.command(player, Command::EndGame)
    }

    /// A player seats a bot.
    pub fn add_bot(&mut self, by: usize, name: &str) -> Result<Vec<EventKind>, Refusal> {
        let (name, level) = (name.parse().expect("a name"), BotLevel::new(3).expect("a level"));
        self.command(by, Command::AddBot { name, level })
    }

    /// Who is to move, by number; nobody if no game is on.
    pub fn to_move(&self) -> Option<usize> {
        self.game.to_move().map(Seat::index)
    }

    /// The host, by number.
    pub fn host(&self) -> Option<usize> {
        self.game.host().map(Seat::index)
    }

    /// A player's score: the final one if there is one.
    pub fn score(&self, player: usize) -> Score {
        match self.game.outcome() {
            Some(_) => self.standing(player).score,
            None => self.game.score(seat(player)).expect("a player"),
        }
    }

    /// Where a player came in.
    pub fn standing(&self, player: usize) -> &Standing {
        let mut standings = self.game.outcome().expect("an outcome").standings.iter();
        standings.find(|standing| standing.seat == seat(player)).expect("a player")
    }

    /// What ended the game; `None` if nothing did.
    pub fn end_reason(&self) -> Option<EndReason> {
        self.game.outcome().map(|outcome| outcome.reason)
    }

    /// Who won, by number.
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
pub fn seat(player: usize) -> Seat {
    Seat::at(player).expect("four players at most")
}
