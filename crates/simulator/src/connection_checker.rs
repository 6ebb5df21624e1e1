//! Checks of one connection: versions in order, none missing, nothing sent twice.

use std::collections::BTreeSet;

use crate::Oracle;

/// Events that a version sends a member at most once.
const TOLD_ONCE: [&str; 6] =
    ["boardUpdate", "gameEnded", "playMade", "scoreUpdate", "turnChange", "yourTiles"];

/// Returns the version in a frame, which is its last field.
pub fn seq_of(text: &str) -> Option<u64> {
    let (_, seq) = text.strip_suffix('}')?.rsplit_once("\"seq\":")?;
    seq.parse().ok()
}

/// What a player knew when a connection began.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionStart {
    /// Whether the player has a seat.
    pub sits: bool,
    /// The version that the client claimed to have received.
    pub asked_since: Option<u64>,
    /// The version that it had really received, on any connection.
    pub knew: u64,
}

/// What was received on a connection.
#[derive(Default, Debug)]
pub struct ConnectionChecker {
    last: Option<u64>,
    /// The version whose full state must follow, because versions were skipped.
    owes_state: Option<u64>,
    /// Events received with the last version.
    told: BTreeSet<&'static str>,
    /// Whether the client has asked for the full state.
    is_resyncing: bool,
}

impl ConnectionChecker {
    /// Returns the last version received.
    pub const fn last(&self) -> Option<u64> {
        self.last
    }

    /// Records a request for the full state, which allows repeated events.
    pub const fn asks_for_everything(&mut self) {
        self.is_resyncing = true;
    }

    /// Records that the full state has arrived.
    pub fn has_everything(&mut self) {
        self.is_resyncing = false;
        self.told.clear();
    }

    /// Sets the version after which events begin.
    pub fn begins_after(&mut self, seq: Option<u64>) {
        self.last = self.last.max(seq);
    }

    /// Processes an event. An error if it may not arrive now.
    pub fn hear(
        &mut self,
        name: &str,
        seq: u64,
        ConnectionStart { sits, asked_since, knew }: ConnectionStart,
        oracle: Option<&Oracle>,
    ) -> Result<(), String> {
        // Events of a player who joined and left unseen cannot be sent. The full state is sent
        // instead.
        let cannot_be_told =
            self.last.is_some_and(|last| oracle.is_some_and(|oracle| oracle.has_visitors(last, seq)));
        let before = self.last.or(asked_since);
        match self.last {
            // A requested repetition may have been received before.
            None if sits && seq < asked_since.map_or(knew, |since| since.min(knew)) => {
                return Err(format!("{name} of {seq}, and {knew} was heard on another line"));
            }
            Some(last) if seq < last => return Err(format!("{name} of {seq} after {last}")),
            Some(last) if seq > last + 1 && !cannot_be_told => {
                return Err(format!("nothing between {last} and {seq}"));
            }
            _ if before.is_some_and(|before| seq > before + 1) => self.owes_state = Some(seq),
            _ => {}
        }
        match self.owes_state {
            Some(_) if name == "tableState" => self.owes_state = None,
            Some(owed) if seq > owed => {
                return Err(format!("nothing between {} and {owed}", before.unwrap_or(0)));
            }
            _ => {}
        }
        if self.last != Some(seq) {
            self.last = Some(seq);
            self.told.clear();
        }
        let once = TOLD_ONCE.into_iter().find(|known| *known == name);
        if let Some(name) = once.filter(|_| !self.is_resyncing)
            && !self.told.insert(name)
        {
            return Err(format!("{name} of {seq} twice"));
        }
        Ok(())
    }
}
