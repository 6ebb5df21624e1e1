use rules::{Board, Event, EventKind, Game, Play, Rack, Score, Tile};

/// A turn of a finished game, with what its player saw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedTurn {
    /// Its index on the score sheet, from 0: in [`Game::history`] or among the moves of a file.
    pub place: usize,
    /// The player, by seat number or by position in a file.
    pub player: usize,
    /// The number of opponents still in the game.
    pub others: usize,
    /// The board before the turn.
    pub board: Board,
    /// The rack before the turn.
    pub rack: Rack,
    /// The number of tiles in the bag.
    pub bag_count: usize,
    /// Whether the game would have ended if no tile was laid.
    pub is_last_pass: bool,
    /// The move.
    pub deed: TurnAction,
    /// What became of the move.
    pub fate: PlayStatus,
}

/// The kind of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TurnAction {
    /// Lay tiles.
    Play(Play),
    /// Exchange these tiles.
    Exchange(Vec<Tile>),
    /// Pass.
    Pass,
}

/// What became of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayStatus {
    /// It counts.
    Stood,
    /// The play was challenged off the board.
    TakenBack,
}

impl PlayedTurn {
    /// Every turn of a log in which the player made a decision.
    ///
    /// Leaving the game and turns lost to a failed challenge are not included.
    pub fn all_of(log: &[Event]) -> Vec<PlayedTurn> {
        let Some((opened, rest)) = log.split_first() else { return Vec::new() };
        let Ok(mut game) = Game::replay([opened]) else { return Vec::new() };
        let mut turns: Vec<PlayedTurn> = Vec::new();
        let mut still_in = 0_usize;
        for event in rest {
            let taken = match &event.kind {
                EventKind::TilesPlaced { seat, play, .. } => {
                    Some((*seat, TurnAction::Play(Play::clone(play))))
                }
                EventKind::TilesExchanged { seat, returned, .. } => {
                    Some((*seat, TurnAction::Exchange(returned.clone())))
                }
                EventKind::TurnPassed { seat, .. } => Some((*seat, TurnAction::Pass)),
                EventKind::ChallengeResolved { valid: false, .. } => {
                    if let Some(last) = turns.last_mut() {
                        last.fate = PlayStatus::TakenBack;
                    }
                    None
                }
                EventKind::GameStarted { order, .. } => {
                    still_in = order.len();
                    None
                }
                EventKind::PlayerOut { .. } => {
                    still_in = still_in.saturating_sub(1);
                    None
                }
                _ => None,
            };
            if let Some((seat, deed)) = taken
                && let (Some(board), Some(rack), Some(bag)) = (game.board(), game.rack(seat), game.bag())
            {
                turns.push(PlayedTurn {
                    place: game.history().len(),
                    player: seat.index(),
                    others: still_in.saturating_sub(1),
                    board: board.clone(),
                    rack: rack.clone(),
                    bag_count: bag.len(),
                    is_last_pass: game.is_last_pass(),
                    deed,
                    fate: PlayStatus::Stood,
                });
            }
            if game.apply(event).is_err() {
                break;
            }
        }
        turns
    }

    /// The tiles that left the rack for good.
    pub fn used(&self) -> Vec<Tile> {
        match (&self.deed, self.fate) {
            (TurnAction::Play(play), PlayStatus::Stood) => play.rack_tiles(),
            (TurnAction::Exchange(tiles), _) => tiles.clone(),
            (TurnAction::Play(_), PlayStatus::TakenBack) | (TurnAction::Pass, _) => Vec::new(),
        }
    }

    /// The tiles that stayed on the rack.
    pub fn kept(&self) -> Vec<Tile> {
        let mut left = self.rack.clone();
        // A file may contain a move with tiles that are not on the rack; then nothing is known to
        // be left.
        if left.remove(&self.used()).is_ok() { left.take_all() } else { Vec::new() }
    }

    /// The points that the move scored in the end.
    pub(crate) const fn scored(&self) -> i32 {
        match (&self.deed, self.fate) {
            (TurnAction::Play(Play { score: Score(score), .. }), PlayStatus::Stood) => *score,
            _ => 0,
        }
    }

    pub(crate) const fn is_bingo_that_stood(&self) -> bool {
        matches!((&self.deed, self.fate), (TurnAction::Play(play), PlayStatus::Stood) if play.is_bingo())
    }
}
