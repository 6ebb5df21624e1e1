use std::time::Duration;

use rules::{Event, EventKind, Letter, Rules, Tile};

use crate::{Advice, Coach, Deed, Engine, Equity, Fate, PlayedTurn};

/// A finished game, looked at turn by turn.
///
/// It is an iterator, because each turn takes a moment: who asks can show what is there, and stop.
pub struct Review<'e> {
    engine: &'e Engine,
    coach: Coach<'e>,
    rules: Rules,
    turns: std::vec::IntoIter<PlayedTurn>,
    /// What each player had left after their last turn.
    held: Vec<Vec<Tile>>,
    sums: Vec<Sum>,
}

/// A turn with what the coach says about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Reviewed {
    /// The turn.
    pub turn: PlayedTurn,
    /// What the coach says.
    pub advice: Advice,
    /// The words that it formed and that the list does not have, each once.
    pub phonies: Vec<Vec<Letter>>,
}

/// What comes together for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sum {
    /// How many turns were looked at.
    pub turns: usize,
    /// What they lost against the best.
    pub lost: Equity,
    /// How lucky the draws were.
    pub luck: Equity,
    /// How many plays of all seven tiles were there and would have been better.
    pub missed_bingos: usize,
    /// How many plays stood with words that are none.
    pub phonies_stood: usize,
    /// How many plays with words that are none were challenged off.
    pub phonies_caught: usize,
}

impl<'e> Review<'e> {
    /// A review of turns by so many players.
    pub fn new(engine: &'e Engine, rules: Rules, players: usize, turns: Vec<PlayedTurn>) -> Review<'e> {
        let players = turns.iter().map(|turn| turn.player + 1).max().unwrap_or(0).max(players);
        Review {
            engine,
            coach: Coach::new(engine),
            rules,
            turns: turns.into_iter(),
            held: vec![Vec::new(); players],
            sums: vec![Sum::default(); players],
        }
    }

    /// A review of the game that a log tells; `None` if the log does not begin with the opening of a table. Players go by
    /// the number of their seat.
    pub fn of_log(engine: &'e Engine, log: &[Event]) -> Option<Review<'e>> {
        let EventKind::TableOpened(opening) = &log.first()?.kind else { return None };
        Some(Review::new(engine, opening.rules.clone(), 0, PlayedTurn::all_of(log)))
    }

    /// The same, but no endgame takes longer than this: see [`Coach::hurried`].
    pub fn hurried(self, endgame_time_max: Duration) -> Review<'e> {
        Review { coach: self.coach.hurried(endgame_time_max), ..self }
    }

    /// How many turns are still to be looked at.
    pub fn turns_left(&self) -> usize {
        self.turns.len()
    }

    /// What has come together so far, by player.
    pub fn sums(&self) -> &[Sum] {
        &self.sums
    }
}

impl Iterator for Review<'_> {
    type Item = Reviewed;

    fn next(&mut self) -> Option<Reviewed> {
        let turn = self.turns.next()?;
        let advice = self.coach.look_at(&turn, &self.rules, &self.held[turn.player]);
        self.held[turn.player] = turn.kept();
        let mut phonies = Vec::new();
        if let Deed::Play(play) = &turn.deed {
            for word in &play.words {
                if !self.engine.knows(&word.letters) && !phonies.contains(&word.letters) {
                    phonies.push(word.letters.clone());
                }
            }
        }
        let reviewed = Reviewed { turn, advice, phonies };
        self.sums[reviewed.turn.player].add(&reviewed);
        Some(reviewed)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.turns.size_hint()
    }
}

impl Sum {
    fn add(&mut self, Reviewed { turn, advice, phonies }: &Reviewed) {
        self.turns += 1;
        self.lost += advice.lost;
        self.luck += advice.luck;
        self.missed_bingos += usize::from(advice.missed_bingo.is_some());
        match turn.fate {
            Fate::Stood => self.phonies_stood += usize::from(!phonies.is_empty()),
            Fate::TakenBack => self.phonies_caught += usize::from(!phonies.is_empty()),
        }
    }
}
