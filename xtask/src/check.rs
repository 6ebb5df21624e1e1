use crate::{
    checkout::Checkout,
    report::Report,
    step::{AfterFailure, Step, run_all},
    web::Extent,
};

/// Fuzzing time per body in a check: enough for shallow bugs; `prove` fuzzes longer.
const FUZZ_SECONDS: u32 = 5;

/// Fixed seed: a check must not fail by chance.
const FUZZ_SEED: u64 = 0;

/// Everything a change must pass. All steps run, so that one run shows all failures.
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

/// The inner loop: the steps that fail most often, fastest first.
pub(crate) fn quick(checkout: &Checkout) -> Report {
    let after_a_failure = AfterFailure::Stop;
    run_all(
        checkout,
        &[Step::Tidy, Step::Format, Step::Web, Step::Lints, Step::Tests { after_a_failure }],
        after_a_failure,
    )
}
