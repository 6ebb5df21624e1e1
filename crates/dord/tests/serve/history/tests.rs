use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use protocol::{BoardCache, CommitExtras, CommitView, Member, Packet, PlayerIds, TableContext};
use rules::{BySeat, EventKind, Game, GameId, Language, Preset, Score, Seat};
use serde_json::{Value, json};
use store::{Batch, Lobby, PlayerId, StoredSeat, StoredTable, TokenHash, Version};
use testkit::{ANN, BOB, Table, seat};

use super::{Checked, History, check};
use crate::player::Done;
use crate::recording_socket::Received;

const PLAYERS: [&str; 2] = ["p-ann", "p-bob"];

/// A correct game of four moves with what its players received.
struct Played {
    table: StoredTable,
    heard: [Vec<Vec<Received>>; 2],
    done: [BTreeMap<u64, Done>; 2],
}

impl Played {
    fn check(&self) -> Result<Checked, String> {
        let history = |who: usize| History {
            player: PLAYERS[who],
            connections: &self.heard[who],
            done: &self.done[who],
        };
        check(&self.table, &[history(ANN), history(BOB)])
    }

    /// The received events with a name.
    fn texts(&mut self, who: usize, wanted: &str) -> Vec<&mut String> {
        let heard = self.heard[who].iter_mut().flatten();
        heard
            .filter_map(|heard| match heard {
                Received::Event { name, text } if name == wanted => Some(text),
                _ => None,
            })
            .collect()
    }

    /// Changes text in the last event with a name.
    fn change(&mut self, who: usize, name: &str, from: &str, to: &str) {
        let text = self.texts(who, name).pop().expect("there is such an event");
        let changed = text.replacen(from, to, 1);
        assert_ne!(*text, changed, "nothing would be wrong");
        *text = changed;
    }
}

fn is_of(heard: &Received, version: u64) -> bool {
    matches!(heard, Received::Event { text, .. } if simulator::seq_of(text) == Some(version))
}

/// Plays a game and sends its players what a server would.
struct Telling {
    table: Table,
    batches: Vec<Batch>,
    ids: PlayerIds,
    played: [Vec<Vec<Received>>; 2],
    done: [BTreeMap<u64, Done>; 2],
}

impl Telling {
    fn version(&self) -> u64 {
        self.batches.len() as u64
    }

    /// Applies a change and sends it to both players.
    fn happens(&mut self, change: impl FnOnce(&mut Table)) {
        let (before, count) = (self.table.game.clone(), self.table.log.len());
        change(&mut self.table);
        let events = self.table.log[count..].to_vec();
        self.batches.push(Batch {
            version: Version(self.version() + 1),
            at: self.table.now,
            events: events.clone(),
        });
        let told = self.context(|context| {
            let commit = CommitView { before: &before, events: &events, after: &self.table.game };
            protocol::events_for(commit, context, &CommitExtras::default())
        });
        for who in [ANN, BOB] {
            for delivery in told.iter().filter(|delivery| delivery.reaches(Member::Player(seat(who)))) {
                let frame = Packet::new(delivery.clone().into_event(), Some(self.version()));
                self.hears(who, &frame);
            }
        }
    }

    fn context<T>(&self, tell: impl FnOnce(&TableContext<'_>) -> T) -> T {
        let (away, room_code) = (BySeat::new(), "DORD".parse().unwrap());
        let board = BoardCache::default();
        tell(&TableContext {
            ids: &self.ids,
            away: &away,
            room_code: &room_code,
            now: self.table.now,
            board: &board,
        })
    }

    fn hears(&mut self, who: usize, frame: &Packet) {
        let (name, text) = (frame.name().to_string(), frame.payload().to_owned());
        self.played[who].last_mut().unwrap().push(Received::Event { name, text });
    }

    /// Sends the whole state to a player.
    fn hears_everything(&mut self, who: usize) {
        let told = self.context(|context| protocol::reconnection(&self.table.game, seat(who), context));
        for event in told {
            self.hears(who, &Packet::new(event, Some(self.version())));
        }
    }

    fn acknowledged(&mut self, who: usize, kind: &'static str, payload: Value) {
        let (began, seq) = (Instant::now(), self.version());
        let done = Done { id: format!("{who}-{seq}"), kind, payload, began, took: Duration::ZERO };
        self.done[who].insert(seq, done);
        self.played[who].last_mut().unwrap().push(Received::Acknowledged { seq });
    }

    fn plays(&mut self, who: usize, place: &str, word: &str) {
        self.happens(|table| drop(table.play(who, place, word).unwrap()));
        let events = &self.batches.last().unwrap().events;
        let laid = events.iter().find_map(|event| match &event.kind {
            EventKind::TilesPlaced { play, .. } => Some(&play.tiles),
            _ => None,
        });
        let placements = json!(protocol::placed_tiles(laid.unwrap(), self.table.language()));
        self.acknowledged(who, "played", json!({"placements": placements}));
    }
}

fn played() -> Played {
    let rules = Preset::Social.rules(Language::by_code("en").unwrap());
    let table = Table::of(rules, 2).with_racks(&["QUIZEST", "ABCDEFG"]);
    let ids = [ANN, BOB].map(|who| (seat(who), protocol::PlayerId::new(PLAYERS[who]))).into_iter().collect();
    let opening = Batch { version: Version::FIRST, at: table.now, events: table.log.clone() };
    let connections = || vec![Vec::new()];
    let mut telling = Telling {
        table,
        batches: vec![opening],
        ids,
        played: [connections(), connections()],
        done: [BTreeMap::new(), BTreeMap::new()],
    };
    telling.happens(|table| drop(table.command(ANN, rules::Command::Start).unwrap()));
    telling.plays(ANN, "8E", "QUIZ");
    telling.happens(|table| drop(table.exchange(BOB, &[5, 6]).unwrap()));
    telling.acknowledged(BOB, "exchanged", json!({"tileIndices": [5, 6]}));
    // One player requests a resync, and then loses the connection.
    telling.played[BOB].last_mut().unwrap().push(Received::Resync);
    telling.hears_everything(BOB);
    telling.played[BOB].last_mut().unwrap().push(Received::Resynced);
    telling.happens(|table| drop(table.pass(ANN).unwrap()));
    telling.acknowledged(ANN, "passed", json!({}));
    telling.played[BOB].push(Vec::new());
    telling.hears_everything(BOB);
    telling.plays(BOB, "9H", "BC");
    telling.happens(|table| drop(table.pass(ANN).unwrap()));
    telling.acknowledged(ANN, "passed", json!({}));

    let sits = |who: usize| {
        let player = PlayerId::new(PLAYERS[who]);
        (seat(who), StoredSeat { player, token: None, name_key: String::new() })
    };
    let table = StoredTable {
        id: GameId::new("test"),
        code: None,
        lobby: Lobby::Private,
        seed: Table::SEED,
        invite: TokenHash([0; 32]),
        version: Version(telling.version()),
        status: telling.table.game.progress(),
        opened_at: telling.table.now,
        next_due: None,
        seats: [sits(ANN), sits(BOB)].into_iter().collect(),
        batches: telling.batches,
    };
    Played { table, heard: telling.played, done: telling.done }
}

#[test]
fn a_correct_history_passes() {
    let checked = played().check().unwrap();
    assert_eq!(checked.moves, 5);
    assert!(checked.events > 40, "{checked:?}");
}

/// A change to a history, and the error it must cause.
type Tampering = (fn(&mut Played), &'static str);

fn is_found(cases: &[Tampering]) {
    for (number, (tamper, expected)) in cases.iter().enumerate() {
        let mut played = played();
        tamper(&mut played);
        match played.check() {
            Ok(_) => panic!("case {number} is not found: {expected}"),
            Err(said) => assert!(said.contains(expected), "case {number} wants {expected:?}: {said}"),
        }
    }
}

#[test]
fn a_missing_late_or_duplicate_version_is_found() {
    is_found(&[
        (|played| played.heard[ANN][0].retain(|heard| !is_of(heard, 4)), "nothing between 3 and 5"),
        (|played| played.heard[BOB][1].retain(|heard| !is_of(heard, 6)), "nothing between 5 and 7"),
        (
            |played| {
                let late = played.heard[ANN][0].iter().position(|heard| is_of(heard, 3)).unwrap();
                let late = played.heard[ANN][0].remove(late);
                let after = played.heard[ANN][0].iter().position(|heard| is_of(heard, 5)).unwrap();
                played.heard[ANN][0].insert(after, late);
            },
            "of 3 after 4",
        ),
        (
            |played| {
                let is_play =
                    |heard: &Received| matches!(heard, Received::Event { name, .. } if name == "playMade");
                let place = played.heard[ANN][0].iter().position(is_play).unwrap();
                let again = played.heard[ANN][0][place].clone();
                played.heard[ANN][0].insert(place, again);
            },
            "playMade of 3 twice",
        ),
        // The second connection shows the game as it was before the first had ended.
        (|played| played.heard[BOB].swap(0, 1), "was heard on another line"),
    ]);
}

#[test]
fn an_event_that_differs_from_the_log_is_found() {
    is_found(&[
        (|played| played.change(ANN, "scoreUpdate", "\"score\":", "\"score\":1"), "hears scoreUpdate"),
        (
            |played| played.change(BOB, "boardUpdate", "\"tileBagCount\":", "\"tileBagCount\":1"),
            "hears boardUpdate",
        ),
        (|played| played.change(BOB, "turnChange", "p-ann", "p-bob"), "hears turnChange"),
        (|played| played.change(ANN, "playMade", "\"score\":", "\"score\":1"), "hears playMade"),
        (|played| played.change(ANN, "wordAccepted", "\"word\":\"", "\"word\":\"X"), "hears wordAccepted"),
        (
            |played| played.change(BOB, "tilesExchanged", "\"letter\":\"", "\"letter\":\"X"),
            "hears tilesExchanged",
        ),
        (|played| played.change(BOB, "turnPassed", "false", "true"), "hears turnPassed"),
        (|played| played.change(ANN, "yourTiles", "\"letter\":\"", "\"letter\":\"X"), "hears yourTiles"),
        (|played| played.change(BOB, "tableState", "\"tileBagCount\":", "\"tileBagCount\":1"), "is shown"),
        (
            |played| {
                let theirs = played.texts(BOB, "yourTiles").remove(0).clone();
                *played.texts(ANN, "yourTiles").remove(0) = theirs;
            },
            "hears another's rack",
        ),
        (|played| played.change(ANN, "playMade", "\"seq\":6", "\"seq\":7"), "nothing between 5 and 7"),
        (
            |played| {
                let text = played.texts(ANN, "playMade").remove(0).replace("\"seq\":3", "\"seq\":7");
                let name = "playMade".to_owned();
                played.heard[ANN][0].push(Received::Event { name, text });
            },
            "nothing of the kind happened",
        ),
    ]);
}

#[test]
fn a_lost_changed_or_unacknowledged_move_is_found() {
    is_found(&[
        (
            |played| {
                played.table.batches.pop();
                played.table.version = Version(6);
            },
            "version 7 was acknowledged and is lost",
        ),
        (|played| drop(played.done[ANN].pop_last()), "nobody was told"),
        (
            |played| {
                let (version, done) = played.done[ANN].pop_last().unwrap();
                played.done[BOB].insert(version, done);
            },
            "p-bob was told",
        ),
        (
            |played| {
                let done = played.done[ANN].values().next().unwrap().clone();
                played.done[BOB].insert(3, done);
            },
            "acknowledged twice",
        ),
        (|played| played.done[ANN].get_mut(&5).unwrap().kind = "exchanged", "p-ann was told"),
        (
            |played| played.done[BOB].get_mut(&6).unwrap().payload["placements"][0]["row"] = json!(1),
            "p-bob was told",
        ),
        (
            |played| played.done[BOB].get_mut(&4).unwrap().payload["tileIndices"][0] = json!(1),
            "p-bob was told",
        ),
        (
            |played| {
                let done = played.done[ANN].remove(&5).unwrap();
                played.done[ANN].insert(2, done);
            },
            "version 2 is no move",
        ),
    ]);
}

#[test]
fn a_log_that_breaks_the_rules_is_found() {
    is_found(&[
        (|played| played.table.batches.swap(3, 4), "version 5 follows 3"),
        (|played| drop(played.table.batches.remove(3)), "version 5 follows 3"),
        (|played| played.table.version = Version(9), "the table is at 9"),
        (|played| played.table.batches.clear(), "the log is empty"),
        (
            |played| {
                for event in &mut played.table.batches[2].events {
                    if let EventKind::TilesPlaced { play, .. } = &mut event.kind {
                        std::sync::Arc::make_mut(play).score += Score(1);
                    }
                }
            },
            "tilesPlaced: the play breaks the rules or scores otherwise",
        ),
        (
            |played| {
                let events = &mut played.table.batches[6].events;
                events.extend(events.last().cloned());
            },
            "version 7 cannot happen",
        ),
    ]);
}

#[test]
fn a_player_without_a_seat_is_found() {
    let mut played = played();
    played.table.seats.remove(Seat::at(BOB).unwrap());
    let said = played.check().unwrap_err();
    assert!(said.contains("p-bob does not sit there"), "{said}");
    assert!(Game::replay(played.table.events()).is_ok());
}
