//! Bugs planted around the tables are found by the promises that they break.

use Invariant::{
    AcknowledgedIsKept, AllAgree, AwayBeforeRemoved, DoneOnce, HeardSoon, LogHolds, NobodyIsStuck,
    NothingMissed, NothingPanics, PresenceIsRight, RacksAreHidden, RefusalsAreTrue, RefusedChangesNothing,
    SaidIsHeard, SecretsAreHidden, TimersAct, TimersWait, TokensOpen, ToldIsKept, ToldIsTrue,
};
use simulator::{Bug, Invariant, simulate};

/// Number of seeds within which a bug must be found.
const SEEDS_MAX: u64 = 300;

/// The promises that a bug breaks. The seed decides which one is detected first.
fn broken_by(bug: Bug) -> &'static [Invariant] {
    match bug {
        Bug::AcknowledgesBeforeKeeping => &[AcknowledgedIsKept, ToldIsKept],
        Bug::ForgetsCommands => &[DoneOnce, RefusedChangesNothing],
        Bug::ForgetsReplies => &[RefusedChangesNothing],
        Bug::TwoCommitsOneVersion => &[AcknowledgedIsKept, ToldIsTrue, ToldIsKept, AllAgree],
        Bug::AppendsWithoutLooking => &[AcknowledgedIsKept, LogHolds, NothingMissed, TimersWait],
        Bug::DropsACommit => &[AcknowledgedIsKept, ToldIsKept, TimersAct],
        Bug::LosesSeats => &[NothingPanics, TokensOpen],
        Bug::KeepsOldTokens => &[TokensOpen, HeardSoon, NothingMissed],
        Bug::ConfusesCodes => &[TokensOpen, AcknowledgedIsKept, HeardSoon, NobodyIsStuck, ToldIsKept],
        Bug::LoadsStaleTables => {
            &[NothingMissed, PresenceIsRight, RefusedChangesNothing, HeardSoon, NobodyIsStuck]
        }
        Bug::TellsStaleNews => &[RefusalsAreTrue, HeardSoon, NothingMissed, TokensOpen],
        Bug::ForgetsWhatIsDue | Bug::ForgetsDeadlines | Bug::ClaimsForNobody => &[TimersAct],
        Bug::ChangesNonces => &[ToldIsTrue, NothingMissed, AllAgree, HeardSoon, NobodyIsStuck],
        Bug::LeaseNeverLapses => &[PresenceIsRight],
        Bug::LosesDepartures => &[PresenceIsRight, TimersAct],
        Bug::LeaseLapsesAtOnce | Bug::LosesArrivals => &[PresenceIsRight, AwayBeforeRemoved, AllAgree],
        Bug::LosesNotes => &[SaidIsHeard],
        Bug::SeesNothing => &[HeardSoon, SaidIsHeard, AwayBeforeRemoved],
        Bug::LineDropsFrames => &[NothingMissed, HeardSoon, AllAgree, SaidIsHeard, PresenceIsRight],
        Bug::LineDoublesFrames => &[NothingMissed, SaidIsHeard],
        // A commit that does not fit is refused, and the clients stay behind.
        Bug::TellsNewsBackwards | Bug::LineReordersFrames => &[NothingMissed, HeardSoon],
        Bug::LineMistakesSeats => &[RacksAreHidden, NothingMissed],
        Bug::LineMistakesTables => &[ToldIsKept, ToldIsTrue, NothingMissed, SaidIsHeard],
        Bug::AcknowledgesRefusals => &[AcknowledgedIsKept],
        Bug::TimerTwice => &[TimersWait],
        Bug::LeaksTokens => &[SecretsAreHidden],
        Bug::ClockAhead => &[TimersWait, PresenceIsRight, AwayBeforeRemoved],
    }
}

#[test]
fn every_planted_bug_is_found_by_a_promise_that_it_breaks() {
    let (mut missed, mut mistaken) = (Vec::new(), Vec::new());
    for bug in Bug::ALL {
        let found = (0..SEEDS_MAX).find_map(|seed| Some((seed, simulate(seed, Some(bug)).failure?)));
        let Some((seed, failure)) = found else {
            missed.push(bug);
            continue;
        };
        let invariant = failure.invariant;
        if !broken_by(bug).contains(&invariant) {
            mistaken.push(format!("{bug:?}: {invariant:?}, seed {seed}: {}", failure.what));
        }
        let without = simulate(seed, None).failure;
        assert!(without.is_none(), "seed {seed} fails without {bug:?} too: {without:?}");
        println!("{bug:?}: seed {seed}, {invariant:?}");
    }
    assert!(
        missed.is_empty() && mistaken.is_empty(),
        "not found: {missed:?}; found by others: {mistaken:#?}"
    );
}

#[test]
fn at_least_twenty_bugs_are_planted_and_no_two_are_the_same() {
    let distinct: std::collections::BTreeSet<Bug> = Bug::ALL.into_iter().collect();
    assert!(distinct.len() >= 20 && distinct.len() == Bug::ALL.len());
}
