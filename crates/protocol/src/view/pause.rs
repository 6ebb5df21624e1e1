use rules::{Pause, SeenPosition};

use super::PlayerIds;
use crate::server::PauseState;

/// The proposed or running pause of a game over days.
pub(super) fn pause_state(position: SeenPosition<'_>, ids: &PlayerIds) -> Option<PauseState> {
    match position.pause() {
        Pause::None => None,
        Pause::Proposed { by, until, agreed } => Some(PauseState::Proposed {
            player_id: ids.of(by),
            until: until.0,
            agreed: ids.all(agreed.iter()),
        }),
        Pause::Paused { since, until } => Some(PauseState::Paused { since: since.0, until: until.0 }),
    }
}
