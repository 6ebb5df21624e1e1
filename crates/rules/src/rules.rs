use std::sync::Arc;

use crate::{BotLevel, Clock, HOLD, Language, Millis, Preset, Score, Seat};

/// All settings of a table.
///
/// A [`Preset`] provides the defaults. Each field can be changed before [`Rules::new`] checks that
/// they are consistent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleFields {
    /// The preset that the settings started from.
    pub preset: Preset,
    /// The language, which determines the tiles and the word list.
    pub language: Arc<Language>,
    /// The number of seats. With one seat it is solo play; otherwise a game needs two players.
    pub max_players: u8,
    /// Who decides whether a word is valid.
    pub words: WordRule,
    /// When players can look words up in the list.
    pub look_up: LookUp,
    /// Who moves first.
    pub beginner: FirstToMove,
    /// When tiles can be exchanged.
    pub exchange: ExchangeLimit,
    /// How many consecutive turns without a play end the game.
    pub scoreless_end: ScorelessEnd,
    /// The bonus for going out.
    pub going_out: GoingOut,
    /// What happens to the seat of a player who is away.
    pub absence: Absence,
    /// The kind of clock.
    pub clock: Clock,
    /// How long a table stays open without an action; `None` for no limit.
    pub expires_after: Option<Millis>,
    /// The number of turns each player has; `None` for no limit.
    pub turns: Option<u32>,
    /// Who can watch.
    pub watching: Watching,
    /// Who can join.
    pub joining: Joining,
    /// Whether the table counts the unseen tiles for each player.
    pub tile_tracker: bool,
    /// With the clock `days`: the computer that plays for a player whose time runs out twice in a
    /// row, until the player returns. Without one the player is out.
    pub stand_in: Option<BotLevel>,
}

impl RuleFields {
    /// Chooses the clock `days`, and what it requires: no expiry, kept seats, and challenges for a
    /// day.
    pub fn play_over_days(&mut self, turn_days: u8, bank_days: u8) {
        self.clock = Clock::Days { turn_days, bank_days };
        self.expires_after = None;
        self.absence = Absence::SeatKept;
        if let WordRule::Challenge { window, .. } = &mut self.words {
            *window = Rules::DAYS_WINDOW;
        }
    }
}

/// Who decides whether a word is valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordRule {
    /// The word list, before a play is accepted.
    Checked,
    /// Any word is accepted unless a player challenges it.
    Challenge {
        /// Who decides the challenge.
        verdict: Verdict,
        /// How long a play can be challenged.
        window: Millis,
    },
}

/// Who decides a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The first human at the table to give a verdict, including the play's own player.
    Anyone,
    /// More than half of the other players. With two players this is [`Verdict::Anyone`].
    Vote,
    /// The word list, immediately.
    Dictionary,
}

/// When players can look words up in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LookUp {
    /// At any time.
    Always,
    /// After the game.
    AfterTheEnd,
    /// Never.
    Never,
}

/// Who moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstToMove {
    /// The host, then the others in join order.
    Host,
    /// The players in join order.
    JoinOrder,
    /// The player who draws the tile nearest to the start of the alphabet.
    ///
    /// A blank comes first of all. Tied players draw again.
    Drawn,
}

/// When tiles can be exchanged. The bag always needs at least the exchanged number of tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExchangeLimit {
    /// No further condition.
    AsManyAsSwapped,
    /// The bag needs at least this many tiles.
    BagHolds(u8),
}

/// How many consecutive turns without a play end the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScorelessEnd {
    /// One pass of every player still in the game.
    EveryPlayerPassed,
    /// This many passes, by any players.
    Passes(u32),
    /// This many passes or exchanges.
    PassesOrExchanges(u32),
    /// No number: the limit on turns ends the game.
    Never,
}

impl ScorelessEnd {
    /// Whether a pass counts. A completed turn that does not count resets the counter.
    pub const fn counts_passes(self) -> bool {
        !matches!(self, ScorelessEnd::Never)
    }

    /// Whether an exchange counts.
    pub const fn counts_exchanges(self) -> bool {
        matches!(self, ScorelessEnd::PassesOrExchanges(_))
    }
}

/// The bonus for going out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoingOut {
    /// The value of the tiles that the others have left.
    EarnsOthersTiles,
    /// None. The other players only lose the value of their own tiles.
    EarnsNothing,
}

/// What happens to the seat of a player who is away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Absence {
    /// The seat stays reserved.
    SeatKept,
    /// The player is removed after this time.
    RemovedAfter(Millis),
}

/// Who can watch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Watching {
    /// Anyone who knows the code.
    Anyone,
    /// Anyone who has the table's link.
    ByLink,
}

/// Who can join.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joining {
    /// Anyone who knows the code.
    Anyone,
    /// Players whom the host admits.
    HostAdmits,
}

/// The consistent rules of a table.
///
/// ```
/// use rules::{RulesError, Language, Preset, Rules, Verdict, WordRule};
///
/// let english = Language::by_code("en").unwrap();
/// let rules = Preset::Classic.rules(english.clone());
/// assert!(matches!(rules.words, WordRule::Challenge { verdict: Verdict::Dictionary, .. }));
///
/// let mut fields = Preset::Classic.fields(english);
/// fields.max_players = 1;
/// assert_eq!(Rules::new(fields), Err(RulesError::ChallengesAlone));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules(RuleFields);

/// Why a combination of rules is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// The number of seats is zero or too high.
    #[error("a table has 1 to {max} players, not {found}", max = Seat::COUNT)]
    Players {
        /// The requested number.
        found: u8,
    },
    /// A table for one has no other player to challenge.
    #[error("words cannot be challenged at a table for one: have them checked, or ask for more players")]
    ChallengesAlone,
    /// A table for one has no other player who waits for the turn.
    #[error(
        "a table for one has no `turn`, `game` or `days` clock: choose `none` or `soft`, or ask for more players"
    )]
    ClockAlone,
    /// A table for one has no other player who waits for the seat.
    #[error("a table for one keeps its seat: nobody is waiting for it")]
    RemovalAlone,
    /// A table for one needs a limit on turns, because passes cannot end its game.
    #[error("a table for one needs a number of turns")]
    EndlessAlone,
    /// Without a scoreless end and a limit on turns the game might never end.
    #[error("a game that scoreless turns never end needs a number of turns")]
    Endless,
    /// A game over days does not expire: its clock ends it.
    #[error("a table with the `days` clock does not expire")]
    DaysExpire,
    /// Players are away most of the time in a game over days.
    #[error("a table with the `days` clock keeps the seats of players who are away")]
    DaysRemoval,
    /// The other players of a game over days see a play hours later.
    #[error("at a table with the `days` clock a play can be challenged for one day")]
    DaysWindow,
    /// Only the clock `days` has turns that a computer takes over.
    #[error("only a table with the `days` clock has a stand-in")]
    StandInWithoutDays,
    /// A number outside its range.
    #[error("{field} must be from {min} to {max}, not {found}")]
    OutOfRange {
        /// The field's name on the wire.
        field: &'static str,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
        /// The requested number.
        found: i64,
    },
}

impl Rules {
    /// The bonus for laying a full rack.
    pub const BINGO: Score = Score::BINGO;

    /// How long a play can be challenged at a table with the clock `days`.
    pub const DAYS_WINDOW: Millis = Millis::days(1);

    /// Checks that the fields are consistent.
    pub fn new(fields: RuleFields) -> Result<Rules, RulesError> {
        let RuleFields {
            max_players,
            words,
            scoreless_end,
            turns,
            clock,
            absence,
            expires_after,
            stand_in,
            ..
        } = fields;
        if !(1..=Seat::COUNT).contains(&max_players.into()) {
            return Err(RulesError::Players { found: max_players });
        }
        let day = Millis::hours(24).0;
        if let WordRule::Challenge { window, .. } = words {
            in_range("challengeWindow", window.0, 1_000, day)?;
        }
        if let Absence::RemovedAfter(hold) = absence {
            in_range("absence", hold.0, 1_000, 365 * day)?;
        }
        if let Some(span) = expires_after {
            in_range("expiresAfter", span.0, 1_000, 3650 * day)?;
        }
        if let Some(turns) = turns {
            in_range("turns", turns.into(), 1, 1_000)?;
        }
        match scoreless_end {
            ScorelessEnd::Passes(count) | ScorelessEnd::PassesOrExchanges(count) => {
                in_range("scorelessEnd", count.into(), 1, 1_000)?;
            }
            ScorelessEnd::Never if turns.is_none() && max_players > 1 => return Err(RulesError::Endless),
            ScorelessEnd::Never | ScorelessEnd::EveryPlayerPassed => {}
        }
        match clock {
            Clock::None => {}
            Clock::Soft { turn } | Clock::Turn { turn } => in_range("clock.turn", turn.0, 1_000, 365 * day)?,
            Clock::Game { each, increment } => {
                in_range("clock.each", each.0, 1_000, 365 * day)?;
                in_range("clock.increment", increment.0, 0, day)?;
            }
            Clock::Days { turn_days, bank_days } => {
                in_range("clock.days", turn_days.into(), 1, Clock::TURN_DAYS_MAX.into())?;
                in_range("clock.bankDays", bank_days.into(), 0, Clock::BANK_DAYS_MAX.into())?;
            }
        }
        if stand_in.is_some() && !clock.is_days() {
            return Err(RulesError::StandInWithoutDays);
        }
        if max_players == 1 {
            if words != WordRule::Checked {
                return Err(RulesError::ChallengesAlone);
            }
            if matches!(clock, Clock::Turn { .. } | Clock::Game { .. } | Clock::Days { .. }) {
                return Err(RulesError::ClockAlone);
            }
            if absence != Absence::SeatKept {
                return Err(RulesError::RemovalAlone);
            }
            if turns.is_none() {
                return Err(RulesError::EndlessAlone);
            }
        }
        if clock.is_days() {
            if expires_after.is_some() {
                return Err(RulesError::DaysExpire);
            }
            if absence != Absence::SeatKept {
                return Err(RulesError::DaysRemoval);
            }
            if matches!(words, WordRule::Challenge { window, .. } if window != Rules::DAYS_WINDOW) {
                return Err(RulesError::DaysWindow);
            }
        }
        Ok(Rules(fields))
    }

    /// The number of players needed to start.
    pub fn min_players(&self) -> usize {
        usize::from(self.max_players).min(2)
    }

    /// How long a vote and a request to end the game stay open.
    ///
    /// A day in a game over days: the players are rarely there at the same time.
    pub fn hold(&self) -> Millis {
        if self.clock.is_days() { Millis::days(1) } else { HOLD }
    }

    /// The number of tiles the bag needs for an exchange of `swapped` tiles.
    pub fn exchange_needs(&self, swapped: usize) -> usize {
        match self.exchange {
            ExchangeLimit::AsManyAsSwapped => swapped,
            ExchangeLimit::BagHolds(least) => swapped.max(least.into()),
        }
    }

    /// The fields, to be changed for another table.
    pub fn into_fields(self) -> RuleFields {
        self.0
    }
}

fn in_range(field: &'static str, found: i64, min: i64, max: i64) -> Result<(), RulesError> {
    if (min..=max).contains(&found) { Ok(()) } else { Err(RulesError::OutOfRange { field, min, max, found }) }
}

impl std::ops::Deref for Rules {
    type Target = RuleFields;
    fn deref(&self) -> &RuleFields {
        &self.0
    }
}
