//! Checks at rest: all clients must see the state of the log.

use protocol::{BoardCache, Packet, PrivateEvent, PublicEvent, ServerEvent, TableContext};
use rules::{BySeat, Progress, Seat, Timestamp};
use serde_json::Value;
use store::EventStore;

use crate::Invariant;
use crate::world::{State, World};

type Held = Result<(), (Invariant, String)>;

impl State {
    /// Returns the seats of a table whose players are not connected.
    fn away(&self, table: usize) -> BySeat<Timestamp> {
        let is_there = |seat: Seat| {
            self.links.iter().filter(|link| link.is_up && link.settled_ms.is_some()).any(|link| {
                let person = &self.people[link.person];
                person.table == table && person.seat.as_ref().is_some_and(|holding| holding.seat == seat)
            })
        };
        Seat::all().filter(|&seat| !is_there(seat)).map(|seat| (seat, Timestamp(0))).collect()
    }
}

impl World {
    /// Checks that the state last sent to a player is that of the log.
    pub(crate) fn check_rest(&self, link: usize) -> Held {
        let state = self.state();
        let person = &state.people[state.links[link].person];
        let Some(room) = &state.rooms[person.table] else { return Ok(()) };
        let Some(oracle) = state.chronicles.get(&room.game) else { return Ok(()) };
        let Some(text) = &state.links[link].heard.table_state else {
            return Err((Invariant::AllAgree, format!("{} is not told how things stand", person.name)));
        };
        let seen: Value = serde_json::from_str(text).unwrap_or_default();
        let moment = oracle.latest();
        let room_code = room.code.parse().expect("a code that was given is one");
        let now = Timestamp(seen["serverTime"].as_i64().unwrap_or_default());
        let away = state.away(person.table);
        let board = BoardCache::default();
        let context =
            TableContext { ids: &moment.ids, away: &away, room_code: &room_code, now, board: &board };
        let event: ServerEvent = match &person.seat {
            Some(holding) => match protocol::seat_state(&moment.game, holding.seat, &context) {
                Some(expected) => PrivateEvent::SeatState(Box::new(expected)).into(),
                None => return Ok(()),
            },
            None => {
                PublicEvent::TableState(Box::new(protocol::spectator_state(&moment.game, &context))).into()
            }
        };
        let frame = Packet::new(event, Some(oracle.version()));
        if frame.payload() == text {
            return Ok(());
        }
        let mut expected: Value = serde_json::from_str(frame.payload()).unwrap_or_default();
        let mut seen = seen;
        let presence = |state: &mut Value| {
            let players = state["players"].as_array_mut().into_iter().flatten();
            players.map(|player| player["connected"].take() == true).collect::<Vec<bool>>()
        };
        let (is, seems) = (presence(&mut expected), presence(&mut seen));
        let called = &person.name;
        if is != seems && expected == seen {
            return Err((Invariant::PresenceIsRight, format!("{called} sees {seems:?}, and it is {is:?}")));
        }
        let differing = |key: &&String| expected[key.as_str()] != seen[key.as_str()];
        let fields: Vec<&String> = expected.as_object().into_iter().flat_map(|o| o.keys()).collect();
        let fields: Vec<&&String> = fields.iter().filter(|key| differing(key)).collect();
        Err((Invariant::AllAgree, format!("{called} sees other {fields:?} than the log has")))
    }

    /// Whether a player's table changed just now, so that the last state sent may be outdated.
    pub(crate) fn has_just_moved(&self, person: usize) -> bool {
        let now_ms = self.now_ms();
        let state = self.state();
        let room = state.rooms[state.people[person].table].as_ref();
        let oracle = room.and_then(|room| state.chronicles.get(&room.game));
        oracle.is_some_and(|oracle| now_ms < oracle.latest().kept_ms + 3_000)
    }

    /// When the last commit of any table was stored.
    pub(crate) fn quiet_since_ms(&self) -> u64 {
        self.state().chronicles.values().map(|oracle| oracle.latest().kept_ms).max().unwrap_or(0)
    }

    /// Whether all games have ended.
    pub(crate) fn is_all_over(&self) -> bool {
        let state = self.state();
        state.rooms.iter().all(|room| {
            let oracle = room.as_ref().and_then(|room| state.chronicles.get(&room.game));
            oracle.is_some_and(|oracle| {
                matches!(oracle.latest().game.progress(), Progress::Ended | Progress::Closed)
            })
        })
    }

    /// Checks that the store still has all commits, and that they make a valid game.
    pub(crate) async fn check_logs(&self) -> Held {
        let games: Vec<_> = self.state().chronicles.keys().cloned().collect();
        for id in games {
            let stored = self.store.load(&id).await.ok().flatten();
            let state = self.state();
            let oracle = state.chronicles.get(&id).expect("it was there before");
            if !stored.is_some_and(|stored| stored.batches.iter().eq(oracle.batches())) {
                return Err((Invariant::LogHolds, "the store has not kept what it had".to_owned()));
            }
            oracle.holds().map_err(|what| (Invariant::LogHolds, what))?;
        }
        Ok(())
    }
}
