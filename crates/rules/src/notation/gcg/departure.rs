use super::{Gcg, GcgPlayer, Prose, Remark};

/// How a player left a game before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Departure {
    /// The player gave up.
    Resigned,
    /// The player was away for too long, or was sent away.
    Removed,
    /// The player's clock ran out.
    TimeExpired,
}

impl Departure {
    const ALL: [Departure; 3] = [Departure::Resigned, Departure::Removed, Departure::TimeExpired];

    const fn tag(self) -> &'static str {
        match self {
            Departure::Resigned => "#resigned",
            Departure::Removed => "#removed",
            Departure::TimeExpired => "#time-expired",
        }
    }

    /// The note that says so of a player, to put below the move after which it happened.
    pub fn note(self, player: &GcgPlayer) -> Remark {
        Remark::Note(Prose::tagged(self.tag(), &player.nickname))
    }
}

/// Who left a game, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GcgDeparture {
    /// How many moves of the file came before.
    pub after_moves: usize,
    /// Who, by the place in [`Gcg::players`].
    pub player: usize,
    /// How.
    pub departure: Departure,
}

impl Gcg {
    /// Who left the game before its end, in the order in which it happened.
    pub fn departures(&self) -> Vec<GcgDeparture> {
        let remarks = std::iter::once(&self.remarks).chain(self.moves.iter().map(|made| &made.remarks));
        let departure = |after_moves: usize, remark: &Remark| {
            let Remark::Note(note) = remark else { return None };
            let (tag, nickname) = note.as_str().split_once(' ')?;
            let departure = Departure::ALL.into_iter().find(|departure| departure.tag() == tag)?;
            let player = self.players.iter().position(|player| player.nickname.as_str() == nickname)?;
            Some(GcgDeparture { after_moves, player, departure })
        };
        remarks
            .enumerate()
            .flat_map(|(after_moves, remarks)| {
                remarks.iter().filter_map(move |remark| departure(after_moves, remark))
            })
            .collect()
    }
}
