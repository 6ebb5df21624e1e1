use std::sync::Arc;

use crate::{Clock, Language, Millis, Preset, Score, Seat};

/// Everything that a table can choose. A [`Preset`] fills the fields in; each of them can be changed before
/// [`Rules::new`] looks whether they fit together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleFields {
    /// Where the choice began.
    pub preset: Preset,
    /// The tiles that are played with, and so the word list.
    pub language: Arc<Language>,
    /// How many can sit at the table. One plays alone; otherwise a game starts from two on.
    pub max_players: u8,
    /// Who says whether a word is one.
    pub words: WordRule,
    /// When the table answers what the word list says.
    pub look_up: LookUp,
    /// Who has the first turn.
    pub beginner: Beginner,
    /// When tiles can be exchanged.
    pub exchange: ExchangeLimit,
    /// How many turns in a row without a play end the game.
    pub scoreless_end: ScorelessEnd,
    /// What the player who goes out gets.
    pub going_out: GoingOut,
    /// What happens to the seat of a player who is away.
    pub absence: Absence,
    /// How time is kept.
    pub clock: Clock,
    /// After how long without an action the table is closed; `None` never.
    pub expires_after: Option<Millis>,
    /// How many turns each player has; `None` as many as it takes.
    pub turns: Option<u32>,
    /// Who can watch.
    pub watching: Watching,
    /// Who can sit down in the lobby.
    pub joining: Joining,
    /// Whether the table counts the unseen tiles for a player.
    pub tile_tracker: bool,
}

/// Who says whether a word is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordRule {
    /// The word list, before the play is accepted.
    Checked,
    /// Anything goes until somebody challenges it.
    Challenge {
        /// Who decides then.
        verdict: Verdict,
        /// How long a play can be challenged.
        window: Millis,
    },
}

/// Who decides a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The first person at the table who says so, the player of the word included.
    Anyone,
    /// More than half of the others; a table of two decides by [`Verdict::Anyone`].
    Vote,
    /// The word list, at once.
    Dictionary,
}

/// When the table answers what the word list says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LookUp {
    /// At any time.
    Always,
    /// Once the last turn has been played.
    AfterTheEnd,
    /// Not at all.
    Never,
}

/// Who has the first turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beginner {
    /// The host, then the others as they joined.
    Host,
    /// Whoever joined first.
    JoinOrder,
    /// Drawn: nearest to the beginning of the alphabet, a blank before all; ties draw again.
    Drawn,
}

/// When tiles can be exchanged. There must always be as many in the bag as are swapped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExchangeLimit {
    /// That is enough.
    AsManyAsSwapped,
    /// The bag also needs this many tiles at least.
    BagHolds(u8),
}

/// How many turns in a row without a play end the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScorelessEnd {
    /// One pass by every player still in.
    EveryPlayerPassed,
    /// So many passes, by any number of players.
    Passes(u32),
    /// So many passes or exchanges.
    PassesOrExchanges(u32),
    /// They never do; the number of turns ends it.
    Never,
}

impl ScorelessEnd {
    /// Whether a pass counts towards the end; any other completed turn begins the count anew.
    pub const fn counts_passes(self) -> bool {
        !matches!(self, ScorelessEnd::Never)
    }

    /// Whether an exchange counts.
    pub const fn counts_exchanges(self) -> bool {
        matches!(self, ScorelessEnd::PassesOrExchanges(_))
    }
}

/// What the player who goes out gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoingOut {
    /// The value of the tiles that the others have left.
    EarnsOthersTiles,
    /// Nothing; each of the others only loses their own.
    EarnsNothing,
}

/// What happens to the seat of a player who is away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Absence {
    /// It waits.
    SeatKept,
    /// After this long the player is removed.
    RemovedAfter(Millis),
}

/// Who can watch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Watching {
    /// Whoever knows the code.
    Anyone,
    /// Whoever has the table's link.
    ByLink,
}

/// Who can sit down in the lobby.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joining {
    /// Whoever knows the code.
    Anyone,
    /// Whom the host lets in.
    HostAdmits,
}

/// The rules of a table, which fit together.
///
/// ```
/// use rules::{Contradiction, Language, Preset, Rules, Verdict, WordRule};
///
/// let english = Language::by_code("en").unwrap();
/// let rules = Preset::Classic.rules(english.clone());
/// assert!(matches!(rules.words, WordRule::Challenge { verdict: Verdict::Dictionary, .. }));
///
/// let mut fields = Preset::Classic.fields(english);
/// fields.max_players = 1;
/// assert_eq!(Rules::new(fields), Err(Contradiction::ChallengesAlone));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules(RuleFields);

/// Why a choice of rules cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Contradiction {
    /// No seat, or more than there are.
    #[error("a table has 1 to {max} players, not {found}", max = Seat::COUNT)]
    Players {
        /// What was asked for.
        found: u8,
    },
    /// Nobody could challenge.
    #[error("words cannot be challenged at a table for one: have them checked, or ask for more players")]
    ChallengesAlone,
    /// Nobody is there to wait for the next turn.
    #[error(
        "a table for one has no `turn` or `game` clock: choose `none` or `soft`, or ask for more players"
    )]
    ClockAlone,
    /// Nobody would be left.
    #[error("a table for one keeps its seat: nobody is waiting for it")]
    RemovalAlone,
    /// Nobody passes to anybody at a table for one, so nothing would end it.
    #[error("a table for one needs a number of turns")]
    EndlessAlone,
    /// Nothing would end the game if nobody can go out.
    #[error("a game that scoreless turns never end needs a number of turns")]
    Endless,
    /// A number that is zero or beyond all use.
    #[error("{field} must be from {min} to {max}, not {found}")]
    OutOfRange {
        /// The field, as it is called on the wire.
        field: &'static str,
        /// The least that it can be.
        min: i64,
        /// The most that it can be.
        max: i64,
        /// What was asked for.
        found: i64,
    },
}

impl Rules {
    /// What laying a full rack earns on top.
    pub const BINGO: Score = Score::BINGO;

    /// Looks whether the fields fit together.
    pub fn new(fields: RuleFields) -> Result<Rules, Contradiction> {
        let RuleFields { max_players, words, scoreless_end, turns, clock, absence, expires_after, .. } =
            fields;
        if !(1..=Seat::COUNT).contains(&max_players.into()) {
            return Err(Contradiction::Players { found: max_players });
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
            ScorelessEnd::Never if turns.is_none() && max_players > 1 => return Err(Contradiction::Endless),
            ScorelessEnd::Never | ScorelessEnd::EveryPlayerPassed => {}
        }
        match clock {
            Clock::None => {}
            Clock::Soft { turn } | Clock::Turn { turn } => in_range("clock.turn", turn.0, 1_000, 365 * day)?,
            Clock::Game { each, increment } => {
                in_range("clock.each", each.0, 1_000, 365 * day)?;
                in_range("clock.increment", increment.0, 0, day)?;
            }
        }
        if max_players == 1 {
            if words != WordRule::Checked {
                return Err(Contradiction::ChallengesAlone);
            }
            if matches!(clock, Clock::Turn { .. } | Clock::Game { .. }) {
                return Err(Contradiction::ClockAlone);
            }
            if absence != Absence::SeatKept {
                return Err(Contradiction::RemovalAlone);
            }
            if turns.is_none() {
                return Err(Contradiction::EndlessAlone);
            }
        }
        Ok(Rules(fields))
    }

    /// How many players a game starts from.
    pub fn min_players(&self) -> usize {
        usize::from(self.max_players).min(2)
    }

    /// How many tiles the bag must hold before so many are exchanged.
    pub fn exchange_needs(&self, swapped: usize) -> usize {
        match self.exchange {
            ExchangeLimit::AsManyAsSwapped => swapped,
            ExchangeLimit::BagHolds(least) => swapped.max(least.into()),
        }
    }

    /// The fields, to change some of them for another table.
    pub fn into_fields(self) -> RuleFields {
        self.0
    }
}

fn in_range(field: &'static str, found: i64, min: i64, max: i64) -> Result<(), Contradiction> {
    if (min..=max).contains(&found) {
        Ok(())
    } else {
        Err(Contradiction::OutOfRange { field, min, max, found })
    }
}

impl std::ops::Deref for Rules {
    type Target = RuleFields;
    fn deref(&self) -> &RuleFields {
        &self.0
    }
}
