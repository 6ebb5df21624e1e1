//! One table: a task that takes requests in turn, decides, stores, applies and tells.

mod bots;
mod chat_line;
mod commands;
mod commit;
mod company;
mod deliver;
mod doubt;
mod join_requests;
mod seating;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use protocol::{ClientMessage, Member, PlayerIds, RoomCode, Secret, TableContext};
use rules::{
    BySeat, Command, Game, GameId, Millis, Newcomer, PlayerName, Progress, Rematch, Rules, Seat, Seed,
    Surroundings, Timer, Timestamp,
};
use store::{Lobby, Sighting, TokenHash};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use crate::line::{ClientId, Line};
use crate::neighbours::Known;
use crate::shared::Shared;
use crate::time::Reading;
use crate::{Answer, Refused};

pub(crate) use commit::durable_due;
pub(crate) use deliver::Recent;
use join_requests::JoinRequests;
pub(crate) use seating::name_key;

/// Something for a table to do. Whoever wants to know how it went leaves a sender.
pub(crate) enum Request {
    /// Somebody wants to sit down, perhaps by a link.
    Join {
        client: ClientId,
        line: Arc<dyn Line>,
        newcomer: Newcomer,
        invite: Option<Secret>,
        reply: oneshot::Sender<Answer>,
    },
    /// Somebody comes back to the seat of a token.
    Return {
        client: ClientId,
        line: Arc<dyn Line>,
        token: Secret,
        last_seq: Option<u64>,
        reply: oneshot::Sender<Answer>,
    },
    /// Somebody of that name wants a seat back whose player is away: only in the open lobby.
    ReturnByName { client: ClientId, line: Arc<dyn Line>, name: PlayerName, reply: oneshot::Sender<Answer> },
    /// A ticket was shown for a seat.
    Move {
        client: ClientId,
        line: Arc<dyn Line>,
        seat: Seat,
        ticket: TokenHash,
        last_seq: Option<u64>,
        reply: oneshot::Sender<Answer>,
    },
    /// A player of the game before takes the kept seat, and wants to know whether this is the table's link.
    Claim {
        client: ClientId,
        line: Arc<dyn Line>,
        seat: Seat,
        invite: Secret,
        reply: oneshot::Sender<Answer>,
    },
    /// Somebody wants to watch.
    Watch {
        client: ClientId,
        line: Arc<dyn Line>,
        invite: Option<Secret>,
        last_seq: Option<u64>,
        reply: oneshot::Sender<Answer>,
    },
    /// An event of somebody at the table.
    Event { client: ClientId, message: Box<ClientMessage>, reply: oneshot::Sender<Answer> },
    /// A client wants to go to another table, which it may unless it holds a seat here.
    StandUp { client: ClientId, event: String, reply: oneshot::Sender<Result<(), Refused>> },
    /// A client's connection is gone, or it has gone to another table.
    Gone { client: ClientId },
    /// What is needed to open a table to play again.
    Rematch { client: ClientId, reply: oneshot::Sender<Result<RematchAnswer, Refused>> },
    /// A table to play again is there.
    RematchOpened {
        client: ClientId,
        game: GameId,
        room: RoomCode,
        instead_of: Option<GameId>,
        reply: oneshot::Sender<Result<GameId, Refused>>,
    },
    /// A bot has made up its mind.
    BotActs { version: u64, seat: Seat, command: Command },
    /// Something may be due.
    Wake,
    /// Another node has something new.
    Hinted { version: Option<u64> },
    /// How the table stood for all nodes at a moment.
    Sighted { sighting: Box<Sighting>, taken: Instant },
}

impl Request {
    /// Whether it keeps a table that nobody is at in memory. That others look after it does not.
    fn is_about_the_game(&self) -> bool {
        !matches!(self, Request::Hinted { .. } | Request::Sighted { .. })
    }
}

/// What playing again needs.
pub(crate) struct RematchAnswer {
    /// The table to play again at; `None` if it must be opened.
    pub(crate) game: Option<GameId>,
    /// The client's seat at it.
    pub(crate) seat: Seat,
    pub(crate) rules: Box<Rules>,
    pub(crate) rematch: Rematch,
    /// What is stored of this table's link.
    pub(crate) invite: TokenHash,
}

/// A client at the table.
struct Seated {
    line: Arc<dyn Line>,
    who: Member,
}

pub(crate) struct Table {
    shared: Arc<Shared>,
    game: Game,
    version: u64,
    code: RoomCode,
    lobby: Lobby,
    seed: Seed,
    invite: TokenHash,
    ids: PlayerIds,
    tokens: BySeat<TokenHash>,
    members: BTreeMap<ClientId, Seated>,
    /// Since when players are away.
    away: BySeat<Timestamp>,
    /// How far time had been set forward when that was last put right.
    forward: Millis,
    join_requests: JoinRequests,
    /// Who sits down with the next commit, if that gives somebody a seat.
    arriving: Option<(ClientId, Arc<dyn Line>)>,
    recent: VecDeque<Recent>,
    words: Arc<lexicon::Lexicon>,
    /// For sending to itself.
    sender: mpsc::WeakSender<Request>,
    /// The version for which a bot is thinking.
    thinking: Option<u64>,
    /// What finds the table to play again that is about to be offered.
    rematch_room: Option<(GameId, RoomCode)>,
    /// The store did not answer for a commit, which it may have kept or not.
    is_in_doubt: bool,
    untold: Vec<doubt::Untold>,
    /// The store was away: not before this moment is it asked for something that is due.
    retry_at: Option<Instant>,
    /// What it knows of other nodes.
    elsewhere: company::Elsewhere,
    /// How far it is, for those who do not wait for it.
    known: Arc<Known>,
}

/// A table in memory.
#[derive(Clone)]
pub(crate) struct Live {
    pub(crate) requests: mpsc::Sender<Request>,
    pub(crate) known: Arc<Known>,
}

/// What a table is made of when it comes from the store.
pub(crate) struct Loaded {
    pub(crate) game: Game,
    pub(crate) version: u64,
    pub(crate) code: RoomCode,
    pub(crate) lobby: Lobby,
    pub(crate) seed: Seed,
    pub(crate) invite: TokenHash,
    pub(crate) ids: PlayerIds,
    pub(crate) tokens: BySeat<TokenHash>,
    /// Whether the table was made just now.
    pub(crate) is_new: bool,
}

/// A table whose task fails is in memory no more. Whoever is at it comes back, and then it is as the store has kept it.
impl Drop for Table {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let lines = self.members.values().map(|seated| &seated.line);
            lines.chain(self.join_requests.lines()).for_each(|line| line.hang_up());
        }
    }
}

impl Table {
    /// Starts the task of a table, and says how to reach it.
    /// Whoever sits at a table that comes from the store must come back first; at a new one they are just sitting down.
    pub(crate) fn start(shared: Arc<Shared>, loaded: Loaded, words: Arc<lexicon::Lexicon>) -> Live {
        let (sender, requests) = mpsc::channel(shared.limits.queue_max);
        let Reading { now, forward } = shared.time.read();
        // After a restart every hold starts anew.
        let away = if loaded.is_new {
            BySeat::new()
        } else {
            loaded.tokens.seats().map(|seat| (seat, now)).collect()
        };
        let known = Arc::new(Known::default());
        let is_new = loaded.is_new;
        let elsewhere =
            if is_new { company::Elsewhere::of_a_new_table() } else { company::Elsewhere::default() };
        let table = Table {
            shared,
            game: loaded.game,
            version: loaded.version,
            code: loaded.code,
            lobby: loaded.lobby,
            seed: loaded.seed,
            invite: loaded.invite,
            ids: loaded.ids,
            tokens: loaded.tokens,
            members: BTreeMap::new(),
            away,
            forward,
            join_requests: JoinRequests::default(),
            arriving: None,
            recent: VecDeque::new(),
            words,
            sender: sender.downgrade(),
            thinking: None,
            rematch_room: None,
            is_in_doubt: false,
            untold: Vec::new(),
            retry_at: None,
            elsewhere,
            known: Arc::clone(&known),
        };
        table.note_version();
        tokio::spawn(table.run(requests, is_new));
        Live { requests: sender, known }
    }

    async fn run(mut self, mut requests: mpsc::Receiver<Request>, is_new: bool) {
        if !is_new {
            // Whoever is missed here may sit at another node. If that cannot be found out now, it is later.
            self.look().await;
            self.hint_to_look();
        }
        let mut idle_since = Instant::now();
        loop {
            self.wake_bots();
            let next_due = self.next_due();
            let idle_end = idle_since + self.shared.limits.idle_max;
            let is_empty = self.members.is_empty() && self.join_requests.is_empty();
            let can_rest = is_empty && !self.absences_matter() && self.has_told_of_all_who_left();
            // In order, so that a run can be repeated: what time does comes before what is asked for later.
            tokio::select! {
                biased;
                () = sleep_until(next_due.unwrap_or(idle_end)), if next_due.is_some() => self.fire_due().await,
                request = requests.recv() => match request {
                    Some(request) => {
                        if request.is_about_the_game() {
                            idle_since = Instant::now();
                        }
                        self.take(request).await;
                    }
                    None => break,
                },
                () = sleep_until(idle_end), if can_rest => break,
            }
            self.announce().await;
            self.note_version();
        }
        // Whoever came at this very moment is told to try again, and then finds the table in the store: seated here, they
        // would sit at a table that nobody else can reach.
        drop(requests);
    }

    async fn take(&mut self, request: Request) {
        self.follow_time();
        self.settle_doubt().await;
        // A client that has gone in the meantime does not mind that nobody hears the reply.
        match request {
            Request::Join { client, line, newcomer, invite, reply } => {
                let _ = reply.send(self.join(client, line, newcomer, invite.as_ref()).await);
            }
            Request::Return { client, line, token, last_seq, reply } => {
                let _ = reply.send(self.come_back(client, &line, &token, last_seq).await);
            }
            Request::ReturnByName { client, line, name, reply } => {
                let _ = reply.send(self.come_back_by_name(client, line, &name).await);
            }
            Request::Move { client, line, seat, ticket, last_seq, reply } => {
                let _ = reply.send(self.move_seat(client, line, seat, ticket, last_seq).await);
            }
            Request::Claim { client, line, seat, invite, reply } => {
                let _ = reply.send(self.claim(client, line, seat, invite).await);
            }
            Request::Watch { client, line, invite, last_seq, reply } => {
                let _ = reply.send(self.watch(client, line, invite.as_ref(), last_seq));
            }
            Request::Event { client, message, reply } => {
                let answer = self.event(client, *message).await;
                let _ = reply.send(answer);
            }
            Request::StandUp { client, event, reply } => {
                let _ = reply.send(self.stand_up(client, &event).await);
            }
            Request::Gone { client } => self.gone(client).await,
            Request::Rematch { client, reply } => {
                let _ = reply.send(self.rematch(client));
            }
            Request::RematchOpened { client, game, room, instead_of, reply } => {
                let _ = reply.send(self.rematch_opened(client, game, &room, instead_of).await);
            }
            Request::BotActs { version, seat, command } => self.bot_acts(version, seat, command).await,
            Request::Wake => self.fire_due().await,
            Request::Hinted { version } => self.hinted(version).await,
            Request::Sighted { sighting, taken } => {
                // What could not be taken in is seen again with the next look.
                self.saw(*sighting, taken).await;
            }
        }
    }

    fn now(&self) -> Timestamp {
        self.shared.time.now()
    }

    /// The time. Where it was set forward nobody has been away for longer: a seat is held for as long as it is said to be.
    fn follow_time(&mut self) -> Timestamp {
        let Reading { now, forward } = self.shared.time.read();
        let skipped = Millis(forward.0 - self.forward.0);
        if skipped > Millis::ZERO {
            self.away = self.away.iter().map(|(seat, &since)| (seat, since + skipped)).collect();
            self.forward = forward;
        }
        now
    }

    /// A player is away from now on.
    fn miss(&mut self, seat: Seat) {
        let now = self.follow_time();
        self.away.insert(seat, now);
    }

    fn context<'a>(&'a self, ids: &'a PlayerIds) -> TableContext<'a> {
        TableContext { ids, away: &self.away, room_code: &self.code, now: self.now() }
    }

    /// Decides with everything that the rules ask for from outside.
    fn surrounded<T>(&self, decide: impl FnOnce(&Game, &Surroundings<'_>) -> T) -> T {
        let draws = self.game.draws(&self.seed, self.game.id());
        let surroundings =
            Surroundings { words: self.words.as_ref(), now: self.now(), draws: &draws, away: &self.away };
        decide(&self.game, &surroundings)
    }

    fn timers(&self) -> Vec<(Timer, Timestamp)> {
        self.game.timers(&self.away)
    }

    fn next_due(&self) -> Option<Instant> {
        if self.is_in_doubt {
            return self.retry_at;
        }
        let next = self.timers().into_iter().map(|(_, at)| at).min()?;
        let due = self.shared.time.instant(next);
        Some(self.retry_at.map_or(due, |retry_at| retry_at.max(due)))
    }

    /// Whether somebody's absence will do something, which only this task knows of.
    fn absences_matter(&self) -> bool {
        self.timers().into_iter().any(|(timer, _)| is_absence(timer))
    }

    /// What time has to do by now, in order.
    async fn fire_due(&mut self) {
        self.settle_doubt().await;
        if self.is_in_doubt {
            self.doubt();
            return;
        }
        let mut has_looked = false;
        loop {
            let now = self.follow_time();
            let due = self.timers().into_iter().filter(|&(_, at)| at <= now).min_by_key(|&(_, at)| at);
            let Some((timer, _)) = due else {
                self.retry_at = None;
                return;
            };
            // Nobody is put out who is at another node by now.
            if is_absence(timer) && !has_looked {
                has_looked = self.look().await;
                if !has_looked {
                    self.retry_at = Some(Instant::now() + doubt::RETRY);
                    return;
                }
                continue;
            }
            let Ok(events) = self.surrounded(|game, surroundings| game.fire(timer, surroundings)) else {
                self.retry_at = Some(Instant::now() + doubt::RETRY);
                return;
            };
            if self.commit(events, None, Vec::new()).await.is_err() {
                // The store is away, or another node was faster: the timer stays due if it still is.
                self.retry_at = Some(Instant::now() + doubt::RETRY);
                return;
            }
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.game.progress(), Progress::Ended | Progress::Closed)
    }
}

fn is_absence(timer: Timer) -> bool {
    matches!(timer, Timer::Absence(_) | Timer::HostAway)
}
