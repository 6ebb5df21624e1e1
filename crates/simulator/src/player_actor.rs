//! A simulated player: sits down, moves, loses the connection, reconnects, and repeats unanswered
//! commands.

use std::sync::Arc;
use std::time::Duration;

use protocol::{AckExtra, ClientMessage, ErrorCode, Handshake, PlayerId};
use rules::{Contribution, Game, Nonce, Progress, Seat, SeenPosition};
use serde_json::{Value, json};
use tables::Answer;
use tokio::time::sleep;

use crate::Invariant;
use crate::link::{Link, Request};
use crate::node::Node;
use crate::player_moves::{self, Intent};
use crate::world::{Holding, Mode, Role, Room, Said, World};

/// The behaviour of a player, until the simulation ends.
pub(crate) struct PlayerActor {
    world: Arc<World>,
    me: usize,
    /// A command without an answer, which is sent again with the same id.
    pending: Option<Intent>,
    sent: u64,
    /// The turn in which the final phase began.
    finish_turn: Option<u32>,
    has_moved: bool,
    /// The nonces that this player has committed to, the latest last.
    nonces: Vec<String>,
}

/// Whether a player reconnects after a visit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    ComeBack,
    Leave,
}

impl PlayerActor {
    pub(crate) fn new(world: &Arc<World>, me: usize) -> PlayerActor {
        PlayerActor {
            world: Arc::clone(world),
            me,
            pending: None,
            sent: 0,
            finish_turn: None,
            has_moved: false,
            nonces: Vec::new(),
        }
    }

    pub(crate) async fn live(mut self) {
        loop {
            let pause_ms = 20 + self.world.below(400) as u64;
            sleep(Duration::from_millis(pause_ms)).await;
            if self.stays_away() {
                continue;
            }
            let nodes = self.world.open_nodes();
            let Some(node) = self.world.random(|rng| rng.one_of(&nodes).cloned()) else { continue };
            if self.visit(&node).await == Next::Leave {
                self.world.state().people[self.me].link = None;
                return;
            }
        }
    }

    fn stays_away(&self) -> bool {
        let now_ms = self.world.now_ms();
        let state = self.world.state();
        if state.people[self.me].vanished_ms.is_some() {
            return true;
        }
        match state.mode {
            Mode::Gathering | Mode::Storm => now_ms < state.people[self.me].away_until_ms,
            Mode::Rest => state.people[self.me].rests_elsewhere,
            Mode::Finish => false,
        }
    }

    async fn visit(&mut self, node: &Node) -> Next {
        let (holding, room, heard) = {
            let state = self.world.state();
            let person = &state.people[self.me];
            (person.seat.clone(), state.rooms[person.table].clone(), person.heard)
        };
        let is_watching = self.world.state().people[self.me].role == Role::Watcher;
        let seated = match (holding, room) {
            (_, Some(room)) if is_watching => self.watch(node, &room).await,
            (_, None) if is_watching => Err(Next::ComeBack),
            (Some(holding), Some(room)) => self.come_back(node, &holding, &room, heard).await,
            (_, room) => self.sit_down(node, room).await,
        };
        let mut link = match seated {
            Ok(link) => link,
            Err(next) => return next,
        };
        let next = self.stay(&mut link).await;
        link.close();
        next
    }

    /// Reconnects with a token, with or without the last version received.
    async fn come_back(
        &mut self,
        node: &Node,
        holding: &Holding,
        room: &Room,
        heard: u64,
    ) -> Result<Link, Next> {
        // The last version may have arrived in part: only the one before is known to be complete.
        let since = self.world.random(|rng| rng.in_thousand(500)).then(|| heard.saturating_sub(1));
        let mut link = self.world.connect(self.me, node, since);
        let mut auth = json!({"roomCode": room.code, "token": holding.token});
        if let Some(since) = since {
            auth["lastSeq"] = since.into();
        }
        let handshake = Handshake::parse(Some(&auth)).expect("it is written as it is read");
        let answer = link.ask(Request::Greet(handshake)).await;
        match answer {
            Some(Ok(_)) => Ok(link),
            Some(Err(refused)) => {
                link.close();
                if refused.error.code == ErrorCode::BadToken {
                    // The hold has ended, and the seat may belong to another player by now.
                    let person = &mut self.world.state().people[self.me];
                    (person.seat, person.heard) = (None, 0);
                }
                let is_gone = refused.error.code == ErrorCode::RoomNotFound;
                Err(if is_gone { Next::Leave } else { Next::ComeBack })
            }
            None => {
                link.close();
                Err(Next::ComeBack)
            }
        }
    }

    /// Starts to watch.
    async fn watch(&mut self, node: &Node, room: &Room) -> Result<Link, Next> {
        let mut link = self.world.connect(self.me, node, None);
        let message = self.named("watchGame", json!({"roomCode": room.code}));
        if let Some(Ok(_)) = link.ask(Request::Event(message)).await {
            return Ok(link);
        }
        link.close();
        Err(Next::ComeBack)
    }

    /// Opens a table, or sits down at it.
    async fn sit_down(&mut self, node: &Node, room: Option<Room>) -> Result<Link, Next> {
        let (name, table, role) = {
            let state = self.world.state();
            let person = &state.people[self.me];
            (person.name.clone(), person.table, person.role)
        };
        let planned = &self.world.plan.tables[table];
        let (event, payload) = match room {
            Some(room) => ("joinGame", json!({"playerName": name, "roomCode": room.code})),
            None if role == Role::Host => {
                let wish = json!({"playerName": name, "preset": planned.preset, "rules": planned.rules});
                ("createGame", wish)
            }
            None => return Err(Next::ComeBack),
        };
        let mut link = self.world.connect(self.me, node, None);
        let message = self.named(event, payload);
        match link.ask(Request::Event(message)).await {
            Some(Ok(accepted)) => {
                match accepted.extra {
                    AckExtra::GameOpened(opened) => {
                        self.holds(opened.room_code.as_str(), opened.player_id, opened.token.expose());
                    }
                    AckExtra::Seated(seated) => {
                        self.holds(seated.room_code.as_str(), seated.player_id, seated.token.expose());
                    }
                    AckExtra::Asked(_) if !self.is_let_in(&mut link).await => {
                        link.close();
                        return Err(Next::ComeBack);
                    }
                    _ => {}
                }
                Ok(link)
            }
            Some(Err(refused)) => {
                link.close();
                match refused.error.code {
                    ErrorCode::GameAlreadyStarted | ErrorCode::GameEnded | ErrorCode::RoomNotFound => {
                        return Err(Next::Leave);
                    }
                    ErrorCode::NameTaken => self.world.state().people[self.me].name.push('x'),
                    _ => sleep(Duration::from_secs(1)).await,
                }
                Err(Next::ComeBack)
            }
            None => {
                link.close();
                Err(Next::ComeBack)
            }
        }
    }

    /// Waits for the host's answer, but not for ever.
    async fn is_let_in(&self, link: &mut Link) -> bool {
        for _ in 0..40 {
            if !link.wait(Duration::from_millis(250)).await {
                return false;
            }
            let decided = self.world.state().links[link.id].heard.decided.take();
            let Some(decided) = decided else { continue };
            let decided: Value = serde_json::from_str(&decided).unwrap_or_default();
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let (seat, code) = (&decided["seat"], text(&decided["roomCode"]));
            if decided["admitted"] == true {
                self.holds(&code, PlayerId::new(text(&seat["playerId"])), &text(&seat["token"]));
                self.world.settle(link.id);
                self.world.count("person was let in by the host");
                return true;
            }
            return false;
        }
        false
    }

    /// Records a seat that was granted.
    fn holds(&self, code: &str, player: PlayerId, token: &str) {
        let mut state = self.world.state();
        let Some(game) = state.codes.get(code).cloned() else {
            drop(state);
            self.world.fail(Invariant::AcknowledgedIsKept, format!("table {code} was never kept"));
            return;
        };
        let table = state.people[self.me].table;
        state.rooms[table].get_or_insert(Room { code: code.to_owned(), game: game.clone() });
        let seat = state.chronicles.get(&game).and_then(|oracle| oracle.latest().ids.seat(&player));
        let Some(seat) = seat else {
            drop(state);
            let what = format!("a seat at {code} was given and not kept");
            self.world.fail(Invariant::AcknowledgedIsKept, what);
            return;
        };
        state.tokens.insert(token.to_owned());
        state.people[self.me].seat = Some(Holding { seat, player, token: token.to_owned() });
    }

    /// Stays connected, and acts.
    async fn stay(&mut self, link: &mut Link) -> Next {
        loop {
            let mode = self.world.mode();
            let think_ms = match mode {
                Mode::Gathering => 100 + self.world.below(400),
                Mode::Storm => 200 + self.world.below(2_500),
                Mode::Rest => 100,
                Mode::Finish => 50 + self.world.below(200),
            };
            if !link.wait(Duration::from_millis(think_ms as u64)).await {
                return Next::ComeBack;
            }
            if self.world.is_asked(self.me) {
                self.compare(link).await;
                continue;
            }
            if mode == Mode::Storm && self.goes_away() {
                return Next::ComeBack;
            }
            if mode == Mode::Finish
                && !self.world.is_all_over()
                && self.world.state().people[self.me].seat.is_some()
                && self.world.random(|rng| rng.in_thousand(8))
            {
                self.move_device(link).await;
            }
            let deed = match (&self.pending, mode) {
                (Some(pending), _) => Some(pending.clone()),
                (None, Mode::Rest) => None,
                (None, _) => self.choose(mode),
            };
            let Some((event, payload)) = deed else { continue };
            let message = ClientMessage::parse(event, std::slice::from_ref(&payload))
                .expect("it is written as it is read");
            let is_sent_again = self.pending.is_some();
            if is_sent_again {
                self.world.count("command sent again");
            }
            let begun_ms = self.world.now_ms();
            let answer = link.ask(Request::Event(message)).await;
            // A message repeated on another connection is received again.
            if let ("chat", Mode::Finish, false, Some(Ok(_))) = (event, mode, is_sent_again, &answer) {
                self.has_said(&payload, begun_ms);
            }
            let has_name = payload.get("commandId").is_some();
            self.pending = (has_name && is_open(answer.as_ref())).then_some((event, payload));
            if answer.is_none() && (link.is_broken() || self.world.random(|rng| rng.in_thousand(700))) {
                return Next::ComeBack;
            }
        }
    }

    fn has_said(&self, payload: &Value, begun_ms: u64) {
        let done_ms = self.world.now_ms();
        let mut state = self.world.state();
        let (table, text) = (state.people[self.me].table, payload["text"].as_str().unwrap_or_default());
        state.said.push(Said { table, text: text.to_owned(), begun_ms, done_ms });
    }

    /// Returns the game as of the last version this player has received.
    fn game(&self) -> Option<Arc<Game>> {
        let state = self.world.state();
        let person = &state.people[self.me];
        let oracle = state.chronicles.get(&state.rooms[person.table].as_ref()?.game)?;
        Some(oracle.at(person.heard)?.game.clone())
    }

    fn choose(&mut self, mode: Mode) -> Option<Intent> {
        let game = self.game()?;
        let seat = self.world.state().people[self.me].seat.as_ref()?.seat;
        let (event, payload) = match game.progress() {
            Progress::Waiting if game.pending_start().is_some() => self.during_a_start(&game, seat, mode),
            // A device that has committed before commits again after a failed start.
            Progress::Waiting if game.contribution(seat).is_none() && !self.nonces.is_empty() => {
                self.commits()
            }
            Progress::Waiting if game.host() == Some(seat) && self.can_start() => {
                Some(("startGame", json!({})))
            }
            Progress::Waiting => self.in_the_lobby(&game, seat),
            Progress::Playing if mode == Mode::Finish => {
                let turn = game.table_view().play().map_or(0, SeenPosition::turn);
                let begin = *self.finish_turn.get_or_insert(turn);
                self.world.random(|rng| player_moves::to_the_end(&game, seat, begin, rng))
            }
            Progress::Playing => self.world.random(|rng| player_moves::in_the_storm(&game, seat, rng)),
            Progress::Ended | Progress::Closed => None,
        }?;
        // Most clients give their commands ids, so that they can repeat them.
        let is_named = event == "chat" || self.world.random(|rng| rng.in_thousand(850));
        Some(if is_named { (event, self.with_name(payload)) } else { (event, payload) })
    }

    /// Reveals the nonce that a start waits for: usually at once, sometimes late, sometimes a wrong
    /// one.
    fn during_a_start(&self, game: &Game, seat: Seat, mode: Mode) -> Option<Intent> {
        if !game.unrevealed().any(|other| other == seat) {
            return None;
        }
        let commitment = game.contribution(seat).and_then(Contribution::commitment)?;
        let own = self.nonces.iter().find(|text| nonce(text).commitment() == *commitment)?;
        let (hesitates, cheats) = self.world.random(|rng| (rng.in_thousand(250), rng.in_thousand(100)));
        if mode != Mode::Finish && hesitates {
            self.world.count("person did not reveal at once");
            return None;
        }
        let text = if mode != Mode::Finish && cheats { "another" } else { own };
        Some(("revealNonce", json!({"nonce": text})))
    }

    fn commits(&mut self) -> Option<Intent> {
        self.nonces.push(format!("n{}-{}", self.me, self.nonces.len()));
        let commitment = nonce(self.nonces.last()?).commitment();
        self.world.count("person committed to a nonce");
        Some(("setNonce", json!({"commitment": commitment.to_string()})))
    }

    fn in_the_lobby(&mut self, game: &Game, seat: Seat) -> Option<Intent> {
        if let Some(request) = self.next_asking() {
            return Some(("admitPlayer", json!({"requestId": request, "admit": true})));
        }
        if game.contribution(seat).is_none() && self.world.random(|rng| rng.in_thousand(400)) {
            return self.commits();
        }
        let in_the_open = || ("setNonce", json!({"nonce": "a die: 4"}));
        self.world.random(|rng| rng.in_thousand(20)).then(in_the_open)
    }

    /// Whether all players are seated and no seat has an unknown player.
    ///
    /// Players can talk to each other, whatever their clients show.
    fn can_start(&self) -> bool {
        let state = self.world.state();
        let table = state.people[self.me].table;
        let oracle = state.rooms[table].as_ref().and_then(|room| state.chronicles.get(&room.game));
        let Some(game) = oracle.map(|oracle| &oracle.latest().game) else { return false };
        let here = state.people.iter().filter(|person| person.table == table);
        let seats: Vec<_> = here.filter_map(|person| person.seat.as_ref().map(|held| held.seat)).collect();
        // A table over days keeps a seat whose player never received it; the clock passes its turns.
        let is_kept = state.mode == Mode::Finish && game.rules().clock.is_days();
        let is_known = is_kept || game.players().seats().all(|seat| seats.contains(&seat));
        let wanted = if state.mode == Mode::Finish { 2 } else { self.world.plan.tables[table].seats };
        is_known && game.players().len() >= wanted
    }

    /// Returns the next join request.
    fn next_asking(&self) -> Option<String> {
        self.world.state().people[self.me].asked.pop()
    }

    fn goes_away(&self) -> bool {
        let leaves = self.world.plan.fault_rates.leaves;
        let span_ms = self.world.random(|rng| {
            let is_long = rng.in_thousand(400);
            let span_ms = if is_long { 62_000 + rng.below(20_000) } else { 500 + rng.below(20_000) };
            rng.in_thousand(leaves).then_some(span_ms as u64)
        });
        let Some(span_ms) = span_ms else { return false };
        let until_ms = self.world.now_ms() + span_ms;
        self.world.step(&format!("person {} leaves for {span_ms} ms", self.me));
        self.world.count("person left for a while");
        self.world.state().people[self.me].away_until_ms = until_ms;
        true
    }

    /// Compares what the client sees with the log. During changes it may be slightly outdated.
    async fn compare(&mut self, link: &mut Link) {
        const ATTEMPTS_MAX: usize = 6;
        for _ in 0..ATTEMPTS_MAX {
            self.world.state().links[link.id].heard.order.asks_for_everything();
            let message = ClientMessage::parse("resync", &[json!({})]).expect("it is written as it is read");
            let answer = link.ask(Request::Event(message)).await;
            self.world.is_resynced(link.id);
            let is_calm = !self.world.has_just_moved(self.me);
            if let Some(Ok(_)) = answer {
                self.world.state().people[self.me].is_asked = false;
                if is_calm {
                    self.world.hold(self.world.check_rest(link.id));
                }
            }
            if is_calm || !link.wait(Duration::from_millis(500)).await {
                return;
            }
        }
    }

    /// Moves the seat to another device, which invalidates the old token.
    async fn move_device(&mut self, link: &mut Link) {
        let nodes = self.world.open_nodes();
        if self.has_moved || nodes.is_empty() {
            return;
        }
        self.has_moved = true;
        let message = self.named("createTicket", json!({}));
        let Some(Ok(made)) = link.ask(Request::Event(message)).await else { return };
        let AckExtra::TicketMade(made) = made.extra else { return };
        let node = &nodes[self.world.below(nodes.len())];
        let mut device = self.world.connect(self.me, node, None);
        let message = self.named("joinGame", json!({"ticket": made.ticket.expose()}));
        let Some(Ok(accepted)) = device.ask(Request::Event(message)).await else { return };
        let AckExtra::Seated(seated) = accepted.extra else { return };
        let before = self.world.state().people[self.me].seat.clone();
        self.holds(seated.room_code.as_str(), seated.player_id, seated.token.expose());
        self.world.count("seat moved to another device");
        std::mem::swap(link, &mut device);
        device.close();
        let Some(before) = before else { return };
        let node = &nodes[self.world.below(nodes.len())];
        let mut thief = self.world.connect(self.me, node, None);
        let auth = json!({"roomCode": seated.room_code.as_str(), "token": before.token});
        let handshake = Handshake::parse(Some(&auth)).expect("it is written as it is read");
        // That the token is refused is checked where it is answered.
        let _ = thief.ask(Request::Greet(handshake)).await;
        thief.close();
        self.world.state().people[self.me].link = Some(link.id);
    }

    fn with_name(&mut self, mut payload: Value) -> Value {
        self.sent += 1;
        payload["commandId"] = format!("c{}-{}", self.me, self.sent).into();
        payload
    }

    fn named(&mut self, event: &str, payload: Value) -> ClientMessage {
        let payload = self.with_name(payload);
        ClientMessage::parse(event, &[payload]).expect("it is written as it is read")
    }
}

fn nonce(text: &str) -> Nonce {
    Nonce(text.as_bytes().to_vec())
}

/// Whether a command has to be repeated, because its outcome is unknown.
fn is_open(answer: Option<&Answer>) -> bool {
    match answer {
        None => true,
        Some(Ok(_)) => false,
        Some(Err(refused)) => refused.error.code == ErrorCode::Unavailable,
    }
}
