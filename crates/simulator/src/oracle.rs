//! Reference history of a table, recorded as the store writes it.
//!
//! Everything else is compared with it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use protocol::{BoardCache, Delivery, Packet, PlayerId, PlayerIds, PrivateEvent, PublicEvent, ServerEvent};
use rules::{Event, EventKind, Game, Seat, Seed};
use store::{Batch, Commit, IdempotencyRecord, NewTable, SeatChange, StoredTable, Version};
use testkit::laws;

use crate::Invariant;

/// A version of a table.
#[derive(Clone)]
pub(crate) struct Moment {
    pub(crate) game: Arc<Game>,
    pub(crate) ids: PlayerIds,
    pub(crate) batch: Batch,
    /// When it was stored, by the clock of the simulation.
    pub(crate) kept_ms: u64,
}

/// Events that describe the current state and follow from the log alone.
const STANDING: [&str; 5] = ["boardUpdate", "gameEnded", "scoreUpdate", "turnChange", "yourTiles"];

/// All versions of a table, and the commands that led to them.
pub struct Oracle {
    /// Seed that must explain the draws, together with the nonces.
    seed: Seed,
    moments: Vec<Moment>,
    /// Versions that a command led to, by player and command id.
    commands: BTreeMap<(String, String), Vec<u64>>,
    /// Expected payloads of state events, by version, event and seat.
    expected_text: HashMap<(u64, &'static str, Option<Seat>), Option<String>>,
    /// Expected deliveries by version.
    pub(crate) stories: HashMap<u64, Vec<(Delivery, Packet)>>,
}

impl Oracle {
    /// Replays the stored log of a table by the rules. An error if it is impossible.
    ///
    /// Valid only for tables at which no player took the seat of another who left: players are
    /// identified by the final occupants of the seats.
    pub fn of(table: &StoredTable) -> Result<Oracle, String> {
        let ids: PlayerIds = table.seats.iter().map(|(seat, at)| (seat, at.player.clone())).collect();
        let (first, others) = table.batches.split_first().ok_or("the log is empty")?;
        if first.version != Version::FIRST {
            return Err(format!("the log begins with version {}", first.version.0));
        }
        let opened = catch_unwind(AssertUnwindSafe(|| Game::replay(&first.events)));
        let game = opened.ok().and_then(Result::ok).ok_or("the log does not begin with an opening")?;
        let kept_ms = |batch: &Batch| batch.at.0.unsigned_abs();
        let opening =
            Moment { game: Arc::new(game), ids: ids.clone(), batch: first.clone(), kept_ms: kept_ms(first) };
        let mut oracle = Oracle::beginning(table.seed.clone(), opening);
        for batch in others {
            oracle.add(batch.clone(), ids.clone(), kept_ms(batch))?;
        }
        if oracle.version() != table.version.0 {
            return Err(format!("the table is at {}, its log at {}", table.version.0, oracle.version()));
        }
        oracle.replays()?;
        Ok(oracle)
    }

    pub(crate) fn open(table: &NewTable, kept_ms: u64) -> Option<Oracle> {
        let game = Game::replay(&table.events).ok()?;
        let mut ids = PlayerIds::new();
        seat(&mut ids, &table.seats);
        let batch = Batch { version: Version::FIRST, at: table.at, events: table.events.clone() };
        let moment = Moment { game: Arc::new(game), ids, batch, kept_ms };
        Some(Oracle::beginning(table.seed.clone(), moment))
    }

    fn beginning(seed: Seed, opening: Moment) -> Oracle {
        let (expected_text, stories) = (HashMap::new(), HashMap::new());
        Oracle { seed, moments: vec![opening], commands: BTreeMap::new(), expected_text, stories }
    }

    /// Records a commit of the store. An error if it is impossible.
    pub(crate) fn keep(&mut self, commit: &Commit, version: Version, kept_ms: u64) -> Result<(), String> {
        let mut ids = self.latest().ids.clone();
        seat(&mut ids, &commit.seats);
        self.add(Batch { version, at: commit.at, events: commit.events.to_vec() }, ids, kept_ms)?;
        if let Some(IdempotencyRecord { player, id, .. }) = &commit.command {
            self.commands.entry((player.as_str().to_owned(), id.clone())).or_default().push(version.0);
        }
        Ok(())
    }

    /// Adds the next version, if the rules allow it.
    fn add(&mut self, batch: Batch, ids: PlayerIds, kept_ms: u64) -> Result<(), String> {
        let version = batch.version.0;
        if version != self.version() + 1 {
            return Err(format!("version {version} follows {}", self.version()));
        }
        let before = &self.latest().game;
        let after = catch_unwind(AssertUnwindSafe(|| {
            let mut game = Game::clone(before);
            for event in &batch.events {
                game.apply(event).unwrap_or_else(|error| panic!("{error}"));
            }
            laws::tiles_are_conserved(&game);
            game
        }));
        let game = after
            .map_err(|why| format!("version {version} cannot happen: {}", crate::panics::said(&*why)))?;
        self.moments.push(Moment { game: Arc::new(game), ids, batch, kept_ms });
        Ok(())
    }

    /// Checks that the log replays and its draws are fair.
    pub(crate) fn holds(&self) -> Result<(), String> {
        self.replays()?;
        self.bag_is_fair()
    }

    /// Checks that the whole log replays to the current game, and that its scores are right.
    fn replays(&self) -> Result<(), String> {
        let (log, game) = (self.log(), &self.latest().game);
        let held = catch_unwind(AssertUnwindSafe(|| {
            assert_eq!(Game::replay(&log).as_ref(), Ok(&**game), "the log tells another game");
            laws::scores_are_right(&log, game);
        }));
        held.map_err(|why| crate::panics::said(&*why))
    }

    /// Checks that the draws follow from the seed and the committed nonces.
    pub fn bag_is_fair(&self) -> Result<(), String> {
        let verified = rules::verify(&self.log(), &self.seed);
        verified.map(drop).map_err(|error| format!("the bag was not fair: {error:?}"))
    }

    /// Returns the number of versions.
    pub fn version(&self) -> u64 {
        self.moments.len() as u64
    }

    pub(crate) fn latest(&self) -> &Moment {
        self.moments.last().expect("a chronicle begins with the opening")
    }

    pub(crate) fn at(&self, version: u64) -> Option<&Moment> {
        self.moments.get(usize::try_from(version.checked_sub(1)?).ok()?)
    }

    /// Returns the versions that were the latest at some time since a moment.
    pub(crate) fn since(&self, then_ms: u64) -> impl Iterator<Item = &Moment> {
        let followed = self.moments.iter().skip(1).map(|next| next.kept_ms).chain([u64::MAX]);
        self.moments
            .iter()
            .zip(followed)
            .filter(move |(_, until_ms)| *until_ms >= then_ms)
            .map(|(moment, _)| moment)
    }

    /// Returns the batches of all versions, in order.
    pub fn batches(&self) -> impl Iterator<Item = &Batch> {
        self.moments.iter().map(|moment| &moment.batch)
    }

    pub(crate) fn log(&self) -> Vec<Event> {
        self.batches().flat_map(|batch| batch.events.iter().cloned()).collect()
    }

    /// Whether a player joined and left again within a range of versions.
    pub(crate) fn has_visitors(&self, after: u64, up_to: u64) -> bool {
        let among = |batch: &&Batch| (after + 1..=up_to).contains(&batch.version.0);
        let mut came = BTreeSet::new();
        self.batches().filter(among).flat_map(|batch| &batch.events).any(|event| match event.kind {
            EventKind::PlayerJoined { seat, .. } => {
                came.insert(seat);
                false
            }
            EventKind::PlayerLeft { seat } => came.contains(&seat),
            _ => false,
        })
    }

    /// Returns the versions that a command led to. More than one is a violation.
    pub(crate) fn versions_of(&self, player: &PlayerId, command: &str) -> &[u64] {
        let key = (player.as_str().to_owned(), command.to_owned());
        self.commands.get(&key).map_or(&[], Vec::as_slice)
    }

    /// Returns the game at a version.
    pub fn game(&self, version: u64) -> Option<&Game> {
        self.at(version).map(|moment| &*moment.game)
    }

    /// Returns the player ids at a version.
    pub fn ids(&self, version: u64) -> Option<&PlayerIds> {
        self.at(version).map(|moment| &moment.ids)
    }

    /// Compares a received event with the log: its version must exist, and its payload must match.
    ///
    /// `called` names the receiver, on a seat or watching.
    pub fn check_told(
        &mut self,
        called: &str,
        seat: Option<Seat>,
        (name, seq): (&str, u64),
        text: &str,
    ) -> Result<(), (Invariant, String)> {
        if seq > self.version() {
            let what = format!("{called} hears {name} of {seq}, and there are {}", self.version());
            return Err((Invariant::ToldIsKept, what));
        }
        let Some(name) = STANDING.into_iter().find(|known| *known == name) else { return Ok(()) };
        if let Some(expected) = self.expected_text(seq, name, seat)
            && expected != text
        {
            let expected = expected.to_owned();
            if name == "yourTiles" && self.is_somebodys_rack(seq, text) {
                return Err((Invariant::RacksAreHidden, format!("{called} hears another's rack: {text}")));
            }
            let what = format!("{called} hears {name} {text}, and the log says {expected}");
            return Err((Invariant::ToldIsTrue, what));
        }
        Ok(())
    }

    /// Returns the expected payload of an event at a version, if it follows from the log alone.
    fn expected_text(&mut self, version: u64, name: &'static str, seat: Option<Seat>) -> Option<&str> {
        let seat = seat.filter(|_| name == "yourTiles");
        let key = (version, name, seat);
        if !self.expected_text.contains_key(&key) {
            let text = self.at(version).and_then(|moment| moment.tells(name, seat));
            let text = text.map(|event| Packet::new(event, Some(version)).payload().to_owned());
            self.expected_text.insert(key, text);
        }
        self.expected_text[&key].as_deref()
    }

    /// Whether a payload is a player's rack at a version.
    fn is_somebodys_rack(&mut self, version: u64, text: &str) -> bool {
        Seat::all().any(|seat| self.expected_text(version, "yourTiles", Some(seat)) == Some(text))
    }
}

impl Moment {
    fn tells(&self, name: &str, seat: Option<Seat>) -> Option<ServerEvent> {
        let (game, ids) = (&self.game, &self.ids);
        let view = game.table_view();
        let position = view.play()?;
        Some(match name {
            "boardUpdate" => {
                let board = BoardCache::default();
                PublicEvent::BoardUpdate(protocol::board_update(view, position, ids, &board)).into()
            }
            "scoreUpdate" => PublicEvent::ScoreUpdate(protocol::score_update(view, position, ids)).into(),
            "turnChange" => PublicEvent::TurnChange(protocol::turn_change(position, ids)).into(),
            "gameEnded" => {
                let outcome = view.outcome()?;
                PublicEvent::GameEnded(protocol::game_ended(game, outcome, ids)).into()
            }
            "yourTiles" => {
                let tiles =
                    protocol::your_tiles(game.rack(seat?)?, &game.rules().language, &BoardCache::default());
                PrivateEvent::YourTiles(tiles).into()
            }
            _ => return None,
        })
    }
}

fn seat(ids: &mut PlayerIds, changes: &[SeatChange]) {
    for change in changes {
        if let SeatChange::Taken { seat, player, .. } = change {
            ids.insert(*seat, player.clone());
        }
    }
}
