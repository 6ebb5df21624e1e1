//! Recovery from a commit whose outcome is unknown, and commits of other nodes.

use rules::{BySeat, Decision, EventKind};
use store::{Batch, CommitTail, SeatChange, StoreError, StoredSeat, StoredTable};

use super::Table;
use super::commit_types::CommitOptions;
use super::members::UnconfirmedToken;
use super::replica::Difference;

impl Table {
    /// Marks the table as possibly behind the store, and catches up.
    pub(super) async fn resync_from_store(&mut self) -> Result<(), StoreError> {
        self.replica.mark_commit_unknown();
        match self.replica.compare(self.shared.store.as_ref()).await? {
            Difference::Newer(tail) => self.apply_remote_commits(&tail).await?,
            Difference::Lost(stored) => self.rebuild_from_store(&stored)?,
        }
        self.replica.mark_in_sync();
        Ok(())
    }

    /// Compares the table with the store if a commit's outcome is unknown.
    ///
    /// It remains unknown if the store does not answer.
    pub(super) async fn resolve_unknown_commit(&mut self) {
        if self.replica.has_unknown_commit() && self.resync_from_store().await.is_err() {
            return;
        }
        for unconfirmed in self.members.take_unconfirmed() {
            self.take_back_token(unconfirmed).await;
        }
    }

    /// Restores the previous token of a seat whose new token no client received.
    async fn take_back_token(&mut self, unconfirmed: UnconfirmedToken) {
        let UnconfirmedToken { seat, before, token } = unconfirmed;
        if self.members.token(seat) != Some(token) {
            return;
        }
        let nothing = Decision { events: Vec::new(), after: self.replica.game().clone() };
        let seats = vec![SeatChange::NewToken { seat, token: before }];
        match self.commit(nothing, CommitOptions { seats, ..CommitOptions::default() }).await {
            Ok(()) => {
                self.members.set_token(seat, before);
                self.broadcast_update(self.seat_moved(seat));
            }
            Err(_) => self.members.remember_unconfirmed(unconfirmed),
        }
    }

    /// Applies commits that this table does not know, and the current seats.
    pub(super) async fn apply_remote_commits(&mut self, tail: &CommitTail) -> Result<(), StoreError> {
        let CommitTail { batches, seats, .. } = tail;
        let given_away = self.members.given_away(seats);
        if came_and_went(batches) {
            self.apply_as_full_state(batches, seats)?;
        } else {
            self.apply_one_by_one(batches, seats).await?;
        }
        for seat in self.members.replace_tokens(seats) {
            // A player who sat down unknown to this node did so at another one.
            if !self.members.is_here(seat) {
                self.cluster.expect(seat);
            }
        }
        for seat in given_away {
            self.hand_over(seat);
        }
        self.mark_missing();
        Ok(())
    }

    async fn apply_one_by_one(
        &mut self,
        batches: &[Batch],
        seats: &BySeat<StoredSeat>,
    ) -> Result<(), StoreError> {
        let moved = self.members.moved(seats);
        for batch in batches {
            let after = self.replica.after(batch)?;
            for event in &batch.events {
                // Not earlier: another player may have had the seat and left it since.
                if let EventKind::PlayerJoined { seat, .. } = event.kind
                    && let Some(stored) = seats.get(seat)
                {
                    self.members.set_id(seat, &stored.player);
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

    /// Applies all commits at once, and sends every client the resulting state.
    fn apply_as_full_state(
        &mut self,
        batches: &[Batch],
        seats: &BySeat<StoredSeat>,
    ) -> Result<(), StoreError> {
        for batch in batches {
            let after = self.replica.after(batch)?;
            self.replica.install(&batch.events, after, batch.version.0);
            for event in &batch.events {
                self.free_if_left(event);
            }
        }
        for (seat, stored) in seats.iter() {
            self.members.set_id(seat, &stored.player);
        }
        self.follow_language();
        self.recent.clear();
        for connection in self.members.iter() {
            self.catch_up_client(connection.sink.as_ref(), connection.who, None);
        }
        Ok(())
    }

    /// Replaces the table with the content of a store that has lost acknowledged commits.
    ///
    /// The store decides. All clients are disconnected, and see its state when they reconnect.
    fn rebuild_from_store(&mut self, stored: &StoredTable) -> Result<(), StoreError> {
        self.replica.rebuild(stored)?;
        self.members.replace_ids(&stored.seats);
        self.follow_language();
        self.bots.think_again();
        self.recent.clear();
        self.join_requests.clear();
        self.members.close_all();
        self.members.replace_tokens(&stored.seats);
        self.mark_missing();
        Ok(())
    }

    /// Marks players without a client as away.
    fn mark_missing(&mut self) {
        let Table { members, cluster, .. } = self;
        members.mark_missing(|seat| cluster.has(seat));
    }
}

/// Whether a player joined and left again within these commits.
///
/// Their id was removed with them, so their events cannot be sent.
fn came_and_went(batches: &[Batch]) -> bool {
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
