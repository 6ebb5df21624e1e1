//! Recovery from a commit whose outcome is unknown: the store may have stored it or not.
//!
//! Until the store answers, the table decides nothing. Its acknowledged state can still be viewed.

use std::sync::OnceLock;
use std::time::Duration;

use protocol::{BagRecord, PlayerId};
use rules::{BySeat, Decision, EventKind, Game, Seat};
use store::{Batch, SeatChange, StoreError, StoredSeat, StoredTable, TokenHash};
use tokio::time::Instant;

use super::Table;

/// A new token of a seat that may be stored although no client received it.
pub(super) struct UnconfirmedToken {
    pub(super) seat: Seat,
    pub(super) before: TokenHash,
    pub(super) token: TokenHash,
}

/// Delay before a store that did not answer is asked again.
pub(super) const RETRY: Duration = Duration::from_millis(500);

impl Table {
    /// Marks the table as possibly behind the store, and schedules a retry.
    pub(super) fn mark_commit_unknown(&mut self) {
        self.has_unknown_commit = true;
        self.retry_at = Some(Instant::now() + RETRY);
    }

    /// Marks the table as behind the store, and catches up.
    pub(super) async fn resync_from_store(&mut self) -> Result<(), StoreError> {
        self.mark_commit_unknown();
        self.catch_up().await?;
        self.has_unknown_commit = false;
        self.retry_at = None;
        Ok(())
    }

    /// Compares the table with the store if a commit's outcome is unknown.
    ///
    /// It remains unknown if the store does not answer.
    pub(super) async fn resolve_unknown_commit(&mut self) {
        if self.has_unknown_commit && self.resync_from_store().await.is_err() {
            return;
        }
        if !self.unconfirmed_tokens.is_empty() {
            self.take_back_tokens().await;
        }
    }

    /// Restores the previous token of seats whose new token no client received.
    async fn take_back_tokens(&mut self) {
        for UnconfirmedToken { seat, before, token } in std::mem::take(&mut self.unconfirmed_tokens) {
            let change = SeatChange::NewToken { seat, token: before };
            if self.tokens.get(seat) != Some(&token) {
                continue;
            }
            let nothing = Decision { events: Vec::new(), after: self.game.clone() };
            match self.commit(nothing, None, vec![change]).await {
                Ok(()) => {
                    self.tokens.insert(seat, before);
                    self.broadcast_update(self.seat_moved(seat));
                }
                Err(_) => self.unconfirmed_tokens.push(UnconfirmedToken { seat, before, token }),
            }
        }
    }

    /// Returns the seats whose token in the store differs from the known one.
    fn moved(&self, seats: &BySeat<StoredSeat>) -> Vec<Seat> {
        let is_moved = |&(seat, known): &(Seat, &TokenHash)| {
            seats.get(seat).is_some_and(|stored| stored.token.as_ref() != Some(known))
        };
        self.tokens.iter().filter(is_moved).map(|(seat, _)| seat).collect()
    }

    /// Returns the seats that clients obtained at other nodes.
    ///
    /// Seats with an undelivered token made here are not among them: their previous token is
    /// restored.
    fn given_away(&self, seats: &BySeat<StoredSeat>) -> Vec<Seat> {
        let is_untold = |seat: Seat| {
            let token = seats.get(seat).and_then(|stored| stored.token);
            self.unconfirmed_tokens.iter().any(|unconfirmed_tokens| {
                unconfirmed_tokens.seat == seat && Some(unconfirmed_tokens.token) == token
            })
        };
        self.moved(seats).into_iter().filter(|&seat| !is_untold(seat)).collect()
    }

    /// Applies what the store has beyond the table: an unconfirmed commit, or commits of other
    /// nodes.
    async fn catch_up(&mut self) -> Result<(), StoreError> {
        let stored = self.shared.store.load(self.game.id()).await?;
        let Some(stored) = stored else {
            // The database files were replaced by others. The right ones may be restored.
            tracing::error!(table = %self.game.id(), "a table is gone from the store");
            return Err(StoreError::Unavailable { cause: "a table is gone from the store".to_owned() });
        };
        let (known, new): (Vec<&Batch>, Vec<&Batch>) =
            stored.batches.iter().partition(|batch| batch.version.0 <= self.version);
        let as_known = Game::replay(known.iter().flat_map(|batch| &batch.events));
        if stored.version.0 < self.version || as_known.as_ref() != Ok(&self.game) {
            self.rebuild_from_store(&stored)?;
            self.tokens = tokens_of(&stored.seats);
            self.miss_the_unseated();
        } else {
            self.apply_remote_commits(&new, &stored.seats).await?;
        }
        Ok(())
    }

    /// Applies commits that this table does not know, and the current seats.
    pub(super) async fn apply_remote_commits(
        &mut self,
        batches: &[&Batch],
        seats: &BySeat<StoredSeat>,
    ) -> Result<(), StoreError> {
        let given_away = self.given_away(seats);
        if came_and_went(batches) {
            self.apply_as_full_state(batches, seats)?;
        } else {
            self.take_in_one_by_one(batches, seats).await?;
        }
        let before = std::mem::replace(&mut self.tokens, tokens_of(seats));
        self.expect_elsewhere(&before);
        for seat in given_away {
            self.hand_over(seat);
        }
        self.miss_the_unseated();
        Ok(())
    }

    async fn take_in_one_by_one(
        &mut self,
        batches: &[&Batch],
        seats: &BySeat<StoredSeat>,
    ) -> Result<(), StoreError> {
        let moved = self.moved(seats);
        for batch in batches {
            let after = self.after(batch)?;
            for event in &batch.events {
                // Not earlier: another player may have had the seat and left it since.
                if let EventKind::PlayerJoined { seat, .. } = event.kind
                    && let Some(stored) = seats.get(seat)
                {
                    self.ids.insert(seat, PlayerId::new(stored.player.0.clone()));
                }
            }
            let room = self.remote_rematch_room(&batch.events).await;
            self.install_commit(&batch.events, after, batch.version.0, room.as_ref());
            if batch.events.is_empty() {
                // Only a token has changed. That is announced too: every version is.
                for &seat in &moved {
                    self.broadcast_update(self.seat_moved(seat));
                }
            }
        }
        Ok(())
    }

    /// The game after a commit of another node. An event that does not fit stops the table.
    fn after(&self, batch: &Batch) -> Result<Game, StoreError> {
        let mut after = self.game.clone();
        for event in &batch.events {
            after.apply(event).map_err(|error| self.unreadable(&error))?;
        }
        Ok(after)
    }

    fn unreadable(&self, problem: &dyn std::fmt::Display) -> StoreError {
        tracing::error!(table = %self.game.id(), %problem, "the log of a table is broken");
        StoreError::Unreadable { table: self.game.id().clone(), problem: problem.to_string() }
    }

    /// Applies all commits at once, and sends every client the resulting state.
    fn apply_as_full_state(
        &mut self,
        batches: &[&Batch],
        seats: &BySeat<StoredSeat>,
    ) -> Result<(), StoreError> {
        for batch in batches {
            self.game = self.after(batch)?;
            self.bag_record.extend(&batch.events);
            for event in &batch.events {
                self.free_if_left(event);
            }
            self.version = batch.version.0;
        }
        for (seat, stored) in seats.iter() {
            self.ids.insert(seat, PlayerId::new(stored.player.0.clone()));
        }
        self.recent.clear();
        for member in self.members.values() {
            self.catch_up_client(member.sink.as_ref(), member.who, None);
        }
        Ok(())
    }

    /// Replaces the table with the content of a store that has lost acknowledged commits.
    ///
    /// The store decides. All clients are disconnected, and see its state when they reconnect.
    fn rebuild_from_store(&mut self, stored: &StoredTable) -> Result<(), StoreError> {
        tracing::error!(
            table = %self.game.id(), had = self.version, has = stored.version.0,
            "the store does not have what it had acknowledged"
        );
        self.game = Game::replay(stored.events()).map_err(|broken| self.unreadable(&broken))?;
        self.bag_record = BagRecord::of(stored.events());
        self.draw_key = OnceLock::new();
        self.version = stored.version.0;
        self.ids = stored
            .seats
            .iter()
            .map(|(seat, stored)| (seat, PlayerId::new(stored.player.0.clone())))
            .collect();
        self.thinking = None;
        self.recent.clear();
        self.join_requests.clear();
        for member in std::mem::take(&mut self.members).into_values() {
            member.sink.close();
        }
        Ok(())
    }

    /// Marks players without a client as away: a granted seat may never have reached its client.
    fn miss_the_unseated(&mut self) {
        let seats: Vec<_> = self.tokens.seats().collect();
        for seat in seats {
            if self.clients_on(seat).next().is_none() && !self.remote.has(seat) && !self.away.has(seat) {
                self.mark_away(seat);
            }
        }
    }
}

fn tokens_of(seats: &BySeat<StoredSeat>) -> BySeat<TokenHash> {
    seats.iter().filter_map(|(seat, stored)| Some((seat, stored.token?))).collect()
}

/// Whether a player joined and left again within these commits.
///
/// Their id was removed with them, so their events cannot be sent.
fn came_and_went(batches: &[&Batch]) -> bool {
    let mut came = BySeat::new();
    batches.iter().flat_map(|batch| &batch.events).any(|event| match event.kind {
        EventKind::PlayerJoined { seat, .. } => {
            came.insert(seat, ());
            false
        }
        EventKind::PlayerLeft { seat } => came.has(seat),
        _ => false,
    })
}
