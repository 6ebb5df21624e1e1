//! Promises that must hold under all faults.

use std::fmt;

/// A promise of the tables that every simulated game must keep.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Invariant {
    /// When a version is acknowledged, the store has it.
    AcknowledgedIsKept,
    /// A command is carried out once, however often it is sent.
    DoneOnce,
    /// A refused command has not been carried out.
    RefusedChangesNothing,
    /// No command is refused because of an outdated state.
    RefusalsAreTrue,
    /// An issued token opens its seat, and a replaced one does not.
    TokensOpen,
    /// Clients receive no version that the store does not have.
    ToldIsKept,
    /// Events match what the log says about their version.
    ToldIsTrue,
    /// Versions never go back, even across connections.
    ///
    /// On one connection none is missing, and nothing is sent twice.
    NothingMissed,
    /// At rest all clients see the same state, which is that of the log.
    AllAgree,
    /// At rest all clients know which players are connected.
    PresenceIsRight,
    /// A commit reaches every healthy node within seconds, with or without hints.
    HeardSoon,
    /// Chat sent while nothing fails reaches all clients, once.
    SaidIsHeard,
    /// Due timers fire within seconds if there is a healthy node.
    TimersAct,
    /// Timers fire once, and not before they are due.
    TimersWait,
    /// The log replays, tiles are conserved, and scores are right.
    LogHolds,
    /// Clients never receive another player's rack.
    RacksAreHidden,
    /// Clients never receive another player's secret.
    SecretsAreHidden,
    /// Once nothing fails any more, the game can be played to its end.
    NobodyIsStuck,
    /// A removed player was away for the whole time that a seat is held.
    AwayBeforeRemoved,
    /// Nothing panics.
    NothingPanics,
}

impl Invariant {
    /// Returns the promise as a sentence.
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
