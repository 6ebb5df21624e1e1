use crate::{Millis, Score, Timestamp};

/// How a table keeps time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// Not at all.
    None,
    /// It shows how long a turn takes and nags; it never acts.
    Soft {
        /// How long a turn should take.
        turn: Millis,
    },
    /// So long a turn, then an automatic pass.
    Turn {
        /// How long a turn can take.
        turn: Millis,
    },
    /// So long a player for the whole game.
    Game {
        /// What each player starts with.
        each: Millis,
        /// What every completed turn adds.
        increment: Millis,
    },
}

impl Clock {
    /// What a started minute of overtime costs.
    pub const OVERTIME_COST: Score = Score(10);
    /// After this much overtime the game is lost.
    pub const OVERTIME_MAX: Millis = Millis::minutes(10);

    /// What a player has left on a game clock after having thought for `spent` in `turns` turns; negative in overtime.
    pub fn remaining(self, spent: Millis, turns: u32) -> Option<Millis> {
        match self {
            Clock::Game { each, increment } => {
                Some(each + Millis(increment.0.saturating_mul(turns.into())) - spent)
            }
            Clock::None | Clock::Soft { .. } | Clock::Turn { .. } => None,
        }
    }

    /// What overtime costs at the end.
    pub fn overtime_cost(self, spent: Millis, turns: u32) -> Score {
        let overtime = self.remaining(spent, turns).map_or(0, |left| -left.0);
        if overtime <= 0 {
            return Score::ZERO;
        }
        let started_minutes = (overtime as u64).div_ceil(Millis::minutes(1).0 as u64);
        Clock::OVERTIME_COST * started_minutes.min(10) as i32
    }
}

/// The clock of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RunningClock {
    /// Since when it runs; `None` while all clocks stand.
    pub since: Option<Timestamp>,
    /// What the turn had taken when it last stood.
    pub spent_on_turn: Millis,
}

impl RunningClock {
    /// How long the turn has taken by now.
    pub fn turn_time(&self, now: Timestamp) -> Millis {
        self.spent_on_turn + self.since.map_or(Millis::ZERO, |since| now.since(since))
    }

    /// Stops it, and says how long it ran.
    pub(crate) fn stop(&mut self, at: Timestamp) -> Millis {
        let ran = self.since.take().map_or(Millis::ZERO, |since| at.since(since));
        self.spent_on_turn = self.spent_on_turn + ran;
        ran
    }
}
