//! The actions of players: mostly legal, sometimes not.

use engine::NaiveMovegen;
use rules::{Game, Pause, Placement, Rack, Seat, SeenPlay, SeenPosition, Tile, TileToLay, WordRule};
use serde_json::{Value, json};
use testkit::{TestRng, nonsense};

/// An event that a player sends, with its payload.
pub(crate) type Intent = (&'static str, Value);

/// Chooses an action in the middle of a game, from what the player knows; `None` to wait.
pub(crate) fn in_the_storm(game: &Game, seat: Seat, rng: &mut TestRng) -> Option<Intent> {
    let view = game.table_view();
    let play = view.play().filter(|_| game.outcome().is_none())?;
    if rng.in_thousand(30) {
        return Some(out_of_place(game, seat, rng));
    }
    if game.rules().clock.is_days()
        && let Some(deed) = over_days(play, rng)
    {
        return Some(deed);
    }
    if let Some(open) = play.open_play()
        && rng.in_thousand(600)
        && let Some(deed) = on_a_play(open, seat, rng)
    {
        return Some(deed);
    }
    if play.to_move() != seat || play.waits() {
        return rng.in_thousand(60).then(|| chat(rng));
    }
    Some(match rng.below(100) {
        0..70 => lay(game, seat, rng),
        70..85 => exchange(rng),
        85..93 => ("passTurn", json!({})),
        93..94 => ("resign", json!({})),
        94..96 => ("endGame", json!({})),
        _ => laid(game, &nonsense(game, seat, rng)),
    })
}

/// Chooses an action that brings a game to its end.
pub(crate) fn to_the_end(game: &Game, seat: Seat, turns_before: u32, rng: &mut TestRng) -> Option<Intent> {
    let view = game.table_view();
    let play = view.play().filter(|_| game.outcome().is_none())?;
    if let Pause::Paused { .. } = play.pause() {
        return Some(("resumeGame", json!({})));
    }
    if game.computer(seat).is_some() {
        return Some(("returnToSeat", json!({})));
    }
    if let Some(open) = play.open_play()
        && let Some(deed) = on_a_play(open, seat, rng)
    {
        return Some(deed);
    }
    if play.to_move() != seat || play.waits() {
        return rng.in_thousand(20).then(|| chat(rng));
    }
    let has_played_enough = play.turn() >= turns_before + 6;
    Some(if has_played_enough { ("passTurn", json!({})) } else { lay(game, seat, rng) })
}

/// Chooses an action that only a game over days has: pauses, mostly.
fn over_days(play: SeenPosition<'_>, rng: &mut TestRng) -> Option<Intent> {
    match play.pause() {
        Pause::Paused { .. } => Some(match rng.below(5) {
            0 => ("resumeGame", json!({})),
            1 => ("passTurn", json!({})),
            _ => chat(rng),
        }),
        Pause::Proposed { .. } if rng.in_thousand(300) => {
            Some(("answerPause", json!({"agree": rng.in_thousand(850)})))
        }
        Pause::None if rng.in_thousand(60) => Some(("proposePause", json!({}))),
        Pause::None | Pause::Proposed { .. } => rng.in_thousand(10).then(|| ("returnToSeat", json!({}))),
    }
}

/// A unique chat message.
fn chat(rng: &mut TestRng) -> Intent {
    ("chat", json!({"text": format!("Well played, {:016x}!", rng.number())}))
}

/// Chooses a response to an open play.
fn on_a_play(open: SeenPlay<'_>, seat: Seat, rng: &mut TestRng) -> Option<Intent> {
    let which = json!({"turnNumber": open.turn()});
    match open.challenge() {
        Some(challenge) => {
            let can_vote = challenge.vote_until.is_none() || open.seat() != seat;
            (can_vote && !challenge.voted.contains(seat)).then(|| {
                let valid = rng.in_thousand(500);
                ("resolveChallenge", json!({"valid": valid, "turnNumber": open.turn()}))
            })
        }
        None if open.seat() == seat || open.accepted().contains(seat) => None,
        None if rng.in_thousand(200) => Some(("challenge", which)),
        None => Some(("acceptPlay", which)),
    }
}

/// An action that is usually refused.
fn out_of_place(game: &Game, seat: Seat, rng: &mut TestRng) -> Intent {
    match rng.below(6) {
        0 => ("passTurn", json!({})),
        1 => ("challenge", json!({"turnNumber": 1})),
        2 => ("startGame", json!({})),
        3 => ("resolveChallenge", json!({"valid": true})),
        4 => laid(game, &nonsense(game, seat, rng)),
        _ => ("exchangeTiles", json!({"tileIndices": [9]})),
    }
}

fn exchange(rng: &mut TestRng) -> Intent {
    let places: Vec<usize> = (0..7).filter(|_| rng.in_thousand(300)).collect();
    ("exchangeTiles", json!({"tileIndices": places}))
}

/// A play: a word if words are checked, otherwise anything.
fn lay(game: &Game, seat: Seat, rng: &mut TestRng) -> Intent {
    let is_checked = matches!(game.rules().words, WordRule::Checked);
    if !is_checked && rng.in_thousand(700) {
        return laid(game, &nonsense(game, seat, rng));
    }
    match word(game, seat, rng) {
        Some(placement) => laid(game, &placement),
        None if rng.in_thousand(700) => exchange(rng),
        None => ("passTurn", json!({})),
    }
}

/// Finds a playable word quickly: with four tiles, and not on the whole board.
fn word(game: &Game, seat: Seat, rng: &mut TestRng) -> Option<Placement> {
    const PLACES: usize = 24;
    let (board, rack) = (game.board()?, game.rack(seat)?);
    let mut held: Vec<Tile> = rack.tiles().iter().copied().filter(|tile| *tile != Tile::Blank).collect();
    rng.shuffle(&mut held);
    held.truncate(4);
    let some = Rack::new(held);
    let finder = NaiveMovegen::new(board, wordlists::embedded("en")?);
    let mut starts: Vec<_> = NaiveMovegen::starts().collect();
    if board.is_empty() {
        starts.retain(|(start, _)| start.row() == 7);
    }
    rng.shuffle(&mut starts);
    starts
        .into_iter()
        .take(PLACES)
        .find_map(|(start, direction)| rng.one_of(&finder.all_from(start, direction, &some)).cloned())
}

/// A placement as a client sends it.
fn laid(game: &Game, placement: &Placement) -> Intent {
    let language = &game.rules().language;
    let tiles = placement.tiles.iter().map(|tile| {
        let (letter, is_blank) = match tile.tile {
            TileToLay::Letter(letter) => (language.text(letter), false),
            TileToLay::Blank(Some(letter)) => (language.text(letter), true),
            TileToLay::Blank(None) => (protocol::BLANK, true),
        };
        json!({"row": tile.row, "col": tile.column, "tile": {"letter": letter, "isBlank": is_blank}})
    });
    ("submitWord", json!({"placements": tiles.collect::<Vec<_>>()}))
}
