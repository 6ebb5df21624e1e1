//! Bugs that are planted on purpose, to prove that the simulator finds them.

/// A defect in the environment of the tables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bug {
    /// The store acknowledges a commit, and stores it a little later if its node still runs.
    AcknowledgesBeforeKeeping,
    /// The store does not record which commands it has carried out.
    ForgetsCommands,
    /// The store has carried out a command, but does not return its reply.
    ForgetsReplies,
    /// The store acknowledges a conflicting commit, so that two commits have the same version.
    TwoCommitsOneVersion,
    /// The store appends a commit on top of others that its sender has not seen.
    AppendsWithoutLooking,
    /// The store sometimes acknowledges a commit without storing it.
    DropsACommit,
    /// The store loses the seats taken by a commit.
    LosesSeats,
    /// The store loses the new token of a seat.
    KeepsOldTokens,
    /// The store returns another table for a code.
    ConfusesCodes,
    /// The store omits the last commit when it loads a table.
    LoadsStaleTables,
    /// The store omits the last commit when it loads the commits since a version.
    TellsStaleNews,
    /// The store returns the commits since a version in reverse order.
    TellsNewsBackwards,
    /// The store forgets when the next timer is due.
    ForgetsWhatIsDue,
    /// The store forgets deadlines that are more than an hour away.
    ForgetsDeadlines,
    /// The store changes revealed nonces.
    ChangesNonces,
    /// Due tables are given to no node.
    ClaimsForNobody,
    /// The lease of a node never expires.
    LeaseNeverLapses,
    /// The lease of a node expires at once.
    LeaseLapsesAtOnce,
    /// Arrivals of players are lost.
    LosesArrivals,
    /// Departures of players are lost.
    LosesDepartures,
    /// Notes between nodes are lost.
    LosesNotes,
    /// Hints are lost, and polling finds nothing.
    SeesNothing,
    /// A frame is sometimes lost.
    LineDropsFrames,
    /// A frame is sometimes duplicated.
    LineDoublesFrames,
    /// Two frames are sometimes swapped.
    LineReordersFrames,
    /// A rack is also sent to another player.
    LineMistakesSeats,
    /// Events of one table are sent to another.
    LineMistakesTables,
    /// Refusals are acknowledged as success.
    AcknowledgesRefusals,
    /// The token of a player is sent to another.
    LeaksTokens,
    /// The clock of one node is a minute ahead.
    ClockAhead,
    /// A due timer is committed twice.
    TimerTwice,
}

impl Bug {
    /// All bugs.
    pub const ALL: [Bug; 31] = [
        Bug::AcknowledgesBeforeKeeping,
        Bug::ForgetsCommands,
        Bug::ForgetsReplies,
        Bug::TwoCommitsOneVersion,
        Bug::AppendsWithoutLooking,
        Bug::DropsACommit,
        Bug::LosesSeats,
        Bug::KeepsOldTokens,
        Bug::ConfusesCodes,
        Bug::LoadsStaleTables,
        Bug::TellsStaleNews,
        Bug::TellsNewsBackwards,
        Bug::ForgetsWhatIsDue,
        Bug::ForgetsDeadlines,
        Bug::ChangesNonces,
        Bug::ClaimsForNobody,
        Bug::LeaseNeverLapses,
        Bug::LeaseLapsesAtOnce,
        Bug::LosesArrivals,
        Bug::LosesDepartures,
        Bug::LosesNotes,
        Bug::SeesNothing,
        Bug::LineDropsFrames,
        Bug::LineDoublesFrames,
        Bug::LineReordersFrames,
        Bug::LineMistakesSeats,
        Bug::LineMistakesTables,
        Bug::AcknowledgesRefusals,
        Bug::LeaksTokens,
        Bug::ClockAhead,
        Bug::TimerTwice,
    ];
}
