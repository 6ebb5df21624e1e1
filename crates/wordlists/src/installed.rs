use std::{
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use lexicon::{FormatError, Lexicon};
use rules::Language;

use crate::embedded;

/// The maximum size of a list file: more than any graph of this format with its metadata.
const FILE_BYTES_MAX: u64 = 32 << 20;

/// The word lists of one installation.
///
/// The owner's lists, in `words` in the data folder, take precedence over the built-in ones.
#[derive(Debug, Clone)]
pub struct WordLists {
    folder: PathBuf,
}

/// A word list and its source.
#[derive(Debug, Clone)]
pub struct WordList {
    /// The list.
    pub lexicon: Arc<Lexicon>,
    /// Whether the list is built in or the owner's.
    pub standing: Standing,
}

/// The source of a word list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// Built into the program.
    BuiltIn,
    /// The owner imported it to this file.
    Own(PathBuf),
}

/// Why a word list cannot be opened or changed.
#[derive(Debug, thiserror::Error)]
pub enum WordListError {
    /// The owner's file is damaged or of another version.
    ///
    /// The built-in list does not replace it: games would be judged by a list that the owner did
    /// not choose.
    #[error(
        "the word list {path} cannot be used: {fault}\n\
         import it again with `dord words import {code} FILE`, \
         or go back to the built-in list with `dord words remove {code}`"
    )]
    Broken {
        /// The path of the file.
        path: PathBuf,
        /// The language code.
        code: String,
        /// What is wrong with it.
        fault: FormatError,
    },
    /// The owner's file is too large.
    #[error(
        "{path} is larger than {} MB; expected a list that `dord words import` wrote\n\
         import it again with `dord words import {code} FILE`, \
         or go back to the built-in list with `dord words remove {code}`",
        most >> 20
    )]
    TooLarge {
        /// The path of the file.
        path: PathBuf,
        /// The language code.
        code: String,
        /// The maximum size.
        most: u64,
    },
    /// The installed definitions are damaged or of another version.
    #[error(
        "the definitions {path} cannot be used: {fault}\n\
         install them again with `dord words definitions {code} FILE`, \
         or remove them with `dord words remove {code} --definitions`"
    )]
    BrokenDefinitions {
        /// The path of the file.
        path: PathBuf,
        /// The language code.
        code: String,
        /// What is wrong with it.
        fault: definitions::FormatError,
    },
    /// A file cannot be read or written.
    #[error("cannot {doing} {path}: {fault}")]
    File {
        /// The failed operation.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The I/O error.
        fault: io::Error,
    },
    /// There is neither an imported nor a built-in list.
    #[error("there is no word list for {code}: import one with `dord words import {code} FILE`")]
    None {
        /// The language code.
        code: String,
    },
}

impl WordLists {
    /// The lists of an installation with this data folder, which need not exist.
    pub fn new(data_dir: &Path) -> WordLists {
        WordLists { folder: data_dir.join("words") }
    }

    /// The path of the owner's list for a language, whether or not it exists.
    pub fn path(&self, language: &Language) -> PathBuf {
        self.file(language, "dwg")
    }

    /// The path of a language's file of a kind.
    pub(crate) fn file(&self, language: &Language, extension: &str) -> PathBuf {
        self.folder.join(format!("{}.{extension}", language.code()))
    }

    /// Opens the list for a language: the owner's if there is one, otherwise the built-in one.
    pub fn open(&self, language: &Arc<Language>) -> Result<WordList, WordListError> {
        if let Some(own) = self.open_own(language)? {
            return Ok(own);
        }
        match embedded(language.code()) {
            Some(lexicon) => Ok(WordList { lexicon: lexicon.clone(), standing: Standing::BuiltIn }),
            None => Err(WordListError::None { code: language.code().to_owned() }),
        }
    }

    fn open_own(&self, language: &Arc<Language>) -> Result<Option<WordList>, WordListError> {
        let path = self.path(language);
        let Some(file) = open_file(&path)? else { return Ok(None) };
        let mut bytes = Vec::new();
        if let Err(fault) = file.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes) {
            return Err(WordListError::File { doing: "read", path, fault });
        }
        let code = language.code().to_owned();
        if bytes.len() as u64 > FILE_BYTES_MAX {
            return Err(WordListError::TooLarge { path, code, most: FILE_BYTES_MAX });
        }
        match Lexicon::from_bytes(bytes, language.clone()) {
            Ok(lexicon) => Ok(Some(WordList { lexicon: Arc::new(lexicon), standing: Standing::Own(path) })),
            Err(fault) => Err(WordListError::Broken { path, code, fault }),
        }
    }

    /// Installs a list, replacing an earlier one, and returns its path.
    pub fn install(&self, lexicon: &Lexicon) -> Result<PathBuf, WordListError> {
        self.replace(self.path(lexicon.language()), lexicon.bytes())
    }

    /// Writes a file in the folder of the lists, and returns its path.
    ///
    /// The replacement is atomic: a concurrent reader, and a restart after a crash, see either the
    /// old or the new file.
    pub(crate) fn replace(&self, path: PathBuf, bytes: &[u8]) -> Result<PathBuf, WordListError> {
        let failed = |doing, path: &Path| {
            let path = path.to_owned();
            move |fault| WordListError::File { doing, path, fault }
        };
        fs::create_dir_all(&self.folder).map_err(failed("create", &self.folder))?;
        let mut file = new_file(&self.folder).map_err(failed("create a file in", &self.folder))?;
        file.write_all(bytes)
            .and_then(|()| file.as_file().sync_all())
            .map_err(failed("write", file.path()))?;
        file.persist(&path).map_err(|error| failed("replace", &path)(error.error))?;
        self.sync_folder()?;
        Ok(path)
    }

    /// Removes the owner's list for a language, so that the built-in one is used again.
    ///
    /// Returns whether there was one.
    pub fn remove(&self, language: &Language) -> Result<bool, WordListError> {
        self.remove_file(self.path(language))
    }

    /// Removes a file in the folder of the lists, and returns whether it was there.
    pub(crate) fn remove_file(&self, path: PathBuf) -> Result<bool, WordListError> {
        match fs::remove_file(&path) {
            Ok(()) => self.sync_folder().map(|()| true),
            Err(fault) if fault.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(fault) => Err(WordListError::File { doing: "remove", path, fault }),
        }
    }

    /// Syncs the folder, so that a file name in it survives a power cut.
    ///
    /// Only Unix can open a folder for that.
    fn sync_folder(&self) -> Result<(), WordListError> {
        if cfg!(unix) {
            File::open(&self.folder)
                .and_then(|folder| folder.sync_all())
                .map_err(|fault| WordListError::File { doing: "write", path: self.folder.clone(), fault })?;
        }
        Ok(())
    }
}

/// Opens a file; `None` if there is none.
pub(crate) fn open_file(path: &Path) -> Result<Option<File>, WordListError> {
    match File::open(path) {
        Ok(file) => Ok(Some(file)),
        // A missing data folder has no file. Another step reports it if the folder cannot be
        // created.
        Err(fault) if matches!(fault.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            Ok(None)
        }
        Err(fault) => Err(WordListError::File { doing: "open", path: path.to_owned(), fault }),
    }
}

/// Creates a temporary file in the folder of the file it will replace.
///
/// Renaming is atomic only within a file system.
fn new_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".import-");
    #[cfg(unix)]
    {
        // Temporary files are private by default, but the server may run as another user.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
