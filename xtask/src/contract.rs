use crate::{
    checkout::{Checkout, run},
    npm::NodePackage,
    step::Failure,
};

/// Folder of the suite, from the root.
const SUITE: &str = "contract";

/// Tests the protocol from outside: clients in another language against the real server.
pub(crate) fn check(checkout: &Checkout) -> Result<(), Failure> {
    let suite = NodePackage::ready(checkout, SUITE)?;
    let program = checkout.built_program()?;
    let mut tests = suite.script("test");
    tests.env("DORD_BINARY", program);
    run(tests)
}
