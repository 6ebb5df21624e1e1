//! Checker that compares what clients received and what was acknowledged with the stored log.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use protocol::PlayerId;
use rules::{Event, EventKind, Game, Rack, Seat, Tile};
use serde_json::{Value, json};
use simulator::{ConnectionChecker, ConnectionStart, Oracle, seq_of};
use store::StoredTable;

use crate::player::Done;
use crate::recording_socket::Received;

/// The history of one client.
pub(crate) struct History<'a> {
    pub(crate) player: &'a str,
    /// What was received, by connection.
    pub(crate) connections: &'a [Vec<Received>],
    /// Acknowledged moves, by the version they led to.
    pub(crate) done: &'a BTreeMap<u64, Done>,
}

/// Number of items that were compared with the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Checked {
    pub(crate) moves: usize,
    pub(crate) events: usize,
}

/// Replays the log by the rules and compares with it what the players received. An error describes
/// the first difference.
pub(crate) fn check(table: &StoredTable, histories: &[History<'_>]) -> Result<Checked, String> {
    let mut oracle = Oracle::of(table)?;
    let moves = check_acknowledged(&oracle, histories)?;
    let mut events = 0;
    for history in histories {
        events += check_heard(&mut oracle, history)?;
    }
    Ok(Checked { moves, events })
}

/// Checks that the draws of a log follow from its seed and nonces.
pub(crate) fn check_bag(table: &StoredTable) -> Result<(), String> {
    Oracle::of(table)?.bag_is_fair()
}

/// Checks that the log has every acknowledged move once, at its version and as requested, and no
/// other move.
fn check_acknowledged(oracle: &Oracle, histories: &[History<'_>]) -> Result<usize, String> {
    let mut acknowledged: BTreeMap<u64, (&str, &Done)> = BTreeMap::new();
    for history in histories {
        for (version, done) in history.done {
            if let Some(before) = acknowledged.insert(*version, (history.player, done)) {
                return Err(format!("version {version} was acknowledged twice: {before:?} and {done:?}"));
            }
        }
    }
    let count = acknowledged.len();
    for batch in oracle.batches() {
        let version = batch.version.0;
        let mut moves = batch.events.iter().filter(|event| mover(event).is_some());
        match (moves.next(), acknowledged.remove(&version)) {
            (None, None) => {}
            (Some(event), None) => return Err(format!("nobody was told that {event:?} was done")),
            (None, Some(done)) => return Err(format!("version {version} is no move, and {done:?} is")),
            (Some(event), Some((player, done))) => {
                let seat = seat_of(oracle, player)?;
                if mover(event) != Some(seat) || !is_what_was_asked(oracle, version, event, done) {
                    return Err(format!("{player} was told that {done:?} was done, and it was {event:?}"));
                }
            }
        }
        if let Some(second) = moves.next() {
            return Err(format!("version {version} is two moves, also {second:?}"));
        }
    }
    match acknowledged.first_key_value() {
        Some((version, done)) => Err(format!("version {version} was acknowledged and is lost: {done:?}")),
        None => Ok(count),
    }
}

/// The seat that made the move, if the event is a move.
fn mover(event: &Event) -> Option<Seat> {
    match event.kind {
        EventKind::TilesPlaced { seat, .. }
        | EventKind::TilesExchanged { seat, .. }
        | EventKind::TurnPassed { seat, .. } => Some(seat),
        _ => None,
    }
}

/// Whether a move in the log is what its player sent.
fn is_what_was_asked(oracle: &Oracle, version: u64, event: &Event, done: &Done) -> bool {
    let Some(before) = oracle.game(version - 1) else { return false };
    match (&event.kind, done.kind) {
        (EventKind::TilesPlaced { play, .. }, "played") => {
            let laid = json!(protocol::placed_tiles(&play.tiles, &before.rules().language));
            squares(&laid) == squares(&done.payload["placements"])
        }
        (EventKind::TilesExchanged { seat, returned, .. }, "exchanged") => {
            let mut returned = returned.clone();
            returned.sort();
            Some(returned) == named_tiles(before, *seat, &done.payload["tileIndices"])
        }
        (EventKind::TurnPassed { by, .. }, "passed") => *by == rules::PassedBy::Player,
        _ => false,
    }
}

/// The squares and tiles of a play, in a canonical order.
fn squares(placements: &Value) -> Vec<String> {
    let square = |placed: &Value| {
        let (row, col, tile) = (&placed["row"], &placed["col"], &placed["tile"]);
        format!("{row} {col} {} {}", tile["letter"], tile["isBlank"] == true)
    };
    let mut squares: Vec<String> = placements.as_array().into_iter().flatten().map(square).collect();
    squares.sort();
    squares
}

/// The tiles at positions of a rack, sorted.
fn named_tiles(game: &Game, seat: Seat, places: &Value) -> Option<Vec<Tile>> {
    let rack = game.rack(seat).map(Rack::tiles)?;
    let tile = |place: &Value| rack.get(usize::try_from(place.as_u64()?).ok()?).copied();
    let mut tiles: Vec<Tile> = places.as_array()?.iter().map(tile).collect::<Option<_>>()?;
    tiles.sort();
    Some(tiles)
}

fn seat_of(oracle: &Oracle, player: &str) -> Result<Seat, String> {
    let ids = oracle.ids(oracle.version());
    let seat = ids.and_then(|ids| ids.seat(&PlayerId::new(player)));
    seat.ok_or_else(|| format!("{player} does not sit there"))
}

/// Checks what a client received: in order, without gaps, as in the log, and no rack but its own.
fn check_heard(oracle: &mut Oracle, history: &History<'_>) -> Result<usize, String> {
    let (player, mut events) = (history.player, 0);
    let seat = seat_of(oracle, player)?;
    // After a reconnect, a client sees nothing older than what it received or had acknowledged.
    let mut knew = 0;
    for (number, connection) in history.connections.iter().enumerate() {
        let wrong = |what: String| format!("connection {number} of {player}: {what}");
        let before = ConnectionStart { sits: true, asked_since: None, knew };
        let mut hearing = ConnectionChecker::default();
        for heard in connection {
            let (name, text) = match heard {
                Received::Resync => {
                    hearing.asks_for_everything();
                    continue;
                }
                Received::Resynced => {
                    hearing.has_everything();
                    continue;
                }
                Received::Acknowledged { seq } => {
                    knew = knew.max(*seq);
                    continue;
                }
                Received::Event { name, text } => (name.as_str(), text.as_str()),
            };
            let Some(seq) = seq_of(text) else { continue };
            hearing.hear(name, seq, before, Some(&*oracle)).map_err(wrong)?;
            let told = oracle
                .check_told(player, Some(seat), (name, seq), text)
                .and_then(|()| oracle.check_happened(player, seat, (name, seq), text))
                .and_then(|()| match name {
                    "tableState" => oracle.check_state(player, seat, seq, text),
                    _ => Ok(()),
                });
            told.map_err(|(promise, what)| wrong(format!("it is broken that {promise}: {what}")))?;
            knew = knew.max(seq);
            events += 1;
        }
    }
    Ok(events)
}
