use crate::game::starting_board;
use crate::{
    Bag, Draw, DrawNumber, Draws, Event, EventKind, Game, Key, Nonce, OpeningRound, Seat, Seed, Tile,
};

/// What a verified game has shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// How many tiles were drawn for racks, each as the seed says.
    pub draws: usize,
    /// How many were drawn for who begins.
    pub opening_draws: usize,
}

/// Where a log and the revealed seed do not agree.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unfair {
    /// The log does not begin with the opening of a table.
    #[error("the log does not begin with the opening of a table")]
    NoOpening,
    /// The server had committed to another seed.
    #[error("the seed is not the one that the server committed to")]
    Commitment,
    /// Who begins was drawn otherwise.
    #[error("the draw for who begins is not what the seed gives")]
    OpeningDraw,
    /// A rack was drawn otherwise.
    #[error("event {event}: draw {number} gave {found:?}, the seed gives {expected:?}")]
    Draw {
        /// The place of the event in the log, from 0.
        event: usize,
        /// The number of the first draw that differs, or of the first one of its kind if their count differs.
        number: u32,
        /// What the seed gives.
        expected: Vec<Tile>,
        /// What the log says.
        found: Vec<Tile>,
    },
}

/// Replays every draw of a game from its revealed seed and holds it against the log.
pub fn verify(log: &[Event], seed: &Seed) -> Result<Verified, Unfair> {
    let Some(Event { at, kind: EventKind::TableOpened(opening) }) = log.first() else {
        return Err(Unfair::NoOpening);
    };
    if seed.commitment(&opening.game) != opening.commitment {
        return Err(Unfair::Commitment);
    }
    let (mut game, _) = Game::open(opening.clone(), *at);
    let mut key = Key::new(seed, &opening.game, &[]);
    let mut verified = Verified { draws: 0, opening_draws: 0 };
    for (event, Event { kind, .. }) in log.iter().enumerate().skip(1) {
        let mut check = |bag: &Bag, found: &Draw, key: &Key| {
            let expected = bag.peek(found.tiles.len(), key);
            verified.draws += expected.tiles.len();
            if expected == *found {
                return Ok(());
            }
            let (number, expected, found) = (found.first, expected.tiles, found.tiles.clone());
            Err(Unfair::Draw { event, number, expected, found })
        };
        match kind {
            EventKind::GameStarted { opening_draw, deals, .. } => {
                let nonces: Vec<Nonce> = game.nonces();
                key = Key::new(seed, &opening.game, &nonces);
                let (_, mut bag) = starting_board(&opening.starting_word, &opening.rules.language);
                for (_, draw) in deals {
                    check(&bag, draw, &key)?;
                    bag.remove(draw);
                }
                check_opening_draw(&game, opening_draw, &key)?;
                verified.opening_draws = opening_draw.iter().map(|round| round.drawn.len()).sum();
            }
            EventKind::PlayStood { drawn, .. } | EventKind::TilesExchanged { drawn, .. } => {
                if let Some(bag) = game.bag() {
                    check(bag, drawn, &key)?;
                }
            }
            _ => {}
        }
        game.apply(&log[event]);
    }
    Ok(verified)
}

fn check_opening_draw(game: &Game, rounds: &[OpeningRound], key: &Key) -> Result<(), Unfair> {
    let full = Bag::full(&game.rules().language);
    let mut drawing: Vec<Seat> = game.join_order().to_vec();
    let mut counter = 0;
    for round in rounds {
        let mut tiles = full.tiles().to_vec();
        let mut expected = Vec::new();
        for &seat in &drawing {
            let picked = key.pick(DrawNumber::Opening(counter), &tiles);
            expected.push((seat, tiles.remove(picked)));
            counter += 1;
        }
        if expected != round.drawn {
            return Err(Unfair::OpeningDraw);
        }
        let best = expected.iter().map(|&(_, tile)| tile).min();
        drawing = expected.iter().filter(|&&(_, tile)| Some(tile) == best).map(|&(seat, _)| seat).collect();
    }
    Ok(())
}
