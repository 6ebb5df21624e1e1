//! The members of a table: connected clients, the seats that they hold, and absent players.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use protocol::{Member, Packet, PlayerId, PlayerIds, Recipients};
use rules::{BySeat, Event, EventKind, Millis, PlayerKind, PlayerName, Seat, Timestamp};
use store::{SeatChange, StoredSeat, TokenHash};

use crate::Time;
use crate::client_sink::{ClientId, ClientSink};
use crate::time::Reading;

/// Maximum number of moved seats whose former owners may watch.
const FORMER_TOKENS_MAX: usize = 16;

/// Clients at a table, players and their tokens, and since when players are away.
pub(super) struct Members {
    connections: BTreeMap<ClientId, Connection>,
    ids: PlayerIds,
    tokens: BySeat<TokenHash>,
    /// Tokens whose seats have moved to other devices. Their owners may watch.
    former_tokens: VecDeque<TokenHash>,
    /// New tokens that may be stored although no client received them.
    unconfirmed_tokens: Vec<UnconfirmedToken>,
    away: BySeat<Timestamp>,
    time: Time,
    /// How far the clock had been advanced when `away` was last adjusted.
    forward: Millis,
}

/// A client at the table.
pub(super) struct Connection {
    pub(super) sink: Arc<dyn ClientSink>,
    pub(super) who: Member,
}

/// A client that gets a seat with a commit.
#[derive(Clone)]
pub(super) struct Arrival {
    pub(super) client: ClientId,
    pub(super) sink: Arc<dyn ClientSink>,
}

/// A player who sits down with a command: a person whose client arrives, or a bot.
#[derive(Clone)]
pub(super) struct SeatGrant {
    pub(super) player: PlayerId,
    /// `None` for a bot.
    pub(super) person: Option<(TokenHash, Arrival)>,
}

/// A new token of a seat that may be stored although no client received it.
#[derive(Clone, Copy)]
pub(super) struct UnconfirmedToken {
    pub(super) seat: Seat,
    pub(super) before: TokenHash,
    pub(super) token: TokenHash,
}

/// The form in which names are compared: case makes no difference.
pub(crate) fn name_key(name: &PlayerName) -> String {
    name.as_str().to_lowercase()
}

impl SeatGrant {
    /// The seat changes that follow from joins in events.
    pub(super) fn changes(&self, events: &[Event]) -> Vec<SeatChange> {
        let token = self.person.as_ref().map(|(token, _)| *token);
        let taken = |event: &Event| match &event.kind {
            EventKind::PlayerJoined { seat, name, kind } => Some(SeatChange::Taken {
                seat: *seat,
                player: self.player.clone(),
                token: token.filter(|_| *kind == PlayerKind::Person),
                name_key: name_key(name),
            }),
            _ => None,
        };
        events.iter().filter_map(taken).collect()
    }

    /// The client that arrives.
    pub(super) fn arrival(&self) -> Option<&Arrival> {
        self.person.as_ref().map(|(_, arrival)| arrival)
    }
}

impl Members {
    /// Players of a table that was just created are sitting down; all others are away until they
    /// connect: after a restart every hold begins again.
    pub(super) fn new(ids: PlayerIds, tokens: BySeat<TokenHash>, is_new_table: bool, time: Time) -> Members {
        let Reading { now, forward } = time.read();
        let away =
            if is_new_table { BySeat::new() } else { tokens.seats().map(|seat| (seat, now)).collect() };
        Members {
            connections: BTreeMap::new(),
            ids,
            tokens,
            former_tokens: VecDeque::new(),
            unconfirmed_tokens: Vec::new(),
            away,
            time,
            forward,
        }
    }

    /// Whether no client is connected.
    pub(super) fn is_empty(&self) -> bool {
        self.connections.is_empty()
    }

    /// The ids of the players.
    pub(super) fn ids(&self) -> &PlayerIds {
        &self.ids
    }

    /// Since when players are away.
    pub(super) fn away(&self) -> &BySeat<Timestamp> {
        &self.away
    }

    /// The connection of a client.
    pub(super) fn get(&self, client: ClientId) -> Option<&Connection> {
        self.connections.get(&client)
    }

    /// The seat of a client that plays.
    pub(super) fn seat_of(&self, client: ClientId) -> Option<Seat> {
        match self.get(client)?.who {
            Member::Player(seat) => Some(seat),
            Member::Spectator => None,
        }
    }

    /// All connections.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Connection> {
        self.connections.values()
    }

    /// Whether the player of a seat is connected to this node.
    pub(super) fn is_here(&self, seat: Seat) -> bool {
        self.iter().any(|connection| connection.who == Member::Player(seat))
    }

    /// Whether a person has the seat.
    pub(super) fn has_person(&self, seat: Seat) -> bool {
        self.tokens.has(seat)
    }

    /// The number of spectators besides a client.
    pub(super) fn spectators_besides(&self, client: ClientId) -> usize {
        let others = self.connections.iter().filter(|(other, _)| **other != client);
        others.filter(|(_, connection)| connection.who == Member::Spectator).count()
    }

    /// Sends a packet to the members that may see it.
    pub(super) fn send(&self, recipients: Recipients, packet: &Packet) {
        for connection in self.iter().filter(|connection| recipients.includes(connection.who)) {
            connection.sink.send(packet);
        }
    }

    /// Whether a client keeps its state up to date by changes.
    pub(super) fn has_followers(&self) -> bool {
        self.iter().any(|connection| connection.sink.follows_state())
    }

    /// Sends a change of the state to the clients that follow it.
    pub(super) fn send_to_followers(&self, change: &Packet) {
        for connection in self.iter().filter(|connection| connection.sink.follows_state()) {
            connection.sink.send(change);
        }
    }

    /// Connects a client, and returns its former place at this table.
    pub(super) fn attach(
        &mut self,
        client: ClientId,
        sink: Arc<dyn ClientSink>,
        who: Member,
    ) -> Option<Connection> {
        self.connections.insert(client, Connection { sink, who })
    }

    /// Removes a client.
    pub(super) fn remove(&mut self, client: ClientId) -> Option<Connection> {
        self.connections.remove(&client)
    }

    /// Removes the clients on a seat, except one.
    pub(super) fn detach(&mut self, seat: Seat, except: Option<ClientId>) -> Vec<Connection> {
        let is_on = |client: &ClientId, connection: &Connection| {
            connection.who == Member::Player(seat) && Some(*client) != except
        };
        let on_seat = self.connections.iter().filter(|(client, connection)| is_on(client, connection));
        let clients: Vec<ClientId> = on_seat.map(|(client, _)| *client).collect();
        clients.iter().filter_map(|client| self.connections.remove(client)).collect()
    }

    /// Disconnects all clients.
    pub(super) fn close_all(&mut self) {
        for connection in std::mem::take(&mut self.connections).into_values() {
            connection.sink.close();
        }
    }

    /// Applies the seats granted by a commit, before the commit is broadcast.
    ///
    /// Not earlier: until it is stored, the seat may go to another player, and with it the events
    /// for that seat. Returns the former place of the arriving client at this table.
    pub(super) fn sit_down(
        &mut self,
        changes: &[SeatChange],
        arrival: Option<&Arrival>,
    ) -> Option<Connection> {
        let mut arrival = arrival;
        let mut earlier = None;
        for change in changes {
            let SeatChange::Taken { seat, player, token, .. } = change else { continue };
            self.set_id(*seat, player);
            let Some(token) = token else { continue };
            self.tokens.insert(*seat, *token);
            if let Some(Arrival { client, sink }) = arrival.take() {
                earlier = self.attach(*client, Arc::clone(sink), Member::Player(*seat));
            }
        }
        earlier
    }

    /// Sets the id of the player on a seat.
    pub(super) fn set_id(&mut self, seat: Seat, player: &PlayerId) {
        self.ids.insert(seat, player.clone());
    }

    /// Replaces the ids with those of the stored seats.
    pub(super) fn replace_ids(&mut self, seats: &BySeat<StoredSeat>) {
        self.ids = seats.iter().map(|(seat, stored)| (seat, stored.player.clone())).collect();
    }

    /// Frees the seat of a player who has left.
    pub(super) fn free(&mut self, seat: Seat) {
        self.tokens.remove(seat);
        self.away.remove(seat);
    }

    /// The seat that a token opens.
    pub(super) fn seat_with(&self, token: &TokenHash) -> Option<Seat> {
        self.tokens.iter().find(|(_, known)| *known == token).map(|(seat, _)| seat)
    }

    /// The token of a seat.
    pub(super) fn token(&self, seat: Seat) -> Option<TokenHash> {
        self.tokens.get(seat).copied()
    }

    /// Gives a seat another token.
    pub(super) fn set_token(&mut self, seat: Seat, token: TokenHash) {
        if let Some(former) = self.tokens.insert(seat, token) {
            self.retire_token(former);
        }
    }

    /// Whether a token opened a seat until the seat moved to another device.
    ///
    /// Only the last few are remembered, and only while the table is in memory.
    pub(super) fn is_former_token(&self, token: &TokenHash) -> bool {
        self.former_tokens.contains(token)
    }

    fn retire_token(&mut self, token: TokenHash) {
        self.former_tokens.push_back(token);
        if self.former_tokens.len() > FORMER_TOKENS_MAX {
            self.former_tokens.pop_front();
        }
    }

    /// Replaces the tokens with the stored ones, and returns the seats that had none before.
    pub(super) fn replace_tokens(&mut self, seats: &BySeat<StoredSeat>) -> Vec<Seat> {
        let stored = seats.iter().filter_map(|(seat, stored)| Some((seat, stored.token?)));
        let before = std::mem::replace(&mut self.tokens, stored.collect());
        for (seat, former) in before.iter() {
            if self.tokens.get(seat).is_some_and(|token| token != former) {
                self.retire_token(*former);
            }
        }
        self.tokens.seats().filter(|&seat| !before.has(seat)).collect()
    }

    /// The seats whose token in the store differs from the known one.
    pub(super) fn moved(&self, seats: &BySeat<StoredSeat>) -> Vec<Seat> {
        let is_moved = |&(seat, known): &(Seat, &TokenHash)| {
            seats.get(seat).is_some_and(|stored| stored.token.as_ref() != Some(known))
        };
        self.tokens.iter().filter(is_moved).map(|(seat, _)| seat).collect()
    }

    /// The seats that clients obtained at other nodes.
    ///
    /// Seats with an undelivered token made here are not among them: their previous token is
    /// restored.
    pub(super) fn given_away(&self, seats: &BySeat<StoredSeat>) -> Vec<Seat> {
        let is_unconfirmed = |seat: Seat| {
            let token = seats.get(seat).and_then(|stored| stored.token);
            self.unconfirmed_tokens
                .iter()
                .any(|unconfirmed| unconfirmed.seat == seat && Some(unconfirmed.token) == token)
        };
        self.moved(seats).into_iter().filter(|&seat| !is_unconfirmed(seat)).collect()
    }

    /// Remembers a token that may be stored although no client received it.
    pub(super) fn remember_unconfirmed(&mut self, token: UnconfirmedToken) {
        self.unconfirmed_tokens.push(token);
    }

    /// Takes the tokens that may be stored although no client received them.
    pub(super) fn take_unconfirmed(&mut self) -> Vec<UnconfirmedToken> {
        std::mem::take(&mut self.unconfirmed_tokens)
    }

    /// Returns the time, and adjusts absences if the clock was advanced.
    ///
    /// Advancing the clock does not make an absence longer: a seat is held for as long as
    /// announced.
    pub(super) fn follow_time(&mut self) -> Timestamp {
        let Reading { now, forward } = self.time.read();
        let skipped = Millis(forward.0 - self.forward.0);
        if skipped > Millis::ZERO {
            self.away = self.away.iter().map(|(seat, &since)| (seat, since + skipped)).collect();
            self.forward = forward;
        }
        now
    }

    /// Marks a player as away from now on.
    pub(super) fn mark_away(&mut self, seat: Seat) {
        let now = self.follow_time();
        self.away.insert(seat, now);
    }

    /// Marks a player as present, and returns whether they were away.
    pub(super) fn mark_present(&mut self, seat: Seat) -> bool {
        self.away.remove(seat).is_some()
    }

    /// Restarts the holds of all absent players.
    pub(super) fn restart_holds(&mut self) {
        let away: Vec<Seat> = self.away.seats().collect();
        for seat in away {
            self.mark_away(seat);
        }
    }

    /// Marks persons as away who are connected neither here nor elsewhere.
    ///
    /// A granted seat may never have reached its client.
    pub(super) fn mark_missing(&mut self, is_elsewhere: impl Fn(Seat) -> bool) {
        let seats: Vec<Seat> = self.tokens.seats().collect();
        for seat in seats {
            if !self.is_here(seat) && !is_elsewhere(seat) && !self.away.has(seat) {
                self.mark_away(seat);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use protocol::{Audience, PublicEvent};

    use super::super::fixtures::{NOW, RecordingSink, joins, opened, seat};
    use super::*;

    const ANN: ClientId = ClientId(1);
    const BOB: ClientId = ClientId(2);
    const FIRST: TokenHash = TokenHash([1; 32]);
    const SECOND: TokenHash = TokenHash([2; 32]);

    fn empty() -> Members {
        Members::new(PlayerIds::new(), BySeat::new(), true, Time::starting_at(NOW))
    }

    /// Members with Ann on the first seat, and her sink.
    fn with_ann() -> (Members, Arc<RecordingSink>) {
        let (mut members, sink) = (empty(), Arc::new(RecordingSink::default()));
        let arrival = Arrival { client: ANN, sink: Arc::<RecordingSink>::clone(&sink) };
        let grant = SeatGrant { player: PlayerId::new("ann"), person: Some((FIRST, arrival)) };
        let changes = grant.changes(&joins(&opened().0, "Ann").events);
        assert!(members.sit_down(&changes, grant.arrival()).is_none());
        (members, sink)
    }

    fn stored(token: TokenHash) -> BySeat<StoredSeat> {
        let player = PlayerId::new("ann");
        [(seat(0), StoredSeat { player, token: Some(token), name_key: "ann".to_owned() })]
            .into_iter()
            .collect()
    }

    #[tokio::test]
    async fn a_granted_seat_connects_the_client_that_arrives() {
        let (members, _) = with_ann();
        assert_eq!(members.seat_of(ANN), Some(seat(0)));
        assert_eq!(members.seat_with(&FIRST), Some(seat(0)));
        assert_eq!(members.seat_with(&SECOND), None);
        assert_eq!(members.ids().of(seat(0)).as_str(), "ann");
        assert!(members.is_here(seat(0)) && !members.is_here(seat(1)));
    }

    #[tokio::test]
    async fn a_bot_has_a_seat_but_neither_token_nor_client() {
        let mut members = empty();
        let player = PlayerId::new("bot");
        let name_key = "pip".to_owned();
        members.sit_down(&[SeatChange::Taken { seat: seat(2), player, token: None, name_key }], None);
        assert_eq!(members.ids().of(seat(2)).as_str(), "bot");
        assert!(!members.has_person(seat(2)) && !members.is_here(seat(2)));
    }

    #[tokio::test]
    async fn packets_reach_only_their_recipients() {
        let (mut members, ann) = with_ann();
        let spectator = Arc::new(RecordingSink::default());
        members.attach(BOB, Arc::<RecordingSink>::clone(&spectator), Member::Spectator);
        let event = PublicEvent::SeatMoved(protocol::PlayerRef {
            player_id: PlayerId::new("ann"),
            player_name: "Ann".to_owned(),
        });
        let packet = Packet::new(event, Some(1));
        members.send(Audience::Others(seat(0)).into(), &packet);
        members.send(Audience::Everyone.into(), &packet);
        assert_eq!(ann.sent.lock().unwrap().len(), 1);
        assert_eq!(spectator.sent.lock().unwrap().len(), 2);
        assert_eq!((members.spectators_besides(ANN), members.spectators_besides(BOB)), (1, 0));
    }

    #[tokio::test]
    async fn the_newest_client_on_a_seat_replaces_the_others() {
        let (mut members, _) = with_ann();
        members.attach(BOB, Arc::new(RecordingSink::default()), Member::Player(seat(0)));
        assert_eq!(members.detach(seat(0), Some(BOB)).len(), 1);
        assert!(members.get(ANN).is_none() && members.get(BOB).is_some());
        members.close_all();
        assert!(members.is_empty());
    }

    #[tokio::test]
    async fn a_token_from_another_node_moves_the_seat_unless_it_was_made_here() {
        let (mut members, _) = with_ann();
        assert_eq!(members.moved(&stored(FIRST)), []);
        assert_eq!(members.given_away(&stored(SECOND)), [seat(0)]);
        members.remember_unconfirmed(UnconfirmedToken { seat: seat(0), before: FIRST, token: SECOND });
        assert_eq!(members.given_away(&stored(SECOND)), []);
        assert_eq!(members.moved(&stored(SECOND)), [seat(0)]);
        assert_eq!(members.take_unconfirmed().len(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn an_absence_does_not_grow_when_the_clock_is_advanced() {
        let time = Time::starting_at(NOW);
        let tokens = [(seat(0), FIRST)].into_iter().collect();
        let mut members = Members::new(PlayerIds::new(), tokens, false, time.clone());
        assert_eq!(members.away()[seat(0)], NOW, "after a restart every hold begins again");
        time.set_forward(NOW + Millis::seconds(90));
        assert_eq!(members.follow_time(), NOW + Millis::seconds(90));
        assert_eq!(members.away()[seat(0)], NOW + Millis::seconds(90));
        assert!(members.mark_present(seat(0)) && !members.mark_present(seat(0)));
        members.mark_missing(|_| true);
        assert!(!members.away().has(seat(0)), "the player is at another node");
        members.mark_missing(|_| false);
        assert!(members.away().has(seat(0)));
    }
}
