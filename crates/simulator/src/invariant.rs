//! What must hold, whatever breaks.

use std::fmt;

/// A promise of the tables that every simulated game is held against.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Invariant {
    /// An acknowledgement names a version, and the store has it.
    AcknowledgedIsKept,
    /// A command is carried out once, however often it is sent.
    DoneOnce,
    /// What was refused has not happened.
    RefusedChangesNothing,
    /// Nobody is refused for what is no longer so.
    RefusalsAreTrue,
    /// A token that was given opens its seat, and one that was replaced opens nothing.
    TokensOpen,
    /// Nobody is told of a version that the store does not have.
    ToldIsKept,
    /// What is told of a version is what the log says of it.
    ToldIsTrue,
    /// Versions never go back, not even on another connection; on one connection none is missed, and nothing is told twice.
    NothingMissed,
    /// At rest everybody sees what the log says, and all see the same.
    AllAgree,
    /// At rest everybody knows who is there.
    PresenceIsRight,
    /// A commit is heard at every healthy node within seconds, hints or not.
    HeardSoon,
    /// What somebody says while nothing breaks is heard by everybody, once.
    SaidIsHeard,
    /// What is due happens within seconds while a healthy node is there.
    TimersAct,
    /// What is due happens once, and not before its time.
    TimersWait,
    /// The log replays, tiles are conserved, scores are right.
    LogHolds,
    /// Nobody hears what is on another's rack.
    RacksAreHidden,
    /// Nobody hears another's secret.
    SecretsAreHidden,
    /// Once nothing breaks any more, the game can be played to its end.
    NobodyIsStuck,
    /// Whoever is removed was away for the whole time that a seat is held.
    AwayBeforeRemoved,
    /// Nothing panics.
    NothingPanics,
}

impl Invariant {
    /// The promise in a sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            Invariant::AcknowledgedIsKept => "whatever was acknowledged is in the store at that moment",
            Invariant::DoneOnce => "a command is carried out once, however often it is sent",
            Invariant::RefusedChangesNothing => "what was refused has not happened",
            Invariant::RefusalsAreTrue => "nobody is refused for what is no longer so",
            Invariant::TokensOpen => {
                "a token that was given opens its seat, and one that was replaced nothing"
            }
            Invariant::ToldIsKept => "nobody is told of a version that the store does not have",
            Invariant::ToldIsTrue => "what is told of a version is what the log says of it",
            Invariant::NothingMissed => {
                "versions never go back, on one connection none is missed, and nothing is told twice"
            }
            Invariant::AllAgree => "at rest everybody sees what the log says, and all see the same",
            Invariant::PresenceIsRight => "at rest everybody knows who is there",
            Invariant::HeardSoon => "a commit is heard at every healthy node within seconds, hints or not",
            Invariant::SaidIsHeard => "what is said while nothing breaks is heard by everybody, once",
            Invariant::TimersAct => "what is due happens within seconds while a healthy node is there",
            Invariant::TimersWait => "what is due happens once, and not before its time",
            Invariant::LogHolds => "the log replays, tiles are conserved, and scores are right",
            Invariant::RacksAreHidden => "nobody hears what is on another's rack",
            Invariant::SecretsAreHidden => "nobody hears another's secret",
            Invariant::NobodyIsStuck => "once nothing breaks any more, the game can be played to its end",
            Invariant::AwayBeforeRemoved => {
                "whoever is removed was away for the whole time that a seat is held"
            }
            Invariant::NothingPanics => "nothing panics",
        }
    }
}

impl fmt::Display for Invariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sentence())
    }
}
