use rules::{Board, Event, EventKind, Game, Play, Rack, Score, Tile};

/// A turn of a game as it was taken, with what its player saw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedTurn {
    /// Where it stands on the score pad, from 0: [`Game::history`] or the moves of a file.
    pub place: usize,
    /// Whose it was, by the number of the seat or the place in a file.
    pub player: usize,
    /// How many others were still in the game.
    pub others: usize,
    /// The board before it.
    pub board: Board,
    /// The rack before it.
    pub rack: Rack,
    /// How many tiles were in the bag.
    pub bag_count: usize,
    /// Whether the game was over if nothing was laid.
    pub is_last_pass: bool,
    /// What was done.
    pub deed: Deed,
    /// What became of it.
    pub fate: Fate,
}

/// What is done with a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Lay tiles.
    Play(Play),
    /// Swap these tiles.
    Exchange(Vec<Tile>),
    /// Pass.
    Pass,
}

/// What became of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It stands.
    Stood,
    /// It was a play that was challenged off.
    TakenBack,
}

impl PlayedTurn {
    /// Every turn of a game in which its player decided something, from the log. Turns that were lost to a challenge are
    /// none, and leaving is none either.
    pub fn all_of(log: &[Event]) -> Vec<PlayedTurn> {
        let Some((opened, rest)) = log.split_first() else { return Vec::new() };
        let Some(mut game) = Game::replay([opened]) else { return Vec::new() };
        let mut turns: Vec<PlayedTurn> = Vec::new();
        let mut still_in = 0_usize;
        for event in rest {
            let taken = match &event.kind {
                EventKind::TilesPlaced { seat, play, .. } => Some((*seat, Deed::Play(play.clone()))),
                EventKind::TilesExchanged { seat, returned, .. } => {
                    Some((*seat, Deed::Exchange(returned.clone())))
                }
                EventKind::TurnPassed { seat, .. } => Some((*seat, Deed::Pass)),
                EventKind::ChallengeResolved { valid: false, .. } => {
                    if let Some(last) = turns.last_mut() {
                        last.fate = Fate::TakenBack;
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
                    fate: Fate::Stood,
                });
            }
            game.apply(event);
        }
        turns
    }

    /// The tiles that left the rack for good.
    pub fn used(&self) -> Vec<Tile> {
        match (&self.deed, self.fate) {
            (Deed::Play(play), Fate::Stood) => play.rack_tiles(),
            (Deed::Exchange(tiles), _) => tiles.clone(),
            (Deed::Play(_), Fate::TakenBack) | (Deed::Pass, _) => Vec::new(),
        }
    }

    /// The tiles that stayed on the rack.
    pub fn kept(&self) -> Vec<Tile> {
        let mut left = self.rack.clone();
        // What cannot be taken off was never there, as in a file with a slip: then nothing is known to be left.
        if left.remove(&self.used()).is_ok() { left.take_all() } else { Vec::new() }
    }

    /// The points that it brought in the end.
    pub(crate) const fn scored(&self) -> i32 {
        match (&self.deed, self.fate) {
            (Deed::Play(Play { score: Score(score), .. }), Fate::Stood) => *score,
            _ => 0,
        }
    }

    pub(crate) const fn is_bingo_that_stood(&self) -> bool {
        matches!((&self.deed, self.fate), (Deed::Play(play), Fate::Stood) if play.is_bingo())
    }
}
