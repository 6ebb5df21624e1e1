use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context, anyhow, bail};
use daily::{Attempt, GENERATOR, Puzzle, TurnRecord};
use lexicon::Lexicon;

use crate::bounded_reader::{Bounded, Limit};

/// Stored progress: a file in the data folder with the puzzle and one line per turn.
#[derive(Debug)]
pub(super) struct SavedAttempt {
    path: PathBuf,
    /// The lines that identify the puzzle.
    heading: String,
}

/// Size limit of the file, far more than five turns take.
const LIMIT: Limit = Limit { bytes_max: 16 << 10, expected: "the turns of a daily puzzle" };

impl SavedAttempt {
    /// Opens the stored attempt, or starts a new one.
    pub(super) fn open(
        data_dir: &Path,
        puzzle: &Arc<Puzzle>,
        lexicon: &Lexicon,
    ) -> anyhow::Result<(SavedAttempt, Attempt)> {
        let (day, code) = (puzzle.day(), puzzle.language().code());
        let path = data_dir.join("daily").join(format!("{code}-{day}.txt"));
        let heading = format!(
            "dord daily 1\ndate {day}\nlanguage {code}\ngenerator {GENERATOR}\nlist {}\n",
            lexicon.metadata().sha256
        );
        let attempt = match File::open(&path) {
            Ok(file) => read(Bounded::new(file, path.display().to_string(), LIMIT), &heading, puzzle)
                .with_context(|| {
                    format!(
                        "{} is not an attempt at this puzzle; take the file away to begin anew",
                        path.display()
                    )
                })?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Attempt::new(puzzle),
            Err(error) => bail!("cannot open {}: {error}", path.display()),
        };
        Ok((SavedAttempt { path, heading }, attempt))
    }

    /// Stores an attempt atomically: readers see either the old file or the new one.
    pub(super) fn keep(&self, attempt: &Attempt) -> anyhow::Result<()> {
        let failed = || format!("your turn cannot be kept in {}", self.path.display());
        let folder = self.path.parent().ok_or_else(|| anyhow!("there is no folder")).with_context(failed)?;
        fs::create_dir_all(folder).with_context(failed)?;
        let mut text = self.heading.clone();
        for turn in attempt.turns() {
            text += &turn.deed.write(attempt.puzzle().language());
            text.push('\n');
        }
        let mut file = tempfile::Builder::new().prefix(".daily-").tempfile_in(folder).with_context(failed)?;
        file.write_all(text.as_bytes()).and_then(|()| file.as_file().sync_all()).with_context(failed)?;
        file.persist(&self.path).with_context(failed)?;
        Ok(())
    }
}

fn read(file: Bounded<File>, heading: &str, puzzle: &Arc<Puzzle>) -> anyhow::Result<Attempt> {
    let text = String::from_utf8(file.read_all()?)?;
    for (found, expected) in text.lines().zip(heading.lines()) {
        if found != expected {
            bail!("expected `{expected}`, found {found:?}");
        }
    }
    let deeds = text.strip_prefix(heading).context("it ends too early")?;
    let deeds: Result<Vec<TurnRecord>, _> =
        deeds.lines().map(|line| TurnRecord::read(puzzle.language(), line)).collect();
    Ok(Attempt::replay(puzzle, deeds?)?)
}
