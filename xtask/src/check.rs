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
    let mut report = run_all(checkout, &BUILDING, AfterFailure::GoOn);
    report.append(run_together(checkout, &WAITING));
    report.append(run_all(checkout, &AT_LAST, AfterFailure::GoOn));
    report
}

/// Steps that keep all processors busy.
const BUILDING: [Step; 6] = [
    Step::Tidy,
    Step::Format,
    Step::Web,
    Step::Lints,
    Step::Tests { after_a_failure: AfterFailure::GoOn },
    Step::Docs,
];

/// Steps that wait for each other's processes or use one processor: they run at the same time.
const WAITING: [Step; 3] =
    [Step::Dependencies, Step::Fuzzing { seconds: FUZZ_SECONDS, seed: FUZZ_SEED }, Step::Contract];

const AT_LAST: [Step; 2] = [Step::Browser { extent: Extent::Usual }, Step::Packages];

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
    BUILDING.into_iter().chain(WAITING).chain(AT_LAST)
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
