//! Opening of a recorded game: reads the file, detects its language, and compares it with the
//! rules.

use std::{path::Path, sync::Arc};

use anyhow::{anyhow, bail};
use rules::{
    Language,
    notation::{Gcg, GcgError, gcg::GcgComment},
};
use wordlists::{WordList, WordLists, language_of_lexicon};

use super::{audit::Audit, language_fit::LanguageFit};
use crate::{
    bounded_reader::{self, Limit},
    text_columns::{listed, printable},
    words::{DEFAULT_LANGUAGE, language},
};

const LIMIT: Limit = Limit { bytes_max: Gcg::BYTES_MAX as u64, expected: "a game in GCG" };

/// A file that was read as a game.
pub(crate) struct GameFile {
    pub(crate) gcg: Gcg,
    pub(crate) audit: Audit,
    /// Word list of the language that the game was read in.
    pub(crate) list: WordList,
}

/// The game read in one language, if it can be replayed in it.
struct Candidate {
    list: WordList,
    audit: Result<Audit, GcgError>,
}

impl GameFile {
    /// Reads a game in the `wanted` language, or else in the one that the file names or that fits
    /// best.
    pub(crate) fn open(file: &Path, wanted: Option<&str>, lists: &WordLists) -> anyhow::Result<GameFile> {
        let name = bounded_reader::name_of(file);
        let gcg = read(&name, &bounded_reader::read(file, LIMIT)?)?;
        let audit = |language: &Arc<Language>| -> anyhow::Result<Candidate> {
            let list = lists.open(language)?;
            let audit = Audit::of(&gcg, language, list.lexicon.as_ref());
            Ok(Candidate { list, audit })
        };
        let stated = match wanted {
            Some(code) => Some(language(code)?),
            None => stated_language(&gcg),
        };
        let chosen = if let Some(language) = stated {
            audit(&language)?
        } else {
            let candidates = Language::all().iter().map(audit).collect::<anyhow::Result<_>>()?;
            best(&name, &gcg, candidates)?
        };
        let language = chosen.list.lexicon.language().clone();
        let audit = chosen.audit.map_err(|error| {
            anyhow!(
                "{name}, {} (tiles are read as {}; --language chooses another)",
                printable(&error.to_string()),
                language.name()
            )
        })?;
        if wanted.is_none() && language.code() != DEFAULT_LANGUAGE {
            anstream::eprintln!("{name} is read as {}; --language chooses another", language.name());
        }
        Ok(GameFile { gcg, audit, list: chosen.list })
    }
}

fn read(name: &str, bytes: &[u8]) -> anyhow::Result<Gcg> {
    let other = if bytes.contains(&0) {
        Some("it is not text")
    } else if bytes.trim_ascii_start().starts_with(b"{") {
        Some("it looks like JSON, and `dord verify` reads records of games in JSON")
    } else {
        None
    };
    if let Some(other) = other {
        bail!("{name} is not a game in GCG; expected lines that begin with # or >, but {other}");
    }
    Gcg::from_bytes(bytes).map_err(|error| anyhow!("{name}, {}", printable(&error.to_string())))
}

/// The language that the file names by its word list or its tiles.
fn stated_language(gcg: &Gcg) -> Option<Arc<Language>> {
    let by_pragma = |key: &str| {
        gcg.comments.iter().find_map(|comment| match comment {
            GcgComment::Pragma(pragma) if pragma.key() == key => pragma.value(),
            _ => None,
        })
    };
    let lexicon = gcg.lexicon.as_ref().map(rules::notation::gcg::TextLine::as_str);
    let named = [lexicon, by_pragma("tile-distribution"), by_pragma("letter-distribution")];
    let code = named.into_iter().flatten().find_map(language_of_lexicon)?;
    Language::by_code(code)
}

/// Picks the candidate that fits best. If none fits, one error says so: a page of errors in a wrong
/// language would help less.
fn best(name: &str, gcg: &Gcg, candidates: Vec<Candidate>) -> anyhow::Result<Candidate> {
    let fit = |candidate: &Candidate| match &candidate.audit {
        Ok(audit) => LanguageFit::of(audit),
        Err(_) => LanguageFit::NONE,
    };
    let is_usual = |candidate: &Candidate| candidate.list.lexicon.language().code() == DEFAULT_LANGUAGE;
    let codes: Vec<String> =
        candidates.iter().map(|candidate| candidate.list.lexicon.language().code().to_owned()).collect();
    // Ties go to the default language.
    let best = candidates.into_iter().max_by_key(|candidate| (fit(candidate), is_usual(candidate)));
    let best = best.ok_or_else(|| anyhow!("no language is known"))?;
    if best.audit.is_ok() && fit(&best).is_poor() {
        let lexicon = match &gcg.lexicon {
            Some(lexicon) => format!(" with the word list {}", printable(lexicon.as_str())),
            None => String::new(),
        };
        bail!(
            "{name} seems to be a game{lexicon} in another language than {}; to read it all the same, use --language {}",
            listed(&Language::all().iter().map(|language| language.name().to_owned()).collect::<Vec<_>>()),
            codes.join(" or --language "),
        );
    }
    Ok(best)
}
