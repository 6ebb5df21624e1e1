use std::{
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use lexicon::{FormatError, Lexicon};
use rules::Language;

use crate::embedded;

/// Larger than any graph that the format can hold, with its metadata.
const FILE_BYTES_MAX: u64 = 32 << 20;

/// The word lists of one installation: those of its owner, kept in `words` under the data folder, before those
/// inside the program.
#[derive(Debug, Clone)]
pub struct WordLists {
    folder: PathBuf,
}

/// A word list and where it stands.
#[derive(Debug, Clone)]
pub struct WordList {
    /// The list.
    pub lexicon: Arc<Lexicon>,
    /// Whether it is the program's or the owner's.
    pub standing: Standing,
}

/// Where a word list stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// Inside the program.
    BuiltIn,
    /// In this file, which the owner imported.
    Own(PathBuf),
}

/// A word list that cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum WordListError {
    /// The owner's file is damaged or of another version. It is never passed over: games would be judged by a list
    /// that nobody chose.
    #[error(
        "the word list {path} cannot be used: {fault}\n\
         import it again with `dord words import {code} FILE`, \
         or go back to the built-in list with `dord words remove {code}`"
    )]
    Broken {
        /// Where it is.
        path: PathBuf,
        /// The code of its language.
        code: String,
        /// What is wrong with it.
        fault: FormatError,
    },
    /// The owner's file is far too large.
    #[error(
        "{path} is larger than {} MB; expected a list that `dord words import` wrote\n\
         import it again with `dord words import {code} FILE`, \
         or go back to the built-in list with `dord words remove {code}`",
        most >> 20
    )]
    TooLarge {
        /// Where it is.
        path: PathBuf,
        /// The code of its language.
        code: String,
        /// The most that is read.
        most: u64,
    },
    /// A file cannot be read or written.
    #[error("cannot {doing} {path}: {fault}")]
    File {
        /// What was tried.
        doing: &'static str,
        /// With which file or folder.
        path: PathBuf,
        /// What went wrong.
        fault: io::Error,
    },
    /// There is neither an own list nor one inside the program.
    #[error("there is no word list for {code}: import one with `dord words import {code} FILE`")]
    None {
        /// The code of the language.
        code: String,
    },
}

impl WordLists {
    /// The lists of an installation that keeps its files in `data_dir`. The folder need not exist.
    pub fn new(data_dir: &Path) -> WordLists {
        WordLists { folder: data_dir.join("words") }
    }

    /// Where the owner's list for a language is, if there is one.
    pub fn path(&self, language: &Language) -> PathBuf {
        self.folder.join(format!("{}.dwg", language.code()))
    }

    /// The list that judges games in a language: the owner's if there is one, else the one inside the program.
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
        let file = match File::open(&path) {
            Ok(file) => file,
            // A data folder that cannot be made has no list in it, and is reported where something is to be kept there.
            Err(fault) if matches!(fault.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return Ok(None);
            }
            Err(fault) => return Err(WordListError::File { doing: "open", path, fault }),
        };
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

    /// Puts a list in place of what was there, and says where it is. Whoever opens the list meanwhile gets the old one or the new one,
    /// whole, also if the machine stops in the middle.
    pub fn install(&self, lexicon: &Lexicon) -> Result<PathBuf, WordListError> {
        let path = self.path(lexicon.language());
        let failed = |doing, path: &Path| {
            let path = path.to_owned();
            move |fault| WordListError::File { doing, path, fault }
        };
        fs::create_dir_all(&self.folder).map_err(failed("create", &self.folder))?;
        let mut file = new_file(&self.folder).map_err(failed("create a file in", &self.folder))?;
        file.write_all(lexicon.bytes())
            .and_then(|()| file.as_file().sync_all())
            .map_err(failed("write", file.path()))?;
        file.persist(&path).map_err(|error| failed("replace", &path)(error.error))?;
        self.sync_folder()?;
        Ok(path)
    }

    /// Removes the owner's list for a language, so that the one inside the program judges again. Says whether
    /// there was one.
    pub fn remove(&self, language: &Language) -> Result<bool, WordListError> {
        let path = self.path(language);
        match fs::remove_file(&path) {
            Ok(()) => self.sync_folder().map(|()| true),
            Err(fault) if fault.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(fault) => Err(WordListError::File { doing: "remove", path, fault }),
        }
    }

    /// A name in a folder outlives a power cut only when the folder is written, too. Only Unix can open one for that.
    fn sync_folder(&self) -> Result<(), WordListError> {
        if cfg!(unix) {
            File::open(&self.folder)
                .and_then(|folder| folder.sync_all())
                .map_err(|fault| WordListError::File { doing: "write", path: self.folder.clone(), fault })?;
        }
        Ok(())
    }
}

/// A file in the same folder as the one that it will replace, because only within a file system is that one step.
fn new_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".import-");
    #[cfg(unix)]
    {
        // Temporary files are for their owner alone; a list is read by whatever user the server runs as.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
