use std::sync::Arc;

use protocol::{
    AckExtra, Audience, Delivery, ErrorCode, Member, Packet, PlayerId, PublicEvent, ReturnedBy, RoomCode,
    Seated, Secret, WatchStarted, WireError,
};
use rules::{
    Decision, Event, EventKind, Joining, Newcomer, PlayerKind, PlayerName, Progress, Seat, Timer, Watching,
};
use store::{IdempotencyRecord, Lobby, SeatChange, TokenHash};

use super::commit::CommitError;
use super::recovery::UnconfirmedToken;
use super::{RematchAnswer, Seated as AtTable, Table};
use crate::client_sink::{ClientId, ClientSink};
use crate::shared::token_hash;
use crate::{Accepted, Answer, Refused, secrets};

const JOIN: &str = "joinGame";

/// The form in which names are compared: case makes no difference.
pub(crate) fn name_key(name: &PlayerName) -> String {
    name.as_str().to_lowercase()
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
        self.check_link(JOIN, invite)?;
        if self.lobby == Lobby::Open {
            let fits = newcomer.name.fits_open_lobby();
            fits.map_err(|error| Refused::error(JOIN, WireError::from(&error)))?;
        }
        // The host is not asked about a guest who could not sit down anyway.
        let admit = |game: &rules::Game, env: &rules::Env<'_>| game.admit(newcomer.clone(), env);
        if self.with_env(admit).is_err() && !self.is_up_to_date().await {
            return Err(Refused::unavailable(JOIN));
        }
        if let Err(refusal) = self.with_env(admit) {
            return Err(Refused::rule(JOIN, &refusal, &self.game.rules().language));
        }
        if self.game.rules().joining == Joining::HostAdmits && self.game.host().is_some() {
            return self.ask_host(client, sink, newcomer, invite.is_some()).await;
        }
        self.sit_down(client, sink, newcomer).await
    }

    /// Refuses a link that is another table's, even where no link is needed.
    ///
    /// This happens before anything about the table is revealed. The code may since have been given
    /// to strangers, and a client that guesses codes must not pass for one with a link.
    fn check_link(&self, event: &str, invite: Option<&Secret>) -> Result<(), Refused> {
        match invite {
            Some(secret) if token_hash(secret.expose()) != self.invite => {
                Err(Refused::code(event, ErrorCode::BadToken, "this is not the link of this table"))
            }
            _ => Ok(()),
        }
    }

    pub(super) async fn sit_down(
        &mut self,
        client: ClientId,
        sink: Arc<dyn ClientSink>,
        newcomer: Newcomer,
    ) -> Answer {
        let token = secrets::token(self.shared.secrets.as_ref());
        let player = PlayerId::new(secrets::player_id(self.shared.secrets.as_ref()));
        self.take_seat(client, sink, token, player, JOIN, |game, env| game.admit(newcomer.clone(), env)).await
    }

    pub(super) async fn claim(
        &mut self,
        client: ClientId,
        sink: Arc<dyn ClientSink>,
        seat: Seat,
        invite: Secret,
    ) -> Answer {
        let token = secrets::token(self.shared.secrets.as_ref());
        let player = PlayerId::new(secrets::player_id(self.shared.secrets.as_ref()));
        let claimed =
            self.take_seat(client, sink, token, player, "playAgain", |game, env| game.claim(seat, env));
        let mut answer = claimed.await?;
        // A table opened by an earlier version has another link, which no client was given.
        if let AckExtra::Seated(seated) = &mut answer.extra
            && token_hash(invite.expose()) == self.invite
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
        let Some(AtTable { who: Member::Player(held), .. }) = self.members.get(&client) else {
            return Ok(());
        };
        let is_out =
            || self.game.table_view().player(*held).is_none_or(|player| player.departure().is_some());
        if Some(*held) == seat || self.is_over() || is_out() {
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
        decide: impl Fn(&rules::Game, &rules::Env<'_>) -> Result<Decision, rules::Refusal>,
    ) -> Answer {
        let hash = token_hash(&token);
        let seats = |events: &[Event]| taken(events, &player, Some(hash));
        self.arriving = Some((client, sink));
        let result = self.carry_out(None, &decide, seats).await;
        self.arriving = None;
        if let Err(not_done) = result {
            return Err(not_done.refused(event, self));
        }
        let token = Secret::new(token);
        let seated = Seated { room_code: self.code.clone(), player_id: player, token, invite: None };
        Ok(Accepted { seq: Some(self.version), extra: AckExtra::Seated(seated) })
    }

    /// Attaches clients to the seats granted by a commit, before the commit is broadcast.
    ///
    /// Not earlier: until it is stored, the seat may go to another player, and with it the events
    /// for that seat. Returns the former place of the arriving client at this table.
    pub(super) fn seat(&mut self, changes: &[SeatChange]) -> Option<AtTable> {
        let mut earlier = None;
        for change in changes {
            let SeatChange::Taken { seat, player, token, .. } = change else { continue };
            self.ids.insert(*seat, PlayerId::new(player.0.clone()));
            let Some(token) = token else { continue };
            self.tokens.insert(*seat, *token);
            if let Some((client, sink)) = self.arriving.take() {
                earlier = self.members.insert(client, AtTable { sink, who: Member::Player(*seat) });
            }
        }
        earlier
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
        if !self.is_up_to_date().await {
            return Err(Refused::unavailable(JOIN));
        }
        let Some(seat) = self.tokens.iter().find(|(_, known)| **known == hash).map(|(seat, _)| seat) else {
            return Err(Refused::code(JOIN, ErrorCode::BadToken, "this token opens no seat at this table"));
        };
        self.has_no_other_seat(client, JOIN, Some(seat))?;
        // The table was just created for this client and must not be left without its host.
        let is_just_made = self.version == 1 && self.members.is_empty();
        if !is_just_made {
            self.count_catch_up(sink.as_ref(), JOIN, Member::Player(seat), last_seq)?;
        }
        self.connect(client, sink, seat, ReturnedBy::Token, last_seq);
        Ok(self.seated(seat, token.clone()))
    }

    /// Returns a seat by name alone: only in the open lobby, and only while its player is away.
    pub(super) async fn come_back_by_name(
        &mut self,
        client: ClientId,
        sink: Arc<dyn ClientSink>,
        name: &PlayerName,
    ) -> Answer {
        let taken = || Refused::code(JOIN, ErrorCode::NameTaken, "somebody at this table has that name");
        if self.lobby != Lobby::Open {
            return Err(taken());
        }
        // Players who are away here may be at another node.
        if !(self.is_up_to_date().await && self.poll_cluster().await) {
            return Err(Refused::unavailable(JOIN));
        }
        let is_called =
            |seat: &Seat| self.game.players().get(*seat).is_some_and(|player| player.name.is_same_as(name));
        let seat = self.away.seats().find(is_called);
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
        if !self.is_up_to_date().await {
            return Err(Refused::unavailable(JOIN));
        }
        // The player may have left, or made another ticket, since the client looked this one up.
        let found = self.shared.store.find_ticket(ticket, self.now()).await;
        let is_good = found.map_err(|_| Refused::unavailable(JOIN))?.is_some_and(|(_, found)| found == seat);
        if !is_good || !self.tokens.has(seat) {
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
        self.has_no_other_seat(client, JOIN, Some(seat))?;
        self.count_catch_up(sink.as_ref(), JOIN, Member::Player(seat), last_seq)?;
        let token = secrets::token(self.shared.secrets.as_ref());
        let hash = token_hash(&token);
        let change = SeatChange::NewToken { seat, token: hash };
        let was_sure = !self.has_unknown_commit;
        let (by, command) = match proof {
            Proof::Name => (ReturnedBy::Name, None),
            Proof::Ticket(ticket) => (ReturnedBy::Token, Some(self.using_up(ticket))),
        };
        let nothing = Decision { events: Vec::new(), after: self.game.clone() };
        let committed = self.commit(nothing, command, vec![change]).await;
        if let Err(CommitError::AlreadyDone { .. }) = committed {
            return Err(Refused::ticket());
        }
        if committed.is_err() {
            if let Some(&before) = self.tokens.get(seat).filter(|_| was_sure && self.has_unknown_commit) {
                self.unconfirmed_tokens.push(UnconfirmedToken { seat, before, token: hash });
            }
            return Err(Refused::unavailable(JOIN));
        }
        self.tokens.insert(seat, hash);
        self.broadcast_update(self.seat_moved(seat));
        self.connect(client, &sink, seat, by, last_seq);
        Ok(self.seated(seat, Secret::new(token)))
    }

    /// Idempotency record that makes a ticket valid only once.
    ///
    /// The ticket is the command id, and a command is carried out once. So the ticket is used up if
    /// and only if the seat is moved.
    fn using_up(&self, ticket: TokenHash) -> IdempotencyRecord {
        IdempotencyRecord {
            player: store::PlayerId("ticket".to_owned()),
            id: secrets::hex(&ticket.0),
            reply: (self.version + 1).to_string(),
        }
    }

    pub(super) fn seat_moved(&self, seat: Seat) -> Delivery {
        let moved = PublicEvent::SeatMoved(protocol::player_ref(&self.game, seat, &self.ids));
        Delivery::Public { to: Audience::Everyone, event: moved }
    }

    fn seated(&self, seat: Seat, token: Secret) -> Accepted {
        let seated =
            Seated { room_code: self.code.clone(), player_id: self.ids.of(seat), token, invite: None };
        Accepted { seq: Some(self.version), extra: AckExtra::Seated(seated) }
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
        let player = protocol::player_ref(&self.game, seat, &self.ids);
        let older: Vec<ClientId> = self.clients_on(seat).filter(|other| *other != client).collect();
        for other in older {
            if let Some(before) = self.members.remove(&other) {
                let moved = PublicEvent::SeatMoved(player.clone());
                before.sink.send(&Packet::new(moved, Some(self.version)));
                before.sink.close();
            }
        }
        let was_away = self.away.remove(seat).is_some();
        let member = AtTable { sink: Arc::clone(sink), who: Member::Player(seat) };
        let earlier = self.members.insert(client, member);
        self.after_leaving(earlier.as_ref());
        self.catch_up_client(sink.as_ref(), Member::Player(seat), last_seq);
        if self.game.host() == Some(seat) {
            self.mention_asking();
        }
        if was_away {
            self.mention_return(seat, by);
        }
    }

    pub(super) fn watch(
        &mut self,
        client: ClientId,
        sink: Arc<dyn ClientSink>,
        invite: Option<&Secret>,
        last_seq: Option<u64>,
    ) -> Answer {
        let event = "watchGame";
        self.check_link(event, invite)?;
        if self.game.rules().watching == Watching::ByLink && invite.is_none() {
            return Err(Refused::code(event, ErrorCode::BadToken, "watching this table needs its link"));
        }
        let others = self.members.iter().filter(|(other, _)| **other != client);
        let spectators = others.filter(|(_, member)| member.who == Member::Spectator).count();
        if spectators >= self.shared.limits.spectators_max {
            return Err(Refused::crowded(event, "as many watch this table as can"));
        }
        sink.count_state().map_err(|error| Refused::error(event, error))?;
        if last_seq.is_some() {
            self.count_catch_up(sink.as_ref(), event, Member::Spectator, last_seq)?;
            self.catch_up_client(sink.as_ref(), Member::Spectator, last_seq);
        }
        let earlier = self.members.insert(client, AtTable { sink, who: Member::Spectator });
        self.after_leaving(earlier.as_ref());
        let state = protocol::spectator_state(&self.game, &self.context(&self.ids));
        let extra = AckExtra::WatchStarted(Box::new(WatchStarted { state }));
        Ok(Accepted { seq: Some(self.version), extra })
    }

    pub(super) async fn gone(&mut self, client: ClientId) {
        self.withdraw_join_request(client).await;
        let earlier = self.members.remove(&client);
        self.after_leaving(earlier.as_ref());
    }

    /// Handles that a client gave up its place: if no other client is on its seat, the player is
    /// away.
    pub(super) fn after_leaving(&mut self, earlier: Option<&AtTable>) {
        let Some(&AtTable { who: Member::Player(seat), .. }) = earlier else { return };
        if self.clients_on(seat).next().is_some() || self.remote.has(seat) || !self.tokens.has(seat) {
            return;
        }
        self.is_away(seat);
    }

    /// Marks a player as away, now that they are connected to no node, and notifies the others.
    pub(super) fn is_away(&mut self, seat: Seat) {
        self.mark_away(seat);
        if self.is_over() {
            return;
        }
        let player = protocol::player_ref(&self.game, seat, &self.ids);
        let held = self.timers().into_iter().find(|(timer, _)| *timer == Timer::Absence(seat));
        let event = protocol::PlayerDisconnected {
            player_id: player.player_id,
            player_name: player.player_name,
            held_until: held.map(|(_, until)| until.0),
        };
        self.broadcast_ephemeral(Audience::Others(seat), PublicEvent::PlayerDisconnected(event));
        self.mention_lobby();
    }

    /// Sends the lobby's state to all its members, if the game has not started.
    pub(super) fn mention_lobby(&self) {
        if self.game.progress() == Progress::Waiting {
            let update = protocol::lobby_update(&self.game, &self.context(&self.ids));
            self.broadcast_ephemeral(Audience::Everyone, PublicEvent::LobbyUpdate(update));
        }
    }

    /// Detaches all clients from a seat that is free now.
    pub(super) fn detach_clients(&mut self, seat: Seat) {
        let clients: Vec<ClientId> = self.clients_on(seat).collect();
        for client in clients {
            self.members.remove(&client);
        }
        // It may have been the host's seat: in a lobby with join requests, a host who is away loses
        // it.
        self.mention_asking();
    }

    pub(super) fn clients_on(&self, seat: Seat) -> impl Iterator<Item = ClientId> + '_ {
        self.members
            .iter()
            .filter(move |(_, member)| member.who == Member::Player(seat))
            .map(|(client, _)| *client)
    }

    pub(super) fn rematch(&self, client: ClientId) -> Result<RematchAnswer, Refused> {
        let event = "playAgain";
        let Some(AtTable { who: Member::Player(seat), .. }) = self.members.get(&client) else {
            return Err(Refused::code(event, ErrorCode::NotAPlayer, "only those who played can play again"));
        };
        let Some(rematch) = self.game.rematch_seats() else {
            return Err(Refused::code(event, ErrorCode::NotAllowed, "the game has not ended yet"));
        };
        let (game, rules) = (self.game.rematch().cloned(), Box::new(self.game.rules().clone()));
        Ok(RematchAnswer { game, seat: *seat, rules, rematch, invite: self.invite })
    }

    pub(super) async fn rematch_opened(
        &mut self,
        client: ClientId,
        game: rules::GameId,
        room: &RoomCode,
        instead_of: Option<rules::GameId>,
    ) -> Result<rules::GameId, Refused> {
        let event = "playAgain";
        let Some(AtTable { who: Member::Player(seat), .. }) = self.members.get(&client) else {
            return Err(Refused::code(event, ErrorCode::NotAPlayer, "only those who played can play again"));
        };
        // The code is announced only if this game becomes the rematch, which is not decided yet.
        self.rematch_room = Some((game.clone(), room.clone()));
        let (seat, command) = (*seat, rules::Command::PlayAgain { game, instead_of });
        let decide = |game: &rules::Game, env: &rules::Env<'_>| game.decide(seat, command.clone(), env);
        if let Err(not_done) = self.carry_out(None, decide, |_| Vec::new()).await
            && self.game.rematch().is_none()
        {
            return Err(not_done.refused(event, self));
        }
        self.game.rematch().cloned().ok_or_else(|| Refused::unavailable(event))
    }
}

/// Returns the seat changes that follow from joins in events.
pub(crate) fn taken(events: &[Event], player: &PlayerId, token: Option<store::TokenHash>) -> Vec<SeatChange> {
    let taken = |event: &Event| match &event.kind {
        EventKind::PlayerJoined { seat, name, kind } => Some(SeatChange::Taken {
            seat: *seat,
            player: store::PlayerId(player.as_str().to_owned()),
            token: token.filter(|_| *kind == PlayerKind::Person),
            name_key: name_key(name),
        }),
        _ => None,
    };
    events.iter().filter_map(taken).collect()
}
