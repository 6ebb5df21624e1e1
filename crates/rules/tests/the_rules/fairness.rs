use rules::{Event, EventKind, FairnessError, Preset, Seat, Seed, Tile, Verified, verify};
use testkit::{ANN, BOB, CAT, Table, seat};

use crate::english;

/// A classic game with the verifiable bag.
///
/// It has plays, an exchange, a play taken back, a resignation and an end.
fn played() -> Table {
    let mut table = Table::of(english(Preset::Classic), 3).with_key().started();
    let order: Vec<usize> = table.game.turn_order().iter().map(|seat| seat.index()).collect();
    lay_first_tiles(&mut table, order[0], "8H", 3);
    table.exchange(order[1], &[0, 2, 4]).unwrap();
    lay_first_tiles(&mut table, order[2], "8K", 2);
    table.words = Box::new(|_: &[rules::Letter]| false);
    table.challenge(order[0]).unwrap();
    lay_first_tiles(&mut table, order[0], "8K", 1);
    table.resign(order[1]).unwrap();
    table.exchange(order[2], &[1]).unwrap();
    table.pass(order[0]).unwrap();
    table.pass(order[2]).unwrap();
    assert!(table.is_over());
    table
}

/// Lays the first tiles of a player's rack, regardless of what they spell.
fn lay_first_tiles(table: &mut Table, player: usize, place: &str, count: usize) {
    let text: String =
        table.rack(player).chars().take(count).map(|tile| if tile == '?' { 'e' } else { tile }).collect();
    table.play(player, place, &text).unwrap();
}

/// Copies of the log, each with one event changed: one for every event that `change` accepts.
fn tampered(log: &[Event], change: impl Fn(&mut EventKind) -> bool) -> Vec<Vec<Event>> {
    (0..log.len())
        .filter_map(|place| {
            let mut log = log.to_vec();
            change(&mut log[place].kind).then_some(log)
        })
        .collect()
}

fn another(tile: Tile, language: &rules::Language) -> Tile {
    language.tiles().find(|&other| other != tile).unwrap()
}

#[test]
fn a_game_with_the_verifiable_bag_verifies() {
    let table = played();
    let verified = verify(&table.log, &Table::SEED).unwrap();
    let opening: usize =
        table.game.table_view().play().unwrap().opening_draw().iter().map(|round| round.drawn.len()).sum();
    // Three racks, three tiles for the first play, three and one exchanged, one for the second
    // play.
    assert_eq!(
        verified,
        Verified { draws: 21 + 3 + 3 + 1 + 1, opening_draws: opening, fair_for: rules::SeatSet::EMPTY }
    );
}

#[test]
fn running_games_of_every_preset_verify() {
    for preset in [Preset::Social, Preset::Classic, Preset::Validated, Preset::Open] {
        let mut table = Table::of(english(preset), 2).with_key().started();
        for _ in 0..5 {
            let player = table.to_move().unwrap();
            table.exchange(player, &[0, 1, 2, 3, 4, 5, 6]).unwrap();
        }
        assert!(verify(&table.log, &Table::SEED).is_ok(), "{preset}");
    }
}

#[test]
fn a_scripted_game_does_not_verify() {
    let table = Table::of(english(Preset::Open), 2).with_racks(&["CATSEED", "HORNING"]).started();
    assert!(matches!(verify(&table.log, &Table::SEED), Err(FairnessError::Draw { event: 3, number: 0, .. })));
}

#[test]
fn a_seed_that_does_not_match_the_commitment_is_detected() {
    assert_eq!(verify(&played().log, &Seed([1; 32])), Err(FairnessError::Commitment));
}

#[test]
fn a_log_without_its_opening_does_not_verify() {
    assert_eq!(verify(&played().log[1..], &Table::SEED), Err(FairnessError::NoOpening));
    assert_eq!(verify(&[], &Table::SEED), Err(FairnessError::NoOpening));
}

#[test]
fn a_changed_tile_is_detected() {
    let table = played();
    let language = table.language();
    let swap = |tiles: &mut Vec<Tile>| match tiles.last_mut() {
        Some(tile) => {
            *tile = another(*tile, language);
            true
        }
        None => false,
    };
    let changed = tampered(&table.log, |event| match event {
        EventKind::GameStarted { deals, .. } => swap(&mut deals[1].1.tiles),
        EventKind::PlayStood { drawn, .. } | EventKind::TilesExchanged { drawn, .. } => {
            swap(&mut drawn.tiles)
        }
        _ => false,
    });
    assert_eq!(changed.len(), 5);
    for log in changed {
        assert!(matches!(verify(&log, &Table::SEED), Err(FairnessError::Draw { .. })));
    }
}

#[test]
fn a_changed_draw_number_is_detected() {
    let changed = tampered(&played().log, |event| match event {
        EventKind::TilesExchanged { drawn, .. } => {
            drawn.first += 1;
            true
        }
        _ => false,
    });
    assert_eq!(changed.len(), 2);
    for log in changed {
        assert!(matches!(verify(&log, &Table::SEED), Err(FairnessError::Draw { .. })));
    }
}

#[test]
fn a_draw_of_the_wrong_size_is_detected() {
    for (preset, count) in [(Preset::Open, 4), (Preset::Classic, 4)] {
        let mut table = Table::of(english(preset), 2).with_key().started();
        let (first, second) = (table.to_move().unwrap(), 1 - table.to_move().unwrap());
        lay_first_tiles(&mut table, first, "8H", count);
        table.exchange(second, &[0, 1]).unwrap();
        let changed = tampered(&table.log, |event| match event {
            EventKind::PlayStood { drawn, .. } | EventKind::TilesExchanged { drawn, .. } => {
                drawn.tiles.pop().is_some()
            }
            EventKind::GameStarted { deals, .. } => deals[1].1.tiles.pop().is_some(),
            _ => false,
        });
        assert_eq!(changed.len(), 3, "{preset}");
        for log in changed {
            assert!(matches!(verify(&log, &Table::SEED), Err(FairnessError::Draw { .. })), "{preset}");
        }
    }
}

#[test]
fn racks_dealt_to_the_wrong_players_are_detected() {
    let changed = tampered(&played().log, |event| match event {
        EventKind::GameStarted { deals, .. } => {
            let (one, other) = (deals[0].0, deals[1].0);
            (deals[0].0, deals[1].0) = (other, one);
            true
        }
        _ => false,
    });
    assert_eq!(verify(&changed[0], &Table::SEED), Err(FairnessError::Deal));
}

#[test]
fn the_error_names_the_first_draw_that_differs() {
    let table = played();
    let changed = tampered(&table.log, |event| match event {
        EventKind::GameStarted { deals, .. } => {
            deals[1].1.tiles[2] = another(deals[1].1.tiles[2], table.language());
            true
        }
        _ => false,
    });
    assert!(matches!(verify(&changed[0], &Table::SEED), Err(FairnessError::Draw { number: 9, .. })));
}

#[test]
fn an_omitted_nonce_is_detected() {
    let mut table = Table::of(english(Preset::Open), 2);
    table.command(BOB, rules::Command::GiveNonce(rules::Nonce(b"mine".to_vec()))).unwrap();
    let table = table.with_key().started();
    assert!(verify(&table.log, &Table::SEED).is_ok());
    let without: Vec<Event> = table
        .log
        .iter()
        .filter(|event| !matches!(event.kind, EventKind::NonceGiven { .. }))
        .cloned()
        .collect();
    assert!(matches!(verify(&without, &Table::SEED), Err(FairnessError::Draw { .. })));
}

/// Verifies the log with its `GameStarted` event changed.
fn begun_otherwise(
    log: &[Event],
    change: impl Fn(&mut Vec<Seat>, &mut Vec<rules::OpeningRound>),
) -> Result<Verified, FairnessError> {
    let changed = tampered(log, |event| match event {
        EventKind::GameStarted { order, opening_draw, .. } => {
            change(order, opening_draw);
            true
        }
        _ => false,
    });
    verify(&changed[0], &Table::SEED)
}

#[test]
fn a_changed_opening_draw_is_detected() {
    let table = played();
    let language = table.language();
    let unfair = Err(FairnessError::OpeningDraw);
    let tile = begun_otherwise(&table.log, |_, rounds| {
        let drawn = &mut rounds[0].drawn[CAT].1;
        *drawn = another(*drawn, language);
    });
    assert_eq!(tile, unfair, "another tile");
    assert_eq!(begun_otherwise(&table.log, |_, rounds| rounds.clear()), unfair, "no draw at all");
    let more = begun_otherwise(&table.log, |_, rounds| rounds.push(rounds[0].clone()));
    assert_eq!(more, unfair, "a round after it was decided");
    let left_out = begun_otherwise(&table.log, |_, rounds| rounds[0].drawn.truncate(2));
    assert_eq!(left_out, unfair, "somebody who did not draw");
}

#[test]
fn a_first_player_who_did_not_draw_best_is_detected() {
    let table = played();
    let found = begun_otherwise(&table.log, |order, _| order.rotate_left(1));
    assert_eq!(found, Err(FairnessError::OpeningDraw));
}

#[test]
fn an_unbroken_tie_is_detected() {
    // Try seeds until an opening draw ties.
    for number in 0..=255 {
        let seed = Seed([number; 32]);
        let mut table = Table::of(english(Preset::Classic), 4);
        let EventKind::TableOpened(opening) = &mut table.log[0].kind else { unreachable!() };
        opening.commitment = seed.commitment(&opening.game);
        table.game = rules::Game::replay(&table.log).unwrap();
        table.key = Some(rules::Key::new(&seed, table.game.id(), &table.game.key_nonces()));
        let mut table = table.started();
        assert!(verify(&table.log, &seed).is_ok());
        let EventKind::GameStarted { opening_draw, .. } = &mut table.log.last_mut().unwrap().kind else {
            unreachable!()
        };
        if opening_draw.len() > 1 {
            opening_draw.truncate(1);
            assert_eq!(verify(&table.log, &seed), Err(FairnessError::OpeningDraw));
            return;
        }
    }
    panic!("no draw tied");
}

#[test]
fn the_tiles_of_a_player_who_resigned_return_to_the_bag() {
    let table = played();
    assert_eq!(table.game.tile_count(), Some(100));
    assert!(table.game.turn_order().iter().any(|&seat| table.game.rack(seat).unwrap().is_empty()));
    assert_eq!(table.game.turn_order().len(), 3);
    assert!(table.game.turn_order().contains(&seat(ANN)));
}
