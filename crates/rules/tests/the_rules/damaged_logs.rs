//! A damaged log is refused, and the error names the first event that cannot have happened.

use std::collections::BTreeMap;
use std::sync::Arc;

use rules::{
    BotLevel, BrokenLog, Command, Event, EventKind, Game, GameId, Nonce, Preset, Score, Seat, Timer, Verdict,
};
use testkit::{ANN, BOB, CAT, RandomGame, Table, TestRng, seat};

use crate::{challenge, dealt, dealt_by, english};

const RACKS: [&str; 4] = ["CATSEED", "HORNING", "MULBERY", "POWFAIL"];

fn nonce(text: &str) -> Nonce {
    Nonce(text.as_bytes().to_vec())
}

/// Logs that have every kind of event.
fn logs() -> Vec<Vec<Event>> {
    let lexicon = wordlists::embedded("en").expect("English has a list");
    let mut tables = vec![in_the_lobby(), voted(), ended_by_agreement(), accepted(), given_up(), over_days()];
    for preset in [Preset::Social, Preset::Classic, Preset::Validated, Preset::Open] {
        for seed in 0..6 {
            let mut game = RandomGame::new(preset, lexicon, seed);
            game.finish();
            tables.push(game.table);
        }
    }
    tables.into_iter().map(|table| table.log).collect()
}

/// Players come and go, a start fails, a game is played and followed by another.
fn in_the_lobby() -> Table {
    let mut table = Table::of(english(Preset::Open), 3).with_bag();
    table.leave(ANN).unwrap();
    table.command(CAT, Command::GiveNonce(nonce("in the open"))).unwrap();
    table.command(BOB, Command::CommitNonce(nonce("bob's").commitment())).unwrap();
    table.command(BOB, Command::Start).unwrap();
    table.wait_seconds(10);
    table.fire(Timer::Reveal).unwrap();
    table.command(BOB, Command::CommitNonce(nonce("another").commitment())).unwrap();
    table.command(BOB, Command::Start).unwrap();
    table.command(BOB, Command::RevealNonce(nonce("another"))).unwrap();
    let mover = table.to_move().expect("a game");
    table.pass(mover).unwrap();
    table.resign(BOB).unwrap();
    let again = Command::PlayAgain { game: GameId::new("again"), instead_of: None };
    table.command(CAT, again).unwrap();
    table
}

/// Two votes, one for each side, and a lost turn.
fn voted() -> Table {
    let mut table =
        dealt_by(Preset::Social, &RACKS[..3], |fields| fields.words = challenge(Verdict::Vote, 60));
    table.play(ANN, "8H", "CAT").unwrap();
    table.challenge(BOB).unwrap();
    table.judge(BOB, true).unwrap();
    table.judge(CAT, true).unwrap();
    table.exchange(CAT, &[0, 1]).unwrap();
    table.play(ANN, "9H", "SEED").unwrap();
    table.challenge(CAT).unwrap();
    table.judge(BOB, false).unwrap();
    table.judge(CAT, false).unwrap();
    table.pass(BOB).unwrap();
    table
}

fn ended_by_agreement() -> Table {
    let mut table = dealt(Preset::Social, &RACKS[..3]);
    table.end_game(ANN).unwrap();
    table.pass(ANN).unwrap();
    table.end_game(ANN).unwrap();
    table.end_game(BOB).unwrap();
    table
}

fn accepted() -> Table {
    let mut table = dealt(Preset::Social, &RACKS[..3]);
    table.play(ANN, "8H", "CAT").unwrap();
    table.accept(BOB).unwrap();
    table.accept(CAT).unwrap();
    table.play(BOB, "9H", "HO").unwrap();
    table.pass(CAT).unwrap();
    table
}

/// A pause that is declined, one that is held, a stand-in, and a proposal that is not answered.
fn over_days() -> Table {
    let mut table = dealt_by(Preset::Open, &RACKS[..3], |fields| {
        fields.play_over_days(2, 1);
        fields.stand_in = BotLevel::new(1);
    });
    table.command(BOB, Command::ProposePause).unwrap();
    table.command(CAT, Command::AnswerPause { agree: false }).unwrap();
    for player in [ANN, BOB, CAT] {
        table.command(player, Command::ProposePause).unwrap();
    }
    table.let_days_pass(9);
    table.command(CAT, Command::ResumeGame).unwrap();
    table.let_days_pass(3);
    table.exchange(BOB, &[0]).unwrap();
    table.exchange(CAT, &[0]).unwrap();
    table.let_days_pass(2);
    table.act_for(ANN, Command::Pass).unwrap();
    table.command(ANN, Command::ReturnToSeat).unwrap();
    table.command(ANN, Command::ProposePause).unwrap();
    table.let_days_pass(2);
    table
}

fn given_up() -> Table {
    let mut table = Table::of(english(Preset::Open), 2);
    table.close().unwrap();
    table
}

#[test]
fn the_logs_have_every_kind_of_event() {
    let mut kinds: Vec<&str> = logs().iter().flatten().map(|event| event.kind.name()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds.len(), 33, "{kinds:?}");
}

/// Replays each damaged log, and counts by kind which were refused and which were not.
fn refused(damage: impl Fn(&[Event], usize) -> Option<Vec<Event>>) -> BTreeMap<&'static str, (usize, usize)> {
    let mut counts: BTreeMap<&'static str, (usize, usize)> = BTreeMap::new();
    for log in logs() {
        assert!(Game::replay(&log).is_ok());
        for place in 0..log.len() {
            let Some(damaged) = damage(&log, place) else { continue };
            let count = counts.entry(log[place].kind.name()).or_default();
            match Game::replay(&damaged) {
                Err(BrokenLog { number, .. }) => {
                    assert!((place + 1..=damaged.len()).contains(&number), "{number} is not after {place}");
                    count.0 += 1;
                }
                Ok(_) => count.1 += 1,
            }
        }
    }
    counts
}

/// Kinds of which some damaged logs are logs of another possible game.
fn not_always_refused(counts: &BTreeMap<&'static str, (usize, usize)>) -> Vec<&'static str> {
    counts.iter().filter(|(_, (_, passed))| *passed > 0).map(|(kind, _)| *kind).collect()
}

#[test]
fn a_duplicated_event_is_refused() {
    let counts = refused(|log, place| {
        let mut damaged = log.to_vec();
        damaged.insert(place + 1, log[place].clone());
        Some(damaged)
    });
    // A player may give or commit to the same nonce again.
    assert_eq!(not_always_refused(&counts), ["nonceCommitted", "nonceGiven"], "{counts:?}");
}

#[test]
fn a_missing_event_is_refused() {
    // Without its last event a log is that of a shorter game; the table's status tells them apart.
    let counts = refused(|log, place| {
        let mut damaged = log.to_vec();
        damaged.remove(place);
        (place + 1 < log.len()).then_some(damaged)
    });
    // Without one of these the others may be the log of another possible game: a shorter vote, a
    // lobby with fewer players, a turn that no later event depends on.
    let free = [
        "endAgreed",
        "hostChanged",
        "nonceCommitted",
        "nonceGiven",
        "pauseAgreed",
        "pauseLapsed",
        "pauseProposed",
        "playAccepted",
        "playerJoined",
        "standInEnded",
        "standInStarted",
        "turnPassed",
    ];
    assert!(not_always_refused(&counts).iter().all(|kind| free.contains(kind)), "{counts:?}");
    for kind in ["playerJoined", "turnPassed"] {
        let (refused, passed) = counts[kind];
        assert!(refused > 10 * passed, "{counts:?}");
    }
}

#[test]
fn swapped_events_are_refused() {
    let counts = refused(|log, place| {
        let mut damaged = log.to_vec();
        let next = log.get(place + 1)?;
        let are_independent = [&log[place], next].iter().all(|event| {
            matches!(
                event.kind,
                EventKind::PlayerJoined { .. }
                    | EventKind::NonceGiven { .. }
                    | EventKind::NonceCommitted { .. }
                    | EventKind::NonceRevealed { .. }
                    | EventKind::PlayAccepted { .. }
                    | EventKind::VoteCast { .. }
                    | EventKind::EndAgreed { .. }
                    | EventKind::HostChanged { .. }
                    | EventKind::PlayerLeft { .. }
                    | EventKind::PlayerOut { .. }
            )
        });
        // Whether a pause is proposed matters to nothing but the pause.
        let is_about_pause = [&log[place], next].iter().any(|event| {
            matches!(
                event.kind,
                EventKind::PauseProposed { .. }
                    | EventKind::PauseAgreed { .. }
                    | EventKind::PauseLapsed { .. }
                    | EventKind::StandInEnded { .. }
            )
        });
        damaged.swap(place, place + 1);
        (!are_independent && !is_about_pause).then_some(damaged)
    });
    let refused: usize = counts.values().map(|(refused, _)| refused).sum();
    let passed: usize = counts.values().map(|(_, passed)| passed).sum();
    println!("{counts:?}");
    assert!(passed * 50 < refused, "{counts:?}");
}

#[test]
fn an_event_of_a_player_who_is_not_there_is_refused() {
    let counts = refused(|log, place| {
        let mut damaged = log.to_vec();
        damaged[place].kind = of_no_one(&log[place].kind, empty_seat(log)?)?;
        Some(damaged)
    });
    assert_eq!(not_always_refused(&counts), [""; 0], "{counts:?}");
    assert_eq!(counts.len(), 22, "{counts:?}");
}

/// A seat that no player of a log ever had.
fn empty_seat(log: &[Event]) -> Option<Seat> {
    let has_player = |seat: &Seat| {
        log.iter()
            .any(|event| matches!(&event.kind, EventKind::PlayerJoined { seat: taken, .. } if taken == seat))
    };
    Seat::all().find(|seat| !has_player(seat))
}

/// The event with another seat.
fn of_no_one(kind: &EventKind, empty: Seat) -> Option<EventKind> {
    let mut kind = kind.clone();
    match &mut kind {
        EventKind::NonceGiven { seat, .. }
        | EventKind::NonceCommitted { seat, .. }
        | EventKind::NonceRevealed { seat, .. }
        | EventKind::PlayerLeft { seat }
        | EventKind::HostChanged { seat }
        | EventKind::TilesPlaced { seat, .. }
        | EventKind::PlayAccepted { seat }
        | EventKind::PlayStood { seat, .. }
        | EventKind::ChallengeStarted { by: seat, .. }
        | EventKind::VoteCast { seat, .. }
        | EventKind::TurnLost { seat }
        | EventKind::TurnPassed { seat, .. }
        | EventKind::TilesExchanged { seat, .. }
        | EventKind::PlayerOut { seat, .. }
        | EventKind::EndRequested { by: seat }
        | EventKind::PauseProposed { by: seat, .. }
        | EventKind::PauseAgreed { seat }
        | EventKind::PauseLapsed { by: Some(seat) }
        | EventKind::GameResumed { by: Some(seat) }
        | EventKind::StandInStarted { seat }
        | EventKind::StandInEnded { seat }
        | EventKind::EndAgreed { seat } => *seat = empty,
        _ => return None,
    }
    Some(kind)
}

#[test]
fn an_event_that_moves_other_tiles_or_scores_is_refused() {
    let counts = refused(|log, place| {
        let mut damaged = log.to_vec();
        damaged[place].kind = with_other_tiles(&log[place].kind)?;
        Some(damaged)
    });
    assert_eq!(not_always_refused(&counts), [""; 0], "{counts:?}");
    assert_eq!(counts.len(), 6, "{counts:?}");
}

fn with_other_tiles(kind: &EventKind) -> Option<EventKind> {
    let mut kind = kind.clone();
    match &mut kind {
        EventKind::GameStarted { deals, .. } => deals[0].1.tiles.push(rules::Tile::Blank),
        EventKind::TilesPlaced { play, .. } => Arc::make_mut(play).score += Score(1),
        EventKind::PlayStood { drawn, .. } => drawn.first += 1,
        EventKind::TilesExchanged { returned, .. } | EventKind::PlayerOut { returned, .. } => {
            returned.push(rules::Tile::Blank);
        }
        EventKind::GameEnded(outcome) => outcome.standings[0].score += Score(1),
        _ => return None,
    }
    Some(kind)
}

#[test]
fn random_damage_never_panics() {
    let mut chance = TestRng::new(18);
    for log in logs() {
        for _ in 0..40 {
            let mut damaged = log.clone();
            let (one, other) = (chance.below(log.len()), chance.below(log.len()));
            match chance.below(3) {
                0 => drop(damaged.remove(one)),
                1 => damaged.insert(one, log[other].clone()),
                _ => damaged.swap(one, other),
            }
            drop(Game::replay(&damaged));
        }
    }
}

#[test]
fn a_log_without_its_opening_is_refused_at_its_first_event() {
    let table = dealt(Preset::Open, &RACKS[..2]);
    let error = Game::replay(&table.log[1..]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "event 1 of the log is impossible: playerJoined: a log begins with tableOpened"
    );
    assert_eq!(Game::replay(&[]).unwrap_err().number, 1);
    assert_eq!(table.game.players().get(seat(BOB)).map(|player| player.name.as_str()), Some("Bob"));
}
