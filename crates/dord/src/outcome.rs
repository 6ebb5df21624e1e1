use std::{io, process::ExitCode};

use crate::style;

/// Outcome of a command without errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The command succeeded, or the answer is yes.
    Success,
    /// The answer is no.
    No,
}

impl From<load::Verdict> for Outcome {
    fn from(verdict: load::Verdict) -> Outcome {
        match verdict {
            load::Verdict::Clean => Outcome::Success,
            load::Verdict::Faulty => Outcome::No,
        }
    }
}

/// Prints an error and returns the exit code: 0 for success or yes, 1 for no, 2 for an error.
pub(crate) fn exit_code(outcome: anyhow::Result<Outcome>) -> ExitCode {
    match outcome {
        Ok(Outcome::Success) => ExitCode::SUCCESS,
        Ok(Outcome::No) => ExitCode::from(1),
        // The reader closed the pipe, as in `dord words info | head -1`.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("{}: {error:#}", style::bad("error"));
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
