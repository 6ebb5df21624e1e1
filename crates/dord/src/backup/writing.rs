//! Writer of a backup: to a temporary file that is renamed once all of it is on the disk.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, bail};
use flate2::{Compression, write::GzEncoder};
use store::{AdminStore, ReadRowsError, RowFilter};
use tempfile::NamedTempFile;

use super::format::{Counts, Digesting, End, Footer, Header, LINE_BYTES_MAX, RowSum};
use super::progress::Progress;
use crate::text_columns::printable;

/// Summary of a written backup.
pub(crate) struct Written {
    pub(crate) counts: Counts,
    pub(crate) bytes: u64,
    /// Hash of the rows alone: files with the same rows have the same hash.
    pub(crate) sha256: String,
}

/// Writes database rows to a new file. Only its owner can read it, because it contains the seeds of
/// running games.
pub(crate) async fn write(
    store: &dyn AdminStore,
    which: RowFilter,
    header: &Header,
    path: &Path,
) -> anyhow::Result<Written> {
    let name = printable(&path.display().to_string());
    if path.exists() {
        bail!("{name} is there already: choose another --output");
    }
    let cannot = || format!("cannot write {name}");
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file =
        tempfile::Builder::new().prefix(".dord-backup-").tempfile_in(folder).with_context(cannot)?;
    let mut writer = Writer::begin(file.as_file_mut(), header).with_context(cannot)?;
    let progress = Progress::of_rows("read");
    let mut take = |row| {
        progress.row();
        writer.row(&row)
    };
    match store.read_rows(which, &mut take).await {
        Ok(()) => {}
        Err(ReadRowsError::Stopped(error)) => return Err(error).with_context(cannot),
        Err(ReadRowsError::Store(error)) => return Err(error).context("cannot read the database"),
    }
    progress.done();
    let (counts, sha256) = writer.finish().with_context(cannot)?;
    let bytes = keep(file, path, folder).with_context(cannot)?;
    Ok(Written { counts, bytes, sha256 })
}

/// Renames the temporary file, and syncs the file and its folder.
fn keep(file: NamedTempFile, path: &Path, folder: &Path) -> io::Result<u64> {
    file.as_file().sync_all()?;
    let file = file.persist_noclobber(path).map_err(|error| error.error)?;
    // Other systems cannot open a folder, and persist renames without that.
    if cfg!(unix) {
        File::open(folder)?.sync_all()?;
    }
    Ok(file.metadata()?.len())
}

/// Writer of the lines of a backup.
struct Writer<W: Write> {
    out: GzEncoder<BufWriter<W>>,
    digesting: Digesting,
    rows: RowSum,
}

impl<W: Write> Writer<W> {
    fn begin(out: W, header: &Header) -> io::Result<Writer<W>> {
        let out = GzEncoder::new(BufWriter::new(out), Compression::default());
        let mut writer = Writer { out, digesting: Digesting::default(), rows: RowSum::default() };
        writer.line(&serde_json::to_string(header)?)?;
        Ok(writer)
    }

    fn line(&mut self, line: &str) -> io::Result<()> {
        if line.len() > LINE_BYTES_MAX {
            return Err(io::Error::other(format!(
                "a row has {} bytes, which no row should have",
                line.len()
            )));
        }
        self.digesting.line(line.as_bytes());
        self.out.write_all(line.as_bytes())?;
        self.out.write_all(b"\n")
    }

    fn row(&mut self, row: &store::Row) -> io::Result<()> {
        let line = self.rows.add(row)?;
        self.line(&line)
    }

    fn finish(mut self) -> io::Result<(Counts, String)> {
        let counts = self.rows.counts.clone();
        let end = End { rows: counts.clone(), sha256: self.digesting.clone().hex() };
        self.line(&serde_json::to_string(&Footer { end })?)?;
        self.out.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok((counts, self.rows.digest()))
    }
}
