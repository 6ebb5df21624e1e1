use crate::{BrokenLog, Draw, Event, EventKind, Game, Key, Seat, SeatSet, Seed, Tile};

/// The result of verifying a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The number of tiles drawn for racks, all as the seed determines.
    pub draws: usize,
    /// The number of tiles drawn for the first turn.
    pub opening_draws: usize,
    /// The players whose committed nonce is part of the key.
    ///
    /// No other party can have chosen the deal for these players.
    pub fair_for: SeatSet,
}

/// A difference between a log and the revealed seed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FairnessError {
    /// The log does not begin with the opening of a table.
    #[error("the log does not begin with the opening of a table")]
    NoOpening,
    /// An event of the log is impossible.
    #[error(transparent)]
    Broken(#[from] BrokenLog),
    /// The server committed to a different seed.
    #[error("the seed is not the one that the server committed to")]
    Commitment,
    /// A nonce does not match the commitment published before.
    #[error("event {event}: the nonce of seat {seat:?} is not the one that was committed to")]
    Nonce {
        /// The index of the event in the log, from 0.
        event: usize,
        /// The seat of the nonce.
        seat: Seat,
    },
    /// The draw for the first turn differs, or the turn order does not follow from it.
    #[error("the draw for who begins is not what the seed gives")]
    OpeningDraw,
    /// The first racks were dealt to the wrong players.
    #[error("the first racks were not dealt in the order of turns")]
    Deal,
    /// A draw for a rack differs.
    #[error("event {event}: draw {number} gave {found:?}, the seed gives {expected:?}")]
    Draw {
        /// The index of the event in the log, from 0.
        event: usize,
        /// The number of the first draw that differs.
        ///
        /// If the event has more or fewer draws than expected, the number of its first draw.
        number: u32,
        /// The tiles that the seed determines.
        expected: Vec<Tile>,
        /// The tiles in the log.
        found: Vec<Tile>,
    },
}

/// Recomputes every draw of a game from its revealed seed and compares it with the log.
pub fn verify(log: &[Event], seed: &Seed) -> Result<Verified, FairnessError> {
    let Some(Event { at, kind: EventKind::TableOpened(opening) }) = log.first() else {
        return Err(FairnessError::NoOpening);
    };
    if seed.commitment(&opening.game) != opening.commitment {
        return Err(FairnessError::Commitment);
    }
    let (mut game, _) = Game::open(opening.clone(), *at);
    let mut key = Key::new(seed, &opening.game, &[]);
    let mut verified = Verified { draws: 0, opening_draws: 0, fair_for: SeatSet::EMPTY };
    for (place, event) in log.iter().enumerate().skip(1) {
        let draw = |expected: Draw, found: &Draw| same_draw(place, &expected, found);
        match &event.kind {
            EventKind::GameStarted { order, opening_draw, deals, key: version } => {
                key = game.key_of(*version, seed);
                let Some(host) = game.host() else { return Err(FairnessError::OpeningDraw) };
                let by = game.pending_start().map_or(host, |pending| pending.by);
                if (order.clone(), opening_draw.clone()) != game.opening_order(by, &key) {
                    return Err(FairnessError::OpeningDraw);
                }
                verified.opening_draws = opening_draw.iter().map(|round| round.drawn.len()).sum();
                let expected = game.first_deals(order, &key);
                verified.draws += draw(all_of(&expected), &all_of(deals))?;
                if *deals != expected {
                    return Err(FairnessError::Deal);
                }
                verified.fair_for = game.committed_contributors();
            }
            EventKind::PlayStood { reason, drawn, .. } => {
                if let (Some(position), Some(bag)) = (game.playing(), game.bag()) {
                    let count = position.draw_count(*reason, game.rules().turns);
                    verified.draws += draw(bag.peek(count, &key), drawn)?;
                }
            }
            EventKind::TilesExchanged { returned, drawn, .. } => {
                if let Some(bag) = game.bag() {
                    verified.draws += draw(bag.peek(returned.len(), &key), drawn)?;
                }
            }
            EventKind::NonceRevealed { seat, nonce } if !game.opens(*seat, nonce) => {
                return Err(FairnessError::Nonce { event: place, seat: *seat });
            }
            _ => {}
        }
        game.apply(event).map_err(|error| BrokenLog { number: place + 1, error })?;
    }
    Ok(verified)
}

/// The number of tiles in a draw, if it is as expected.
fn same_draw(event: usize, expected: &Draw, found: &Draw) -> Result<usize, FairnessError> {
    if expected == found {
        return Ok(found.tiles.len());
    }
    let is_other = |&place: &usize| expected.tiles[place] != found.tiles[place];
    let same_count = expected.tiles.len() == found.tiles.len();
    let differs = if same_count { (0..found.tiles.len()).find(is_other) } else { None };
    Err(FairnessError::Draw {
        event,
        number: expected.first + differs.unwrap_or(0) as u32,
        expected: expected.tiles.clone(),
        found: found.tiles.clone(),
    })
}

/// Combines the first racks into one draw.
fn all_of(deals: &[(Seat, Draw)]) -> Draw {
    let first = deals.first().map_or(0, |(_, draw)| draw.first);
    Draw { first, tiles: deals.iter().flat_map(|(_, draw)| draw.tiles.clone()).collect() }
}
