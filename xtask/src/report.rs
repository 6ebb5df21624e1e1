use std::{fmt::Write as _, time::Duration};

use crate::{
    colour::{Colour, Ink},
    step::Failure,
};

/// Outcome of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Passed,
    Failed,
    /// Skipped, because an earlier step failed.
    LeftOut,
}

/// The steps of a run with their outcomes and durations.
pub(crate) struct Report {
    rows: Vec<Row>,
    colour: Colour,
}

struct Row {
    name: &'static str,
    outcome: Outcome,
    took: Duration,
}

impl Report {
    pub(crate) fn new(colour: Colour) -> Report {
        Report { rows: Vec::new(), colour }
    }

    pub(crate) fn add(&mut self, name: &'static str, outcome: Outcome, took: Duration) {
        self.rows.push(Row { name, outcome, took });
    }

    /// Adds the steps of another run.
    pub(crate) fn append(&mut self, other: Report) {
        self.rows.extend(other.rows);
    }

    pub(crate) fn all_passed(&self) -> bool {
        self.count(Outcome::Passed) == self.rows.len()
    }

    pub(crate) fn print(&self) {
        print_heading("summary", self.colour);
        print!("{}", self.table());
    }

    fn count(&self, outcome: Outcome) -> usize {
        self.rows.iter().filter(|row| row.outcome == outcome).count()
    }

    /// The table of steps. Its last line has the counts, in a form that continuous integration can
    /// parse.
    fn table(&self) -> String {
        let mut table = String::new();
        for row in &self.rows {
            let outcome = match row.outcome {
                Outcome::Passed => self.colour.paint("passed", Ink::Good),
                Outcome::Failed => self.colour.paint("FAILED", Ink::Bad),
                Outcome::LeftOut => "left out".to_owned(),
            };
            let seconds = row.took.as_secs_f64();
            // Writing to a string cannot fail.
            let _ = writeln!(table, "{:<14}{seconds:>8.1} s  {outcome}", row.name);
        }
        let (passed, failed) = (self.count(Outcome::Passed), self.count(Outcome::Failed));
        let _ = writeln!(table, "\n{passed} passed, {failed} failed");
        table
    }
}

pub(crate) fn print_heading(name: &str, colour: Colour) {
    println!("\n{}", colour.paint(&format!("== {name} =="), Ink::Heading));
}

pub(crate) fn print_failure(name: &str, Failure(reason): &Failure, colour: Colour) {
    println!("{} {reason}", colour.paint(&format!("{name} failed:"), Ink::Bad));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_the_table_counts_passed_and_failed_steps() {
        let mut report = Report::new(Colour::Off);
        report.add("format", Outcome::Passed, Duration::from_millis(1_240));
        report.add("lints", Outcome::Failed, Duration::from_secs(62));
        report.add("tests", Outcome::LeftOut, Duration::ZERO);
        assert_eq!(
            report.table(),
            "format             1.2 s  passed\n\
             lints             62.0 s  FAILED\n\
             tests              0.0 s  left out\n\
             \n\
             1 passed, 1 failed\n"
        );
        assert!(!report.all_passed());
    }

    #[test]
    fn only_a_coloured_report_has_escape_codes() {
        let mut report = Report::new(Colour::On);
        report.add("format", Outcome::Passed, Duration::ZERO);
        assert!(report.table().contains("\x1b[32mpassed\x1b[0m"));
        report.colour = Colour::Off;
        assert!(!report.table().contains('\x1b'));
    }
}
