use crate::{Action, Departure, PassedBy};

use super::{Gcg, GcgComment, GcgPlayer, Prose};

const ALL: [Departure; 3] = [Departure::Resigned, Departure::Removed, Departure::TimeExpired];

const fn tag(departure: Departure) -> &'static str {
    match departure {
        Departure::Resigned => "#resigned",
        Departure::Removed => "#removed",
        Departure::TimeExpired => "#time-expired",
    }
}

/// The note that records how a player dropped out.
fn note(departure: Departure, player: &GcgPlayer) -> GcgComment {
    GcgComment::Note(Prose::tagged(tag(departure), &player.nickname))
}

/// A player who dropped out of a game, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GcgDeparture {
    /// The number of moves in the file before it.
    pub after_moves: usize,
    /// The player, as an index into [`Gcg::players`].
    pub player: usize,
    /// How the player dropped out.
    pub departure: Departure,
}

impl Gcg {
    /// Adds a note below the last move that a player dropped out.
    pub fn note_departure(&mut self, player: usize, departure: Departure) {
        if let Some(leaver) = self.players.get(player) {
            let note = note(departure, leaver);
            self.comment(note);
        }
    }

    /// Adds a note below the last move about a turn that the clock passed, or a stand-in.
    pub(super) fn note_time(&mut self, player: usize, deed: &Action) {
        let tag = match deed {
            Action::Passed(PassedBy::Clock) => "#automatic-pass",
            Action::StandInStarted => "#stand-in",
            Action::StandInEnded => "#returned",
            _ => return,
        };
        if let Some(player) = self.players.get(player) {
            let note = GcgComment::Note(Prose::tagged(tag, &player.nickname));
            self.comment(note);
        }
    }

    /// The players who dropped out, in the order in which it happened.
    pub fn departures(&self) -> Vec<GcgDeparture> {
        let comments = std::iter::once(&self.comments).chain(self.moves.iter().map(|made| &made.comments));
        let departure = |after_moves: usize, comment: &GcgComment| {
            let GcgComment::Note(note) = comment else { return None };
            let (name, nickname) = note.as_str().split_once(' ')?;
            let departure = ALL.into_iter().find(|&departure| tag(departure) == name)?;
            let player = self.players.iter().position(|player| player.nickname.as_str() == nickname)?;
            Some(GcgDeparture { after_moves, player, departure })
        };
        comments
            .enumerate()
            .flat_map(|(after_moves, comments)| {
                comments.iter().filter_map(move |comment| departure(after_moves, comment))
            })
            .collect()
    }
}
