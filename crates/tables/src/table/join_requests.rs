//! Requests to join a table whose host decides who sits down.
//!
//! A guest needs only the table's code to ask, so the list is bounded: one request per connection,
//! a few per address, sixteen in all. Guests with the table's link have a list of their own, which
//! others cannot fill. A rejected guest waits before asking again.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use protocol::{
    AckExtra, Asked, Audience, ErrorCode, GrantedSeat, JoinDecided, JoinRequested, JoinWithdrawn, Packet,
    PublicEvent, ReplyEvent, RequestId, Seated, WireError,
};
use rules::{Joining, Newcomer, PlayerName, Progress};
use tokio::time::Instant;

use super::Table;
use super::cluster::NodeMessageBody;
use crate::client_sink::{ClientId, ClientSink};
use crate::shared::Limits;
use crate::{Accepted, Answer, Refused};

const JOIN: &str = "joinGame";

/// Maximum number of pending requests without the table's link.
const PENDING_MAX: usize = 16;
/// Maximum number of pending requests with the link. Links can be published, so these are bounded
/// too.
const INVITED_MAX: usize = 64;
/// Maximum number of requests by a guest per minute. A guest with a bad connection asks again after
/// each reconnect.
const ASKS_PER_MINUTE: u32 = 6;
const MINUTE: Duration = Duration::from_secs(60);
/// Longest time that a rejected guest waits.
const WAIT_MAX: Duration = Duration::from_secs(60 * 60);
/// Maximum number of guests remembered. Beyond it, guests whose time is over are dropped.
const GUESTS_MAX: usize = 1024;

/// Pending join requests, and guests that were rejected.
#[derive(Default)]
pub(super) struct JoinRequests {
    pending: BTreeMap<RequestId, Pending>,
    guests: HashMap<GuestKey, Guest>,
    next: u64,
}

/// A guest who waits for the host's answer.
struct Pending {
    client: ClientId,
    sink: Arc<dyn ClientSink>,
    newcomer: Newcomer,
    guest: GuestKey,
}

/// Identity of a guest for limits.
///
/// Guests with the table's link are not held up by what others at their address did without it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct GuestKey {
    origin: Origin,
    is_invited: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Origin {
    Address(IpAddr),
    /// Where limits do not apply per address.
    Client(ClientId),
}

/// What is remembered of a guest.
struct Guest {
    asks: u32,
    /// When counting of `asks` began.
    since: Instant,
    rejections: u32,
    waits_until: Option<Instant>,
}

impl Guest {
    fn new(now: Instant) -> Guest {
        Guest { asks: 0, since: now, rejections: 0, waits_until: None }
    }

    fn is_forgotten(&self, now: Instant) -> bool {
        let waited = self.waits_until.is_none_or(|until| until + WAIT_MAX <= now);
        waited && self.since + MINUTE <= now
    }
}

impl JoinRequests {
    pub(super) fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }

    pub(super) fn has(&self, request: &RequestId) -> bool {
        self.pending.contains_key(request)
    }

    pub(super) fn clear(&mut self) {
        self.pending.clear();
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&RequestId, &PlayerName)> {
        self.pending.iter().map(|(request, pending)| (request, &pending.newcomer.name))
    }

    pub(super) fn sinks(&self) -> impl Iterator<Item = &Arc<dyn ClientSink>> {
        self.pending.values().map(|pending| &pending.sink)
    }

    /// Returns the request of a client, which has at most one.
    fn of(&self, client: ClientId) -> Option<(&RequestId, &Pending)> {
        self.pending.iter().find(|(_, pending)| pending.client == client)
    }

    /// Checks whether there is room for another request.
    fn check_room(&self, guest: GuestKey, limits: &Limits) -> Result<(), Refused> {
        let count = |is_counted: &dyn Fn(&Pending) -> bool| {
            self.pending.values().filter(|pending| is_counted(pending)).count()
        };
        let alike = count(&|pending| pending.guest.is_invited == guest.is_invited);
        if alike >= if guest.is_invited { INVITED_MAX } else { PENDING_MAX } {
            return Err(Refused::crowded(JOIN, "too many wait to be let in: try again later"));
        }
        let most = limits.join_requests_per_address;
        if most > 0 && !guest.is_invited && count(&|pending| pending.guest == guest) >= most {
            return Err(Refused::crowded(
                JOIN,
                "too many of this address wait to be let in: try again later",
            ));
        }
        Ok(())
    }

    /// Counts a request of a guest, or refuses it with the time to wait.
    fn count_ask(&mut self, key: GuestKey, now: Instant) -> Result<(), Refused> {
        if self.guests.len() >= GUESTS_MAX {
            self.guests.retain(|_, guest| !guest.is_forgotten(now));
        }
        if self.guests.len() >= GUESTS_MAX && !self.guests.contains_key(&key) {
            let message = "too many have asked to be let in: try again later";
            return if key.is_invited { Ok(()) } else { Err(Refused::crowded(JOIN, message)) };
        }
        let guest = self.guests.entry(key).or_insert_with(|| Guest::new(now));
        if let Some(until) = guest.waits_until.filter(|&until| now < until) {
            return Err(wait("the host has said no: wait before you ask again", until - now));
        }
        if guest.since + MINUTE <= now {
            (guest.asks, guest.since) = (0, now);
        }
        if guest.asks >= ASKS_PER_MINUTE {
            let until = guest.since + MINUTE;
            return Err(wait("you have asked too often: wait a moment", until - now));
        }
        guest.asks += 1;
        Ok(())
    }

    /// Records a rejection. The guest waits as long as configured, then twice as long each time.
    fn reject(&mut self, key: GuestKey, first_wait: Duration, now: Instant) {
        let guest = self.guests.entry(key).or_insert_with(|| Guest::new(now));
        let wait = first_wait.saturating_mul(1 << guest.rejections.min(16)).min(WAIT_MAX);
        guest.rejections += 1;
        guest.waits_until = Some(now + wait);
    }
}

fn wait(message: &str, wait: Duration) -> Refused {
    let retry_after_ms = wait.as_millis() as u64 + 1;
    Refused::error(JOIN, WireError { message: message.to_owned(), ..WireError::rate_limited(retry_after_ms) })
}

impl Table {
    /// Asks the host to admit a guest.
    pub(super) async fn ask_host(
        &mut self,
        client: ClientId,
        sink: Arc<dyn ClientSink>,
        newcomer: Newcomer,
        is_invited: bool,
    ) -> Answer {
        if let Some((request, pending)) = self.join_requests.of(client) {
            if pending.newcomer.name == newcomer.name {
                return self.asked(request.clone());
            }
            let message = "this connection has asked already: wait for the host's answer";
            return Err(Refused::code(JOIN, ErrorCode::NotAllowed, message));
        }
        let origin = sink.address().map_or(Origin::Client(client), Origin::Address);
        let guest = GuestKey { origin, is_invited };
        self.join_requests.check_room(guest, &self.shared.limits)?;
        self.join_requests.count_ask(guest, Instant::now())?;
        self.join_requests.next += 1;
        let request_id = self.cluster.request_id(self.join_requests.next);
        let name = &newcomer.name;
        let asked = JoinRequested { request_id: request_id.clone(), player_name: name.to_string() };
        let message = NodeMessageBody::asked(&request_id, name);
        let host = self.replica.game().host();
        let host_is_here = host.is_some_and(|host| self.members.is_here(host));
        // A host at another node could not be notified.
        if self.cluster.send(&message).await.is_err() && !host_is_here {
            return Err(Refused::unavailable(JOIN));
        }
        if let Some(host) = host {
            self.broadcast_ephemeral(Audience::Seat(host), PublicEvent::JoinRequested(asked));
        }
        self.join_requests.pending.insert(request_id.clone(), Pending { client, sink, newcomer, guest });
        self.asked(request_id)
    }

    fn asked(&self, request_id: RequestId) -> Answer {
        let room_code = self.access.code_for(JOIN)?.clone();
        let extra = AckExtra::Asked(Asked { room_code, request_id });
        Ok(Accepted { seq: Some(self.replica.version()), extra })
    }

    /// Withdraws the request of a client that has disconnected or goes to another table.
    ///
    /// The host is notified.
    pub(super) async fn withdraw_join_request(&mut self, client: ClientId) {
        let Some(request) = self.join_requests.of(client).map(|(request, _)| request.clone()) else { return };
        self.join_requests.pending.remove(&request);
        // If a host at another node is not notified, they learn of it when they answer.
        let withdrawn = NodeMessageBody::Withdrawn { request: request.as_str().to_owned() };
        let _ = self.cluster.send(&withdrawn).await;
        self.mention_withdrawn(request);
    }

    pub(super) fn mention_withdrawn(&self, request_id: RequestId) {
        if let Some(host) =
            self.replica.game().host().filter(|_| self.replica.game().progress() == Progress::Waiting)
        {
            self.broadcast_ephemeral(
                Audience::Seat(host),
                PublicEvent::JoinWithdrawn(JoinWithdrawn { request_id }),
            );
        }
    }

    /// Sends the host the pending requests: a new or reconnected host does not know them.
    pub(super) fn mention_asking(&mut self) {
        let asks = self.replica.game().progress() == Progress::Waiting
            && self.replica.game().rules().joining == Joining::HostAdmits;
        let Some(host) = self.replica.game().host().filter(|_| asks) else { return };
        self.cluster.set_new_host(self.members.is_here(host));
        for (request_id, name) in self.join_requests.iter() {
            let asked = JoinRequested { request_id: request_id.clone(), player_name: name.to_string() };
            self.broadcast_ephemeral(Audience::Seat(host), PublicEvent::JoinRequested(asked));
        }
    }

    /// Applies the host's answer to a guest who asked here or at another node.
    pub(super) async fn admit(&mut self, request_id: &RequestId, admit: bool) -> Answer {
        match self.cluster.answer(request_id, admit).await {
            Some(Ok(())) => Ok(self.done()),
            Some(Err(_)) => Err(Refused::unavailable("admitPlayer")),
            None => self.admit_here(request_id, admit).await,
        }
    }

    pub(super) async fn admit_here(&mut self, request_id: &RequestId, admit: bool) -> Answer {
        let event = "admitPlayer";
        let Some(Pending { client, sink, newcomer, guest }) = self.join_requests.pending.remove(request_id)
        else {
            return Err(Refused::code(event, ErrorCode::NotAllowed, "nobody waits with this requestId"));
        };
        let room_code = self.access.code_for(event)?.clone();
        let decided = |seated: Option<Seated>| {
            let (request_id, room_code, admitted) = (request_id.clone(), room_code.clone(), seated.is_some());
            let seat = seated.map(|Seated { player_id, token, .. }| GrantedSeat { player_id, token });
            ReplyEvent::JoinDecided(JoinDecided { request_id, admitted, room_code, seat })
        };
        if !admit {
            self.join_requests.reject(guest, self.shared.limits.join_wait, Instant::now());
            sink.send(&Packet::new(decided(None), Some(self.replica.version())));
            return Ok(self.done());
        }
        let seated = match self.has_no_other_seat(client, event, None) {
            Ok(()) => self.sit_down(client, Arc::clone(&sink), newcomer).await,
            Err(refused) => Err(refused),
        };
        match seated {
            Ok(Accepted { extra: AckExtra::Seated(seated), .. }) => {
                sink.send(&Packet::new(decided(Some(seated)), Some(self.replica.version())));
                Ok(self.done())
            }
            Ok(_) => Ok(self.done()),
            Err(refused) => {
                sink.send(&Packet::new(decided(None), Some(self.replica.version())));
                Err(Refused::error(event, *refused.error))
            }
        }
    }
}
