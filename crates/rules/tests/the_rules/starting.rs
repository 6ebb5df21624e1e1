//! Starting a game whose players have committed to nonces.

use rules::{
    Command, EventKind, FairnessError, Game, KeyVersion, Nonce, NonceInput, Preset, Progress, REVEAL_TIME,
    Refusal, Timer, verify,
};
use testkit::{ANN, BOB, CAT, Table, seat};

use crate::english;

fn nonce(text: &str) -> Nonce {
    Nonce(text.as_bytes().to_vec())
}

fn commit(table: &mut Table, player: usize, text: &str) {
    table.command(player, Command::CommitNonce(nonce(text).commitment())).unwrap();
}

fn reveal(table: &mut Table, player: usize, text: &str) -> Result<Vec<EventKind>, Refusal> {
    table.command(player, Command::RevealNonce(nonce(text)))
}

/// Three players with a pending start; the first two have committed to nonces.
fn asked() -> Table {
    let mut table = Table::of(english(Preset::Open), 3).with_bag();
    // They do not commit in seat order, but the contributors are in seat order.
    commit(&mut table, BOB, "bob's");
    commit(&mut table, ANN, "ann's");
    table.command(ANN, Command::Start).unwrap();
    table
}

#[test]
fn the_game_starts_once_every_contributor_has_revealed() {
    let mut table = asked();
    let pending = table.game.pending_start().unwrap().clone();
    let published = [(seat(ANN), nonce("ann's").commitment()), (seat(BOB), nonce("bob's").commitment())];
    assert_eq!(pending.contributors, published);
    assert_eq!(pending.until, table.now + REVEAL_TIME);
    assert_eq!(table.game.progress(), Progress::Waiting);

    let events = reveal(&mut table, BOB, "bob's").unwrap();
    assert!(matches!(events[..], [EventKind::NonceRevealed { .. }]));
    assert_eq!(table.game.progress(), Progress::Waiting);
    let events = reveal(&mut table, ANN, "ann's").unwrap();
    assert!(matches!(events[..], [EventKind::NonceRevealed { .. }, EventKind::GameStarted { .. }]));
    assert_eq!(table.game.key_nonces(), [nonce("ann's"), nonce("bob's")]);
    assert_eq!(table.game.nonces(), [nonce("ann's"), nonce("bob's"), Nonce::default()]);

    let verified = verify(&table.log, &Table::SEED).unwrap();
    assert_eq!(verified.fair_for, [seat(ANN), seat(BOB)].into_iter().collect());
    assert_eq!(Game::replay(&table.log).as_ref(), Ok(&table.game));
}

#[test]
fn without_a_commitment_the_game_starts_at_once() {
    let mut table = Table::of(english(Preset::Open), 2).with_bag();
    table.command(BOB, Command::GiveNonce(nonce("in the open"))).unwrap();
    let events = table.command(ANN, Command::Start).unwrap();
    assert!(matches!(events[..], [EventKind::GameStarted { key: KeyVersion::V2, .. }]));
    assert_eq!(table.game.key_nonces(), [nonce("in the open")]);
    let verified = verify(&table.log, &Table::SEED).unwrap();
    assert!(verified.fair_for.is_empty(), "a nonce in the open proves nothing");
}

#[test]
fn a_nonce_in_the_open_is_published_with_the_commitments_and_counts_as_revealed() {
    let mut table = Table::of(english(Preset::Open), 2).with_bag();
    table.command(ANN, Command::GiveNonce(nonce("in the open"))).unwrap();
    commit(&mut table, BOB, "bob's");
    table.command(ANN, Command::Start).unwrap();
    let published =
        [(seat(ANN), nonce("in the open").commitment()), (seat(BOB), nonce("bob's").commitment())];
    assert_eq!(table.game.pending_start().unwrap().contributors, published);
    assert_eq!(table.game.unrevealed().collect::<Vec<_>>(), [seat(BOB)]);
    assert_eq!(reveal(&mut table, ANN, "in the open"), Err(Refusal::NoNonceRequested));
    reveal(&mut table, BOB, "bob's").unwrap();
    assert_eq!(table.game.progress(), Progress::Playing);
    assert_eq!(verify(&table.log, &Table::SEED).unwrap().fair_for, [seat(BOB)].into_iter().collect());
}

#[test]
fn only_the_committed_nonce_is_accepted_and_only_once() {
    let mut table = asked();
    assert_eq!(reveal(&mut table, BOB, "a better one"), Err(Refusal::WrongNonce));
    assert_eq!(reveal(&mut table, BOB, "ann's"), Err(Refusal::WrongNonce));
    assert_eq!(reveal(&mut table, CAT, "cat's"), Err(Refusal::NoNonceRequested));
    reveal(&mut table, BOB, "bob's").unwrap();
    assert_eq!(reveal(&mut table, BOB, "bob's"), Err(Refusal::NoNonceRequested));
    reveal(&mut table, ANN, "ann's").unwrap();
    assert_eq!(reveal(&mut table, ANN, "ann's"), Err(Refusal::NoNonceRequested));
    let mut waiting = Table::of(english(Preset::Open), 2);
    assert_eq!(reveal(&mut waiting, ANN, "too early"), Err(Refusal::NoNonceRequested));
}

#[test]
fn lobby_commands_are_refused_while_nonces_are_revealed() {
    let mut table = asked();
    let again = nonce("ground").commitment();
    assert_eq!(table.command(BOB, Command::CommitNonce(again)), Err(Refusal::AlreadyStarted));
    assert_eq!(table.command(CAT, Command::GiveNonce(nonce("late"))), Err(Refusal::AlreadyStarted));
    assert_eq!(table.command(ANN, Command::Start), Err(Refusal::AlreadyStarted));
    assert_eq!(table.join("Dan"), Err(Refusal::AlreadyStarted));
    assert_eq!(table.add_bot(ANN, "Robbie"), Err(Refusal::AlreadyStarted));
    assert_eq!(table.pass(ANN), Err(Refusal::NotStarted));
}

#[test]
fn a_start_fails_after_five_seconds_and_names_the_players_who_did_not_reveal() {
    let mut table = asked();
    reveal(&mut table, ANN, "ann's").unwrap();
    table.wait_seconds(4);
    assert_eq!(table.fire(Timer::Reveal), Err(Refusal::NotDue));
    table.let_seconds_pass(2);
    let failed = EventKind::StartFailed { because_of: vec![seat(BOB)] };
    assert_eq!(table.log.last().map(|event| &event.kind), Some(&failed));
    assert_eq!(table.game.pending_start(), None);
    assert_eq!(reveal(&mut table, BOB, "bob's"), Err(Refusal::NoNonceRequested));

    // Revealed nonces are known, so all commitments are void.
    for player in [ANN, BOB] {
        assert_eq!(table.game.contribution(seat(player)), None);
    }
    commit(&mut table, ANN, "ann's second");
    table.goes_away(BOB);
    table.command(ANN, Command::Start).unwrap();
    let pending = table.game.pending_start().unwrap();
    assert_eq!(pending.contributors, [(seat(ANN), nonce("ann's second").commitment())]);
    reveal(&mut table, ANN, "ann's second").unwrap();
    assert_eq!(table.game.progress(), Progress::Playing);
    assert_eq!(verify(&table.log, &Table::SEED).unwrap().fair_for, [seat(ANN)].into_iter().collect());
}

#[test]
fn after_a_failed_start_the_contributors_who_are_present_commit_again_first() {
    let mut table = asked();
    reveal(&mut table, BOB, "bob's").unwrap();
    table.let_seconds_pass(6);
    assert_eq!(table.game.pending_start(), None);

    // The host, who withheld a nonce, cannot start before the other device has committed again.
    let missing = |player| Err(Refusal::NotRecommitted { seat: seat(player) });
    table.wait_seconds(60);
    assert_eq!(table.command(ANN, Command::Start), missing(ANN));
    commit(&mut table, ANN, "ann's second");
    assert_eq!(table.command(ANN, Command::Start), missing(BOB));
    commit(&mut table, BOB, "bob's second");
    table.command(ANN, Command::Start).unwrap();
    let contributors = &table.game.pending_start().unwrap().contributors;
    assert_eq!(contributors.iter().map(|&(seat, _)| seat).collect::<Vec<_>>(), [seat(ANN), seat(BOB)]);
}

#[test]
fn a_start_does_not_wait_for_former_contributors_who_are_away_or_have_left() {
    for is_away in [true, false] {
        let mut table = asked();
        table.let_seconds_pass(6);
        commit(&mut table, ANN, "ann's second");
        if is_away {
            table.goes_away(BOB);
        } else {
            table.command(BOB, Command::Leave).unwrap();
            table.join("Dan").unwrap();
        }
        table.command(ANN, Command::Start).unwrap();
        let contributors = &table.game.pending_start().unwrap().contributors;
        assert_eq!(contributors.iter().map(|&(seat, _)| seat).collect::<Vec<_>>(), [seat(ANN)]);
        assert_eq!(Game::replay(&table.log).as_ref(), Ok(&table.game));
    }
}

#[test]
fn a_failed_start_keeps_the_commitments_of_players_who_did_not_contribute() {
    let mut table = Table::of(english(Preset::Open), 3).with_bag();
    for (player, text) in [(ANN, "ann's"), (BOB, "bob's"), (CAT, "cat's")] {
        commit(&mut table, player, text);
    }
    table.goes_away(BOB);
    table.command(ANN, Command::Start).unwrap();
    table.comes_back(BOB);
    table.let_seconds_pass(6);
    let kept = table.game.contribution(seat(BOB)).and_then(|it| it.commitment().copied());
    assert_eq!(kept, Some(nonce("bob's").commitment()));

    // What the first failed start asks of its contributors is not forgotten by a second one.
    commit(&mut table, ANN, "ann's second");
    table.goes_away(CAT);
    table.command(ANN, Command::Start).unwrap();
    table.let_seconds_pass(6);
    table.comes_back(CAT);
    commit(&mut table, ANN, "ann's third");
    commit(&mut table, BOB, "bob's second");
    assert_eq!(table.command(ANN, Command::Start), Err(Refusal::NotRecommitted { seat: seat(CAT) }));
    commit(&mut table, CAT, "cat's second");
    table.command(ANN, Command::Start).unwrap();
    assert_eq!(table.game.pending_start().unwrap().contributors.len(), 3);
    assert_eq!(Game::replay(&table.log).as_ref(), Ok(&table.game));
}

#[test]
fn a_player_who_is_away_is_not_a_contributor() {
    let mut table = Table::of(english(Preset::Open), 2).with_bag();
    commit(&mut table, ANN, "ann's");
    commit(&mut table, BOB, "bob's");
    table.goes_away(BOB);
    table.command(ANN, Command::Start).unwrap();
    assert_eq!(table.game.unrevealed().collect::<Vec<_>>(), [seat(ANN)]);
    reveal(&mut table, ANN, "ann's").unwrap();
    assert_eq!(table.game.nonces(), [nonce("ann's"), Nonce::default()]);
    assert_eq!(verify(&table.log, &Table::SEED).unwrap().fair_for, [seat(ANN)].into_iter().collect());
}

#[test]
fn a_player_who_leaves_makes_a_pending_start_fail() {
    let mut table = asked();
    reveal(&mut table, ANN, "ann's").unwrap();
    let events = table.command(BOB, Command::Leave).unwrap();
    let failed = EventKind::StartFailed { because_of: vec![seat(BOB)] };
    assert_eq!(events, [failed, EventKind::PlayerLeft { seat: seat(BOB) }]);

    // The players were fixed together with the contributors, so players without a nonce count too.
    let mut table = asked();
    let events = table.remove(ANN, CAT).unwrap();
    let failed = EventKind::StartFailed { because_of: vec![seat(CAT)] };
    assert_eq!(events, [failed, EventKind::PlayerLeft { seat: seat(CAT) }]);
}

#[test]
fn absent_players_are_not_removed_during_a_pending_start() {
    let mut table = Table::of(english(Preset::Open), 3).with_bag();
    commit(&mut table, ANN, "ann's");
    table.goes_away(CAT);
    table.wait_seconds(58);
    table.command(ANN, Command::Start).unwrap();
    table.let_seconds_pass(4);
    assert!(table.game.players().has(seat(CAT)));
    // The start fails after five seconds. Then the delayed timers take effect.
    table.let_seconds_pass(2);
    assert!(!table.game.players().has(seat(CAT)));
}

#[test]
fn a_table_can_be_closed_during_a_pending_start() {
    let mut table = asked();
    assert_eq!(table.close().unwrap(), [EventKind::TableClosed]);
    assert_eq!(table.game.progress(), Progress::Closed);
    assert_eq!(reveal(&mut table, ANN, "ann's"), Err(Refusal::NoNonceRequested));
}

#[test]
fn a_commitment_can_be_given_on_joining_and_be_replaced() {
    let mut table = Table::of(english(Preset::Open), 1).with_bag();
    let first = NonceInput::Committed(nonce("first").commitment());
    table.join_with("Bob", Some(first)).unwrap();
    commit(&mut table, BOB, "second");
    table.command(ANN, Command::Start).unwrap();
    assert_eq!(reveal(&mut table, BOB, "first"), Err(Refusal::WrongNonce));
    reveal(&mut table, BOB, "second").unwrap();
    assert_eq!(table.game.progress(), Progress::Playing);
}

#[test]
fn a_replaced_nonce_is_detected() {
    let mut table = asked();
    reveal(&mut table, ANN, "ann's").unwrap();
    reveal(&mut table, BOB, "bob's").unwrap();
    let place = table.log.iter().rposition(|event| matches!(event.kind, EventKind::NonceRevealed { .. }));
    let mut log = table.log.clone();
    log[place.unwrap()].kind = EventKind::NonceRevealed { seat: seat(BOB), nonce: nonce("ground") };
    assert!(
        matches!(verify(&log, &Table::SEED), Err(FairnessError::Nonce { seat, .. }) if seat == testkit::seat(BOB))
    );
    assert!(Game::replay(&log).is_err());
    // Removing the request for the nonces is detected too.
    log = table.log.clone();
    log.retain(|event| !matches!(event.kind, EventKind::NoncesRequested { .. }));
    assert!(verify(&log, &Table::SEED).is_err());
}

#[test]
fn a_version_1_log_verifies_with_a_version_1_key() {
    let mut table = Table::of(english(Preset::Open), 2);
    table.command(BOB, Command::GiveNonce(nonce("mine"))).unwrap();
    let nonces = table.game.nonces();
    table.key = Some(rules::Key::of(KeyVersion::V1, &Table::SEED, table.game.id(), &nonces));
    let mut table = table.started();
    let EventKind::GameStarted { key, .. } = &mut table.log.last_mut().unwrap().kind else { panic!() };
    *key = KeyVersion::V1;
    let verified = verify(&table.log, &Table::SEED).unwrap();
    assert!(verified.fair_for.is_empty());
}
