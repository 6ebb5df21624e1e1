//! Properties of the events that a table sends, tested on random games.

use protocol::{
    BagRecord, BoardCache, CommitExtras, CommitView, Delivery, EventName, Member, Outgoing, PlayerId,
    PlayerIds, RoomCode, ServerEvent, StateChange, TableContext, events_for, reconnection, spectating,
    state_change, table_state,
};
use rules::{
    ClaimedTile, Command, Event, EventKind, Game, GameId, Language, Placement, Preset, Progress, Seat, Seed,
    Tile, TileToLay,
};
use serde_json::{Map, Value};
use testkit::Table;

/// A random number generator. Every failure message includes the seed.
struct Rng(u64);

impl Rng {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

fn ids() -> PlayerIds {
    Seat::all().map(|seat| (seat, PlayerId::new(format!("p{}", seat.index() + 1)))).collect()
}

/// Some tiles of the rack in a random line. Few are legal plays, so the caller tries many.
fn random_placement(game: &Game, seat: Seat, chance: &mut Rng) -> Placement {
    let rack = game.rack(seat).map(|rack| rack.tiles().to_vec()).unwrap_or_default();
    let letters: Vec<rules::Letter> = game.rules().language.letters().collect();
    let (row, column, is_across) = (chance.below(15) as i64, chance.below(15) as i64, chance.below(2) == 0);
    let count = (1 + chance.below(4)).min(rack.len());
    let board = game.board().expect("a game in progress");
    let is_free = |row: i64, column: i64| {
        let square = rules::Square::at(row as u8, column as u8);
        square.is_none_or(|square| board.is_free(square))
    };
    let mut tiles = Vec::new();
    let mut step = 0;
    while tiles.len() < count {
        let (row, column) = if is_across { (row, column + step) } else { (row + step, column) };
        step += 1;
        if !is_free(row, column) {
            continue;
        }
        let tile = match rack[tiles.len()] {
            Tile::Letter(letter) => TileToLay::Letter(letter),
            Tile::Blank => TileToLay::Blank(Some(letters[chance.below(letters.len())])),
        };
        tiles.push(ClaimedTile { row, column, tile });
    }
    Placement { tiles }
}

fn nonce() -> rules::Nonce {
    rules::Nonce(vec![b'n'])
}

fn lobby_nonce(chance: &mut Rng) -> Command {
    if chance.below(3) == 0 {
        Command::GiveNonce(nonce())
    } else {
        Command::CommitNonce(nonce().commitment())
    }
}

/// Commits to a nonce, starts the game, or reveals the nonce.
fn in_the_lobby(table: &mut Table, player: usize, chance: &mut Rng) {
    let command = match chance.below(3) {
        0 => lobby_nonce(chance),
        1 => Command::Start,
        _ => Command::RevealNonce(nonce()),
    };
    drop(table.command(player, command));
}

fn random_step(table: &mut Table, chance: &mut Rng) {
    let player = chance.below(4);
    let seat = Seat::at(player).unwrap();
    let mover = table.to_move();
    if table.game.rules().clock.is_days() && chance.below(8) == 0 {
        over_days(table, player, chance);
        return;
    }
    match chance.below(24) {
        0..=11 => {
            let Some(mover) = mover else { return in_the_lobby(table, player, chance) };
            let seat = Seat::at(mover).unwrap();
            for _ in 0..200 {
                let placement = random_placement(&table.game, seat, chance);
                if table.command(mover, Command::PlaceTiles(placement)).is_ok() {
                    break;
                }
            }
        }
        12 | 13 => drop(table.exchange(mover.unwrap_or(0), &[0, 1 + chance.below(3)])),
        14 => drop(table.pass(mover.unwrap_or(0))),
        15 => drop(table.challenge(player)),
        16 => drop(table.accept(player)),
        17 | 18 => drop(table.judge(player, chance.below(2) == 0)),
        19 => drop(table.command(player, Command::EndGame)),
        20 if chance.below(8) == 0 => drop(table.resign(player)),
        20 => drop(table.command(player, Command::PlayAgain { game: GameId::new("next"), instead_of: None })),
        21 => drop(table.command(player, lobby_nonce(chance))),
        22 if table.away.has(seat) => table.comes_back(player),
        22 if chance.below(4) == 0 => table.goes_away(player),
        _ => table.let_seconds_pass(1 + chance.below(40) as i64),
    }
}

/// A pause, an answer to it, hours that pass, or the end of a stand-in.
fn over_days(table: &mut Table, player: usize, chance: &mut Rng) {
    let command = match chance.below(7) {
        0 => Command::ProposePause,
        1 | 2 => Command::AnswerPause { agree: chance.below(4) > 0 },
        3 => Command::ResumeGame,
        4 => Command::ReturnToSeat,
        _ => return table.let_seconds_pass(chance.below(40 * 3600) as i64),
    };
    drop(table.command(player, command));
    if let Some(mover) = table.to_move() {
        drop(table.act_for(mover, Command::Pass));
    }
}

/// Merges a change into a state, as a client does.
fn merge(state: &mut Map<String, Value>, change: Value) {
    let Value::Object(change) = change else { panic!("a change is an object") };
    for (field, value) in change {
        if field == "gameChange" {
            merge_game(state["game"].as_object_mut().expect("a game that changes"), value);
        } else {
            state.insert(field, value);
        }
    }
}

fn merge_game(game: &mut Map<String, Value>, change: Value) {
    let Value::Object(change) = change else { panic!("a change is an object") };
    for (field, value) in change {
        match field.as_str() {
            "rows" => {
                for row in value.as_array().unwrap() {
                    game["board"][row["row"].as_u64().unwrap() as usize] = row["squares"].clone();
                }
            }
            "log" => {
                let log = game["log"].as_array_mut().unwrap();
                log.truncate(value["from"].as_u64().unwrap() as usize);
                log.extend(value["lines"].as_array().unwrap().iter().cloned());
            }
            _ => drop(game.insert(field, value)),
        }
    }
}

/// Checks that the state before a commit and the change give the state after it.
fn check_state_change(before: &Game, after: &Game, context: &TableContext<'_>, seed: u64) {
    let state = |game: &Game| match serde_json::to_value(table_state(game, context)).unwrap() {
        Value::Object(state) => state,
        other => panic!("a state is an object: {other}"),
    };
    let change = state_change(before, after, context);
    let text = serde_json::to_string(&change).unwrap();
    assert_eq!(serde_json::from_str::<StateChange>(&text).unwrap(), change, "seed {seed}");
    let mut merged = state(before);
    merge(&mut merged, serde_json::from_str(&text).unwrap());
    assert_eq!(Value::Object(merged), Value::Object(state(after)), "seed {seed}: {text}");
}

/// Checks the events of a commit.
///
/// Every member gets at least one, every event round-trips, and public events reveal no tiles.
fn check(before: &Game, events: &[Event], table: &Table, seed: u64) {
    let (ids, room_code): (PlayerIds, RoomCode) = (ids(), "ABCD".parse().unwrap());
    let board = BoardCache::default();
    let (away, now) = (&table.away, table.now);
    let context = TableContext { ids: &ids, away, room_code: &room_code, now, board: &board };
    let reveal = BagRecord::of(&table.log).reveal(&table.game, &Seed([0; 32]), &ids);
    let announcements = CommitExtras { reveal: Some(&reveal), rematch_room: None };
    let commit = CommitView { before, events, after: &table.game };
    let deliveries = events_for(commit, &context, &announcements);
    let kinds: Vec<_> = events.iter().map(|event| &event.kind).collect();
    let players = table.game.players().seats().map(Member::Player);
    for member in players.chain([Member::Spectator]) {
        assert!(
            deliveries.iter().any(|delivery| delivery.reaches(member)),
            "seed {seed}: {member:?} hears nothing of {kinds:?}"
        );
    }
    for delivery in &deliveries {
        let event = delivery.clone().into_event();
        let outgoing = Outgoing { seq: None, event };
        let name = outgoing.name().as_str();
        let payload = outgoing.payload();
        let read =
            ServerEvent::read(name, &payload).unwrap().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(read, outgoing.event, "seed {seed}: {name}");
        if let Delivery::Public { .. } = delivery {
            let is_over = table.game.progress() == Progress::Ended;
            let keys = ["tiles", "newTiles", "rack", "seed", "remainingTiles"];
            let leak = keys.iter().find(|key| payload.get(**key).is_some());
            assert!(
                is_over || leak.is_none() || table.game.progress() == Progress::Closed,
                "seed {seed}: {name} has {leak:?}"
            );
        }
    }
    check_state_change(before, &table.game, &context, seed);
    for seat in table.game.players().seats() {
        assert_eq!(
            reconnection(&table.game, seat, &context).last().map(ServerEvent::name),
            Some(EventName::SeatState)
        );
    }
    assert!(!spectating(&table.game, &context).is_empty());
}

#[test]
fn every_commit_reaches_every_member_and_every_event_round_trips() {
    let english = Language::by_code("en").unwrap();
    let (mut commits, mut ended, mut revealed) = (0, 0, 0);
    for seed in 0..40 {
        let mut chance = Rng(seed);
        let preset = [Preset::Open, Preset::Social, Preset::Classic, Preset::Validated][seed as usize % 4];
        let players = 2 + chance.below(3);
        let mut table = Table::changed(preset.rules(english.clone()), players, |fields| {
            if let rules::WordRule::Challenge { verdict, .. } = &mut fields.words
                && seed % 8 == 1
            {
                *verdict = rules::Verdict::Vote;
            }
            if seed % 3 == 0 {
                fields.clock = rules::Clock::Turn { turn: rules::Millis::seconds(50) };
            }
            if seed % 5 == 0 {
                fields.play_over_days(1, 1);
                fields.stand_in = rules::BotLevel::new((seed % 2) as u8);
            }
        });
        table.draws.seed = seed;
        for _ in 0..120 {
            let (before, logged) = (table.game.clone(), table.log.len());
            random_step(&mut table, &mut chance);
            if table.log.len() == logged {
                continue;
            }
            // Several timers may have fired. Each is a commit of its own; the properties hold for
            // all together.
            check(&before, &table.log[logged..], &table, seed);
            commits += 1;
        }
        ended += usize::from(table.is_over());
        let mut kinds = table.log.iter().map(|event| &event.kind);
        revealed += usize::from(kinds.any(|kind| matches!(kind, EventKind::NonceRevealed { .. })));
    }
    assert!(revealed > 10, "only {revealed} games with nonces that were revealed");
    assert!(
        commits > 1000 && ended > 5,
        "{commits} commits and {ended} finished games are too few to say anything"
    );
}
