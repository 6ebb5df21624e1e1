//! What comes over one connection: versions in order, none left out, nothing told twice.

use std::collections::BTreeSet;

use crate::Chronicle;

/// What a version tells a member at most once.
const TOLD_ONCE: [&str; 6] =
    ["boardUpdate", "gameEnded", "playMade", "scoreUpdate", "turnChange", "yourTiles"];

/// The version that a frame carries, which is written last.
pub fn seq_of(text: &str) -> Option<u64> {
    let (_, seq) = text.strip_suffix('}')?.rsplit_once("\"seq\":")?;
    seq.parse().ok()
}

/// What somebody knew when a connection began.
#[derive(Clone, Copy, Debug)]
pub struct Acquaintance {
    /// Whether they have a seat.
    pub sits: bool,
    /// What they said they had heard.
    pub asked_since: Option<u64>,
    /// What they had really heard, on any connection.
    pub knew: u64,
}

/// What was heard on a connection.
#[derive(Default, Debug)]
pub struct Hearing {
    last: Option<u64>,
    /// Versions were skipped: the whole state must follow with this one.
    owes_state: Option<u64>,
    /// What was told with the last version.
    told: BTreeSet<&'static str>,
    /// Everything was asked for again.
    is_resyncing: bool,
}

impl Hearing {
    /// The last version that was heard of.
    pub const fn last(&self) -> Option<u64> {
        self.last
    }

    /// Everything is asked for again, and may come twice.
    pub const fn asks_for_everything(&mut self) {
        self.is_resyncing = true;
    }

    /// Everything that was asked for has come.
    pub fn has_everything(&mut self) {
        self.is_resyncing = false;
        self.told.clear();
    }

    /// What is heard begins after a version.
    pub fn begins_after(&mut self, seq: Option<u64>) {
        self.last = self.last.max(seq);
    }

    /// An event with a version is heard. An error if it cannot come now.
    pub fn hear(
        &mut self,
        name: &str,
        seq: u64,
        Acquaintance { sits, asked_since, knew }: Acquaintance,
        chronicle: Option<&Chronicle>,
    ) -> Result<(), String> {
        // Who came and went unheard of cannot be told: everything is shown instead.
        let cannot_be_told = self
            .last
            .is_some_and(|last| chronicle.is_some_and(|chronicle| chronicle.has_visitors(last, seq)));
        let before = self.last.or(asked_since);
        match self.last {
            // What was asked for again may have been heard before.
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
