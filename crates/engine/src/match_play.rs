use rules::{BotLevel, Preset, Rules};

use crate::{Bots, Equity, Rng, Searcher, SelfPlayGame, equity::LeaveValues};

/// A player in a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchPlayer {
    /// Plays the move with the most points.
    Greedy,
    /// Plays the move with the most static equity.
    Static,
    /// A bot of one of the five levels.
    Level(BotLevel),
}

/// The result of one game of a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game {
    /// The final scores in the order of the contestants, independent of the first to move.
    pub scores: [i32; 2],
    /// The number of turns.
    pub turns: u32,
    /// The number of bingos.
    pub bingos: u32,
}

/// Games between two contestants.
pub struct Match<'o> {
    opponents: &'o Bots,
    contestants: [MatchPlayer; 2],
    rules: Rules,
}

impl<'o> Match<'o> {
    /// A contest with the words of these opponents.
    pub fn new(opponents: &'o Bots, contestants: [MatchPlayer; 2]) -> Match<'o> {
        // The end rules of a duel: bots must aim for what a duel counts.
        let rules = Preset::Open.rules(opponents.engine().language().clone());
        Match { opponents, contestants, rules }
    }

    /// Two games with the same tiles, in which each contestant begins once.
    ///
    /// The same seed gives the same games.
    pub fn pair(&self, seed: u64) -> [Game; 2] {
        [self.game(seed, 0), self.game(seed, 1)]
    }

    /// One game, begun by the contestant with index `beginner`.
    pub fn game(&self, seed: u64, beginner: usize) -> Game {
        let engine = self.opponents.engine();
        let mut searcher = Searcher::new(engine);
        let mut chance = Rng::new(seed);
        let mut duel = SelfPlayGame::new(engine.language(), &mut chance);
        while !duel.is_over() {
            match self.contestants[duel.to_move() ^ beginner] {
                MatchPlayer::Greedy => {
                    let position = duel.position();
                    searcher.take_codes(&position.rack);
                    let choice =
                        match searcher.best_play(&position.grid, &LeaveValues::NOTHING, Equity::LEAST) {
                            Some((found, _)) => crate::Choice::Play(found),
                            None => searcher.best_choice(&position).0,
                        };
                    duel.make(&choice, engine, &mut chance);
                }
                MatchPlayer::Static => {
                    let (choice, _) = searcher.best_choice(&duel.position());
                    duel.make(&choice, engine, &mut chance);
                }
                MatchPlayer::Level(level) => {
                    let rack = duel.rack();
                    let luck = seed.wrapping_mul(1000).wrapping_add(duel.turns().into());
                    let moved =
                        self.opponents.choose(duel.observation(&rack, &self.rules), level, None, luck);
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
    fn contestants_aim_for_the_end_rules_of_a_duel() {
        let opponents = Bots::new(wordlists::embedded("en").unwrap().clone()).unwrap();
        let contest = Match::new(&opponents, [MatchPlayer::Static; 2]);
        assert_eq!(Ending::of(&contest.rules), Ending::USUAL);
    }
}
