//! The coach on a finished game: a line of JSON for each turn, sent as soon as the turn was looked at.
//!
//! Looking at a game takes a second or more of thinking. It is done beside the threads that serve, for a few games at once,
//! with the engine that bots have already, and between their moves; and it stops when nobody listens any more.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::{Basis, Deed, Fate, Review, Reviewed, Suggestion, Sum};
use futures_util::stream;
use lexicon::Lexicon;
use protocol::{
    JudgedBy, PlayerIds, ReviewLine, ReviewSum, ReviewedMove, ReviewedTurn, SuggestedMove, letters,
};
use rules::{Game, Language, Seat};
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::games::{Finished, matches, no_game};
use crate::problem::unavailable;
use crate::state::ServerState;

/// How long a request waits for its turn. Waiting costs nothing, and those who asked know that it takes a while.
const PATIENCE: Duration = Duration::from_secs(15);

/// How many games are looked at at once. They share the places where bots think, so more of them would only wait for
/// each other.
const AT_ONCE: usize = 4;

/// How long one endgame may take: for so long the next bot may have to wait.
const ENDGAME_TIME_MAX: Duration = Duration::from_millis(600);

/// How many games are looked at.
pub(crate) struct Reviewing(Arc<Semaphore>);

impl Default for Reviewing {
    fn default() -> Reviewing {
        Reviewing(Arc::new(Semaphore::new(AT_ONCE)))
    }
}

/// `GET /api/games/{id}/review`
pub(crate) async fn review(
    State(state): State<Arc<ServerState>>,
    method: Method,
    id: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Response {
    let Ok(Path(id)) = id else { return no_game() };
    let finished = match Finished::load(&state, &id).await {
        Ok(finished) => finished,
        Err(answer) => return answer,
    };
    let Some(game) = Game::replay(&finished.log) else { return no_game() };
    let Some(lexicon) = state.words.lexicon(game.rules().language.code()) else { return unavailable() };
    // The words and the way of judging may change with a release or another list, so it is asked for anew each time.
    let tag = format!("\"{id}-{}-{}\"", env!("CARGO_PKG_VERSION"), lexicon.metadata().sha256);
    let Ok(tag) = HeaderValue::try_from(tag) else { return no_game() };
    let kept = [(header::CACHE_CONTROL, HeaderValue::from_static("no-cache")), (header::ETAG, tag.clone())];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| matches(known, &tag)) {
        return (StatusCode::NOT_MODIFIED, kept).into_response();
    }
    let streamed = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson")),
        // Proxies shall pass each line on as it comes; this is how nginx and its like are told.
        (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
    ];
    if method == Method::HEAD {
        return (kept, streamed).into_response();
    }
    let waiting = tokio::time::timeout(PATIENCE, Arc::clone(&state.reviewing.0).acquire_owned());
    let Ok(Ok(permit)) = waiting.await else { return unavailable() };
    // There is room for every line, so that a client who reads slowly holds up nobody else.
    let (sender, lines) = mpsc::channel(game.history().len() + 2);
    let looking = Looking { state, game, finished, lexicon, sender, _permit: permit };
    tokio::task::spawn_blocking(move || looking.look());
    let lines = stream::unfold(lines, async |mut lines: mpsc::Receiver<Bytes>| {
        let line = lines.recv().await?;
        Some((Ok::<Bytes, Infallible>(line), lines))
    });
    (kept, streamed, Body::from_stream(lines)).into_response()
}

/// A game that is being looked at, for somebody who listens.
struct Looking {
    state: Arc<ServerState>,
    game: Game,
    finished: Finished,
    lexicon: Arc<Lexicon>,
    sender: mpsc::Sender<Bytes>,
    _permit: OwnedSemaphorePermit,
}

/// Nobody listens any more, or the server stops.
struct Unheard;

impl Looking {
    fn look(self) {
        // Without its last line the client knows that this is not all.
        let _ = self.tell_all();
    }

    fn tell_all(&self) -> Result<(), Unheard> {
        let opponents = self.state.tables.opponents(&self.lexicon).ok_or(Unheard)?;
        let review = Review::of_log(opponents.engine(), &self.finished.log).ok_or(Unheard)?;
        let mut review = review.hurried(ENDGAME_TIME_MAX);
        self.tell(&ReviewLine::Begin { turns: review.turns_left() as u32 })?;
        let (language, ids) = (&self.game.rules().language, &self.finished.ids);
        while !self.sender.is_closed() {
            let Some(reviewed) = self.state.tables.between_bots(|| review.next()).ok_or(Unheard)? else {
                let sums = self.game.turn_order().iter().map(|&seat| sum_of(seat, review.sums(), ids));
                return self.tell(&ReviewLine::End { sums: sums.collect() });
            };
            let turn = turn_of(&reviewed, language, ids).ok_or(Unheard)?;
            self.tell(&ReviewLine::Turn(Box::new(turn)))?;
        }
        Err(Unheard)
    }

    fn tell(&self, line: &ReviewLine) -> Result<(), Unheard> {
        let mut text = serde_json::to_vec(line).map_err(|_| Unheard)?;
        text.push(b'\n');
        self.sender.try_send(text.into()).map_err(|error| {
            debug_assert!(matches!(error, TrySendError::Closed(_)), "there is room for every line");
            Unheard
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
        taken_back: turn.fate == Fate::TakenBack,
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

fn move_of(deed: &Deed, language: &Language) -> ReviewedMove {
    match deed {
        Deed::Play(play) => ReviewedMove::play(play, language),
        Deed::Exchange(tiles) => ReviewedMove::exchange(tiles, language),
        Deed::Pass => ReviewedMove::Pass {},
    }
}

fn sum_of(seat: Seat, sums: &[Sum], ids: &PlayerIds) -> ReviewSum {
    // Who left before the first turn has nothing to sum up.
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
