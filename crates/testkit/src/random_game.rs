use engine::NaiveMovegen;
use lexicon::Lexicon;
use rules::{BotLevel, Command, Language, Preset, Refusal, RuleFields, Rules, Seat, Verdict, WordRule};

use crate::{Table, TestRng, nonsense};

/// A game played at random: mostly legal plays, and everything else that players do.
pub struct RandomGame {
    /// The table.
    pub table: Table,
    /// The source of randomness.
    pub chance: TestRng,
    lexicon: &'static Lexicon,
    players: usize,
}

impl RandomGame {
    /// A started game of a preset.
    pub fn new(preset: Preset, lexicon: &'static Lexicon, seed: u64) -> RandomGame {
        RandomGame::start(preset, lexicon, seed, |table| table)
    }

    /// The same with draws from the verifiable bag.
    pub fn verifiable(preset: Preset, lexicon: &'static Lexicon, seed: u64) -> RandomGame {
        RandomGame::start(preset, lexicon, seed, Table::with_key)
    }

    fn start(
        preset: Preset,
        lexicon: &'static Lexicon,
        seed: u64,
        prepared: impl FnOnce(Table) -> Table,
    ) -> RandomGame {
        let mut chance = TestRng::new(seed);
        let mut fields = preset.fields(lexicon.language().clone());
        vary(&mut fields, &mut chance);
        let players = if preset == Preset::Daily { 1 } else { 2 + chance.below(3) };
        let rules = Rules::new(fields).expect("varied rules fit together");
        let word = if preset == Preset::Daily { starting_word(lexicon.language()) } else { Vec::new() };
        let mut table = Table::opened(rules, word);
        table.draws.seed = chance.number();
        table.words = Box::new(move |word: &[rules::Letter]| rules::Words::contains(lexicon, word));
        for name in &["Ann", "Bob", "Cat", "Dan"][..players] {
            table.join(name).expect("the table has room");
        }
        RandomGame { table: prepared(table).started(), chance, lexicon, players }
    }

    /// Continues the game of a table.
    pub fn of(table: Table, lexicon: &'static Lexicon, seed: u64) -> RandomGame {
        let players = table.game.turn_order().len();
        RandomGame { table, chance: TestRng::new(seed), lexicon, players }
    }

    /// Makes every player play, exchange or pass until the game is over, and nothing else.
    pub fn play_to_the_end(&mut self) {
        while let Some(mover) = self.table.to_move() {
            // Pass after a refusal, which would otherwise repeat forever.
            if self.play(mover).is_err() {
                drop(self.table.pass(mover));
            }
        }
    }

    /// Performs one random action. A refused action changes nothing.
    pub fn step(&mut self) {
        self.table.wait_seconds(self.chance.below(20) as i64);
        if self.table.game.rules().clock.is_days() && self.chance.in_thousand(60) {
            self.step_over_days();
            return;
        }
        let Some(mover) = self.table.to_move() else { return };
        let anyone = self.chance.below(self.players);
        let roll = self.chance.below(1000);
        let outcome = match roll {
            0..560 => self.play(mover),
            560..640 => {
                let seat = Seat::at(mover).expect("a seat of the table");
                let nonsense = nonsense(&self.table.game, seat, &mut self.chance);
                self.table.command(mover, Command::PlaceTiles(nonsense))
            }
            640..670 => self.exchange(mover),
            670..690 => self.table.pass(mover),
            690..760 => self.table.challenge(anyone),
            760..850 => self.table.judge(anyone, roll.is_multiple_of(2)),
            850..940 => self.table.accept(anyone),
            940..943 => self.table.resign(anyone),
            943..948 => self.table.command(anyone, Command::EndGame),
            948..960 => {
                self.table.goes_away(anyone);
                Ok(Vec::new())
            }
            960..975 => {
                self.table.comes_back(anyone);
                Ok(Vec::new())
            }
            975..980 => {
                let other = self.seat();
                self.table.command(anyone, Command::RemovePlayer(other))
            }
            980..995 => {
                self.table.let_seconds_pass(self.chance.below(400) as i64);
                Ok(Vec::new())
            }
            _ => self.table.command(anyone, Command::Start),
        };
        // Refusals are expected here. The laws check that they change nothing.
        drop(outcome);
    }

    /// What happens only in a game over days: pauses, hours without a move, and stand-ins.
    fn step_over_days(&mut self) {
        let player = self.chance.below(self.players);
        let outcome = match self.chance.below(12) {
            0..2 => self.table.command(player, Command::ProposePause),
            2..5 => {
                let agree = self.chance.in_thousand(800);
                self.table.command(player, Command::AnswerPause { agree })
            }
            5..7 => self.table.command(player, Command::ResumeGame),
            7 => self.table.command(player, Command::ReturnToSeat),
            _ => {
                self.table.let_seconds_pass(self.chance.below(60 * 3600) as i64);
                Ok(Vec::new())
            }
        };
        drop(outcome);
        for player in 0..self.players {
            self.stand_in(player);
        }
    }

    /// Lets the computer move that plays for a player.
    fn stand_in(&mut self, player: usize) {
        let seat = Seat::at(player).expect("a seat of the table");
        if self.table.game.computer(seat).is_some() && self.table.to_move() == Some(player) {
            drop(self.table.act_for(player, Command::Pass));
        }
    }

    /// Continues until the game ends, at last by letting it expire.
    pub fn finish(&mut self) {
        for _ in 0..2_000 {
            if self.table.is_over() {
                return;
            }
            self.step();
        }
        for _ in 0..20 {
            self.table.let_days_pass(30);
            for player in 0..self.players {
                self.stand_in(player);
                drop(self.table.judge(player, true));
            }
        }
    }

    fn play(&mut self, player: usize) -> Result<Vec<rules::EventKind>, Refusal> {
        let game = &self.table.game;
        let (Some(board), Some(rack)) = (game.board(), Seat::at(player).and_then(|seat| game.rack(seat)))
        else {
            return Ok(Vec::new());
        };
        let finder = NaiveMovegen::new(board, self.lexicon);
        let mut starts: Vec<_> = NaiveMovegen::starts().collect();
        self.chance.shuffle(&mut starts);
        let found = starts.into_iter().find_map(|(start, direction)| {
            self.chance.one_of(&finder.all_from(start, direction, rack)).cloned()
        });
        match found {
            Some(placement) => self.table.command(player, Command::PlaceTiles(placement)),
            None if self.chance.in_thousand(500) => self.exchange(player),
            None => self.table.pass(player),
        }
    }

    fn exchange(&mut self, player: usize) -> Result<Vec<rules::EventKind>, Refusal> {
        let places: Vec<usize> = (0..7).filter(|_| self.chance.in_thousand(400)).collect();
        self.table.exchange(player, &places)
    }

    fn seat(&mut self) -> Seat {
        Seat::at(self.chance.below(Seat::COUNT)).expect("a seat of the table")
    }
}

/// Randomly changes some rules.
fn vary(fields: &mut RuleFields, chance: &mut TestRng) {
    if let WordRule::Challenge { verdict, .. } = &mut fields.words
        && *verdict == Verdict::Anyone
        && chance.in_thousand(500)
    {
        *verdict = Verdict::Vote;
    }
    if fields.max_players > 1 {
        fields.clock = match chance.below(6) {
            0 => rules::Clock::Soft { turn: rules::Millis::seconds(30) },
            1 => rules::Clock::Turn { turn: rules::Millis::seconds(120) },
            2 => rules::Clock::Game { each: rules::Millis::minutes(4), increment: rules::Millis::seconds(5) },
            _ => rules::Clock::None,
        };
        if chance.in_thousand(250) {
            fields.play_over_days(1 + chance.below(3) as u8, chance.below(3) as u8);
            fields.stand_in = BotLevel::new(chance.below(4) as u8);
        }
        if chance.in_thousand(100) {
            fields.turns = Some(3 + chance.below(5) as u32);
        }
    }
}

/// A starting word that every language can spell.
fn starting_word(language: &Language) -> Vec<rules::Letter> {
    language.spell("steen").or_else(|_| language.spell("A")).unwrap_or_default()
}
