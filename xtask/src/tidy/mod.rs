//! Rules for the source tree that no other tool checks.

mod manifests;
mod markdown;
mod sources;
mod text;
mod tree;

use std::fmt;

use crate::{checkout::Checkout, step::Failure};
use tree::Tree;

/// A line that breaks a rule, with what was expected.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Finding {
    path: String,
    /// Line number, from 1.
    line: usize,
    problem: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.problem)
    }
}

/// Checks every text file of the tree and prints the findings.
pub(crate) fn check(checkout: &Checkout) -> Result<(), Failure> {
    let tree = Tree::read(checkout).map_err(|error| Failure(format!("the tree cannot be read: {error}")))?;
    let mut findings = findings(&tree);
    findings.sort();
    for finding in &findings {
        println!("{finding}");
    }
    match findings.len() {
        0 => {
            println!("{} text files are tidy", tree.files().len());
            Ok(())
        }
        1 => Err(Failure("1 line breaks a rule".to_owned())),
        count => Err(Failure(format!("{count} lines break a rule"))),
    }
}

fn findings(tree: &Tree) -> Vec<Finding> {
    let in_files =
        tree.files().iter().flat_map(|file| text::check(file).into_iter().chain(sources::check(file)));
    in_files.chain(manifests::check(tree)).collect()
}
