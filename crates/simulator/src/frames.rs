//! What is told must be so, must come in order, and must reach nobody else.

use crate::Invariant;
use crate::world::{Role, World};

type Held = Result<(), (Invariant, String)>;

/// What a version tells a member at most once.
const TOLD_ONCE: [&str; 6] =
    ["boardUpdate", "gameEnded", "playMade", "scoreUpdate", "turnChange", "yourTiles"];

/// The version that a frame carries, which is written last.
fn seq_of(text: &str) -> Option<u64> {
    let (_, seq) = text.strip_suffix('}')?.rsplit_once("\"seq\":")?;
    seq.parse().ok()
}

/// Texts as long as a token that look like one.
fn possible_tokens(text: &str) -> impl Iterator<Item = &str> {
    const LENGTH: usize = 64;
    let bytes = text.as_bytes();
    let mut from = 0;
    std::iter::from_fn(move || {
        while from + LENGTH <= bytes.len() {
            // Looked at from behind, most places are ruled out at once.
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
    /// A node sends something. The store must have what it tells of by now.
    pub(crate) fn check_sent(&self, link: usize, name: &'static str, text: &str) -> Held {
        let Some(seq) = seq_of(text) else { return Ok(()) };
        let state = self.state();
        let person = &state.people[state.links[link].person];
        let Some(room) = &state.rooms[person.table] else { return Ok(()) };
        let Some(chronicle) = state.chronicles.get(&room.game) else { return Ok(()) };
        if seq > chronicle.version() && person.seat.is_some() {
            let what =
                format!("{} is sent {name} of {seq}, and there are {}", person.name, chronicle.version());
            return Err((Invariant::ToldIsKept, what));
        }
        Ok(())
    }

    /// Somebody hears something.
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

    /// Somebody has heard everything again that they asked for.
    pub(crate) fn is_resynced(&self, link: usize) {
        let heard = &mut self.state().links[link].heard;
        heard.is_resyncing = false;
        heard.told.clear();
    }

    fn check_order(&self, link: usize, name: &'static str, seq: Option<u64>) -> Held {
        let Some(seq) = seq else { return Ok(()) };
        let mut state = self.state();
        let person = state.links[link].person;
        let sits = state.people[person].seat.is_some();
        let game = state.rooms[state.people[person].table].as_ref().map(|room| room.game.clone());
        // Who came and went unheard of cannot be told: everything is shown instead.
        let cannot_be_told = state.links[link].heard.last.is_some_and(|last| {
            let chronicle = game.and_then(|game| state.chronicles.get(&game));
            chronicle.is_some_and(|chronicle| chronicle.has_visitors(last, seq))
        });
        let known = &mut state.links[link];
        let (since, knew) = (known.asked_since, known.knew);
        let heard = &mut known.heard;
        let broken = |what: String| Err((Invariant::NothingMissed, format!("line {link}: {what}")));
        let before = heard.last.or(since);
        match heard.last {
            // What was asked for again may have been heard before.
            None if sits && seq < since.map_or(knew, |since| since.min(knew)) => {
                return broken(format!("{name} of {seq}, and {knew} was heard on another line"));
            }
            Some(last) if seq < last => return broken(format!("{name} of {seq} after {last}")),
            Some(last) if seq > last + 1 && !cannot_be_told => {
                return broken(format!("nothing between {last} and {seq}"));
            }
            _ if before.is_some_and(|before| seq > before + 1) => heard.owes_state = Some(seq),
            _ => {}
        }
        match heard.owes_state {
            Some(_) if name == "tableState" => heard.owes_state = None,
            Some(owed) if seq > owed => {
                return broken(format!("nothing between {} and {owed}", before.unwrap_or(0)));
            }
            _ => {}
        }
        if heard.last != Some(seq) {
            heard.last = Some(seq);
            heard.told.clear();
        }
        if TOLD_ONCE.contains(&name) && !heard.is_resyncing && !heard.told.insert(name) {
            return broken(format!("{name} of {seq} twice"));
        }
        Ok(())
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
        let Some(chronicle) = state.chronicles.get_mut(&room.game) else { return Ok(()) };
        if seq > chronicle.version() {
            let what = format!("{called} hears {name} of {seq}, and there are {}", chronicle.version());
            return Err((Invariant::ToldIsKept, what));
        }
        if let Some(expected) = chronicle.told(seq, name, seat)
            && expected != text
        {
            let expected = expected.to_owned();
            if name == "yourTiles" && chronicle.is_somebodys_rack(seq, text) {
                return Err((Invariant::RacksAreHidden, format!("{called} hears another's rack: {text}")));
            }
            let what = format!("{called} hears {name} {text}, and the log says {expected}");
            return Err((Invariant::ToldIsTrue, what));
        }
        Ok(())
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
