//! Handlers for turns of the daily puzzle.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use daily::Attempt;
use protocol::{ErrorCode, MovePreview, PreviewedWord, SubmitTurn, TurnAnswer, TurnClaim, WireError};
use rules::{Refusal, Words as _};
use store::{DailyPlayer, NewTurn, TurnKept};

use super::extract::{Answer, Asked, Problem, Request, body, json_no_store};
use super::puzzles::{self, KnownPuzzle};
use super::{dto, solutions};
use crate::state::ServerState;

/// The date parameter of a path.
pub(super) type DatePath = Result<Path<String>, PathRejection>;

/// The date parameter, or an invalid text.
pub(super) fn date(path: DatePath) -> String {
    path.map(|Path(date)| date).unwrap_or_default()
}

/// `GET /api/daily/{date}`
pub(super) async fn state(State(state): State<Arc<ServerState>>, request: Request, path: DatePath) -> Answer {
    let asked = Asked::new(&state, &date(path), &request.language())?;
    let player = request.player(&state).await?.map(|(player, _)| player);
    let known = puzzles::puzzle(&state, &asked).await?;
    let attempt = attempt(&state, &asked, &known, player).await?;
    Ok(json_no_store(StatusCode::OK, &dto::state(&attempt, asked.now)))
}

/// The player's attempt at a puzzle so far.
pub(super) async fn attempt(
    state: &ServerState,
    asked: &Asked,
    known: &KnownPuzzle,
    player: Option<DailyPlayer>,
) -> Result<Attempt, Problem> {
    let Some(player) = player else { return Ok(Attempt::new(&known.puzzle)) };
    let Some(stored) = state.daily_store.attempt(player, &asked.key()).await? else {
        return Ok(Attempt::new(&known.puzzle));
    };
    puzzles::replay(&known.puzzle, &stored.deeds).ok_or_else(|| {
        tracing::error!(player = player.0, day = %asked.day, "stored turns are invalid");
        Problem::unavailable()
    })
}

/// `POST /api/daily/{date}/turns`
pub(super) async fn submit(
    State(state): State<Arc<ServerState>>,
    request: Request,
    path: DatePath,
    bytes: Result<Bytes, BytesRejection>,
) -> Answer {
    let wish = TurnSubmission::read(&state, &path, bytes)?;
    let TurnSubmission { asked, submitted, claim } = &wish;
    let (player, _) = request.somebody(&state).await?;
    let refused = |refusal: &Refusal, turn| refused(refusal, asked, request.refusal_status(), turn);
    let known = puzzles::puzzle(&state, asked).await?;
    let mut attempt = attempt(&state, asked, &known, Some(player)).await?;
    wish.is_of_the_turn_to_come(&attempt)?;
    let number = attempt.turn_number();
    let turn = match claim {
        TurnClaim::Play(placement) => {
            let preview = attempt.preview(placement).ok();
            attempt.play(placement, &*asked.lexicon).cloned().map_err(|refusal| {
                let turn = preview.map(|play| dto::rejected(&play, number, asked.language()));
                refused(&refusal, turn)
            })?
        }
        TurnClaim::Exchange(numbers) => {
            attempt.exchange(numbers).cloned().map_err(|refusal| refused(&refusal, None))?
        }
    };
    let kept = NewTurn {
        number: turn.number as u8,
        deed: turn.deed.write(asked.language()),
        score: turn.score.0.into(),
        finished_at: attempt.is_finished().then_some(asked.now),
    };
    if state.daily_store.add_turn(player, &asked.key(), kept).await? == TurnKept::OutOfOrder {
        // Another request of the same player was faster.
        let attempt = self::attempt(&state, asked, &known, Some(player)).await?;
        return Err(played(submitted.turn_number, &attempt, asked));
    }
    // Archived days are solved when their results are requested, not after a turn.
    if !asked.is_day_over() {
        solutions::solve_today(&state, &asked.lexicon, &known);
    }
    let turn = dto::turn(&turn, asked.language());
    Ok(json_no_store(StatusCode::OK, &TurnAnswer { turn, state: dto::state(&attempt, asked.now) }))
}

/// `POST /api/daily/{date}/preview`
pub(super) async fn preview(
    State(state): State<Arc<ServerState>>,
    request: Request,
    path: DatePath,
    bytes: Result<Bytes, BytesRejection>,
) -> Answer {
    let wish = TurnSubmission::read(&state, &path, bytes)?;
    let TurnClaim::Play(placement) = &wish.claim else {
        return Err(protocol::BadRequest::new("tilesPlaced", "this field is missing").into());
    };
    let asked = &wish.asked;
    let player = request.player(&state).await?.map(|(player, _)| player);
    let known = puzzles::puzzle(&state, asked).await?;
    let attempt = attempt(&state, asked, &known, player).await?;
    wish.is_of_the_turn_to_come(&attempt)?;
    let play = attempt
        .preview(placement)
        .map_err(|refusal| refused(&refusal, asked, request.refusal_status(), None))?;
    let word = |word: &rules::FormedWord| PreviewedWord {
        text: asked.language().write(&word.letters),
        score: word.score.0,
        valid: Some(asked.lexicon.contains(&word.letters)),
    };
    let preview = MovePreview { score: play.score.0, words: play.words.iter().map(word).collect() };
    Ok(json_no_store(StatusCode::OK, &preview))
}

/// A turn that a device submits or previews.
struct TurnSubmission {
    asked: Asked,
    submitted: SubmitTurn,
    claim: TurnClaim,
}

impl TurnSubmission {
    fn read(
        state: &ServerState,
        path: &DatePath,
        bytes: Result<Bytes, BytesRejection>,
    ) -> Result<TurnSubmission, Problem> {
        let submitted = SubmitTurn::parse(&body(bytes)?)?;
        let language = submitted.language.as_ref().map_or("en", |code| code.as_str());
        let date = path.as_ref().map_or("", |Path(date)| date);
        let asked = Asked::new(state, date, language)?;
        let claim = submitted.claim(asked.language())?;
        Ok(TurnSubmission { asked, submitted, claim })
    }

    fn is_of_the_turn_to_come(&self, attempt: &Attempt) -> Result<(), Problem> {
        if attempt.is_finished() {
            let state = dto::state(attempt, self.asked.now);
            return Err(Problem::of_state(
                ErrorCode::GameEnded,
                "all turns of this puzzle were played",
                state,
            ));
        }
        if self.submitted.turn_number as usize != attempt.turn_number() {
            return Err(played(self.submitted.turn_number, attempt, &self.asked));
        }
        Ok(())
    }
}

fn played(number: u32, attempt: &Attempt, asked: &Asked) -> Problem {
    let message = format!("expected turn {}, found turn {number}", attempt.turn_number());
    Problem::of_state(ErrorCode::TurnPlayed, &message, dto::state(attempt, asked.now))
}

/// The response to an illegal turn, with the status that the client wants.
fn refused(
    refusal: &Refusal,
    asked: &Asked,
    status: StatusCode,
    turn: Option<protocol::DailyTurn>,
) -> Problem {
    let mut error = WireError::of_refusal(refusal, asked.language());
    if error.details.path.is_some() {
        error.details.path = Some("tilesExchanged".to_owned());
    }
    // The daily API identifies tiles by id, not by position.
    match refusal {
        Refusal::NoSuchPlace { place, .. } => {
            error.code = ErrorCode::TilesNotInRack;
            error.message = format!("tile_{place:03} is not on the rack");
        }
        Refusal::PlaceTwice { place } => error.message = format!("tile_{place:03} was named twice"),
        _ => {}
    }
    let status = match error.code {
        ErrorCode::BadRequest => StatusCode::BAD_REQUEST,
        _ => status,
    };
    Problem::of_turn(status, error, turn)
}
