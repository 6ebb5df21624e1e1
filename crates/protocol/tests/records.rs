//! Records of finished games can be verified, and changes to them are detected.

use protocol::{BagStep, GameRecord, PlayerId, PlayerIds, RecordError, verify_record};
use rules::{
    BySeat, ClaimedTile, Command, Decision, Env, Event, Game, GameId, Language, Newcomer, Nonce, NonceInput,
    Opening, Placement, Preset, Seat, Seed, Tile, TileToLay, Timestamp,
};

fn seed() -> Seed {
    Seed(std::array::from_fn(|byte| byte as u8))
}

fn ids() -> PlayerIds {
    Seat::all().map(|seat| (seat, PlayerId::new(format!("p{}", seat.index() + 1)))).collect()
}

/// A game with a play, an exchange, a pass and two resignations.
///
/// Ann committed to a nonce, Bob has none, and Cat sent one in clear text.
fn played(preset: Preset) -> Vec<Event> {
    let english = Language::by_code("en").unwrap();
    let id = GameId::new("game-1");
    let opening = Opening {
        game: id.clone(),
        rules: preset.rules(english.clone()),
        commitment: seed().commitment(&id),
        rematch: None,
        starting_word: vec![],
    };
    let (mut game, opened) = Game::open(opening, Timestamp(0));
    let mut log = vec![opened];
    let nonce = |text: &str| Nonce(text.as_bytes().to_vec());
    let alice = nonce("alice");
    let nonces = [Some(NonceInput::Committed(alice.commitment())), None, Some(NonceInput::Open(nonce("çé")))];
    let words = |_: &[rules::Letter]| true;
    let away = BySeat::new();
    let mut now = 1_000;
    let mut step = |game: &mut Game, command: Option<(Seat, Command)>, newcomer: Option<Newcomer>| {
        now += 1_000;
        let seed = seed();
        let draws = game.draws(&seed, &id);
        let around = Env { words: &words, now: Timestamp(now), draws: &draws, away: &away };
        let events = match (command, newcomer) {
            (Some((seat, command)), _) => game.decide(seat, command, &around),
            (None, Some(newcomer)) => game.admit(newcomer, &around),
            (None, None) => return,
        };
        let Decision { events, after } = events.unwrap();
        *game = after;
        log.extend(events);
    };
    for (name, nonce) in ["Ann", "Bob", "Cat"].into_iter().zip(nonces.clone()) {
        step(&mut game, None, Some(Newcomer { name: name.parse().unwrap(), nonce }));
    }
    step(&mut game, Some((Seat::at(0).unwrap(), Command::Start)), None);
    step(&mut game, Some((Seat::at(0).unwrap(), Command::RevealNonce(alice))), None);

    let first = game.to_move().unwrap();
    let a = english.letter("A").unwrap();
    let lay = |tile: Tile| match tile {
        Tile::Letter(letter) => TileToLay::Letter(letter),
        Tile::Blank => TileToLay::Blank(Some(a)),
    };
    let rack = game.rack(first).unwrap().tiles().to_vec();
    let tiles = rack[..3]
        .iter()
        .zip(6..)
        .map(|(&tile, column)| ClaimedTile { row: 7, column, tile: lay(tile) })
        .collect();
    step(&mut game, Some((first, Command::PlaceTiles(Placement { tiles }))), None);
    let second = game.to_move().unwrap();
    step(&mut game, Some((second, Command::ExchangeTiles { places: vec![0, 2, 4] })), None);
    let third = game.to_move().unwrap();
    step(&mut game, Some((third, Command::Resign)), None);
    let second = game.to_move().unwrap();
    step(&mut game, Some((second, Command::Pass)), None);
    let next = game.to_move().unwrap();
    step(&mut game, Some((next, Command::Resign)), None);
    assert!(game.outcome().is_some());
    log
}

fn record(preset: Preset) -> GameRecord {
    GameRecord::of(&played(preset), &seed(), &ids()).unwrap()
}

#[test]
fn a_record_round_trips_and_every_draw_is_verified() {
    for preset in [Preset::Open, Preset::Social, Preset::Classic] {
        let record = record(preset);
        let text = serde_json::to_string(&record).unwrap();
        let read = GameRecord::parse(&text).unwrap();
        assert_eq!(read, record);
        let verified = verify_record(&read).unwrap();
        assert_eq!(verified.draws, 21 + 3 + 3, "{preset}");
        assert_eq!(verified.opening_draws > 0, preset == Preset::Classic);
        assert_eq!(verified.fair_for, [0], "only Ann has committed to a nonce");
        assert_eq!((record.format.as_str(), record.failed_starts), ("dord/game/2", 0));
        let by_the_rules = rules::verify(&played(preset), &seed()).unwrap();
        assert_eq!(
            (by_the_rules.draws, by_the_rules.opening_draws),
            (verified.draws, verified.opening_draws)
        );
    }
}

/// The web tests verify this record. Set `DORD_WRITE_RECORD` to write it again.
#[test]
fn the_fixture_of_the_web_tests_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/results/record-2.fixture.json");
    let record = record(Preset::Classic);
    if std::env::var_os("DORD_WRITE_RECORD").is_some() {
        std::fs::write(path, serde_json::to_string_pretty(&record).unwrap() + "\n").unwrap();
    }
    let text = std::fs::read_to_string(path).unwrap();
    assert_eq!(GameRecord::parse(&text).unwrap(), record);
}

#[test]
fn a_replaced_nonce_is_detected() {
    let mut record = record(Preset::Open);
    record.players[0].nonce = "ground".to_owned();
    assert_eq!(verify_record(&record), Err(RecordError::NonceCommitment { seat: 0 }));
}

#[test]
fn a_version_1_record_is_verified_but_is_proven_fair_for_no_player() {
    // Written by an earlier release.
    let text = include_str!("../../../web/src/results/record.fixture.json");
    let record = GameRecord::parse(text).unwrap();
    assert_eq!(record.format, GameRecord::FORMAT_1);
    assert!(record.players.iter().any(|player| !player.nonce.is_empty()));
    let verified = verify_record(&record).unwrap();
    assert!(verified.draws > 0);
    assert_eq!(verified.fair_for, [0; 0]);
}

#[test]
fn a_game_that_is_not_over_has_no_record() {
    let log = played(Preset::Open);
    assert_eq!(GameRecord::of(&log[..log.len() - 1], &seed(), &ids()), None);
    assert_eq!(GameRecord::of(&[], &seed(), &ids()), None);
}

/// A manipulation of a record.
type Change = fn(&mut GameRecord);

#[test]
fn every_manipulation_of_a_record_is_detected() {
    let changed = |change: Change| {
        let mut record = record(Preset::Classic);
        change(&mut record);
        verify_record(&record)
    };
    let draw =
        |record: &mut GameRecord, step: usize, change: fn(&mut Vec<String>)| match &mut record.bag[step] {
            BagStep::Draw { tiles, .. } | BagStep::PutBack { tiles, .. } => change(tiles),
        };
    let cases: [(&str, Change); 25] = [
        ("format", |record| record.format = "dord/game/3".to_owned()),
        ("an earlier format", |record| record.format = "dord/game/1".to_owned()),
        ("a commitment", |record| record.players[0].nonce_commitment = Some("11".repeat(32))),
        ("a commitment that is none", |record| record.players[0].nonce_commitment = Some(String::new())),
        ("a commitment to nothing", |record| record.players[1].nonce_commitment = Some("11".repeat(32))),
        ("a nonce left out", |record| {
            record.players[0].nonce.clear();
            record.players[0].nonce_commitment = None;
        }),
        ("a nonce that nobody gave", |record| record.players[1].nonce = "more".to_owned()),
        ("seed", |record| record.seed = "00".repeat(32)),
        ("not hexadecimal", |record| record.seed.push('x')),
        ("commitment", |record| record.commitment = "11".repeat(32)),
        ("game", |record| record.id.push('2')),
        ("nonce", |record| record.players[0].nonce.push('!')),
        ("order of the nonces", |record| record.players.swap(0, 2)),
        ("tile set", |record| record.tile_set[0].count = 3),
        ("opening draw", |record| record.opening_draw[0][0].tile = "_".to_owned()),
        ("who begins", |record| record.turn_order.rotate_left(1)),
        ("opening draw left out", |record| record.opening_draw.clear()),
        ("a rematch that was none", |record| record.rematch = Some(vec![2, 1, 0])),
        ("a rack of a turn", |record| {
            let tile = &mut record.moves[0].rack[0];
            *tile = if tile == "_" { "E" } else { "_" }.to_owned();
        }),
        ("a draw that no play asked for", |record| {
            let place =
                record.moves.iter().position(|done| matches!(done.deed, protocol::LogAction::Passed { .. }));
            record.moves[place.unwrap()].rack.pop();
        }),
        ("what was swapped", |record| {
            let swapped = record.moves.iter_mut().find_map(|done| done.swapped.as_mut());
            swapped.unwrap().pop();
        }),
        ("whose rack it is", |record| {
            let swapped = record.bag[1].clone();
            let (BagStep::Draw { seat: first, .. }, BagStep::Draw { seat: second, .. }) =
                (&mut record.bag[0], swapped)
            else {
                return;
            };
            *first = second;
        }),
        ("a draw left out", |record| drop(record.bag.remove(1))),
        ("a play left out", |record| {
            let place =
                record.moves.iter().position(|done| matches!(done.deed, protocol::LogAction::Played { .. }));
            record.moves.remove(place.unwrap());
        }),
        ("a putting back left out", |record| {
            record.bag.retain(|step| matches!(step, BagStep::Draw { .. }));
        }),
    ];
    for (what, change) in cases {
        assert!(changed(change).is_err(), "{what}");
    }
    let mut swapped = record(Preset::Classic);
    draw(&mut swapped, 0, |tiles| tiles.swap(0, 6));
    assert!(
        matches!(verify_record(&swapped), Err(RecordError::Draw { step: 0, .. })),
        "{:?}",
        swapped.bag[0]
    );
}

#[test]
fn the_opening_draw_cannot_be_left_out() {
    let mut record = record(Preset::Classic);
    record.opening_draw.clear();
    assert_eq!(verify_record(&record), Err(RecordError::OpeningDrawMissing));
}

#[test]
fn every_legal_game_is_verified() {
    let lexicon = wordlists::embedded("en").unwrap();
    let mut finished = 0;
    for seed in 0..60 {
        for preset in [Preset::Open, Preset::Social, Preset::Validated, Preset::Classic] {
            let mut game = testkit::RandomGame::verifiable(preset, lexicon, seed);
            game.finish();
            let Some(record) = GameRecord::of(&game.table.log, &testkit::Table::SEED, &ids()) else {
                continue;
            };
            if let Err(error) = verify_record(&record) {
                panic!("{preset} {seed}: {error}\n{}", serde_json::to_string(&record).unwrap());
            }
            finished += 1;
        }
    }
    assert!(finished > 200, "{finished}");
}

#[test]
fn a_hostile_record_is_refused() {
    let mut record = record(Preset::Open);
    "xx".clone_into(&mut record.rules.language);
    record.tile_set.iter_mut().for_each(|kind| kind.count = u32::MAX);
    assert!(verify_record(&record).is_err());
    record.tile_set.clear();
    assert!(verify_record(&record).is_err());
}
