//! Review of a finished game by the coach: one JSON line per turn, sent as soon as it is ready.
//!
//! A review takes a second or more of computing. It runs on low-priority threads, turn by turn for
//! a few games at once, and stops when the client disconnects. Complete reviews are cached for a
//! while.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::{Basis, PlayStatus, Review, Reviewed, Suggestion, Sum, TurnAction};
use futures_util::stream;
use lexicon::Lexicon;
use protocol::{
    JudgedBy, PlayerIds, ReviewLine, ReviewSum, ReviewedMove, ReviewedTurn, SuggestedMove, letters,
};
use rules::{Game, Language, Seat};
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::game_cache::{GameCache, KeptAnswer};
use crate::games::{Finished, is_known, no_game, slow_down};
use crate::problem::unavailable;
use crate::state::ServerState;
use crate::work_queue::WorkQueue;

/// Maximum time that a request waits in the queue. Waiting is cheap, and clients expect a review to
/// be slow.
const WAIT_MAX: Duration = Duration::from_secs(15);

/// Maximum number of waiting requests.
const WAITING_MAX: usize = 32;

/// Number of concurrent reviews. They take turns computing, so more would only wait for each other.
const AT_ONCE: usize = 4;

/// Time limit of one endgame search, which the other reviews have to wait for.
const ENDGAME_TIME_MAX: Duration = Duration::from_millis(600);

/// Maximum size of the cache in bytes.
const CACHE_BYTES_MAX: usize = 4 * 1024 * 1024;

/// State of all reviews.
pub(crate) struct Reviewing {
    queue: WorkQueue,
    /// Limits concurrent computing, so that processors are left to running games.
    thinking: Semaphore,
    cache: GameCache<String>,
}

impl Default for Reviewing {
    fn default() -> Reviewing {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Reviewing {
            queue: WorkQueue::new(AT_ONCE, WAITING_MAX, WAIT_MAX),
            thinking: Semaphore::new((processors / 4).clamp(1, AT_ONCE)),
            cache: GameCache::new(CACHE_BYTES_MAX),
        }
    }
}

impl Reviewing {
    /// Removes old reviews from the cache.
    pub(crate) fn forget_old(&self) {
        self.cache.forget_old();
    }

    /// Runs a task when a permit is free. Blocks the thread.
    fn think<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        let _permit = tokio::runtime::Handle::current().block_on(self.thinking.acquire()).ok()?;
        Some(work())
    }
}

/// `GET /api/games/{id}/review`
pub(crate) async fn review(
    State(state): State<Arc<ServerState>>,
    id: Result<Path<String>, PathRejection>,
    asked: Parts,
) -> Response {
    let address = state.proxies.client_address(&asked);
    if let Err(wait) = state.addresses.read_review(address, &state.limits) {
        return slow_down(wait);
    }
    let Ok(Path(id)) = id else { return no_game() };
    if let Some(kept) = state.reviewing.cache.fresh(&id) {
        return said(kept, &asked.headers);
    }
    let needs_tag_only = asked.method == Method::HEAD || asked.headers.contains_key(header::IF_NONE_MATCH);
    if needs_tag_only {
        let Ok(_permit) = state.drawing.permit_to_load().await else { return unavailable() };
        let tag = match Subject::load(&state, &id).await {
            Ok(subject) => subject.tag,
            Err(answer) => return answer,
        };
        if is_known(&asked.headers, &tag) {
            return (StatusCode::NOT_MODIFIED, caching(tag)).into_response();
        }
        if asked.method == Method::HEAD {
            return (caching(tag), STREAMED).into_response();
        }
    }
    let Ok(permit) = state.reviewing.queue.permit().await else { return unavailable() };
    // Another request may have made it meanwhile.
    if let Some(kept) = state.reviewing.cache.fresh(&id) {
        return said(kept, &asked.headers);
    }
    let subject = match Subject::load(&state, &id).await {
        Ok(subject) => subject,
        Err(answer) => return answer,
    };
    if let Some(kept) = state.reviewing.cache.renew(&id, &subject.tag) {
        return said(kept, &asked.headers);
    }
    let tag = subject.tag.clone();
    // There is room for every line, so that a slow client delays no other review.
    let (sender, lines) = mpsc::channel(subject.game.history().len() + 2);
    let job = ReviewJob { state: Arc::clone(&state), id, subject, sender, text: Vec::new(), _permit: permit };
    state.background.spawn(move || job.run());
    let lines = stream::unfold(lines, async |mut lines: mpsc::Receiver<Bytes>| {
        let line = lines.recv().await?;
        Some((Ok::<Bytes, Infallible>(line), lines))
    });
    (caching(tag), STREAMED, Body::from_stream(lines)).into_response()
}

const STREAMED: [(HeaderName, HeaderValue); 2] = [
    (header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson")),
    // Disables response buffering in nginx and compatible proxies.
    (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
];

/// Headers for revalidation on every use, because a release or another word list can change a
/// review.
fn caching(tag: HeaderValue) -> [(HeaderName, HeaderValue); 2] {
    [(header::CACHE_CONTROL, HeaderValue::from_static("no-cache")), (header::ETAG, tag)]
}

/// The response for a cached review, or 304 if the client has it.
fn said(kept: KeptAnswer, asked: &HeaderMap) -> Response {
    let KeptAnswer { tag, body } = kept;
    if is_known(asked, &tag) {
        return (StatusCode::NOT_MODIFIED, caching(tag)).into_response();
    }
    (caching(tag), STREAMED, body).into_response()
}

/// A game to review.
struct Subject {
    game: Game,
    finished: Finished,
    lexicon: Arc<Lexicon>,
    tag: HeaderValue,
}

impl Subject {
    /// Loads the finished game of an id, or returns the error response.
    async fn load(state: &ServerState, id: &str) -> Result<Subject, Response> {
        let finished = Finished::load(state, id).await?;
        let game = Game::replay(&finished.log).map_err(|_| no_game())?;
        let lexicon = state.words.lexicon(game.rules().language.code()).ok_or_else(unavailable)?;
        let (state_tag, words) = (finished.state_tag(), &lexicon.metadata().sha256);
        let tag = format!("\"{id}-{state_tag}-{}-{words}\"", env!("CARGO_PKG_VERSION"));
        let tag = HeaderValue::try_from(tag).map_err(|_| no_game())?;
        Ok(Subject { game, finished, lexicon, tag })
    }
}

/// A review in progress.
struct ReviewJob {
    state: Arc<ServerState>,
    id: String,
    subject: Subject,
    sender: mpsc::Sender<Bytes>,
    /// All lines so far.
    text: Vec<u8>,
    _permit: OwnedSemaphorePermit,
}

/// The client has disconnected, or the server stops.
struct ClientGone;

impl ReviewJob {
    fn run(mut self) {
        // Without its last line, the client knows that the review is incomplete.
        if self.tell_all().is_ok() {
            let kept = KeptAnswer { tag: self.subject.tag, body: self.text.into() };
            self.state.reviewing.cache.keep(self.id, kept);
        }
    }

    fn tell_all(&mut self) -> Result<(), ClientGone> {
        let opponents = self.state.tables.bots(&self.subject.lexicon).ok_or(ClientGone)?;
        let review = Review::of_log(opponents.engine(), &self.subject.finished.log).ok_or(ClientGone)?;
        let mut review = review.hurried(ENDGAME_TIME_MAX);
        self.tell(&ReviewLine::Begin { turns: review.turns_left() as u32 })?;
        while !self.sender.is_closed() {
            let reviewed = self.state.reviewing.think(|| review.next()).ok_or(ClientGone)?;
            let (game, ids) = (&self.subject.game, &self.subject.finished.ids);
            let Some(reviewed) = reviewed else {
                let sums = game.turn_order().iter().map(|&seat| sum_of(seat, review.sums(), ids));
                let end = ReviewLine::End { sums: sums.collect() };
                return self.tell(&end);
            };
            let turn = turn_of(&reviewed, &game.rules().language, ids).ok_or(ClientGone)?;
            self.tell(&ReviewLine::Turn(Box::new(turn)))?;
        }
        Err(ClientGone)
    }

    fn tell(&mut self, line: &ReviewLine) -> Result<(), ClientGone> {
        let mut text = serde_json::to_vec(line).map_err(|_| ClientGone)?;
        text.push(b'\n');
        self.text.extend_from_slice(&text);
        self.sender.try_send(text.into()).map_err(|error| {
            debug_assert!(matches!(error, TrySendError::Closed(_)), "there is room for every line");
            ClientGone
        })
    }
}

fn turn_of(reviewed: &Reviewed, language: &Language, ids: &PlayerIds) -> Option<ReviewedTurn> {
    let Reviewed { turn, advice, phonies } = reviewed;
    Some(ReviewedTurn {
        move_index: turn.place as u32,
        player_id: ids.of(Seat::at(turn.player)?),
        rack: letters(turn.rack.tiles(), language),
        made: move_of(&turn.deed, language),
        taken_back: turn.fate == PlayStatus::TakenBack,
        equity: advice.made.points(),
        lost: advice.lost.points(),
        luck: advice.luck.points(),
        judged_by: match advice.basis {
            Basis::Equity => JudgedBy::Equity,
            Basis::LookedAhead => JudgedBy::LookingAhead,
            Basis::Exact => JudgedBy::Exactly,
        },
        best: advice.best.iter().map(|suggestion| suggested(suggestion, language)).collect(),
        missed_bingo: advice.missed_bingo.as_ref().map(|suggestion| suggested(suggestion, language)),
        phonies: phonies.iter().map(|word| language.write(word)).collect(),
    })
}

fn suggested(suggestion: &Suggestion, language: &Language) -> SuggestedMove {
    SuggestedMove {
        suggested: move_of(&suggestion.deed, language),
        equity: suggestion.equity.points(),
        keeps: letters(&suggestion.keeps, language),
    }
}

fn move_of(deed: &TurnAction, language: &Language) -> ReviewedMove {
    match deed {
        TurnAction::Play(play) => ReviewedMove::play(play, language),
        TurnAction::Exchange(tiles) => ReviewedMove::exchange(tiles, language),
        TurnAction::Pass => ReviewedMove::Pass {},
    }
}

fn sum_of(seat: Seat, sums: &[Sum], ids: &PlayerIds) -> ReviewSum {
    // A player who left before the first turn has no sums.
    let sum = sums.get(seat.index()).copied().unwrap_or_default();
    ReviewSum {
        player_id: ids.of(seat),
        turns: sum.turns as u32,
        lost: sum.lost.points(),
        luck: sum.luck.points(),
        missed_bingos: sum.missed_bingos as u32,
        phonies_stood: sum.phonies_stood as u32,
        phonies_caught: sum.phonies_caught as u32,
    }
}
