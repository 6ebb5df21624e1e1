use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Row counter on standard error, shown only on a terminal.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// A counter of rows that are being read, written or checked.
    pub(crate) fn of_rows(doing: &'static str) -> Progress {
        let bar = ProgressBar::new_spinner().with_message(doing);
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress(match ProgressStyle::with_template("{spinner} {human_pos} rows {msg}") {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        })
    }

    pub(crate) fn row(&self) {
        self.0.inc(1);
    }

    pub(crate) fn done(&self) {
        self.0.finish_and_clear();
    }
}
