//! Deletion of a player's name on request.
//!
//! The player's moves remain, because others played against them. Their name is removed from all
//! events, together with their chat and the token that identified them.

use std::collections::{BTreeMap, VecDeque};

use rules::{Event, EventKind, Game, GameId, PlayerKind, PlayerName, Progress, Seat};

use super::{AdminStore, Redaction};
use crate::{AppendError, EventStore, PlayerId, StoreError, StoredTable, codec};

/// Name of a player whose name was deleted.
const NOBODY: &str = "Deleted player";

/// Result of forgetting a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forgotten {
    /// Tables that named the player: the one they sat at, and its rematches.
    pub tables: Vec<GameId>,
}

/// Why a player was not forgotten.
#[derive(Debug, thiserror::Error)]
pub enum ForgetError {
    /// There is no player with this id.
    #[error("nobody sits or sat anywhere as player {0}")]
    NoSuchPlayer(PlayerId),
    /// A bot has no name to delete.
    #[error("player {0} is the computer")]
    Bot(PlayerId),
    /// The player is still in a game, and could not continue without name and token.
    #[error("table {0} is still open: close it first")]
    StillOpen(GameId),
    /// The table changed in the meantime.
    #[error("something happened at table {0} in between: try again")]
    Changed(GameId),
    /// The store cannot answer.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Forgets the player of a seat, at that table and at the rematches that followed.
///
/// Their games must be over.
pub async fn forget_seated<S: EventStore + AdminStore + ?Sized>(
    store: &S,
    player: &PlayerId,
) -> Result<Forgotten, ForgetError> {
    let nobody = || ForgetError::NoSuchPlayer(player.clone());
    let (first, seat) = store.seat_of(player).await?.ok_or_else(nobody)?;
    let mut rewritings: BTreeMap<GameId, Redaction> = BTreeMap::new();
    let mut names: VecDeque<(GameId, Option<PlayerName>)> = VecDeque::from([(first, None)]);
    // All tables are checked before any is changed.
    while let Some((id, name)) = names.pop_front() {
        let Some(table) = store.load(&id).await? else { continue };
        let Ok(game) = Game::replay(table.events()) else { continue };
        let sitting = game.players().get(seat);
        let name = match (name, sitting) {
            (Some(name), _) => name,
            (None, Some(sitting)) if sitting.kind == PlayerKind::Person => sitting.name.clone(),
            (None, Some(_)) => return Err(ForgetError::Bot(player.clone())),
            (None, None) => return Err(nobody()),
        };
        if !matches!(game.progress(), Progress::Ended | Progress::Closed) {
            return Err(ForgetError::StillOpen(id));
        }
        let is_theirs = sitting.is_some_and(|sitting| sitting.name.is_same_as(&name));
        let rewriting = without_name(&table, &game, &name, is_theirs.then_some(seat));
        rewritings.insert(id, rewriting);
        for event in table.events() {
            if let EventKind::RematchOpened { game, .. } = &event.kind
                && !rewritings.contains_key(game)
            {
                names.push_back((game.clone(), Some(name.clone())));
            }
        }
    }
    let mut tables = Vec::new();
    for (id, rewriting) in rewritings {
        match store.rewrite(rewriting).await {
            Ok(()) => tables.push(id),
            // The table was removed, and the name with it.
            Err(AppendError::NoSuchTable) => {}
            Err(AppendError::Conflict { .. } | AppendError::AlreadyDone { .. }) => {
                return Err(ForgetError::Changed(id));
            }
            Err(AppendError::Store(error)) => return Err(error.into()),
        }
    }
    Ok(Forgotten { tables })
}

/// Rewrites the events of a table without a name.
fn without_name(table: &StoredTable, game: &Game, name: &PlayerName, seat: Option<Seat>) -> Redaction {
    let instead = free_name(table, name);
    let mut events = Vec::new();
    for batch in &table.batches {
        let mut told = batch.events.clone();
        for known in told.iter_mut().flat_map(names_in) {
            if known.is_same_as(name) {
                known.clone_from(&instead);
            }
        }
        if told != batch.events {
            events.push((batch.version, codec::encode(&told, &game.rules().language)));
        }
    }
    let name = name.as_str().to_owned();
    Redaction { table: table.id.clone(), expected: table.version, events, seat, name }
}

/// Returns a neutral name that no other player at the table has.
fn free_name(table: &StoredTable, name: &PlayerName) -> PlayerName {
    let mut all: Vec<Event> = table.events().cloned().collect();
    let others: Vec<&mut PlayerName> =
        all.iter_mut().flat_map(names_in).filter(|other| !other.is_same_as(name)).collect();
    let numbered = (2..).map(|number| format!("{NOBODY} {number}"));
    std::iter::once(NOBODY.to_owned())
        .chain(numbered)
        .filter_map(|text| text.parse().ok())
        .find(|free: &PlayerName| others.iter().all(|other| !other.is_same_as(free)))
        // There are more numbers than names at a table.
        .unwrap_or_else(|| name.clone())
}

/// Returns the names in an event.
fn names_in(event: &mut Event) -> Vec<&mut PlayerName> {
    match &mut event.kind {
        EventKind::PlayerJoined { name, .. } => vec![name],
        EventKind::TableOpened(opening) => {
            let kept = opening.rematch.iter_mut().flat_map(|rematch| &mut rematch.players);
            kept.map(|(_, name, _)| name).collect()
        }
        _ => Vec::new(),
    }
}
