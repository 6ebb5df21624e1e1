//! Finished games by id: the record, GCG notation, and pictures.
//!
//! An unfinished game and an unknown one get the same response, so that nothing can be learnt from
//! it.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::{GameRecord, PlayerId, PlayerIds, WireError};
use rules::notation::Gcg;
use rules::notation::gcg::TextLine;
use rules::{Event, EventKind, Game, GameId, Seat};
use sha2::{Digest, Sha256};
use store::StoredTable;
use tokio::sync::OwnedSemaphorePermit;

use crate::game_cache::{GameCache, KeptAnswer};
use crate::problem::{nothing_here, too_many, unavailable};
use crate::state::ServerState;
use crate::work_queue::{Overloaded, WorkQueue};
use crate::{picture, rasterize};

/// Cache lifetime. A finished game does not change, but a player can be deleted: this is the
/// longest time for which caches show the name.
const FOR_A_WHILE: HeaderValue = HeaderValue::from_static("public, max-age=3600");

/// Maximum time that a request waits in the queue.
const WAIT_MAX: Duration = Duration::from_secs(5);

/// Maximum number of requests that wait for a picture, and for a record.
const PICTURES_WAITING_MAX: usize = 32;
const RECORDS_WAITING_MAX: usize = 256;

/// Maximum size of the cache in bytes.
const CACHE_BYTES_MAX: usize = 8 * 1024 * 1024;

/// Pixels per unit of the picture: sharp on most screens, and still a small file.
const SCALE: f32 = 1.5;

/// Loads, replays and draws finished games, with limited concurrency.
pub(crate) struct GameRenderer {
    /// Drawing is slow, so records have their own queue.
    pictures: WorkQueue,
    records: WorkQueue,
    cache: GameCache<(String, Form)>,
}

impl Default for GameRenderer {
    fn default() -> GameRenderer {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        GameRenderer {
            // The other processors are left to running games.
            pictures: WorkQueue::new((processors / 2).clamp(1, 4), PICTURES_WAITING_MAX, WAIT_MAX),
            records: WorkQueue::new(processors.clamp(1, 4), RECORDS_WAITING_MAX, WAIT_MAX),
            cache: GameCache::new(CACHE_BYTES_MAX),
        }
    }
}

impl GameRenderer {
    /// Removes old responses from the cache.
    pub(crate) fn forget_old(&self) {
        self.cache.forget_old();
    }

    /// Waits for a permit to load a game.
    pub(crate) async fn permit_to_load(&self) -> Result<OwnedSemaphorePermit, Overloaded> {
        self.records.permit().await
    }
}

/// Formats of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Form {
    Record,
    Notation,
    Svg,
    Png,
}

impl Form {
    /// Splits a name such as `6f1c….gcg` into the id and the format.
    fn of(name: &str) -> (&str, Form) {
        let forms = [(".gcg", Form::Notation), (".svg", Form::Svg), (".png", Form::Png)];
        let found = forms.into_iter().find_map(|(end, form)| Some((name.strip_suffix(end)?, form)));
        found.unwrap_or((name, Form::Record))
    }

    fn content_type(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Form::Record => "application/json",
            Form::Notation => "text/plain; charset=utf-8",
            Form::Svg => "image/svg+xml",
            Form::Png => "image/png",
        })
    }
}

/// `GET /api/games/{id}`, optionally with `.gcg`, `.svg` or `.png`.
pub(crate) async fn game(
    State(state): State<Arc<ServerState>>,
    name: Result<Path<String>, PathRejection>,
    asked: Parts,
) -> Response {
    let address = state.proxies.client_address(&asked);
    if let Err(wait) = state.addresses.read_game(address, &state.limits) {
        return slow_down(wait);
    }
    let Ok(Path(name)) = name else { return no_game() };
    let (id, form) = Form::of(&name);
    let key = (id.to_owned(), form);
    if let Some(kept) = state.drawing.cache.fresh(&key) {
        return shown(kept, form, &asked.headers);
    }
    let queue = match form {
        Form::Svg | Form::Png => &state.drawing.pictures,
        Form::Record | Form::Notation => &state.drawing.records,
    };
    let Ok(_permit) = queue.permit().await else { return unavailable() };
    // Another request may have made it meanwhile.
    if let Some(kept) = state.drawing.cache.fresh(&key) {
        return shown(kept, form, &asked.headers);
    }
    let finished = match Finished::load(&state, id).await {
        Ok(finished) => finished,
        Err(answer) => return answer,
    };
    let tag = format!("\"{id}-{}-{}\"", finished.state_tag(), env!("CARGO_PKG_VERSION"));
    let Ok(tag) = HeaderValue::try_from(tag) else { return no_game() };
    if is_known(&asked.headers, &tag) {
        return (StatusCode::NOT_MODIFIED, caching(tag)).into_response();
    }
    if let Some(kept) = state.drawing.cache.renew(&key, &tag) {
        return shown(kept, form, &asked.headers);
    }
    let words = Arc::clone(&state.words);
    let list = move |code: &str| {
        let lexicon = words.lexicon(code)?;
        let metadata = lexicon.metadata();
        Some(format!("{} {}", metadata.source, metadata.version))
    };
    match state.background.spawn(move || finished.in_form(form, list)).await {
        Ok(Some(body)) => {
            let kept = KeptAnswer { tag, body: body.into() };
            state.drawing.cache.keep(key, kept.clone());
            shown(kept, form, &asked.headers)
        }
        Ok(None) => nothing_here("this game cannot be had in this form: it began with a word on the board"),
        Err(error) => {
            tracing::error!(%error, "could not render a finished game");
            unavailable()
        }
    }
}

/// The response for a game, or 304 if the client has it.
fn shown(kept: KeptAnswer, form: Form, asked: &HeaderMap) -> Response {
    let KeptAnswer { tag, body } = kept;
    if is_known(asked, &tag) {
        return (StatusCode::NOT_MODIFIED, caching(tag)).into_response();
    }
    (caching(tag), [(header::CONTENT_TYPE, form.content_type())], body).into_response()
}

fn caching(tag: HeaderValue) -> [(header::HeaderName, HeaderValue); 2] {
    [(header::CACHE_CONTROL, FOR_A_WHILE), (header::ETAG, tag)]
}

/// The response to an address over its rate limit.
pub(crate) fn slow_down(wait: Duration) -> Response {
    let milliseconds = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
    too_many(&WireError::rate_limited(milliseconds.saturating_add(1)))
}

pub(crate) fn no_game() -> Response {
    nothing_here("there is no finished game of this id")
}

/// Whether a text can be a game id, which is a UUID. Otherwise the store is not asked.
fn can_be_an_id(id: &str) -> bool {
    let is_part = |character: char| character.is_ascii_alphanumeric() || character == '-';
    (1..=64).contains(&id.len()) && id.chars().all(is_part)
}

/// Whether the client's `If-None-Match` contains a tag.
pub(crate) fn is_known(asked: &HeaderMap, tag: &HeaderValue) -> bool {
    asked.get(header::IF_NONE_MATCH).is_some_and(|known| matches(known, tag))
}

/// Whether a list of tags contains this one.
fn matches(known: &HeaderValue, tag: &HeaderValue) -> bool {
    let (Ok(known), Ok(tag)) = (known.to_str(), tag.to_str()) else { return false };
    known.split(',').map(str::trim).any(|known| known == "*" || known.trim_start_matches("W/") == tag)
}

/// A finished game up to its end. Later events at the table are not part of it.
pub(crate) struct Finished {
    pub(crate) log: Vec<Event>,
    seed: rules::Seed,
    pub(crate) ids: PlayerIds,
}

impl Finished {
    /// Loads the finished game of an id, or returns the error response.
    pub(crate) async fn load(state: &ServerState, id: &str) -> Result<Finished, Response> {
        if !can_be_an_id(id) {
            return Err(no_game());
        }
        match state.tables.store().load(&GameId::new(id)).await {
            Ok(stored) => stored.and_then(Finished::of).ok_or_else(no_game),
            Err(error) => {
                tracing::warn!(%error, "could not load a finished game");
                Err(unavailable())
            }
        }
    }

    fn of(stored: StoredTable) -> Option<Finished> {
        let mut ids: PlayerIds =
            Seat::all().map(|seat| (seat, PlayerId::new(format!("seat-{}", seat.index())))).collect();
        for (seat, taken) in stored.seats.iter() {
            ids.insert(seat, taken.player.clone());
        }
        let mut log: Vec<Event> = stored.batches.into_iter().flat_map(|batch| batch.events).collect();
        let end = log.iter().position(|event| matches!(event.kind, EventKind::GameEnded(_)))?;
        log.truncate(end + 1);
        Some(Finished { log, seed: stored.seed, ids })
    }

    /// Tag that changes when a player is deleted, and reveals nothing about the players.
    pub(crate) fn state_tag(&self) -> String {
        let mut digest = Sha256::new();
        for event in &self.log {
            if let EventKind::PlayerJoined { name, .. } = &event.kind {
                digest.update(name.as_str());
                digest.update([0]);
            }
        }
        for seat in Seat::all() {
            digest.update(self.ids.of(seat).as_str());
            digest.update([0]);
        }
        // A few bytes are enough to distinguish two states of one game.
        let [a, b, c, d, ..] = digest.finalize().0;
        format!("{:08x}", u32::from_be_bytes([a, b, c, d]))
    }

    fn in_form(&self, form: Form, list: impl Fn(&str) -> Option<String>) -> Option<Vec<u8>> {
        let game = Game::replay(&self.log).ok()?;
        match form {
            Form::Record => {
                let record = GameRecord::of(&self.log, &self.seed, &self.ids)?;
                serde_json::to_vec(&record).ok()
            }
            Form::Notation => {
                let mut gcg = Gcg::of_game(&game)?;
                gcg.lexicon = list(game.rules().language.code()).and_then(|list| TextLine::new(&list).ok());
                Some(gcg.to_string().into_bytes())
            }
            Form::Svg => picture::svg(&game).map(String::into_bytes),
            Form::Png => rasterize::png(&picture::svg(&game)?, SCALE),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_of_a_name_is_its_format() {
        assert_eq!(Form::of("a-1"), ("a-1", Form::Record));
        assert_eq!(Form::of("a-1.gcg"), ("a-1", Form::Notation));
        assert_eq!(Form::of("a-1.png"), ("a-1", Form::Png));
        assert_eq!(Form::of("a-1.jpg"), ("a-1.jpg", Form::Record));
    }

    #[test]
    fn only_valid_ids_are_looked_up() {
        assert!(can_be_an_id("0b6e5d8e-6d3e-4b1c-9a55-0d6c1d7a2f10"));
        for bad in ["", "..", "a/b", "a.b", "é", "a b", &"a".repeat(65)] {
            assert!(!can_be_an_id(bad), "{bad}");
        }
    }

    #[test]
    fn a_tag_is_found_in_a_list() {
        let tag = HeaderValue::from_static("\"a\"");
        for (known, is_known) in
            [("\"a\"", true), ("W/\"a\"", true), ("\"b\", \"a\"", true), ("*", true), ("\"b\"", false)]
        {
            assert_eq!(matches(&HeaderValue::from_static(known), &tag), is_known, "{known}");
        }
    }
}
