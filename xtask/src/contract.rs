use crate::{
    checkout::{Checkout, run},
    node::NodePackage,
    step::Failure,
};

/// Where the suite is, from the root.
const SUITE: &str = "contract";

/// Holds the program to its wire contract from the outside: clients in another language against the real server.
pub(crate) fn check(checkout: &Checkout) -> Result<(), Failure> {
    let suite = NodePackage::ready(checkout, SUITE)?;
    let program = checkout.built_program()?;
    let mut tests = suite.script("test");
    tests.env("DORD_BINARY", program);
    run(tests)
}
