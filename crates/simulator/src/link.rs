//! A connection between a player and a node: frames arrive in order after a delay, until it breaks.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use protocol::{AckExtra, ClientMessage, EventName, Handshake, Packet};
use tables::{Accepted, Answer, Client, ClientId, ClientSink};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep, sleep_until};

use crate::Bug;
use crate::connection_checker::ConnectionChecker;
use crate::node::Node;
use crate::node_state::NodeCondition;
use crate::world::World;

/// State of a connection, open or closed.
pub(crate) struct LinkState {
    pub(crate) person: usize,
    pub(crate) condition: Arc<NodeCondition>,
    client: Arc<Client>,
    broken: watch::Sender<bool>,
    pub(crate) is_up: bool,
    /// When the node confirmed the seat.
    pub(crate) settled_ms: Option<u64>,
    pub(crate) down_ms: Option<u64>,
    /// Whether the node has sent that a seat moved to another connection.
    pub(crate) is_told_of_a_move: bool,
    /// The version that the client claimed to have received when it connected.
    pub(crate) asked_since: Option<u64>,
    /// The version that it had really received.
    pub(crate) knew: u64,
    pub(crate) heard: LinkHistory,
}

/// What was received on a connection.
#[derive(Default)]
pub(crate) struct LinkHistory {
    pub(crate) order: ConnectionChecker,
    pub(crate) table_state: Option<String>,
    pub(crate) chats: Vec<String>,
    /// The host's answer to a join request.
    pub(crate) decided: Option<String>,
}

/// A message from the client.
#[derive(Clone, Debug)]
pub(crate) enum Request {
    Greet(Handshake),
    Event(ClientMessage),
}

struct Letter {
    number: u64,
    request: Request,
    due: Instant,
}

/// A message from the node.
enum Parcel {
    Frame { name: &'static str, text: String },
    Answer { number: u64, answer: Box<Answer> },
    HangUp,
}

/// The client's end.
pub(crate) struct Link {
    world: Arc<World>,
    pub(crate) id: usize,
    letters: mpsc::UnboundedSender<Letter>,
    answers: mpsc::UnboundedReceiver<(u64, Box<Answer>)>,
    broken: watch::Receiver<bool>,
    last_due: Instant,
    sent: u64,
}

/// The node's end.
pub(crate) struct Wire {
    world: Arc<World>,
    id: usize,
    latency_ms: u64,
    out: mpsc::UnboundedSender<(Instant, Parcel)>,
    last: Mutex<Last>,
}

struct Last {
    due: Instant,
    /// A frame that is held back, to swap it with the next one.
    held: Option<Parcel>,
}

impl ClientSink for Wire {
    fn send(&self, frame: &Packet) {
        let text = frame.payload();
        self.world.hold(self.world.check_sent(self.id, frame.name().as_str(), text));
        if frame.name() == EventName::SeatMoved {
            self.world.state().links[self.id].is_told_of_a_move = true;
        }
        self.push(Parcel::Frame { name: frame.name().as_str(), text: text.to_owned() });
    }

    fn close(&self) {
        self.push(Parcel::HangUp);
    }
}

impl Wire {
    fn push(&self, parcel: Parcel) {
        let copies = self.mangle(parcel);
        let now = Instant::now();
        let delay = self.latency_ms + self.world.below(10) as u64;
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.due = last.due.max(now + Duration::from_millis(delay));
        for parcel in copies {
            // If the connection is broken, the frame is lost.
            let _ = self.out.send((last.due, parcel));
        }
    }

    /// Applies the planted bug to a message.
    fn mangle(&self, parcel: Parcel) -> Vec<Parcel> {
        let Some(bug) = self.world.bug else { return vec![parcel] };
        let Parcel::Frame { name, text } = &parcel else {
            let held = self.last.lock().unwrap_or_else(PoisonError::into_inner).held.take();
            return held.into_iter().chain([parcel]).collect();
        };
        let copy = || Parcel::Frame { name, text: text.clone() };
        let now_and_then = self.world.random(|rng| rng.in_thousand(30));
        match bug {
            Bug::LineDropsFrames if now_and_then => Vec::new(),
            Bug::LineDoublesFrames if now_and_then => vec![copy(), parcel],
            Bug::LineReordersFrames => {
                let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
                match last.held.take() {
                    Some(held) => vec![parcel, held],
                    None if now_and_then => {
                        last.held = Some(parcel);
                        Vec::new()
                    }
                    None => vec![parcel],
                }
            }
            Bug::LineMistakesSeats if *name == "yourTiles" && now_and_then => {
                self.world.misdeliver(self.id, name, text, |own, other| own == other);
                vec![parcel]
            }
            Bug::LineMistakesTables if now_and_then => {
                self.world.misdeliver(self.id, name, text, |own, other| own != other);
                vec![parcel]
            }
            Bug::LeaksTokens if *name == "turnChange" && now_and_then => {
                let token = self.world.state().tokens.first().cloned().unwrap_or_default();
                let text = format!("{{\"by\":\"{token}\",{}", &text[1..]);
                vec![Parcel::Frame { name, text }]
            }
            _ => vec![parcel],
        }
    }
}

impl World {
    /// Connects a player to a node.
    pub(crate) fn connect(self: &Arc<World>, person: usize, node: &Node, asked_since: Option<u64>) -> Link {
        let latency_ms = self
            .random(|rng| if rng.in_thousand(900) { 2 + rng.below(40) } else { 100 + rng.below(300) })
            as u64;
        let (out, parcels) = mpsc::unbounded_channel();
        let (letters, inbox) = mpsc::unbounded_channel();
        let (answers, answered) = mpsc::unbounded_channel();
        let (breaking, broken) = watch::channel(false);
        let now = Instant::now();
        let mut state = self.state();
        let id = state.links.len();
        let last = Mutex::new(Last { due: now, held: None });
        let wire = Arc::new(Wire { world: Arc::clone(self), id, latency_ms, out, last });
        let line: Arc<dyn ClientSink> = wire.clone();
        let client = Arc::new(Client::new(ClientId(id as u64), line, node.tables.clone()));
        let condition = Arc::clone(&node.condition);
        let knew = state.people[person].heard;
        state.links.push(LinkState {
            person,
            condition: Arc::clone(&condition),
            client: Arc::clone(&client),
            broken: breaking,
            is_up: true,
            settled_ms: None,
            down_ms: None,
            is_told_of_a_move: false,
            asked_since,
            knew,
            heard: LinkHistory::default(),
        });
        state.people[person].link = Some(id);
        let step = format!("{} connects to node {} (line {id})", state.people[person].name, node.number);
        let now_ms = self.now_ms();
        state.trace.add(now_ms, &step, b"");
        drop(state);
        tokio::spawn(serve(Arc::clone(self), wire, client, Arc::clone(&condition), inbox));
        tokio::spawn(deliver(Arc::clone(self), id, condition, parcels, answers));
        Link { world: Arc::clone(self), id, letters, answers: answered, broken, last_due: now, sent: 0 }
    }

    pub(crate) fn is_up(&self, link: usize) -> bool {
        self.state().links[link].is_up
    }

    /// Breaks a connection. Each end notices it a while later.
    pub(crate) fn break_link(self: &Arc<World>, link: usize, client_after_ms: u64, node_after_ms: u64) {
        let now_ms = self.now_ms();
        let (client, condition, broken) = {
            let mut state = self.state();
            let known = &mut state.links[link];
            if !known.is_up {
                return;
            }
            known.is_up = false;
            known.down_ms = Some(now_ms);
            let ends = (Arc::clone(&known.client), Arc::clone(&known.condition), known.broken.clone());
            state.trace.add(now_ms, &format!("line {link} breaks"), b"");
            ends
        };
        tokio::spawn(async move {
            sleep(Duration::from_millis(client_after_ms)).await;
            broken.send_replace(true);
        });
        tokio::spawn(async move {
            sleep(Duration::from_millis(node_after_ms)).await;
            condition.pass().await;
            client.gone().await;
        });
    }

    /// Delivers a frame to another player, at the same table or at another.
    fn misdeliver(&self, from: usize, name: &'static str, text: &str, fits: impl Fn(usize, usize) -> bool) {
        let other = {
            let state = self.state();
            let table = |link: &LinkState| state.people[link.person].table;
            let own = &state.links[from];
            state.links.iter().position(|link| {
                link.is_up
                    && link.settled_ms.is_some()
                    && link.person != own.person
                    && fits(table(own), table(link))
            })
        };
        if let Some(other) = other {
            self.hear(other, name, text);
        }
    }
}

/// Handles the client's messages one after the other, as a server does.
async fn serve(
    world: Arc<World>,
    wire: Arc<Wire>,
    client: Arc<Client>,
    condition: Arc<NodeCondition>,
    mut inbox: mpsc::UnboundedReceiver<Letter>,
) {
    while let Some(Letter { number, request, due }) = inbox.recv().await {
        sleep_until(due).await;
        condition.pass().await;
        if !world.is_up(wire.id) {
            return;
        }
        let begun_ms = world.now_ms();
        let answer = match request.clone() {
            Request::Greet(handshake) => client.greet(handshake).await,
            Request::Event(message) => Some(client.handle(message).await),
        };
        let Some(answer) = answer else { continue };
        let answer = world.answered(wire.id, &request, begun_ms, answer);
        wire.push(Parcel::Answer { number, answer: Box::new(answer) });
    }
}

/// Delivers the node's messages to the client.
async fn deliver(
    world: Arc<World>,
    link: usize,
    condition: Arc<NodeCondition>,
    mut parcels: mpsc::UnboundedReceiver<(Instant, Parcel)>,
    answers: mpsc::UnboundedSender<(u64, Box<Answer>)>,
) {
    while let Some((due, parcel)) = parcels.recv().await {
        if Instant::now() < due {
            sleep_until(due).await;
        }
        condition.pass().await;
        if !world.is_up(link) {
            return;
        }
        match parcel {
            Parcel::Frame { name, text } => world.hear(link, name, &text),
            Parcel::Answer { number, answer } => {
                world.step(&format!("line {link} is answered: {}", crate::answer_checker::in_words(&answer)));
                if let Ok(Accepted { seq, extra: AckExtra::WatchStarted(_) }) = &*answer {
                    // The answer itself contains the state. Later events begin after it, and may
                    // have overtaken it.
                    world.state().links[link].heard.order.begins_after(*seq);
                }
                // The client may have stopped waiting for it.
                let _ = answers.send((number, answer));
            }
            Parcel::HangUp => world.break_link(link, 0, 0),
        }
    }
}

impl Link {
    /// Sends a message, perhaps twice, and waits for the answer; `None` if there is none.
    pub(crate) async fn ask(&mut self, request: Request) -> Option<Answer> {
        const PATIENCE: Duration = Duration::from_secs(6);
        let fault_rates = self.world.fault_rates();
        let (is_doubled, delay_ms) = self.world.random(|rng| {
            let is_doubled =
                fault_rates.is_some_and(|fault_rates| rng.in_thousand(fault_rates.messages_doubled));
            // A handshake is never repeated.
            (is_doubled && matches!(request, Request::Event(_)), 1 + rng.below(40) as u64)
        });
        if is_doubled {
            self.world.count("message came twice");
        }
        self.sent += 1;
        let number = self.sent;
        self.last_due = self.last_due.max(Instant::now() + Duration::from_millis(delay_ms));
        for _ in 0..=usize::from(is_doubled) {
            let letter = Letter { number, request: request.clone(), due: self.last_due };
            // If the node no longer reads, there is no answer.
            let _ = self.letters.send(letter);
        }
        let deadline = Instant::now() + PATIENCE;
        loop {
            tokio::select! {
                biased;
                answer = self.answers.recv() => match answer {
                    Some((answered, answer)) if answered == number => return Some(*answer),
                    // The second answer to an earlier message.
                    Some(_) => {}
                    None => return None,
                },
                _ = self.broken.wait_for(|is_broken| *is_broken) => return None,
                () = sleep_until(deadline) => return None,
            }
        }
    }

    /// Waits, and returns whether the connection still seems to be open.
    pub(crate) async fn wait(&mut self, span: Duration) -> bool {
        tokio::select! {
            biased;
            _ = self.broken.wait_for(|is_broken| *is_broken) => false,
            () = sleep(span) => true,
        }
    }

    pub(crate) fn is_broken(&self) -> bool {
        *self.broken.borrow()
    }

    /// Closes the connection from the client's side.
    pub(crate) fn close(self) {
        self.world.break_link(self.id, 0, 20);
    }
}
