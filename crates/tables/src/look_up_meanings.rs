//! Meanings of words, for look-ups.

use protocol::Meaning;
use rules::{Language, Letter};
use tokio::sync::Semaphore;

use crate::Lexicons;

/// Bounds the threads that read definitions, however many clients look words up.
static READERS: Semaphore = Semaphore::const_new(2);

/// The meanings of a word, read on a thread that may block.
///
/// `None` if no definitions of the language are installed, if they do not have the word, or if they
/// cannot be read: a look-up is answered without them.
pub async fn meanings(words: &dyn Lexicons, language: &Language, word: Vec<Letter>) -> Option<Vec<Meaning>> {
    let definitions = words.definitions(language.code()).filter(|_| !word.is_empty())?;
    // The semaphore is never closed.
    let _reading = READERS.acquire().await.ok()?;
    let found = tokio::task::spawn_blocking(move || definitions.look_up(&word)).await.ok()?;
    let found = found
        .inspect_err(|error| tracing::warn!(language = language.code(), %error, "cannot read definitions"))
        .ok()?;
    let meaning = |meaning: definitions::Meaning| Meaning {
        part_of_speech: meaning.part_of_speech,
        text: meaning.text,
    };
    (!found.is_empty()).then(|| found.into_iter().map(meaning).collect())
}
