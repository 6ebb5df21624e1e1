use crate::{Event, EventKind, Rack, Seat, Tile};

use super::{Game, Position, Stage};

impl Game {
    /// Whether an event can be applied to this game.
    ///
    /// The players it names must take part, and the tiles it moves must be where it takes them
    /// from. Decided events always fit. Events from a damaged or edited log may not.
    pub fn fits(&self, event: &Event) -> bool {
        let sits = |seat: &Seat| self.players.has(*seat);
        match &event.kind {
            EventKind::NonceGiven { seat, .. } | EventKind::HostChanged { seat } => sits(seat),
            EventKind::NonceCommitted { seat, .. } => matches!(self.stage, Stage::Waiting) && sits(seat),
            EventKind::NoncesRequested { by, contributors, .. } => {
                matches!(self.stage, Stage::Waiting)
                    && sits(by)
                    && contributors.iter().all(|(seat, _)| self.contribution(*seat).is_some())
            }
            EventKind::NonceRevealed { seat, nonce } => self.opens(*seat, nonce),
            EventKind::StartFailed { .. } => self.pending_start().is_some(),
            EventKind::PlayerJoined { seat, .. } => !sits(seat),
            EventKind::GameStarted { order, deals, .. } => {
                let is_dealt_to = |(seat, _): &(Seat, _)| order.contains(seat);
                !order.is_empty()
                    && order.iter().all(sits)
                    && deals.iter().all(is_dealt_to)
                    && self.unrevealed().next().is_none()
            }
            kind => match &self.stage {
                Stage::Playing(position) => position.fits(kind),
                Stage::Waiting | Stage::Starting(_) | Stage::Ended(_) | Stage::Closed => true,
            },
        }
    }
}

impl Position {
    fn fits(&self, kind: &EventKind) -> bool {
        let plays = |seat: &Seat| self.hands.has(*seat);
        let holds = |seat: Seat, tiles: &[Tile]| {
            let mut rack: Rack = self.hands.get(seat).map(|hand| hand.rack.clone()).unwrap_or_default();
            rack.remove(tiles).is_ok()
        };
        match kind {
            EventKind::TilesPlaced { seat, play, .. } => plays(seat) && holds(*seat, &play.rack_tiles()),
            EventKind::TilesExchanged { seat, returned, .. } => plays(seat) && holds(*seat, returned),
            EventKind::PlayStood { seat, .. }
            | EventKind::PlayAccepted { seat }
            | EventKind::ChallengeStarted { by: seat, .. }
            | EventKind::VoteCast { seat, .. }
            | EventKind::TurnLost { seat }
            | EventKind::TurnPassed { seat, .. }
            | EventKind::PlayerOut { seat, .. }
            | EventKind::EndRequested { by: seat }
            | EventKind::EndAgreed { seat } => plays(seat),
            _ => true,
        }
    }
}
