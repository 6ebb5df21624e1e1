//! The files of the database.

use std::fs::{self, DirBuilder, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::OpenError;

/// SQLite's pages have a power of two of bytes, and this is the smallest.
const SECTOR_BYTES: u64 = 512;

/// The database's file and the log beside it, to which SQLite writes first.
#[derive(Clone, Debug)]
pub(super) struct DatabaseFile {
    path: PathBuf,
    log: PathBuf,
    /// The files that somebody writes to.
    in_use: Arc<Mutex<Option<FileIdentity>>>,
}

/// Which files these are. If somebody moves a file away, SQLite goes on writing to it as if nothing had happened; what it
/// writes then would be lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FileIdentity {
    database: (u64, u64),
    log: Option<(u64, u64)>,
}

impl FileIdentity {
    /// Whether only one of two files was replaced. A database with the log of another is none, and opening it would spoil
    /// both.
    fn is_mixed_with(self, other: FileIdentity) -> bool {
        (self.database == other.database) != (self.log == other.log)
    }
}

impl DatabaseFile {
    pub(super) fn at(path: &Path) -> DatabaseFile {
        let mut log = path.as_os_str().to_owned();
        log.push("-wal");
        DatabaseFile { path: path.to_owned(), log: log.into(), in_use: Arc::default() }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Makes the folder and the file if they are not there, for nobody else to read: the seeds of running games are in it.
    pub(super) fn prepare(&self) -> Result<(), OpenError> {
        let failed =
            |path: &Path, source| OpenError::Folder { path: path.display().to_string(), cause: source };
        if let Some(folder) = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            let mut builder = DirBuilder::new();
            builder.recursive(true);
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            builder.create(folder).map_err(|source| failed(folder, source))?;
        }
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        match options.open(&self.path) {
            Err(source) if source.kind() != io::ErrorKind::AlreadyExists => Err(failed(&self.path, source)),
            _ => Ok(()),
        }
    }

    /// Which files are there now. The log may be missing: the last connection that is closed takes it away.
    ///
    /// Only its names and sizes are looked at: a file of a database that is opened and closed beside SQLite takes SQLite's
    /// locks with it.
    pub(super) fn identity(&self) -> io::Result<FileIdentity> {
        self.look().map(|(identity, _)| identity)
    }

    /// Which files are there now, and how long the database's is. That never becomes shorter while it is in use.
    pub(super) fn look(&self) -> io::Result<(FileIdentity, u64)> {
        let database = fs::metadata(&self.path)?;
        // Pages of every size fill whole sectors: a file that does not was written by somebody else.
        if !database.len().is_multiple_of(SECTOR_BYTES) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the file is not a database any more"));
        }
        let log = fs::metadata(&self.log).ok();
        let found = FileIdentity { database: number(&database), log: log.as_ref().map(number) };
        if self.in_use().is_some_and(|in_use| found.is_mixed_with(in_use)) {
            let problem = "the database and its log do not belong together";
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        }
        Ok((found, database.len()))
    }

    /// Somebody writes to these files from now on, or to none.
    pub(super) fn use_files(&self, files: Option<FileIdentity>) {
        *self.in_use() = files;
    }

    fn in_use(&self) -> MutexGuard<'_, Option<FileIdentity>> {
        self.in_use.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(unix)]
fn number(metadata: &Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

/// Elsewhere a file that is open cannot be moved away.
#[cfg(not(unix))]
fn number(_: &Metadata) -> (u64, u64) {
    (0, 0)
}
