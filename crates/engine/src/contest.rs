use rules::{BotLevel, Preset, Rules};

use crate::{Chance, Duel, Equity, Opponents, Workbench, equity::Keeping};

/// Who plays in a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contestant {
    /// Takes the most points.
    Greedy,
    /// Takes the most equity.
    Static,
    /// One of the five levels.
    Level(BotLevel),
}

/// How a game of a contest went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game {
    /// The points of both contestants, in their order, whoever began.
    pub scores: [i32; 2],
    /// How many turns there were.
    pub turns: u32,
    /// How many full racks were laid in one turn.
    pub bingos: u32,
}

/// Games of two contestants.
pub struct Contest<'o> {
    opponents: &'o Opponents,
    contestants: [Contestant; 2],
    rules: Rules,
}

impl<'o> Contest<'o> {
    /// A contest with the words of these opponents.
    pub fn new(opponents: &'o Opponents, contestants: [Contestant; 2]) -> Contest<'o> {
        // By the same rules as a duel: what the levels aim for must be what counts.
        let rules = Preset::Open.rules(opponents.engine().language().clone());
        Contest { opponents, contestants, rules }
    }

    /// The same tiles twice: each begins once. The same seed gives the same games.
    pub fn pair(&self, seed: u64) -> [Game; 2] {
        [self.game(seed, 0), self.game(seed, 1)]
    }

    /// One game, which one of the contestants begins.
    pub fn game(&self, seed: u64, beginner: usize) -> Game {
        let engine = self.opponents.engine();
        let mut workbench = Workbench::new(engine);
        let mut chance = Chance::new(seed);
        let mut duel = Duel::new(engine.language(), &mut chance);
        while !duel.is_over() {
            match self.contestants[duel.to_move() ^ beginner] {
                Contestant::Greedy => {
                    let position = duel.position();
                    workbench.take_codes(&position.rack);
                    let choice = match workbench.best_play(&position.grid, &Keeping::NOTHING, Equity::LEAST) {
                        Some((found, _)) => crate::Choice::Play(found),
                        None => workbench.best_choice(&position).0,
                    };
                    duel.make(&choice, engine, &mut chance);
                }
                Contestant::Static => {
                    let (choice, _) = workbench.best_choice(&duel.position());
                    duel.make(&choice, engine, &mut chance);
                }
                Contestant::Level(level) => {
                    let rack = duel.rack();
                    let luck = seed.wrapping_mul(1000).wrapping_add(duel.turns().into());
                    let moved = self.opponents.choose(duel.sight(&rack, &self.rules), level, None, luck);
                    duel.make_move(&moved, engine, &mut chance);
                }
            }
        }
        let [first, second] = duel.scores();
        let scores = if beginner == 0 { [first, second] } else { [second, first] };
        Game { scores, turns: duel.turns(), bingos: duel.bingos() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Ending;

    #[test]
    fn contestants_play_for_what_counts_in_a_duel() {
        let opponents = Opponents::new(wordlists::embedded("en").unwrap().clone()).unwrap();
        let contest = Contest::new(&opponents, [Contestant::Static; 2]);
        assert_eq!(Ending::of(&contest.rules), Ending::USUAL);
    }
}
