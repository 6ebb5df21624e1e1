//! How clients get to their seats at a table, and leave them.

use std::sync::Arc;

use protocol::{
    AckExtra, Audience, Delivery, ErrorCode, Member, Packet, PlayerId, PublicEvent, ReturnedBy, Seated,
    Secret, WireError,
};
use rules::{Decision, Env, Game, Joining, Newcomer, NonceInput, PlayerName, Progress, Refusal, Seat, Timer};
use store::{IdempotencyRecord, Lobby, SeatChange, TokenHash};

use super::Table;
use super::commit_types::{CommandOptions, CommitError, CommitOptions};
use super::members::{Arrival, Connection, SeatGrant, UnconfirmedToken};
use crate::client_sink::{ClientId, ClientSink};
use crate::shared::token_hash;
use crate::{Accepted, Answer, Refused, secrets};

const JOIN: &str = "joinGame";

/// A claim to the seat that a rematch table keeps for a player of the previous game.
pub(crate) struct Claim {
    pub(crate) seat: Seat,
    /// Handed back if it is the secret of the table's link.
    pub(crate) invite: Secret,
    /// The player's contribution to the randomness of the bag.
    pub(crate) nonce: Option<NonceInput>,
}

/// Proof that a client may take over a player's seat.
#[derive(Clone, Copy)]
enum Proof {
    /// The player's name, where that is enough.
    Name,
    /// A ticket issued to the player.
    Ticket(TokenHash),
}

impl Table {
    pub(super) async fn join(
        &mut self,
        client: ClientId,
        sink: Arc<dyn ClientSink>,
        newcomer: Newcomer,
        invite: Option<&Secret>,
    ) -> Answer {
        self.has_no_other_seat(client, JOIN, None)?;
        self.access.check_link(JOIN, invite)?;
        if self.access.lobby == Lobby::Open {
            let fits = newcomer.name.fits_open_lobby();
            fits.map_err(|error| Refused::error(JOIN, WireError::from(&error)))?;
        }
        // The host is not asked about a guest who could not sit down anyway.
        let admit = |game: &Game, env: &Env<'_>| game.admit(newcomer.clone(), env);
        if self.with_env(admit).is_err() && !self.bring_up_to_date().await {
            return Err(Refused::unavailable(JOIN));
        }
        if let Err(refusal) = self.with_env(admit) {
            return Err(self.refused(JOIN, &refusal));
        }
        if self.replica.game().rules().joining == Joining::HostAdmits && self.replica.game().host().is_some()
        {
            return self.ask_host(client, sink, newcomer, invite.is_some()).await;
        }
        self.sit_down(client, sink, newcomer).await
    }

    pub(super) async fn sit_down(
        &mut self,
        client: ClientId,
        sink: Arc<dyn ClientSink>,
        newcomer: Newcomer,
    ) -> Answer {
        let token = secrets::token(self.shared.secrets.as_ref());
        let player = secrets::player_id(self.shared.secrets.as_ref());
        self.take_seat(client, sink, token, player, JOIN, |game, env| game.admit(newcomer.clone(), env)).await
    }

    pub(super) async fn claim(
        &mut self,
        client: ClientId,
        sink: Arc<dyn ClientSink>,
        Claim { seat, invite, nonce }: Claim,
    ) -> Answer {
        let token = secrets::token(self.shared.secrets.as_ref());
        let player = secrets::player_id(self.shared.secrets.as_ref());
        let claimed = self.take_seat(client, sink, token, player, "playAgain", |game, env| {
            game.claim(seat, nonce.clone(), env)
        });
        let mut answer = claimed.await?;
        // A table opened by an earlier version has another link, which no client was given.
        if let AckExtra::Seated(seated) = &mut answer.extra
            && self.access.is_invite(&invite)
        {
            seated.invite = Some(invite);
        }
        Ok(answer)
    }

    /// Refuses a client that holds another seat in a waiting or running game.
    pub(super) fn has_no_other_seat(
        &self,
        client: ClientId,
        event: &str,
        seat: Option<Seat>,
    ) -> Result<(), Refused> {
        let Some(held) = self.members.seat_of(client) else { return Ok(()) };
        let is_out = || {
            self.replica.game().table_view().player(held).is_none_or(|player| player.departure().is_some())
        };
        if Some(held) == seat || self.replica.is_over() || is_out() {
            return Ok(());
        }
        let message = "this connection has a seat already: send leaveGame first, or use another connection";
        Err(Refused::code(event, ErrorCode::NotAllowed, message))
    }

    /// Prepares a client to go to another table: withdraws its request for a seat here.
    pub(super) async fn stand_up(&mut self, client: ClientId, event: &str) -> Result<(), Refused> {
        self.has_no_other_seat(client, event, None)?;
        self.withdraw_join_request(client).await;
        Ok(())
    }

    /// Seats a person and connects their client, so that it receives the events of joining.
    async fn take_seat(
        &mut self,
        client: ClientId,
        sink: Arc<dyn ClientSink>,
        token: String,
        player: PlayerId,
        event: &str,
        decide: impl Fn(&Game, &Env<'_>) -> Result<Decision, Refusal>,
    ) -> Answer {
        let person = Some((token_hash(&token), Arrival { client, sink }));
        let grant = SeatGrant { player: player.clone(), person };
        let options = CommandOptions { grant: Some(&grant), ..CommandOptions::default() };
        match self.carry_out(decide, options).await {
            Ok(()) => self.seated(event, player, Secret::new(token)),
            Err(not_done) => Err(not_done.refused(event, self)),
        }
    }

    pub(super) async fn come_back(
        &mut self,
        client: ClientId,
        sink: &Arc<dyn ClientSink>,
        token: &Secret,
        last_seq: Option<u64>,
    ) -> Answer {
        let hash = token_hash(token.expose());
        // A token that was just replaced at another node is not valid here either, and a player is
        // never shown an earlier game than they have seen there.
        if !self.bring_up_to_date().await {
            return Err(Refused::unavailable(JOIN));
        }
        let Some(seat) = self.members.seat_with(&hash) else {
            return Err(Refused::code(JOIN, ErrorCode::BadToken, "this token opens no seat at this table"));
        };
        self.access.code_for(JOIN)?;
        self.has_no_other_seat(client, JOIN, Some(seat))?;
        // The table was just created for this client and must not be left without its host.
        let is_just_made = self.replica.version() == 1 && self.members.is_empty();
        if !is_just_made {
            self.count_catch_up(sink.as_ref(), JOIN, Member::Player(seat), last_seq)?;
        }
        self.connect(client, sink, seat, ReturnedBy::Token, last_seq);
        self.seated(JOIN, self.members.ids().of(seat), token.clone())
    }

    /// Returns a seat by name alone: only in the open lobby, and only while its player is away.
    pub(super) async fn come_back_by_name(
        &mut self,
        client: ClientId,
        sink: Arc<dyn ClientSink>,
        name: &PlayerName,
    ) -> Answer {
        let taken = || Refused::code(JOIN, ErrorCode::NameTaken, "somebody at this table has that name");
        if self.access.lobby != Lobby::Open {
            return Err(taken());
        }
        // Players who are away here may be at another node.
        if !(self.bring_up_to_date().await && self.poll_cluster().await) {
            return Err(Refused::unavailable(JOIN));
        }
        let is_called = |seat: &Seat| {
            self.replica.game().players().get(*seat).is_some_and(|player| player.name.is_same_as(name))
        };
        let seat = self.members.away().seats().find(is_called);
        match seat {
            Some(seat) => self.give_seat(client, sink, seat, Proof::Name, None).await,
            None => Err(taken()),
        }
    }

    pub(super) async fn move_seat(
        &mut self,
        client: ClientId,
        sink: Arc<dyn ClientSink>,
        seat: Seat,
        ticket: TokenHash,
        last_seq: Option<u64>,
    ) -> Answer {
        // The player may just have sat down at another node, and come with a ticket from there.
        if !self.bring_up_to_date().await {
            return Err(Refused::unavailable(JOIN));
        }
        // The player may have left, or made another ticket, since the client looked this one up.
        let found = self.shared.store.find_ticket(ticket, self.now()).await;
        let is_good = found.map_err(|_| Refused::unavailable(JOIN))?.is_some_and(|(_, found)| found == seat);
        if !is_good || !self.members.has_person(seat) {
            return Err(Refused::ticket());
        }
        self.give_seat(client, sink, seat, Proof::Ticket(ticket), last_seq).await
    }

    /// Gives a seat a new token, which invalidates the old one.
    async fn give_seat(
        &mut self,
        client: ClientId,
        sink: Arc<dyn ClientSink>,
        seat: Seat,
        proof: Proof,
        last_seq: Option<u64>,
    ) -> Answer {
        self.access.code_for(JOIN)?;
        self.has_no_other_seat(client, JOIN, Some(seat))?;
        self.count_catch_up(sink.as_ref(), JOIN, Member::Player(seat), last_seq)?;
        let token = secrets::token(self.shared.secrets.as_ref());
        let hash = token_hash(&token);
        let seats = vec![SeatChange::NewToken { seat, token: hash }];
        let was_sure = !self.replica.has_unknown_commit();
        let (by, command) = match proof {
            Proof::Name => (ReturnedBy::Name, None),
            Proof::Ticket(ticket) => (ReturnedBy::Token, Some(self.using_up(ticket))),
        };
        let nothing = Decision { events: Vec::new(), after: self.replica.game().clone() };
        let committed =
            self.commit(nothing, CommitOptions { command, seats, ..CommitOptions::default() }).await;
        if let Err(CommitError::AlreadyDone { .. }) = committed {
            return Err(Refused::ticket());
        }
        if committed.is_err() {
            let before = self.members.token(seat).filter(|_| was_sure && self.replica.has_unknown_commit());
            if let Some(before) = before {
                self.members.remember_unconfirmed(UnconfirmedToken { seat, before, token: hash });
            }
            return Err(Refused::unavailable(JOIN));
        }
        self.members.set_token(seat, hash);
        self.broadcast_update(self.seat_moved(seat));
        self.connect(client, &sink, seat, by, last_seq);
        self.seated(JOIN, self.members.ids().of(seat), Secret::new(token))
    }

    /// Idempotency record that makes a ticket valid only once.
    ///
    /// The ticket is the command id, and a command is carried out once. So the ticket is used up if
    /// and only if the seat is moved.
    fn using_up(&self, ticket: TokenHash) -> IdempotencyRecord {
        IdempotencyRecord {
            player: PlayerId::new("ticket"),
            id: rules::hex(&ticket.0),
            reply: (self.replica.version() + 1).to_string(),
        }
    }

    pub(super) fn seat_moved(&self, seat: Seat) -> Delivery {
        let moved =
            PublicEvent::SeatMoved(protocol::player_ref(self.replica.game(), seat, self.members.ids()));
        Delivery::Public { to: Audience::Everyone, event: moved }
    }

    fn seated(&self, event: &str, player_id: PlayerId, token: Secret) -> Answer {
        let room_code = self.access.code_for(event)?.clone();
        let seated = Seated { room_code, player_id, token, invite: None };
        Ok(Accepted { seq: Some(self.replica.version()), extra: AckExtra::Seated(seated) })
    }

    /// Connects a client to a seat. The newest connection wins, and the previous one is notified.
    fn connect(
        &mut self,
        client: ClientId,
        sink: &Arc<dyn ClientSink>,
        seat: Seat,
        by: ReturnedBy,
        last_seq: Option<u64>,
    ) {
        let player = protocol::player_ref(self.replica.game(), seat, self.members.ids());
        for before in self.members.detach(seat, Some(client)) {
            let moved = PublicEvent::SeatMoved(player.clone());
            before.sink.send(&Packet::new(moved, Some(self.replica.version())));
            before.sink.close();
        }
        let was_away = self.members.mark_present(seat);
        let earlier = self.members.attach(client, Arc::clone(sink), Member::Player(seat));
        self.after_leaving(earlier.as_ref());
        self.catch_up_client(sink.as_ref(), Member::Player(seat), last_seq);
        if self.replica.game().host() == Some(seat) {
            self.mention_asking();
        }
        if was_away {
            self.mention_return(seat, by);
        }
    }

    pub(super) async fn gone(&mut self, client: ClientId) {
        self.withdraw_join_request(client).await;
        let earlier = self.members.remove(client);
        self.after_leaving(earlier.as_ref());
        if self.replica.is_over() && self.members.is_empty() {
            // Most of the table's memory. A client that returns gets the full state instead.
            self.recent.clear();
        }
    }

    /// Handles that a client gave up its place: if no other client is on its seat, the player is
    /// away.
    pub(super) fn after_leaving(&mut self, earlier: Option<&Connection>) {
        let Some(&Connection { who: Member::Player(seat), .. }) = earlier else { return };
        if self.members.is_here(seat) || self.cluster.has(seat) || !self.members.has_person(seat) {
            return;
        }
        self.is_away(seat);
    }

    /// Marks a player as away, now that they are connected to no node, and notifies the others.
    pub(super) fn is_away(&mut self, seat: Seat) {
        self.members.mark_away(seat);
        if self.replica.is_over() {
            return;
        }
        let player = protocol::player_ref(self.replica.game(), seat, self.members.ids());
        let held = self
            .replica
            .timers(self.members.away())
            .into_iter()
            .find(|(timer, _)| *timer == Timer::Absence(seat));
        let event = protocol::PlayerDisconnected {
            player_id: player.player_id,
            player_name: player.player_name,
            held_until: held.map(|(_, until)| until.0),
        };
        self.broadcast_ephemeral(Audience::Others(seat), PublicEvent::PlayerDisconnected(event));
        self.broadcast_presence();
        self.mention_lobby();
    }

    /// Sends the lobby's state to all its members, if the game has not started.
    pub(super) fn mention_lobby(&self) {
        if self.replica.game().progress() == Progress::Waiting
            && let Some(context) = self.context()
        {
            let update = protocol::lobby_update(self.replica.game(), &context);
            self.broadcast_ephemeral(Audience::Everyone, PublicEvent::LobbyUpdate(update));
        }
    }

    /// Detaches all clients from a seat that is free now.
    pub(super) fn detach_clients(&mut self, seat: Seat) {
        self.members.detach(seat, None);
        // It may have been the host's seat: in a lobby with join requests, a host who is away loses
        // it.
        self.mention_asking();
    }
}
