//! Checks of the frames that clients receive: content, order and confidentiality.

use crate::Invariant;
use crate::connection_checker::{ConnectionStart, seq_of};
use crate::world::{Role, World};

type Held = Result<(), (Invariant, String)>;

/// Returns all substrings that could be a token.
fn possible_tokens(text: &str) -> impl Iterator<Item = &str> {
    const LENGTH: usize = 64;
    let bytes = text.as_bytes();
    let mut from = 0;
    std::iter::from_fn(move || {
        while from + LENGTH <= bytes.len() {
            // Searching from the end rules out most positions at once.
            let other = (from..from + LENGTH).rev().find(|&place| !bytes[place].is_ascii_hexdigit());
            from = other.unwrap_or(from) + 1;
            if other.is_none() {
                return text.get(from - 1..from - 1 + LENGTH);
            }
        }
        None
    })
}

impl World {
    /// Checks a frame that a node sends: the store must have its version by now.
    pub(crate) fn check_sent(&self, link: usize, name: &'static str, text: &str) -> Held {
        let Some(seq) = seq_of(text) else { return Ok(()) };
        let state = self.state();
        let person = &state.people[state.links[link].person];
        let Some(room) = &state.rooms[person.table] else { return Ok(()) };
        let Some(oracle) = state.chronicles.get(&room.game) else { return Ok(()) };
        if seq > oracle.version() && person.seat.is_some() {
            let what = format!("{} is sent {name} of {seq}, and there are {}", person.name, oracle.version());
            return Err((Invariant::ToldIsKept, what));
        }
        Ok(())
    }

    /// Processes a frame that a client receives.
    pub(crate) fn hear(&self, link: usize, name: &'static str, text: &str) {
        let now_ms = self.now_ms();
        let seq = seq_of(text);
        {
            let mut state = self.state();
            let step =
                format!("line {link} hears {name} {}", seq.map_or(String::new(), |seq| seq.to_string()));
            state.trace.add(now_ms, &step, text.as_bytes());
            let person = state.links[link].person;
            if let Some(seq) = seq {
                let heard = &mut state.people[person].heard;
                *heard = (*heard).max(seq);
            }
            match name {
                "tableState" => state.links[link].heard.table_state = Some(text.to_owned()),
                "joinDecided" => state.links[link].heard.decided = Some(text.to_owned()),
                "joinRequested" => {
                    let request: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
                    let request = request["requestId"].as_str().unwrap_or_default().to_owned();
                    state.people[person].asked.push(request);
                }
                "chat" => state.links[link].heard.chats.push(text.to_owned()),
                _ => {}
            }
        }
        self.hold(self.check_secrets(link, name, text));
        self.hold(self.check_order(link, name, seq));
        self.hold(self.check_contents(link, name, seq, text));
    }

    /// Records that a client has received the full state that it asked for.
    pub(crate) fn is_resynced(&self, link: usize) {
        self.state().links[link].heard.order.has_everything();
    }

    fn check_order(&self, link: usize, name: &'static str, seq: Option<u64>) -> Held {
        let Some(seq) = seq else { return Ok(()) };
        let state = &mut *self.state();
        let known = &mut state.links[link];
        let person = &state.people[known.person];
        let room = state.rooms[person.table].as_ref();
        let oracle = room.and_then(|room| state.chronicles.get(&room.game));
        let before =
            ConnectionStart { sits: person.seat.is_some(), asked_since: known.asked_since, knew: known.knew };
        let heard = known.heard.order.hear(name, seq, before, oracle);
        heard.map_err(|what| (Invariant::NothingMissed, format!("line {link}: {what}")))
    }

    fn check_contents(&self, link: usize, name: &'static str, seq: Option<u64>, text: &str) -> Held {
        let Some(seq) = seq else { return Ok(()) };
        let mut state = self.state();
        let person = &state.people[state.links[link].person];
        if person.seat.is_none() && person.role != Role::Watcher {
            return Ok(());
        }
        let Some(room) = state.rooms[person.table].clone() else { return Ok(()) };
        let seat = person.seat.as_ref().map(|holding| holding.seat);
        let called = person.name.clone();
        if seat.is_none() && name == "yourTiles" {
            return Err((Invariant::RacksAreHidden, format!("{called}, who watches, hears a rack")));
        }
        let Some(oracle) = state.chronicles.get_mut(&room.game) else { return Ok(()) };
        oracle.check_told(&called, seat, (name, seq), text)
    }

    fn check_secrets(&self, link: usize, name: &str, text: &str) -> Held {
        let state = self.state();
        for token in possible_tokens(text) {
            if state.tokens.contains(token) {
                let what = format!("line {link} hears a token in {name}");
                return Err((Invariant::SecretsAreHidden, what));
            }
        }
        Ok(())
    }
}
