use crate::{Millis, Score, Timestamp};

/// The kind of clock a table uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// No clock.
    None,
    /// Shows how long a turn takes and reminds the player; never acts.
    Soft {
        /// The recommended length of a turn.
        turn: Millis,
    },
    /// A time limit per turn. At the limit the player passes automatically.
    Turn {
        /// The time limit of a turn.
        turn: Millis,
    },
    /// A time budget per player for the whole game.
    Game {
        /// Each player's initial time.
        each: Millis,
        /// The time added after every completed turn.
        increment: Millis,
    },
    /// A number of days per turn, and a bank of days per player for the whole game.
    ///
    /// The time of the turn runs first, then the bank. Without either the player passes
    /// automatically. The second time in a row the player is out, or a computer plays the seat.
    Days {
        /// The days of a turn.
        turn_days: u8,
        /// Each player's bank.
        bank_days: u8,
    },
}

impl Clock {
    /// The penalty for each started minute of overtime.
    pub const OVERTIME_COST: Score = Score(10);
    /// The most overtime a player can use before losing the game.
    pub const OVERTIME_MAX: Millis = Millis::minutes(10);
    /// The most days of a turn.
    pub const TURN_DAYS_MAX: u8 = 14;
    /// The most days in a player's bank.
    pub const BANK_DAYS_MAX: u8 = 60;

    /// A player's remaining time on a game clock; negative in overtime.
    ///
    /// `spent` is the player's thinking time so far and `turns` the number of turns completed.
    /// `None` for the other kinds of clock.
    pub fn remaining(self, spent: Millis, turns: u32) -> Option<Millis> {
        match self {
            Clock::Game { each, increment } => {
                Some(each + Millis(increment.0.saturating_mul(turns.into())) - spent)
            }
            Clock::None | Clock::Soft { .. } | Clock::Turn { .. } | Clock::Days { .. } => None,
        }
    }

    /// Whether turns take days.
    pub const fn is_days(self) -> bool {
        matches!(self, Clock::Days { .. })
    }

    /// The time of a turn before the bank is used; `None` for the other kinds of clock.
    pub fn turn_of_days(self) -> Option<Millis> {
        match self {
            Clock::Days { turn_days, .. } => Some(Millis::days(turn_days.into())),
            Clock::None | Clock::Soft { .. } | Clock::Turn { .. } | Clock::Game { .. } => None,
        }
    }

    /// What is left of a player's bank; `None` for the other kinds of clock.
    ///
    /// `used` is what earlier turns took from it, `on_turn` the time spent on the current turn.
    pub fn bank_left(self, used: Millis, on_turn: Millis) -> Option<Millis> {
        match self {
            Clock::Days { turn_days, bank_days } => {
                let overrun = (on_turn - Millis::days(turn_days.into())).max(Millis::ZERO);
                Some((Millis::days(bank_days.into()) - used - overrun).max(Millis::ZERO))
            }
            Clock::None | Clock::Soft { .. } | Clock::Turn { .. } | Clock::Game { .. } => None,
        }
    }

    /// The penalty for a player's overtime, subtracted at the end of the game.
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
    /// When the clock started; `None` while it is stopped.
    pub since: Option<Timestamp>,
    /// The time spent on this turn up to when the clock last stopped.
    pub spent_on_turn: Millis,
}

impl RunningClock {
    /// The time spent on this turn so far.
    pub fn turn_time(&self, now: Timestamp) -> Millis {
        self.spent_on_turn + self.since.map_or(Millis::ZERO, |since| now.since(since))
    }

    /// Stops the clock and returns how long it ran.
    pub(crate) fn stop(&mut self, at: Timestamp) -> Millis {
        let ran = self.since.take().map_or(Millis::ZERO, |since| at.since(since));
        self.spent_on_turn = self.spent_on_turn + ran;
        ran
    }
}
