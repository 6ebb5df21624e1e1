//! Expected events of each version, computed again from the log.

use protocol::{
    BoardCache, CommitExtras, CommitView, Delivery, Member, Packet, PlayerId, PrivateEvent, RoomCode,
    TableContext,
};
use rules::{BySeat, Seat, Timestamp};
use serde_json::Value;

use crate::{Invariant, Oracle};

type Held = Result<(), (Invariant, String)>;

/// Events that describe what happened and follow from the log alone.
const HAPPENED: [&str; 6] =
    ["playMade", "playStood", "tilesExchanged", "tilesSwapped", "turnPassed", "wordAccepted"];

impl Oracle {
    /// Compares an event that a player received with the log.
    pub fn check_happened(&mut self, called: &str, seat: Seat, (name, seq): (&str, u64), text: &str) -> Held {
        if !HAPPENED.contains(&name) {
            return Ok(());
        }
        if !self.stories.contains_key(&seq) {
            let story = self.story(seq);
            self.stories.insert(seq, story);
        }
        let reaches = |delivery: &Delivery| delivery.reaches(Member::Player(seat));
        let mut told = self.stories[&seq]
            .iter()
            .filter(|(delivery, frame)| frame.name().as_str() == name && reaches(delivery))
            .map(|(_, frame)| frame.payload());
        if told.clone().any(|told| told == text) {
            return Ok(());
        }
        let expected = told.next().unwrap_or("that nothing of the kind happened");
        let what = format!("{called} hears {name} {text}, and the log says {expected}");
        Err((Invariant::ToldIsTrue, what))
    }

    /// Computes the deliveries of a version. Presence and the room code are placeholders, and are
    /// not compared.
    fn story(&self, seq: u64) -> Vec<(Delivery, Packet)> {
        let before = seq.checked_sub(1).and_then(|before| self.at(before));
        let (Some(before), Some(after), Ok(room_code)) = (before, self.at(seq), "NONE".parse()) else {
            return Vec::new();
        };
        let (away, now) = (BySeat::new(), after.batch.at);
        let board = BoardCache::default();
        let context =
            TableContext { ids: &after.ids, away: &away, room_code: &room_code, now, board: &board };
        let commit = CommitView { before: &before.game, events: &after.batch.events, after: &after.game };
        let told = protocol::events_for(commit, &context, &CommitExtras::default());
        let written = |delivery: Delivery| {
            let frame = Packet::new(delivery.clone().into_event(), Some(seq));
            (delivery, frame)
        };
        told.into_iter().map(written).collect()
    }

    /// Compares the full state that a player received with the log.
    ///
    /// Presence and time are not in the log, and are taken from the received state.
    pub fn check_state(&self, called: &str, seat: Seat, seq: u64, text: &str) -> Held {
        let untrue = |what: &str| (Invariant::ToldIsTrue, format!("{called} is shown {text}, and {what}"));
        let moment = self.at(seq).ok_or_else(|| untrue("there is no such version"))?;
        let seen: Value = serde_json::from_str(text).map_err(|_| untrue("nobody can read that"))?;
        let room_code: RoomCode = seen["roomCode"]
            .as_str()
            .and_then(|code| code.parse().ok())
            .ok_or_else(|| untrue("that is no code"))?;
        let now = Timestamp(seen["serverTime"].as_i64().unwrap_or_default());
        let players = seen["players"].as_array().into_iter().flatten();
        let absent = players.filter(|player| player["connected"] == false);
        let away: BySeat<Timestamp> = absent
            .filter_map(|player| moment.ids.seat(&PlayerId::new(player["id"].as_str()?)))
            .map(|seat| (seat, now))
            .collect();
        let board = BoardCache::default();
        let context =
            TableContext { ids: &moment.ids, away: &away, room_code: &room_code, now, board: &board };
        let expected =
            protocol::seat_state(&moment.game, seat, &context).ok_or_else(|| untrue("nobody sits there"))?;
        let frame = Packet::new(PrivateEvent::SeatState(Box::new(expected)), Some(seq));
        let expected = frame.payload();
        if expected == text { Ok(()) } else { Err(untrue(&format!("the log says {expected}"))) }
    }
}
