use crate::{
    checkout::Checkout,
    report::Report,
    step::{AfterFailure, Step, run_all},
    web::Extent,
};

/// How long each fuzz body runs in a check. Long enough to find what any slip finds; `prove` looks longer.
const FUZZ_SECONDS: u32 = 5;

/// Always the same: a check must not fail for chance alone.
const FUZZ_SEED: u64 = 0;

/// Everything a change must pass. All steps are run, so that one go shows all there is to mend.
pub(crate) fn full(checkout: &Checkout) -> Report {
    let after_a_failure = AfterFailure::GoOn;
    let steps = [
        Step::Tidy,
        Step::Format,
        Step::Web,
        Step::Lints,
        Step::Tests { after_a_failure },
        Step::Docs,
        Step::Dependencies,
        Step::Fuzzing { seconds: FUZZ_SECONDS, seed: FUZZ_SEED },
        Step::Contract,
        Step::Browser { extent: Extent::Usual },
        Step::Packages,
    ];
    run_all(checkout, &steps, after_a_failure)
}

/// The inner loop: what fails most often, the quickest first.
pub(crate) fn quick(checkout: &Checkout) -> Report {
    let after_a_failure = AfterFailure::Stop;
    run_all(
        checkout,
        &[Step::Tidy, Step::Format, Step::Web, Step::Lints, Step::Tests { after_a_failure }],
        after_a_failure,
    )
}
