use std::time::Duration;

use rules::{Event, EventKind, Letter, Rules, Tile};

use crate::{Advice, Coach, Engine, Equity, PlayStatus, PlayedTurn, TurnAction};

/// The review of a finished game, turn by turn.
///
/// It is an iterator because each turn takes time to compute: the caller can show partial results
/// and stop.
pub struct Review<'e> {
    engine: &'e Engine,
    coach: Coach<'e>,
    rules: Rules,
    turns: std::vec::IntoIter<PlayedTurn>,
    /// The tiles each player kept after their last turn.
    held: Vec<Vec<Tile>>,
    sums: Vec<Sum>,
}

/// A turn with the coach's advice.
#[derive(Clone, PartialEq, Debug)]
pub struct Reviewed {
    /// The turn.
    pub turn: PlayedTurn,
    /// The coach's advice.
    pub advice: Advice,
    /// The words it formed that are not in the list, each once.
    pub phonies: Vec<Vec<Letter>>,
}

/// A player's totals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sum {
    /// The number of turns reviewed.
    pub turns: usize,
    /// The equity lost compared with the best moves.
    pub lost: Equity,
    /// The luck of the draws.
    pub luck: Equity,
    /// The number of missed bingos that would have been better.
    pub missed_bingos: usize,
    /// The number of plays with phonies that were not challenged off.
    pub phonies_stood: usize,
    /// The number of plays with phonies that were challenged off.
    pub phonies_caught: usize,
}

impl<'e> Review<'e> {
    /// A review of turns by at least this many players.
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

    /// A review of a logged game, with players numbered by seat.
    ///
    /// `None` if the log does not begin with the opening of a table.
    pub fn of_log(engine: &'e Engine, log: &[Event]) -> Option<Review<'e>> {
        let EventKind::TableOpened(opening) = &log.first()?.kind else { return None };
        let changed = log.iter().rev().find_map(|event| match &event.kind {
            EventKind::RulesChanged { rules, .. } => Some(Rules::clone(rules)),
            _ => None,
        });
        let rules = changed.unwrap_or_else(|| opening.rules.clone());
        Some(Review::new(engine, rules, 0, PlayedTurn::all_of(log)))
    }

    /// The same review with a time limit per endgame; see [`Coach::hurried`].
    pub fn hurried(self, endgame_time_max: Duration) -> Review<'e> {
        Review { coach: self.coach.hurried(endgame_time_max), ..self }
    }

    /// The number of turns not yet reviewed.
    pub fn turns_left(&self) -> usize {
        self.turns.len()
    }

    /// The totals so far, by player.
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
        if let TurnAction::Play(play) = &turn.deed {
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
            PlayStatus::Stood => self.phonies_stood += usize::from(!phonies.is_empty()),
            PlayStatus::TakenBack => self.phonies_caught += usize::from(!phonies.is_empty()),
        }
    }
}
