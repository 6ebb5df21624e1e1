//! Clients without a seat: descriptions of a table, and spectators.

use std::sync::Arc;

use protocol::{AckExtra, ErrorCode, Member, Secret, WatchStarted};
use rules::{GameId, Watching};

use super::Table;
use crate::client_sink::{ClientId, ClientSink};
use crate::shared::token_hash;
use crate::{Accepted, Answer, Refused, secrets};

/// What a spectator presents besides the code.
#[derive(Default)]
pub(crate) struct WatchSecrets {
    /// The secret of the table's link.
    pub(crate) invite: Option<Secret>,
    /// The token of a seat that has moved to another device.
    pub(crate) token: Option<Secret>,
}

/// The rematch that a spectator follows.
pub(crate) struct RematchToWatch {
    pub(crate) game: GameId,
    /// The secret of its link, if watching needs it.
    pub(crate) invite: Option<Secret>,
}

impl Table {
    /// Describes the table to a client that may join it.
    pub(super) async fn describe(&mut self, invite: Option<&Secret>) -> Answer {
        let event = "describeTable";
        self.access.check_link(event, invite)?;
        // A table that has started at another node must not be offered.
        if !self.bring_up_to_date().await {
            return Err(Refused::unavailable(event));
        }
        self.access.code_for(event)?;
        let context = self.context().ok_or_else(|| Refused::unavailable(event))?;
        let description = protocol::table_description(self.replica.game(), &context, invite.is_some());
        let extra = AckExtra::TableDescription(Box::new(description));
        Ok(Accepted { seq: Some(self.replica.version()), extra })
    }

    pub(super) fn watch(
        &mut self,
        client: ClientId,
        sink: Arc<dyn ClientSink>,
        secrets: &WatchSecrets,
        last_seq: Option<u64>,
    ) -> Answer {
        let event = "watchGame";
        self.access.check_link(event, secrets.invite.as_ref())?;
        self.access.code_for(event)?;
        let may_watch = self.replica.game().rules().watching == Watching::Anyone
            || secrets.invite.is_some()
            || self.had_a_seat(secrets.token.as_ref());
        if !may_watch {
            return Err(Refused::code(event, ErrorCode::BadToken, "watching this table needs its link"));
        }
        if self.members.spectators_besides(client) >= self.shared.limits.spectators_max {
            return Err(Refused::crowded(event, "as many watch this table as can"));
        }
        sink.count_state().map_err(|error| Refused::error(event, error))?;
        if last_seq.is_some() {
            self.count_catch_up(sink.as_ref(), event, Member::Spectator, last_seq)?;
            self.catch_up_client(sink.as_ref(), Member::Spectator, last_seq);
        }
        let earlier = self.members.attach(client, sink, Member::Spectator);
        self.after_leaving(earlier.as_ref());
        let context = self.context().ok_or_else(|| Refused::unavailable(event))?;
        let state = protocol::spectator_state(self.replica.game(), &context);
        let invite =
            secrets.invite.clone().filter(|_| self.replica.game().rules().watching == Watching::ByLink);
        let extra = AckExtra::WatchStarted(Box::new(WatchStarted { state, invite }));
        Ok(Accepted { seq: Some(self.replica.version()), extra })
    }

    fn had_a_seat(&self, token: Option<&Secret>) -> bool {
        token.is_some_and(|token| self.members.is_former_token(&token_hash(token.expose())))
    }

    /// Returns the rematch to a spectator of this table.
    ///
    /// A spectator who needed the link here needs the link there, and gets it.
    pub(super) async fn rematch_to_watch(&mut self, client: ClientId) -> Result<RematchToWatch, Refused> {
        let event = "watchRematch";
        if self.members.get(client).is_none_or(|connection| connection.who != Member::Spectator) {
            return Err(Refused::code(event, ErrorCode::NotAllowed, "only spectators follow a rematch"));
        }
        if self.replica.game().rematch().is_none() && !self.bring_up_to_date().await {
            return Err(Refused::unavailable(event));
        }
        let Some(game) = self.replica.game().rematch().cloned() else {
            return Err(Refused::code(event, ErrorCode::RoomNotFound, "there is no rematch yet"));
        };
        let needs_link = self.replica.game().rules().watching == Watching::ByLink;
        let invite = needs_link.then(|| Secret::new(secrets::rematch_invite(&self.access.invite, &game)));
        Ok(RematchToWatch { game, invite })
    }
}
