//! Bugs that are planted on purpose: a simulator that does not find them finds nothing.

/// Something that is wrong with what surrounds the tables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bug {
    /// The store answers for a commit, and keeps it a little later, if its node still runs.
    AcknowledgesBeforeKeeping,
    /// The store does not know which commands it has carried out.
    ForgetsCommands,
    /// The store has carried a command out, but does not remember when it is asked.
    ForgetsReplies,
    /// The store answers for a commit that came too late as if it had kept it: two commits have one version.
    TwoCommitsOneVersion,
    /// The store keeps a commit on top of others that its sender has not seen.
    AppendsWithoutLooking,
    /// The store answers for a commit now and then without keeping it.
    DropsACommit,
    /// The store loses who sat down with a commit.
    LosesSeats,
    /// The store loses that a seat has another token.
    KeepsOldTokens,
    /// The store finds another table by a code.
    ConfusesCodes,
    /// The store leaves out the last commit when it is asked for a table.
    LoadsStaleTables,
    /// The store leaves out the last commit when it is asked for news.
    TellsStaleNews,
    /// The store tells news in the wrong order.
    TellsNewsBackwards,
    /// The store forgets when something is due.
    ForgetsWhatIsDue,
    /// The store keeps another nonce than the one that was revealed.
    ChangesNonces,
    /// Nobody is given what is due.
    ClaimsForNobody,
    /// The lease of a node never lapses.
    LeaseNeverLapses,
    /// The lease of a node lapses at once.
    LeaseLapsesAtOnce,
    /// Nobody is told where a player arrives.
    LosesArrivals,
    /// Nobody is told that a player has left.
    LosesDepartures,
    /// What a node notes for the others is lost.
    LosesNotes,
    /// Hints are lost, and so is what a node sees when it looks for itself.
    SeesNothing,
    /// A frame is lost now and then.
    LineDropsFrames,
    /// A frame comes twice now and then.
    LineDoublesFrames,
    /// Two frames change places now and then.
    LineReordersFrames,
    /// A rack is sent to somebody else too.
    LineMistakesSeats,
    /// What happens at one table is told at another.
    LineMistakesTables,
    /// Refusals are acknowledged as if all were well.
    AcknowledgesRefusals,
    /// Somebody is sent the token of somebody else.
    LeaksTokens,
    /// The clock of one node is a minute ahead.
    ClockAhead,
    /// What is due is committed twice.
    TimerTwice,
}

impl Bug {
    /// All of them.
    pub const ALL: [Bug; 30] = [
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
