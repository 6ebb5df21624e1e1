//! The files of the database.

use std::fs::{self, DirBuilder, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::OpenError;

/// SQLite's smallest page size. All page sizes are powers of two.
const SECTOR_BYTES: u64 = 512;

/// The database file and its write-ahead log.
#[derive(Clone, Debug)]
pub(super) struct DatabaseFile {
    path: PathBuf,
    log: PathBuf,
    /// The files that the store currently writes to.
    in_use: Arc<Mutex<Option<FileIdentity>>>,
}

/// Identity of the files.
///
/// If a file is moved away, SQLite keeps writing to it, and that data would be lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FileIdentity {
    database: (u64, u64),
    log: Option<(u64, u64)>,
}

impl FileIdentity {
    /// Whether only one of the two files was replaced.
    ///
    /// A database with the log of another is corrupt, and opening it would destroy both.
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

    /// Creates the folder and the file if missing, readable only by the owner: they contain secret
    /// seeds.
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

    /// Returns which files are present. The log may be missing, because the last connection removes
    /// it.
    ///
    /// This checks only names and sizes. Opening and closing a database file would release SQLite's
    /// locks on it.
    pub(super) fn identity(&self) -> io::Result<FileIdentity> {
        self.identify().map(|(identity, _)| identity)
    }

    /// Returns which files are present, and the length of the database.
    ///
    /// The database never shrinks while in use.
    pub(super) fn identify(&self) -> io::Result<(FileIdentity, u64)> {
        let database = fs::metadata(&self.path)?;
        // Pages of every size fill whole sectors. Any other file was written by another program.
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

    /// Sets the files that the store writes to.
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

/// On other systems an open file cannot be moved.
#[cfg(not(unix))]
fn number(_: &Metadata) -> (u64, u64) {
    (0, 0)
}
