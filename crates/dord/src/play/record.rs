use std::{
    fs::{self, File},
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, ensure};
use rules::notation::{Gcg, gcg::TextLine};

use super::table::HotSeat;

/// Writer of the game's GCG file. It updates its own file and never overwrites another one.
#[derive(Debug, Default)]
pub(super) struct Record {
    written: Vec<PathBuf>,
}

impl Record {
    /// Checks before the game that the file can be written.
    pub(super) fn check_free(&self, path: &Path) -> anyhow::Result<()> {
        ensure!(
            self.written.iter().any(|own| own == path) || fs::symlink_metadata(path).is_err(),
            "the file is there already; name another one"
        );
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        ensure!(
            folder.is_none_or(Path::is_dir),
            "the folder is not there; make it first, or name another one"
        );
        Ok(())
    }

    /// Writes the current state of the game, including racks.
    pub(super) fn save(&mut self, path: &Path, table: &HotSeat) -> anyhow::Result<()> {
        self.check_free(path)?;
        let mut gcg = Gcg::of_game(&table.game).context("there is no game to write down")?;
        let metadata = table.list.lexicon.metadata();
        gcg.lexicon = TextLine::new(&format!("{} {}", metadata.source, metadata.version)).ok();
        let is_own = self.written.iter().any(|own| own == path);
        let mut file = if is_own { File::create(path)? } else { File::create_new(path)? };
        file.write_all(gcg.to_string().as_bytes())?;
        if !is_own {
            self.written.push(path.to_owned());
        }
        Ok(())
    }
}
