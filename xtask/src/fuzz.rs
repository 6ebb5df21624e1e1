use crate::{
    checkout::{Checkout, run},
    step::Failure,
};

/// Runs every fuzz body for some seconds on stable Rust. It uses the development profile: overflow
/// checks and debug assertions find more than speed does.
pub(crate) fn every_body(checkout: &Checkout, seconds: u32, seed: u64) -> Result<(), Failure> {
    let mut fuzz = checkout.command(checkout.built("fuzz-stable")?);
    fuzz.args(["--seconds", &seconds.to_string(), "--seed", &seed.to_string()]);
    run(fuzz)
}
