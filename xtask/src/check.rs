use crate::{
    checkout::Checkout,
    report::Report,
    step::{AfterFailure, Step, run_all, run_together},
    web::Extent,
};

/// Fuzzing time per body in a check: enough for shallow bugs; `prove` fuzzes longer.
const FUZZ_SECONDS: u32 = 5;

/// Fixed seed: a check must not fail by chance.
const FUZZ_SEED: u64 = 0;

/// Everything a change must pass. All steps run, so that one run shows all failures.
pub(crate) fn full(checkout: &Checkout) -> Report {
    let mut report = Report::new(checkout.colour());
    for group in GROUPS {
        report.append(match group {
            [_] => run_all(checkout, group, AfterFailure::GoOn),
            several => run_together(checkout, several),
        });
    }
    report
}

/// The steps of a check. Those of a group run at the same time.
///
/// No step keeps two processors busy by itself: builds end with one long crate, and tests wait for
/// servers, timers and browsers. Only one step of a group builds in `target/` at a time, because
/// Cargo locks that folder.
const GROUPS: [&[Step]; 6] = [
    &[Step::Tidy],
    &[Step::Format],
    &[Step::Lints, Step::Web, Step::Dependencies, Step::Docs],
    &[Step::Tests { after_a_failure: AfterFailure::GoOn }],
    &[Step::Contract, Step::Fuzzing { seconds: FUZZ_SECONDS, seed: FUZZ_SEED }],
    &[Step::Browser { extent: Extent::Usual }, Step::Packages],
];

/// Runs one step by its name; `None` if there is no such step.
pub(crate) fn one(checkout: &Checkout, name: &str) -> Option<Report> {
    let step = steps().find(|step| step.name() == name)?;
    Some(run_all(checkout, &[step], AfterFailure::Stop))
}

/// Names of all steps.
pub(crate) fn names() -> String {
    steps().map(Step::name).collect::<Vec<_>>().join(", ")
}

fn steps() -> impl Iterator<Item = Step> {
    GROUPS.into_iter().flatten().copied()
}

/// The inner loop: the steps that fail most often, fastest first.
pub(crate) fn quick(checkout: &Checkout) -> Report {
    let after_a_failure = AfterFailure::Stop;
    run_all(
        checkout,
        &[Step::Tidy, Step::Format, Step::Web, Step::Lints, Step::Tests { after_a_failure }],
        after_a_failure,
    )
}
