//! The draw for the first turn, and the first racks.

use crate::{Draw, DrawNumber, FirstToMove, OpeningRound, Rack, Seat, Tile, TileSource};

use super::Game;
use super::apply::starting_board;

impl Game {
    /// The turn order of a game started by this host, and the draw that determined it.
    pub(crate) fn opening_order(&self, host: Seat, draws: &dyn TileSource) -> (Vec<Seat>, Vec<OpeningRound>) {
        let mut order = self.roster.join_order.clone();
        if let Some(rematch) = &self.opening.rematch {
            // The previous order, rotated by one. Players who are new follow.
            let before = |seat: &Seat| rematch.players.iter().position(|(kept, _, _)| kept == seat);
            order.sort_by_key(|seat| before(seat).unwrap_or(usize::MAX));
            return (order, Vec::new());
        }
        match self.rules().beginner {
            FirstToMove::JoinOrder => (order, Vec::new()),
            FirstToMove::Host => {
                order.sort_by_key(|&seat| seat != host);
                (order, Vec::new())
            }
            FirstToMove::Drawn => {
                let rounds = self.draw_for_beginner(&order, draws);
                let beginner = rounds.last().and_then(|round| best_of(round).first().copied());
                let place = order.iter().position(|&seat| Some(seat) == beginner).unwrap_or(0);
                order.rotate_left(place);
                (order, rounds)
            }
        }
    }

    /// The rounds of the draw for the first turn.
    ///
    /// Players draw in join order and without replacement. The tile nearest to the start of the
    /// alphabet wins. Tied players draw again in another round.
    fn draw_for_beginner(&self, players: &[Seat], draws: &dyn TileSource) -> Vec<OpeningRound> {
        // Ties are rare and resolve quickly. The limit is for scripted draws that never break a
        // tie.
        const ROUNDS_MAX: usize = 100;
        let mut counter = 0;
        let mut drawing = players.to_vec();
        let mut rounds = Vec::new();
        while rounds.len() < ROUNDS_MAX {
            let mut tiles = starting_board(&[], &self.rules().language).1.tiles().to_vec();
            let mut drawn = Vec::new();
            for &seat in &drawing {
                let picked = draws.pick(DrawNumber::Opening(counter), &tiles);
                counter += 1;
                drawn.push((seat, tiles.remove(picked.min(tiles.len() - 1))));
            }
            let round = OpeningRound { drawn };
            drawing = best_of(&round);
            rounds.push(round);
            if drawing.len() == 1 {
                break;
            }
        }
        rounds
    }

    /// The first racks, in turn order.
    pub(crate) fn first_deals(&self, order: &[Seat], draws: &dyn TileSource) -> Vec<(Seat, Draw)> {
        let (_, mut bag) = starting_board(&self.opening.starting_word, &self.rules().language);
        let mut deal = |&seat: &Seat| {
            let draw = bag.peek(Rack::SIZE, draws);
            bag.remove(&draw);
            (seat, draw)
        };
        order.iter().map(&mut deal).collect()
    }
}

/// The players with the best tile of a round; several if they tie.
fn best_of(round: &OpeningRound) -> Vec<Seat> {
    let best: Option<Tile> = round.drawn.iter().map(|&(_, tile)| tile).min();
    round.drawn.iter().filter(|&&(_, tile)| Some(tile) == best).map(|&(seat, _)| seat).collect()
}
