//! Laws that hold in every game, tested with random commands and many sets of rules.

use std::fmt::Write;

use rules::{
    Absence, Clock, Command, EventKind, Game, Language, Millis, Preset, Progress, RuleFields, Timer, Verdict,
};
use testkit::{ANN, Table, seat};

use crate::{challenge, english};

/// A pseudorandom number generator.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// The combinations of rules that the random walks cycle through, for up to four players.
fn rules_of(walk: u64) -> (Preset, fn(&mut RuleFields)) {
    match walk % 7 {
        0 => (Preset::Social, |_| {}),
        1 => (Preset::Social, |fields| fields.words = challenge(Verdict::Vote, 20)),
        2 => (Preset::Classic, |_| {}),
        3 => (Preset::Validated, |_| {}),
        4 => (Preset::Open, |_| {}),
        5 => (Preset::Social, |fields| {
            fields.turns = Some(4);
            fields.clock = Clock::Turn { turn: Millis::seconds(50) };
            fields.absence = Absence::RemovedAfter(Millis::seconds(40));
        }),
        _ => (Preset::Classic, |fields| {
            fields.clock = Clock::Game { each: Millis::seconds(30), increment: Millis::seconds(5) };
        }),
    }
}

/// A small tile set, so that games end soon: two of each letter and two blanks.
fn few_tiles() -> Language {
    let mut text = "code xx\nname Few\nblanks 2\n".to_owned();
    for letter in 'A'..='T' {
        let _ = writeln!(text, "{letter} 2 {}", letter as u8 % 5 + 1);
    }
    Language::parse(&text).unwrap()
}

fn open_table(walk: u64, dice: &mut Dice) -> Table {
    let (preset, change) = rules_of(walk);
    let players = 2 + dice.below(3);
    let mut table = Table::changed(english(preset), players - 1, |fields| {
        fields.language = few_tiles().into();
        change(fields);
    });
    if dice.below(3) == 0 {
        table.add_bot(ANN, "Robbie").unwrap();
    } else {
        table.join("Zoe").unwrap();
    }
    // A third of all words is invalid.
    table.words =
        Box::new(|word: &[rules::Letter]| word.iter().map(|letter| letter.index()).sum::<usize>() % 3 > 0);
    table.with_key().started()
}

/// Places some tiles of the rack somewhere in a line, preferably in a legal way.
fn any_play(table: &Table, player: usize, dice: &mut Dice) -> Command {
    let rack = table.rack(player);
    let mut claim = rules::Placement::default();
    for _ in 0..300 {
        if rack.is_empty() {
            break;
        }
        let count = 1 + dice.below(rack.len().min(4));
        let word: String =
            rack.chars().take(count).map(|tile| if tile == '?' { 'a' } else { tile }).collect();
        let (row, column) = (1 + dice.below(15), (b'A' + dice.below(15) as u8) as char);
        let place = if dice.below(2) == 0 { format!("{row}{column}") } else { format!("{column}{row}") };
        claim = table.placement(&place, &word);
        if table.game.preview(seat(player), &claim, table.words.as_ref()).is_ok() {
            break;
        }
    }
    Command::PlaceTiles(claim)
}

fn any_command(table: &Table, player: usize, dice: &mut Dice) -> Command {
    match dice.below(24) {
        0..=9 => any_play(table, player, dice),
        10 => Command::Pass,
        11 => Command::ExchangeTiles { places: (0..dice.below(4)).map(|_| dice.below(8)).collect() },
        12..=15 => Command::Challenge { turn: None },
        16 | 17 => Command::AcceptPlay { turn: None },
        18..=20 => Command::Judge { valid: dice.below(2) == 0, turn: None },
        21 if dice.below(8) == 0 => Command::Resign,
        22 => Command::EndGame,
        23 => Command::RemovePlayer(seat(dice.below(4))),
        _ => Command::Start,
    }
}

/// Whether a player or a timer can advance the game.
fn can_go_on(table: &mut Table) -> bool {
    let view = table.game.table_view();
    let play = view.play().unwrap();
    let timers: Vec<Timer> = table.game.timers(&table.away).into_iter().map(|(timer, _)| timer).collect();
    if play.open_play().is_some_and(|open| open.challenge().is_some()) {
        let decides = |command: Command| {
            view.players().any(|(seat, _)| {
                let env = rules::Env {
                    words: table.words.as_ref(),
                    now: table.now,
                    draws: table.key.as_ref().unwrap(),
                    away: &table.away,
                };
                table.game.decide(seat, command.clone(), &env).is_ok()
            })
        };
        timers.contains(&Timer::Vote) || decides(Command::Judge { valid: true, turn: None })
    } else if play.waits() {
        timers.contains(&Timer::ChallengeWindow)
    } else {
        let log = table.log.len();
        let (game, player) = (table.game.clone(), play.to_move().index());
        let passes = table.pass(player).is_ok();
        table.game = game;
        table.log.truncate(log);
        passes
    }
}

fn walk(number: u64) -> (usize, bool) {
    let mut dice = Dice(number);
    let mut table = open_table(number, &mut dice);
    let all_tiles = table.language().tile_count();
    let mut accepted = 0;
    for _ in 0..400 {
        if table.game.progress() != Progress::Playing {
            break;
        }
        let players = table.game.players().len();
        let player = if dice.below(2) == 0 { table.to_move().unwrap() } else { dice.below(players) };
        let command = any_command(&table, player, &mut dice);
        accepted += usize::from(table.command(player, command).is_ok());
        match dice.below(12) {
            0 => table.goes_away(player),
            1 => table.comes_back(player),
            2 => table.let_seconds_pass(dice.below(70) as i64),
            _ => {}
        }
        assert_eq!(table.game.tile_count(), Some(all_tiles), "walk {number}: tiles are conserved");
        if table.game.progress() == Progress::Playing {
            assert!(can_go_on(&mut table), "walk {number}: the game hangs");
        }
    }
    assert_eq!(Game::replay(&table.log).as_ref(), Ok(&table.game), "walk {number}: replay equals state");
    assert!(rules::verify(&table.log, &Table::SEED).is_ok(), "walk {number}: the log can be verified");
    let full = table.log.iter().filter_map(|event| match &event.kind {
        EventKind::PlayStood { drawn, .. } => Some(drawn.tiles.len()),
        _ => None,
    });
    assert!(full.max().unwrap_or(0) <= 7, "walk {number}: nobody draws more than a rack");
    (accepted, table.is_over())
}

#[test]
fn tiles_are_conserved_no_game_hangs_logs_replay_and_draws_verify() {
    let mut ended = 0;
    let mut accepted = 0;
    for number in 0..210 {
        let (moves, is_over) = walk(number);
        accepted += moves;
        ended += usize::from(is_over);
    }
    // Make sure that the walks get anywhere.
    assert!(accepted > 2_000 && ended > 100, "{accepted} commands accepted, {ended} games ended");
}
