use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use protocol::{
    AckExtra, BadRequest, ClientEvent, ClientMessage, CreateGame, DescribeTable, ErrorCode, GameOpened,
    Handshake, JoinGame, NameText, RoomCode, Secret, WatchGame, WireError,
};
use rules::{Newcomer, Nonce, NonceInput, PlayerName};
use tokio::sync::{Mutex, mpsc, oneshot};

use crate::client_sink::{ClientId, ClientSink};
use crate::idempotency::RecentAnswers;
use crate::quota::{Quota, Unlimited};
use crate::registry::{CreatedTable, FirstPlayer, LookupError};
use crate::shared::token_hash;
use crate::table::{Claim, RematchAnswer, RematchToWatch, Request, WatchSecrets, name_key};
use crate::{Accepted, Answer, Refused, Tables, secrets};

/// A connected client, which can be at one table at a time.
pub struct Client {
    id: ClientId,
    sink: Arc<dyn ClientSink>,
    tables: Tables,
    quota: Arc<dyn Quota>,
    at: Mutex<Option<mpsc::Sender<Request>>>,
    answered: RecentAnswers,
    is_gone: AtomicBool,
}

const JOIN: &str = "joinGame";

impl Client {
    /// Creates a client that has just connected.
    pub fn new(id: ClientId, sink: Arc<dyn ClientSink>, tables: Tables) -> Client {
        Client {
            id,
            sink,
            tables,
            quota: Arc::new(Unlimited),
            at: Mutex::new(None),
            answered: RecentAnswers::default(),
            is_gone: AtomicBool::new(false),
        }
    }

    /// Applies a quota to the client.
    #[must_use]
    pub fn within(self, quota: Arc<dyn Quota>) -> Client {
        Client { quota, ..self }
    }

    /// Resumes a seat from the handshake: a reconnecting client then needs no `joinGame`.
    pub async fn greet(&self, handshake: Handshake) -> Option<Answer> {
        let (Some(code), Some(token)) = (handshake.room_code, handshake.token) else { return None };
        let mut at = self.at.lock().await;
        if self.is_gone() {
            return Some(Err(Refused::unavailable(JOIN)));
        }
        Some(self.come_back(&mut at, &code, token, handshake.last_seq).await)
    }

    /// Handles an event of this client. Events of one client must be handled one after the other.
    pub async fn handle(&self, message: ClientMessage) -> Answer {
        let mut at = self.at.lock().await;
        if self.is_gone() {
            return Err(Refused::unavailable(message.event.name()));
        }
        let name = message.event.name();
        let id = message.command_id.clone().filter(|_| is_forgotten_by_tables(&message.event));
        if let Some(answer) = id.as_ref().and_then(|id| self.answered.find(name, id)) {
            return Ok(answer);
        }
        let answer = self.carry_out(&mut at, message).await;
        if let (Some(id), Ok(accepted)) = (id, &answer) {
            self.answered.keep(name, id, accepted.clone());
        }
        answer
    }

    async fn carry_out(&self, at: &mut Option<mpsc::Sender<Request>>, message: ClientMessage) -> Answer {
        // The rare ones on the heap: otherwise every move would reserve space for the largest
        // future.
        match message.event {
            ClientEvent::CreateGame(create) => Box::pin(self.create(at, &create)).await,
            ClientEvent::JoinGame(join) => Box::pin(self.join(at, join)).await,
            ClientEvent::WatchGame(watch) => Box::pin(self.watch(at, watch)).await,
            ClientEvent::DescribeTable(describe) => Box::pin(self.describe(describe)).await,
            ClientEvent::PlayAgain(again) => Box::pin(self.play_again(at, again.nonce_input())).await,
            ClientEvent::WatchRematch(_) => Box::pin(self.watch_rematch(at)).await,
            event => {
                let name = event.name();
                let leaves = matches!(event, ClientEvent::LeaveGame(_));
                let Some(table) = at.as_ref() else {
                    return Err(not_at_a_table(&event));
                };
                let message = Box::new(ClientMessage { command_id: message.command_id, event });
                let answer =
                    ask(table, name, |reply| Request::Event { client: self.id, message, reply }).await;
                if leaves && answer.is_ok() {
                    *at = None;
                }
                answer
            }
        }
    }

    /// Marks the connection as closed and leaves the table.
    ///
    /// Requests still under way are not carried out: their answers could not be delivered, and a
    /// seat that they took would appear occupied.
    pub async fn gone(&self) {
        self.is_gone.store(true, Ordering::SeqCst);
        let mut at = self.at.lock().await;
        self.leave(&mut at).await;
    }

    fn is_gone(&self) -> bool {
        self.is_gone.load(Ordering::SeqCst)
    }

    async fn leave(&self, at: &mut Option<mpsc::Sender<Request>>) {
        if let Some(table) = at.take() {
            // A table that has stopped has forgotten the client anyway.
            let _ = table.send(Request::Gone { client: self.id }).await;
        }
    }

    async fn create(&self, at: &mut Option<mpsc::Sender<Request>>, create: &CreateGame) -> Answer {
        let event = "createGame";
        self.has_no_seat(at.as_ref(), event).await?;
        let newcomer = newcomer(event, Some(&create.player_name), create.nonce_input())?;
        let secrets = self.tables.shared().secrets.as_ref();
        let (token, player) = (secrets::token(secrets), secrets::player_id(secrets));
        let host = FirstPlayer { newcomer, player: player.clone(), token: token_hash(&token) };
        let opening = self.tables.create(create, host);
        let CreatedTable { table, code, invite, .. } = self.open(event, opening).await?;
        self.leave(at).await;
        let seated = self.sit(&table, token.clone()).await?;
        *at = Some(table);
        let (token, invite) = (Secret::new(token), Secret::new(invite));
        let extra = AckExtra::GameOpened(GameOpened { room_code: code, player_id: player, token, invite });
        Ok(Accepted { seq: seated.seq, extra })
    }

    /// Opens a table if the client's quota allows another one.
    async fn open(
        &self,
        event: &str,
        opening: impl Future<Output = Result<CreatedTable, Refused>>,
    ) -> Result<CreatedTable, Refused> {
        self.quota.take_table().map_err(|error| Refused::error(event, error))?;
        let opened = opening.await;
        if opened.is_err() {
            self.quota.give_table_back();
        }
        opened
    }

    /// Connects to a seat that was assigned when the table was created.
    async fn sit(&self, table: &mpsc::Sender<Request>, token: String) -> Answer {
        let (client, token) = (self.id, Secret::new(token));
        let last_seq = None;
        self.attach(table, JOIN, |sink, reply| Request::Return { client, sink, token, last_seq, reply }).await
    }

    async fn join(&self, at: &mut Option<mpsc::Sender<Request>>, join: JoinGame) -> Answer {
        if let Some(ticket) = &join.ticket {
            return self.join_by_ticket(at, ticket, join.last_seq).await;
        }
        match (&join.room_code, &join.token) {
            (Some(code), Some(token)) => self.come_back(at, code, token.clone(), join.last_seq).await,
            (None, Some(_)) => {
                Err(Refused::code(JOIN, ErrorCode::BadRequest, "a token needs the roomCode of its table"))
            }
            (Some(code), None) => {
                let newcomer = newcomer(JOIN, join.player_name.as_ref(), join.nonce_input())?;
                let table = self.tables.find(code).await.map_err(|none| none.refused(JOIN))?;
                self.has_no_seat_elsewhere(at.as_ref(), &table).await?;
                self.join_table(at, table, newcomer, join.invite).await
            }
            (None, None) => {
                self.has_no_seat(at.as_ref(), JOIN).await?;
                let newcomer = newcomer(JOIN, join.player_name.as_ref(), join.nonce_input())?;
                let fits = newcomer.name.fits_open_lobby();
                fits.map_err(|error| Refused::error(JOIN, WireError::from(&error)))?;
                self.join_open_lobby(at, newcomer).await
            }
        }
    }

    async fn come_back(
        &self,
        at: &mut Option<mpsc::Sender<Request>>,
        code: &RoomCode,
        token: Secret,
        last_seq: Option<u64>,
    ) -> Answer {
        let table = self.tables.find(code).await.map_err(|none| none.refused(JOIN))?;
        self.has_no_seat_elsewhere(at.as_ref(), &table).await?;
        let client = self.id;
        let answer = self
            .attach(&table, JOIN, |sink, reply| Request::Return { client, sink, token, last_seq, reply })
            .await?;
        self.move_to(at, table).await;
        Ok(answer)
    }

    async fn join_by_ticket(
        &self,
        at: &mut Option<mpsc::Sender<Request>>,
        ticket: &Secret,
        last_seq: Option<u64>,
    ) -> Answer {
        let shared = self.tables.shared();
        let ticket = token_hash(ticket.expose());
        let found = shared.store.find_ticket(ticket, shared.time.now()).await;
        let (game, seat) = found.map_err(|_| Refused::unavailable(JOIN))?.ok_or_else(Refused::ticket)?;
        let table = self.tables.queue_of(&game).await.map_err(|none| none.refused(JOIN))?;
        self.has_no_seat_elsewhere(at.as_ref(), &table).await?;
        let client = self.id;
        let answer = self
            .attach(&table, JOIN, |sink, reply| Request::Move { client, sink, seat, ticket, last_seq, reply })
            .await?;
        self.move_to(at, table).await;
        Ok(answer)
    }

    async fn join_table(
        &self,
        at: &mut Option<mpsc::Sender<Request>>,
        table: mpsc::Sender<Request>,
        newcomer: Newcomer,
        invite: Option<Secret>,
    ) -> Answer {
        let client = self.id;
        let answer = self
            .attach(&table, JOIN, |sink, reply| Request::Join { client, sink, newcomer, invite, reply })
            .await?;
        self.move_to(at, table).await;
        Ok(answer)
    }

    /// Joins without a code: a seat of that name at a running table, else the waiting table, else a
    /// new one.
    async fn join_open_lobby(&self, at: &mut Option<mpsc::Sender<Request>>, newcomer: Newcomer) -> Answer {
        const ATTEMPTS_MAX: usize = 4;
        let shared = self.tables.shared();
        let unavailable = |_: store::StoreError| Refused::unavailable(JOIN);
        let running = shared.store.open_seats_named(&name_key(&newcomer.name)).await.map_err(unavailable)?;
        for (game, _) in running {
            match self.return_by_name(at, &game, &newcomer.name).await {
                // The seat may already be theirs again. Until that is known they get no other seat.
                Err(refused) if refused.error.code != ErrorCode::Unavailable => {}
                answer => return answer,
            }
        }
        for _ in 0..ATTEMPTS_MAX {
            let Some(game) = shared.store.waiting_open_table().await.map_err(unavailable)? else { break };
            let table = match self.tables.queue_of(&game).await {
                Ok(table) => table,
                Err(LookupError::Unknown) => continue,
                Err(none) => return Err(none.refused(JOIN)),
            };
            match self.join_table(at, table, newcomer.clone(), None).await {
                // The table started or filled up in the meantime: look for another one, or open a
                // new one.
                Err(refused) if refused.error.code == ErrorCode::GameFull => break,
                Err(refused) if refused.error.code == ErrorCode::GameAlreadyStarted => {}
                // The name is taken, but its player may be away.
                Err(refused) if refused.error.code == ErrorCode::NameTaken => {
                    return self.return_by_name(at, &game, &newcomer.name).await.map_err(|again| {
                        if again.error.code == ErrorCode::Unavailable { again } else { refused }
                    });
                }
                answer => return answer,
            }
        }
        let secrets = shared.secrets.as_ref();
        let (token, player) = (secrets::token(secrets), secrets::player_id(secrets));
        let first = FirstPlayer { newcomer, player, token: token_hash(&token) };
        let CreatedTable { table, .. } = self.open(JOIN, self.tables.open_lobby_table(first)).await?;
        let answer = self.sit(&table, token).await?;
        self.move_to(at, table).await;
        Ok(answer)
    }

    async fn return_by_name(
        &self,
        at: &mut Option<mpsc::Sender<Request>>,
        game: &rules::GameId,
        name: &PlayerName,
    ) -> Answer {
        let table = self.tables.queue_of(game).await.map_err(|none| none.refused(JOIN))?;
        let (client, name) = (self.id, name.clone());
        let answer = self
            .attach(&table, JOIN, |sink, reply| Request::ReturnByName { client, sink, name, reply })
            .await?;
        self.move_to(at, table).await;
        Ok(answer)
    }

    async fn watch(&self, at: &mut Option<mpsc::Sender<Request>>, watch: WatchGame) -> Answer {
        let event = "watchGame";
        self.has_no_seat(at.as_ref(), event).await?;
        let table = self.tables.find(&watch.room_code).await.map_err(|none| none.refused(event))?;
        let secrets = WatchSecrets { invite: watch.invite, token: watch.token };
        let (client, last_seq) = (self.id, watch.last_seq);
        let answer = self
            .attach(&table, event, |sink, reply| Request::Watch { client, sink, secrets, last_seq, reply })
            .await?;
        self.move_to(at, table).await;
        Ok(answer)
    }

    async fn describe(&self, describe: DescribeTable) -> Answer {
        let event = "describeTable";
        let table = self.tables.find(&describe.room_code).await.map_err(|none| none.refused(event))?;
        let invite = describe.invite;
        ask(&table, event, |reply| Request::Describe { invite, reply }).await
    }

    /// Moves a spectator to the rematch of the table.
    async fn watch_rematch(&self, at: &mut Option<mpsc::Sender<Request>>) -> Answer {
        let event = "watchRematch";
        let Some(old) = at.clone() else {
            return Err(not_at_a_table(&ClientEvent::WatchRematch(protocol::Empty {})));
        };
        let client = self.id;
        let RematchToWatch { game, invite } =
            ask(&old, event, |reply| Request::WatchRematch { client, reply }).await?;
        let table = self.tables.queue_of(&game).await.map_err(|none| none.refused(event))?;
        let (secrets, last_seq) = (WatchSecrets { invite, token: None }, None);
        let answer = self
            .attach(&table, event, |sink, reply| Request::Watch { client, sink, secrets, last_seq, reply })
            .await?;
        self.move_to(at, table).await;
        Ok(answer)
    }

    async fn play_again(&self, at: &mut Option<mpsc::Sender<Request>>, nonce: Option<NonceInput>) -> Answer {
        let event = "playAgain";
        let Some(old) = at.clone() else {
            return Err(not_at_a_table(&ClientEvent::PlayAgain(protocol::PlayAgain::default())));
        };
        let client = self.id;
        let answer = ask(&old, event, |reply| Request::Rematch { client, reply }).await?;
        let RematchAnswer { mut game, seat, invite, .. } = answer;
        // A rematch table may have closed before another player joined. Then open another one.
        for _ in 0..2 {
            let again = match &game {
                Some(game) => game.clone(),
                None => self.open_rematch(&old, None).await?,
            };
            let table = self.tables.queue_of(&again).await.map_err(|none| none.refused(event))?;
            let invite = Secret::new(secrets::rematch_invite(&invite, &again));
            let claim = Claim { seat, invite, nonce: nonce.clone() };
            let claimed =
                self.attach(&table, event, |sink, reply| Request::Claim { client, sink, claim, reply });
            match claimed.await {
                Err(refused) if refused.error.code == ErrorCode::GameEnded && game.is_some() => {
                    game = Some(self.open_rematch(&old, game).await?);
                }
                Err(refused) => return Err(refused),
                Ok(answer) => {
                    self.move_to(at, table).await;
                    return Ok(answer);
                }
            }
        }
        Err(Refused::unavailable(event))
    }

    /// Opens a rematch table, or finds the one that another player has opened in the meantime.
    async fn open_rematch(
        &self,
        old: &mpsc::Sender<Request>,
        instead_of: Option<rules::GameId>,
    ) -> Result<rules::GameId, Refused> {
        let (event, client) = ("playAgain", self.id);
        let wanted = ask(old, event, |reply| Request::Rematch { client, reply }).await?;
        let RematchAnswer { game, rules, rematch, invite, .. } = wanted;
        if let Some(game) = game.filter(|game| Some(game) != instead_of.as_ref()) {
            return Ok(game);
        }
        let opening = self.tables.open_rematch(*rules, rematch, invite);
        let CreatedTable { game, code, .. } = self.open(event, opening).await?;
        ask(old, event, |reply| Request::RematchOpened { client, game, room: code, instead_of, reply }).await
    }

    /// Sends a table a request that attaches this client, unless the connection has closed.
    ///
    /// Finding the table takes long when the store is slow. A player who has reconnected since then
    /// must not lose the seat to a dead connection.
    async fn attach<T>(
        &self,
        table: &mpsc::Sender<Request>,
        event: &str,
        request: impl FnOnce(Arc<dyn ClientSink>, oneshot::Sender<Result<T, Refused>>) -> Request,
    ) -> Result<T, Refused> {
        if self.is_gone() {
            return Err(Refused::unavailable(event));
        }
        ask(table, event, |reply| request(Arc::clone(&self.sink), reply)).await
    }

    /// Refuses a client with a seat at another table. The destination checks its own seats.
    async fn has_no_seat_elsewhere(
        &self,
        at: Option<&mpsc::Sender<Request>>,
        table: &mpsc::Sender<Request>,
    ) -> Result<(), Refused> {
        self.has_no_seat(at.filter(|old| !old.same_channel(table)), JOIN).await
    }

    /// Refuses a client that holds a seat in a waiting or running game.
    ///
    /// Otherwise the seat would remain occupied with no client to play it. A client that has only
    /// asked for a seat withdraws its request.
    async fn has_no_seat(&self, at: Option<&mpsc::Sender<Request>>, event: &str) -> Result<(), Refused> {
        // A table that has stopped has no seats in memory.
        let Some(old) = at.filter(|old| !old.is_closed()) else { return Ok(()) };
        let client = self.id;
        ask(old, event, |reply| Request::StandUp { client, event: event.to_owned(), reply }).await
    }

    async fn move_to(&self, at: &mut Option<mpsc::Sender<Request>>, table: mpsc::Sender<Request>) {
        if at.as_ref().is_some_and(|old| !old.same_channel(&table)) {
            self.leave(at).await;
        }
        *at = Some(table);
    }
}

/// Whether only the connection remembers that this command was carried out.
///
/// All other commands are recorded with the game, for as long as the game exists.
fn is_forgotten_by_tables(event: &ClientEvent) -> bool {
    matches!(
        event,
        ClientEvent::CreateGame(_)
            | ClientEvent::JoinGame(_)
            | ClientEvent::PlayAgain(_)
            | ClientEvent::AddBot(_)
            | ClientEvent::CreateTicket(_)
            | ClientEvent::AdmitPlayer(_)
            | ClientEvent::Chat(_)
    )
}

/// Sends a request to a table. Unavailable if the table has stopped or its queue is full.
async fn ask<T>(
    table: &mpsc::Sender<Request>,
    event: &str,
    request: impl FnOnce(oneshot::Sender<Result<T, Refused>>) -> Request,
) -> Result<T, Refused> {
    let (reply, answer) = oneshot::channel();
    table.try_send(request(reply)).map_err(|_| Refused::unavailable(event))?;
    answer.await.unwrap_or_else(|_| Err(Refused::unavailable(event)))
}

fn newcomer(
    event: &str,
    name: Option<&NameText>,
    nonce: Result<Option<NonceInput>, BadRequest>,
) -> Result<Newcomer, Refused> {
    let name = name.map_or("", NameText::as_str).parse::<PlayerName>();
    let name = name.map_err(|error| Refused::error(event, WireError::from(&error)))?;
    let nonce = nonce.map_err(|bad| Refused::error(event, bad.into()))?;
    // An empty nonce means that the client has none.
    Ok(Newcomer { name, nonce: nonce.filter(|given| *given != NonceInput::Open(Nonce::default())) })
}

/// Refusal of an event that needs a table, with the code that the contract prescribes.
fn not_at_a_table(event: &ClientEvent) -> Refused {
    let code = match event {
        ClientEvent::SubmitWord(_) | ClientEvent::PassTurn(_) | ClientEvent::ExchangeTiles(_) => {
            ErrorCode::GameNotStarted
        }
        ClientEvent::StartGame(_) => ErrorCode::NotHost,
        _ => ErrorCode::NotAPlayer,
    };
    Refused::code(event.name(), code, "you are not at a table: join or create one first")
}
