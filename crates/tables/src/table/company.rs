//! The table as one of several: the same table may be in memory at other nodes, with other players at it.

use std::sync::atomic::Ordering;
use std::time::Duration;

use protocol::{Audience, JoinRequested, PlayerId, PlayerReconnected, PublicEvent, RequestId, ReturnedBy};
use rules::{BySeat, PlayerName, Seat};
use serde::{Deserialize, Serialize};
use store::{News, Note, NoteNumber, Sighting, StoreError, TokenHash, Whereabouts};
use tokio::time::Instant;

use super::Table;
use crate::line::Frame;
use crate::neighbours::Neighbours;

/// How long a node that was heard of is taken to have the table still. If it has forgotten us, or we it, the sweep finds out.
const COMPANY: Duration = Duration::from_secs(600);

/// For how long a table may not have seen where its players are. Whoever is away longer than that may have been at another node.
const UNSEEN_MAX: Duration = Duration::from_secs(4);

/// How long a table waits before it tells the others again who is here, or asks them again.
const TELL_AGAIN: Duration = Duration::from_secs(1);

/// The most requests to join at other nodes that are known at a time.
const ASKING_ELSEWHERE_MAX: usize = 512;

/// What nodes tell each other about a table that no log holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(super) enum Remark {
    /// A player said something.
    Chat { player: String, text: String, at: i64 },
    /// Somebody at the writing node wants to be let in.
    Asked { request: String, name: String },
    /// A client at the writing node no longer wants to be let in.
    Withdrawn { request: String },
    /// The host has answered somebody.
    Decided { request: String, admit: bool },
    /// A host is at the writing node who has not heard of those who ask at others.
    WhoAsks,
}

impl Remark {
    /// Somebody wants to be let in.
    pub(super) fn asked(request: &RequestId, name: &PlayerName) -> Remark {
        Remark::Asked { request: request.as_str().to_owned(), name: name.to_string() }
    }
}

/// What a table knows of the other nodes.
#[derive(Default)]
pub(super) struct Elsewhere {
    /// Seats that the others were told are here.
    announced: BySeat<()>,
    /// Seats whose players are at another node.
    seats: BySeat<()>,
    /// What was read of the notes; `None` until they were looked at for the first time.
    notes: Option<NoteNumber>,
    /// Those who ask to be let in at other nodes.
    asking: std::collections::BTreeSet<RequestId>,
    /// A host is here who has not heard of those who ask at other nodes, and they were not asked yet.
    pub(super) has_new_host: bool,
    /// When they were last asked.
    asked_at: Option<Instant>,
    /// Until when another node is taken to have this table in memory, because it was heard of.
    company_until: Option<Instant>,
    /// When it last told the others where its players are. What was seen before says nothing about them.
    told_at: Option<Instant>,
    /// When it last saw where its players are.
    seen_at: Option<Instant>,
}

impl Elsewhere {
    /// At a table that was made here just now. Whatever is noted about it is for those who are here, too.
    pub(super) fn of_a_new_table() -> Elsewhere {
        Elsewhere { notes: Some(NoteNumber(0)), ..Elsewhere::default() }
    }

    pub(super) fn has(&self, seat: Seat) -> bool {
        self.seats.has(seat)
    }
}

impl Table {
    fn neighbours(&self) -> Option<Neighbours> {
        self.shared.neighbours.clone()
    }

    /// Tells the other nodes that there is something new in the log, if one of them has this table, too. Most tables are at one node
    /// only, and every hint that nobody needs costs all nodes something.
    pub(super) fn hint(&self) {
        let Some(neighbours) = &self.shared.neighbours else { return };
        let has_company = self.elsewhere.company_until.is_some_and(|until| Instant::now() < until);
        if has_company || !self.elsewhere.seats.is_empty() {
            neighbours.hint(self.game.id(), Some(self.version));
        }
    }

    /// Says something to the other nodes.
    pub(super) async fn remark(&self, remark: Remark) -> Result<(), StoreError> {
        let Some(Neighbours { node, commons, .. }) = &self.shared.neighbours else { return Ok(()) };
        let text = serde_json::to_string(&remark).expect("a remark is texts and numbers");
        commons.note(node, self.game.id(), &text).await?;
        self.hint_to_look();
        Ok(())
    }

    /// Tells the other nodes that there is something to see, and that this one has the table.
    pub(super) fn hint_to_look(&self) {
        if let Some(neighbours) = &self.shared.neighbours {
            neighbours.hint(self.game.id(), None);
        }
    }

    /// Tells the other nodes who has come to this one and who has left it. What could not be told is told the next time.
    pub(super) async fn announce(&mut self) {
        let Some(Neighbours { node, commons, .. }) = self.neighbours() else { return };
        let mut has_told = false;
        for seat in Seat::all() {
            let (is_here, is_announced) =
                (self.clients_on(seat).next().is_some(), self.elsewhere.announced.has(seat));
            let id = self.game.id();
            if is_here && !is_announced && commons.arrive(&node, id, seat).await.is_ok() {
                self.elsewhere.announced.insert(seat, ());
                self.elsewhere.seats.remove(seat);
                has_told = true;
            } else if !is_here && is_announced && commons.depart(&node, id, seat).await.is_ok() {
                self.elsewhere.announced.remove(seat);
                has_told = true;
            }
        }
        if has_told {
            self.elsewhere.told_at = Some(Instant::now());
            self.hint_to_look();
        }
        self.ask_who_asks().await;
    }

    /// Asks the other nodes for those who ask to be let in, if there is a host here who has not heard of them. Not before this table
    /// reads what they note, and not again and again, however often the host comes.
    async fn ask_who_asks(&mut self) {
        let Elsewhere { has_new_host, asked_at, notes, .. } = &self.elsewhere;
        let is_too_soon = asked_at.is_some_and(|asked_at| asked_at.elapsed() < TELL_AGAIN);
        if *has_new_host && notes.is_some() && !is_too_soon && self.remark(Remark::WhoAsks).await.is_ok() {
            self.elsewhere.has_new_host = false;
            self.elsewhere.asked_at = Some(Instant::now());
        }
    }

    /// Whether no node takes anybody to be here who is not. Once the table rests, nobody would tell them.
    pub(super) fn has_told_of_all_who_left(&self) -> bool {
        self.elsewhere.announced.seats().all(|seat| self.clients_on(seat).next().is_some())
    }

    /// Another node has something new.
    pub(super) async fn hinted(&mut self, version: Option<u64>) {
        self.elsewhere.company_until = Some(Instant::now() + COMPANY);
        match version {
            Some(version) if self.version < version => {
                // If the store is away, a later look finds it.
                if self.learn().await.is_err() {
                    self.shared.has_unread.store(true, Ordering::SeqCst);
                }
            }
            Some(_) => {}
            None => {
                self.look().await;
            }
        }
    }

    /// Takes in what other nodes have committed.
    async fn learn(&mut self) -> Result<(), StoreError> {
        if self.is_in_doubt {
            return self.fall_behind().await;
        }
        let news = self.shared.store.load_since(self.game.id(), store::Version(self.version)).await?;
        if let Some(News { version, seats, batches }) = news
            && self.version < version.0
        {
            self.take_in(&batches.iter().collect::<Vec<_>>(), &seats).await;
        }
        Ok(())
    }

    /// Makes sure that the table is as other nodes have left it. Says whether that could be found out.
    pub(super) async fn is_up_to_date(&mut self) -> bool {
        self.shared.neighbours.is_none() || self.learn().await.is_ok()
    }

    /// Looks at how the table stands for all nodes. Says whether that could be found out.
    pub(super) async fn look(&mut self) -> bool {
        let Some(Neighbours { commons, .. }) = self.neighbours() else { return true };
        let asked = [(self.game.id().clone(), self.elsewhere.notes.unwrap_or_default())];
        // What this table has told so far was told before, also if that was at this very moment.
        let taken = Instant::now() + Duration::from_nanos(1);
        match commons.sight(&asked).await {
            Ok(sightings) => {
                let mut has_seen = true;
                for sighting in sightings {
                    has_seen &= self.saw(sighting, taken).await;
                }
                has_seen
            }
            Err(_) => false,
        }
    }

    /// Takes in how the table stood for all nodes at a moment. Says whether it could.
    pub(super) async fn saw(&mut self, sighting: Sighting, taken: Instant) -> bool {
        if self.version < sighting.version.0 {
            let _ = self.learn().await;
            if self.version < sighting.version.0 {
                // Who said something, or is there, may be somebody this node has not heard of: the next look finds it all.
                return false;
            }
            // Whoever committed it did not know that this node has the table.
            self.hint_to_look();
        }
        self.read(sighting.notes).await;
        // Whoever came or went in the meantime is not where they were seen.
        if self.elsewhere.told_at.is_none_or(|told_at| told_at < taken) {
            self.hold_the_unseen(taken);
            for seat in Seat::all() {
                match sighting.players.get(seat) {
                    Some(whereabouts) => self.player_is(seat, whereabouts),
                    // They sat down at a node that did not come to say so, or the store has forgotten where everybody is.
                    None => self.player_is(seat, &Whereabouts::Away),
                }
            }
        }
        true
    }

    /// Whoever is away may have been at another node while this one could not see it: their seats are held anew.
    fn hold_the_unseen(&mut self, taken: Instant) {
        let seen_at = self.elsewhere.seen_at;
        self.elsewhere.seen_at = seen_at.max(Some(taken));
        if seen_at.is_none_or(|seen_at| taken.saturating_duration_since(seen_at) > UNSEEN_MAX) {
            let away: Vec<Seat> = self.away.seats().collect();
            for seat in away {
                self.miss(seat);
            }
        }
    }

    fn player_is(&mut self, seat: Seat, whereabouts: &Whereabouts) {
        let Some(node) = self.shared.neighbours.as_ref().map(|neighbours| &neighbours.node) else { return };
        let is_here = self.clients_on(seat).next().is_some();
        match whereabouts {
            Whereabouts::At(other) if other != node => {
                if is_here && !self.elsewhere.announced.has(seat) {
                    // They are here since, and the others will be told.
                    return;
                }
                self.elsewhere.announced.remove(seat);
                self.elsewhere.seats.insert(seat, ());
                if is_here {
                    self.sits_elsewhere(seat);
                } else if self.tokens.has(seat) && self.away.remove(seat).is_some() {
                    self.mention_return(seat, ReturnedBy::Token);
                }
            }
            // The others have lost sight of somebody who is here: they are told again. Not at once: two nodes that have both lost their
            // leases would tell each other without end until they are renewed.
            Whereabouts::Away if is_here => {
                if self.elsewhere.told_at.is_none_or(|told_at| told_at.elapsed() >= TELL_AGAIN) {
                    self.elsewhere.announced.remove(seat);
                }
            }
            Whereabouts::Away => {
                let was_elsewhere = self.elsewhere.seats.remove(seat).is_some();
                if was_elsewhere && self.tokens.has(seat) && !self.away.has(seat) {
                    self.is_away(seat);
                }
            }
            // Nobody is on a seat that the others think is here: they are told.
            Whereabouts::At(_) if !is_here => {
                self.elsewhere.announced.insert(seat, ());
            }
            Whereabouts::At(_) => {}
        }
    }

    /// Whoever has sat down without this node knowing it did so at another one.
    pub(super) fn expect_elsewhere(&mut self, before: &BySeat<TokenHash>) {
        if self.shared.neighbours.is_none() {
            return;
        }
        let new: Vec<Seat> = self.tokens.seats().filter(|&seat| !before.has(seat)).collect();
        for seat in new {
            if self.clients_on(seat).next().is_none() {
                self.elsewhere.seats.insert(seat, ());
            }
        }
    }

    /// A seat was given to another device, at another node: whoever is here with what opened it before sits there no longer.
    pub(super) fn hand_over(&mut self, seat: Seat) {
        if self.clients_on(seat).next().is_some() {
            self.sits_elsewhere(seat);
            if self.shared.neighbours.is_some() {
                self.elsewhere.seats.insert(seat, ());
            }
        }
    }

    /// Nobody sits there any more.
    pub(super) fn forget_elsewhere(&mut self, seat: Seat) {
        self.elsewhere.seats.remove(seat);
    }

    /// The player has connected to another node: the newest connection wins there too.
    fn sits_elsewhere(&mut self, seat: Seat) {
        let someone = protocol::someone(&self.game, seat, &self.ids);
        let clients: Vec<_> = self.clients_on(seat).collect();
        for client in clients {
            if let Some(before) = self.members.remove(&client) {
                let moved = PublicEvent::SeatMoved(someone.clone());
                before.line.send(&Frame::new(moved, Some(self.version)));
                before.line.hang_up();
            }
        }
    }

    pub(super) fn mention_return(&self, seat: Seat, by: ReturnedBy) {
        let protocol::Someone { player_id, player_name } = protocol::someone(&self.game, seat, &self.ids);
        let back = PublicEvent::PlayerReconnected(PlayerReconnected { player_id, player_name, by });
        self.mention(Audience::Others(seat), back);
        self.mention_lobby();
    }

    /// Reads what the others have noted. What was noted before this table was in memory was for others.
    async fn read(&mut self, notes: Vec<Note>) {
        let is_first = self.elsewhere.notes.is_none();
        let mut read = self.elsewhere.notes.unwrap_or_default();
        let mine = self.neighbours().map(|neighbours| neighbours.node);
        for Note { number, node, text } in notes {
            if number <= read {
                continue;
            }
            read = number;
            if is_first || Some(node) == mine {
                continue;
            }
            // A later release may say things that this one does not know.
            if let Ok(remark) = serde_json::from_str(&text) {
                self.hear(remark).await;
            }
        }
        self.elsewhere.notes = Some(read);
        self.known.notes.store(read.0, Ordering::Relaxed);
    }

    async fn hear(&mut self, remark: Remark) {
        match remark {
            Remark::Chat { player, text, at } => {
                // Whoever has left since is not heard any more.
                let seat = self.ids.seat(&PlayerId::new(player)).filter(|&seat| self.tokens.has(seat));
                if let Some(seat) = seat {
                    self.mention_chat(seat, text, at);
                }
            }
            Remark::Asked { request, name } => {
                let request_id = RequestId::new(request);
                // Each node bounds how many ask there; a node that is gone may have left some behind.
                if self.elsewhere.asking.len() >= ASKING_ELSEWHERE_MAX {
                    self.elsewhere.asking.pop_first();
                }
                self.elsewhere.asking.insert(request_id.clone());
                if let Some(host) = self.game.host() {
                    let asked = JoinRequested { request_id, player_name: name };
                    self.mention(Audience::Seat(host), PublicEvent::JoinRequested(asked));
                }
            }
            Remark::Withdrawn { request } => {
                let request_id = RequestId::new(request);
                if self.elsewhere.asking.remove(&request_id) {
                    self.mention_withdrawn(request_id);
                }
            }
            Remark::WhoAsks => {
                let asking = self.join_requests.iter().map(|(request, name)| Remark::asked(request, name));
                for asked in asking.collect::<Vec<Remark>>() {
                    // A host who does not hear of it when the store is away does when they come the next time.
                    let _ = self.remark(asked).await;
                }
            }
            Remark::Decided { request, admit } => {
                let request_id = RequestId::new(request);
                if self.join_requests.has(&request_id) {
                    // Whoever asked is told; the host is at another node, and sees who sits down.
                    let _ = self.admit_here(&request_id, admit).await;
                }
            }
        }
    }

    /// Answers somebody who asked at another node, once; `None` if nobody did. If the others cannot be told, nobody has been answered.
    pub(super) async fn answer_elsewhere(
        &mut self,
        request: &RequestId,
        admit: bool,
    ) -> Option<Result<(), StoreError>> {
        let asked = self.elsewhere.asking.take(request)?;
        let told = self.remark(Remark::Decided { request: request.as_str().to_owned(), admit }).await;
        if told.is_err() {
            self.elsewhere.asking.insert(asked);
        }
        Some(told)
    }

    /// Bots think where the first of the players is, so that they think once. If nobody is anywhere, it does not matter where.
    pub(super) fn is_where_bots_think(&self) -> bool {
        let first =
            Seat::all().find(|&seat| self.elsewhere.has(seat) || self.clients_on(seat).next().is_some());
        first.is_none_or(|seat| !self.elsewhere.has(seat))
    }

    /// What a request is called that somebody makes to be let in: no two nodes must call theirs the same.
    pub(super) fn request_name(&self, number: u64) -> String {
        match &self.shared.neighbours {
            Some(neighbours) => format!("{}-r{number}", neighbours.node),
            None => format!("r{number}"),
        }
    }

    /// Lets others know how far the table is.
    pub(super) fn note_version(&self) {
        self.known.version.store(self.version, Ordering::Relaxed);
    }
}
