use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use engine::Bots;
use protocol::{BagRecord, CreateGame, ErrorCode, PlayerId, PlayerIds, RoomCode};
use rules::{
    BySeat, Decision, Env, Event, EventKind, Game, GameId, Key, Language, Millis, Newcomer, Opening,
    PlayerKind, PlayerName, Preset, Rematch, Rules, Seat, Seed, Words,
};
use store::{CreateError, Lobby, NewTable, SeatChange, StoreError, StoredTable, TableStore, TokenHash};
use tokio::sync::{Mutex, OnceCell, mpsc};

use crate::bot_pool::BotPool;
use crate::cluster::{ClusterCounters, ClusterHandle, Lease};
use crate::shared::{Lexicons, Limits, Shared, token_hash};
use crate::table::{Access, Request, Table, TableHandle, TableSnapshot, durable_due, name_key};
use crate::{Refused, Secrets, Time, secrets};

/// All tables of a server: those in memory, and access to those in the store.
#[derive(Clone)]
pub struct Tables {
    inner: Arc<Inner>,
}

struct Inner {
    shared: Arc<Shared>,
    /// Sharded, so that each lock is held only briefly.
    live: Vec<Mutex<HashMap<GameId, Arc<Slot>>>>,
}

/// Slot of a table in memory. Empty while the table is being loaded; only requests for this table
/// wait for that.
type Slot = OnceCell<TableHandle>;

/// Returns the table in a slot, unless its task has stopped.
fn at(place: &Slot) -> Option<&TableHandle> {
    place.get().filter(|table| !table.requests.is_closed())
}

const LOCKS: usize = 64;

/// A table that was created, and what its host needs to know.
pub(crate) struct CreatedTable {
    pub(crate) table: mpsc::Sender<Request>,
    pub(crate) game: GameId,
    pub(crate) code: RoomCode,
    pub(crate) invite: String,
}

/// A new table with its first players.
struct Seating {
    game: Game,
    events: Vec<Event>,
    ids: PlayerIds,
    tokens: BySeat<TokenHash>,
    seats: Vec<SeatChange>,
}

impl Seating {
    fn sit(&mut self, joined: Decision, player: &PlayerId, token: Option<TokenHash>) {
        for event in &joined.events {
            if let EventKind::PlayerJoined { seat, name, .. } = &event.kind {
                self.ids.insert(*seat, player.clone());
                if let Some(token) = token {
                    self.tokens.insert(*seat, token);
                }
                let player = player.clone();
                self.seats.push(SeatChange::Taken { seat: *seat, player, token, name_key: name_key(name) });
            }
        }
        self.events.extend(joined.events);
        self.game = joined.after;
    }
}

/// A person who has a seat from the table's creation.
pub(crate) struct FirstPlayer {
    pub(crate) newcomer: Newcomer,
    pub(crate) player: PlayerId,
    pub(crate) token: TokenHash,
}

/// What a rematch table takes over from the table before.
struct Again {
    rematch: Rematch,
    /// Stored hash of the previous table's link.
    invite_before: TokenHash,
}

/// Why a table cannot be reached.
pub(crate) enum LookupError {
    /// There is no such table.
    Unknown,
    /// The store is unreachable, or the stored table is unreadable.
    Unavailable,
}

impl From<StoreError> for LookupError {
    fn from(error: StoreError) -> LookupError {
        tracing::warn!(%error, "a table could not be loaded");
        LookupError::Unavailable
    }
}

impl LookupError {
    pub(crate) fn refused(self, event: &str) -> Refused {
        match self {
            LookupError::Unknown => {
                Refused::code(event, ErrorCode::RoomNotFound, "there is no table with this code")
            }
            LookupError::Unavailable => Refused::unavailable(event),
        }
    }
}

impl Tables {
    /// Creates the tables of a store, which other nodes may share.
    pub fn new(
        store: Arc<dyn TableStore>,
        secrets: Arc<dyn Secrets>,
        words: Arc<dyn Lexicons>,
        time: Time,
        limits: Limits,
        cluster: Option<ClusterHandle>,
    ) -> Tables {
        let (bot_pool, lease, cluster_counters) =
            (BotPool::new(limits.bot_thinking_max), Lease::default(), ClusterCounters::default());
        let has_unread = AtomicBool::new(false);
        let shared = Shared {
            store,
            secrets,
            words,
            time,
            limits,
            bot_pool,
            cluster,
            lease,
            cluster_counters,
            has_unread,
        };
        let live = (0..LOCKS).map(|_| Mutex::default()).collect();
        Tables { inner: Arc::new(Inner { shared: Arc::new(shared), live }) }
    }

    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.inner.shared
    }

    fn lock(&self, game: &GameId) -> &Mutex<HashMap<GameId, Arc<Slot>>> {
        let sum =
            game.as_str().bytes().fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        &self.inner.live[sum % LOCKS]
    }

    /// Returns the sender of a table's requests, loading the table if necessary.
    pub(crate) async fn queue_of(&self, game: &GameId) -> Result<mpsc::Sender<Request>, LookupError> {
        let place = self.place(game).await;
        let table = place.get_or_try_init(|| self.load(game)).await?;
        Ok(table.requests.clone())
    }

    /// Returns the slot of a table that is in memory or about to be.
    async fn place(&self, game: &GameId) -> Arc<Slot> {
        let mut live = self.lock(game).lock().await;
        let is_of_use = |place: &Arc<Slot>| match place.get() {
            Some(table) => !table.requests.is_closed(),
            // A request is loading the table, or waits for that. If none does, no table was found.
            None => Arc::strong_count(place) > 1,
        };
        if let Some(place) = live.get(game).filter(|place| is_of_use(place)) {
            return Arc::clone(place);
        }
        live.retain(|_, place| is_of_use(place));
        Arc::clone(live.entry(game.clone()).or_default())
    }

    async fn load(&self, game: &GameId) -> Result<TableHandle, LookupError> {
        let stored = self.shared().store.load(game).await?.ok_or(LookupError::Unknown)?;
        let (loaded, words) = self.loaded(&stored)?;
        Ok(Table::start(Arc::clone(self.shared()), loaded, words))
    }

    /// Returns a table if it is in memory.
    pub(crate) async fn in_memory(&self, game: &GameId) -> Option<TableHandle> {
        self.lock(game).lock().await.get(game).and_then(|place| at(place)).cloned()
    }

    /// Returns all tables in memory, sorted by id.
    pub(crate) async fn all_in_memory(&self) -> Vec<(GameId, TableHandle)> {
        let mut all = Vec::new();
        for lock in &self.inner.live {
            let live = lock.lock().await;
            all.extend(live.iter().filter_map(|(id, place)| Some((id.clone(), at(place)?.clone()))));
        }
        all.sort_by(|(one, _), (other, _)| one.cmp(other));
        all
    }

    /// Returns the sender of requests to the table with a room code.
    pub(crate) async fn find(&self, code: &RoomCode) -> Result<mpsc::Sender<Request>, LookupError> {
        let game = self.shared().store.find_code(code).await?.ok_or(LookupError::Unknown)?;
        self.queue_of(&game).await
    }

    fn loaded(&self, stored: &StoredTable) -> Result<(TableSnapshot, Arc<lexicon::Lexicon>), LookupError> {
        let game = Game::replay(stored.events()).map_err(|broken| {
            tracing::error!(table = %stored.id, %broken, "a table with a broken log is refused");
            LookupError::Unavailable
        })?;
        let words = self.words(&game.rules().language).ok_or(LookupError::Unavailable)?;
        let seats = stored.seats.iter();
        let ids = seats.map(|(seat, stored)| (seat, stored.player.clone())).collect();
        let tokens = stored.seats.iter().filter_map(|(seat, stored)| Some((seat, stored.token?))).collect();
        let loaded = TableSnapshot {
            access: Access { code: stored.code.clone(), lobby: stored.lobby, invite: stored.invite },
            version: stored.version.0,
            seed: stored.seed.clone(),
            ids,
            tokens,
            is_new: false,
            bag_record: BagRecord::of(stored.events()),
            game,
        };
        Ok((loaded, words))
    }

    fn words(&self, language: &Language) -> Option<Arc<lexicon::Lexicon>> {
        self.shared().words.lexicon(language.code())
    }

    /// Creates a table for a host.
    pub(crate) async fn create(
        &self,
        create: &CreateGame,
        host: FirstPlayer,
    ) -> Result<CreatedTable, Refused> {
        let rules = create.table_rules().map_err(|bad| Refused::error("createGame", bad.into()))?;
        self.open("createGame", rules, Lobby::Private, None, Some(host)).await
    }

    /// Creates the waiting table of the open lobby.
    pub(crate) async fn open_lobby_table(&self, first: FirstPlayer) -> Result<CreatedTable, Refused> {
        let english = Language::by_code("en").or_else(|| Language::all().first().cloned());
        let rules = Preset::Open.rules(english.ok_or_else(|| Refused::unavailable("joinGame"))?);
        self.open("joinGame", rules, Lobby::Open, None, Some(first)).await
    }

    /// Creates a rematch table at which the bots are already seated.
    pub(crate) async fn open_rematch(
        &self,
        rules: Rules,
        rematch: Rematch,
        invite_before: TokenHash,
    ) -> Result<CreatedTable, Refused> {
        let again = Again { rematch, invite_before };
        self.open("playAgain", rules, Lobby::Private, Some(again), None).await
    }

    async fn open(
        &self,
        event: &str,
        rules: Rules,
        lobby: Lobby,
        again: Option<Again>,
        first: Option<FirstPlayer>,
    ) -> Result<CreatedTable, Refused> {
        const CODES_MAX: usize = 50;
        let Shared { secrets, store, time, .. } = self.shared().as_ref();
        let game_id = secrets::game_id(secrets.as_ref());
        let seed = secrets::seed(secrets.as_ref());
        let invite = match &again {
            Some(again) => secrets::rematch_invite(&again.invite_before, &game_id),
            None => secrets::short_token(secrets.as_ref()),
        };
        let rematch = again.map(|again| again.rematch);
        let now = time.now();
        let words = self.words(&rules.language).ok_or_else(|| Refused::unavailable(event))?;
        let commitment = seed.commitment(&game_id);
        let opening =
            Opening { game: game_id.clone(), rules, commitment, rematch, starting_word: Vec::new() };
        let Seating { game, events, ids, tokens, seats } =
            self.seat_first(event, opening, &seed, words.as_ref(), first)?;
        let place = self.place(&game_id).await;

        for _ in 0..CODES_MAX {
            let code = secrets::room_code(secrets.as_ref());
            let table = NewTable {
                id: game_id.clone(),
                code: code.clone(),
                lobby,
                seed: seed.clone(),
                invite: token_hash(&invite),
                at: now,
                events: events.clone(),
                seats: seats.clone(),
                status: game.progress(),
                next_due: durable_due(&game),
            };
            match store.create(table).await {
                Ok(()) => {
                    let loaded = TableSnapshot {
                        access: Access { code: Some(code.clone()), lobby, invite: token_hash(&invite) },
                        version: 1,
                        seed,
                        ids,
                        tokens,
                        is_new: true,
                        bag_record: BagRecord::of(&events),
                        game,
                    };
                    // A client that found the table by its code just now may have loaded it
                    // already.
                    let start = async || Table::start(Arc::clone(self.shared()), loaded, words);
                    let table = place.get_or_init(start).await.requests.clone();
                    return Ok(CreatedTable { table, game: game_id, code, invite });
                }
                Err(CreateError::CodeTaken { .. }) => {}
                Err(error) => {
                    tracing::warn!(%error, "a table could not be made");
                    return Err(Refused::unavailable(event));
                }
            }
        }
        Err(Refused::unavailable(event))
    }

    /// Opens the game of a new table and seats its first players: the host, and the bots of a
    /// rematch.
    fn seat_first(
        &self,
        event: &str,
        opening: Opening,
        seed: &Seed,
        words: &dyn Words,
        first: Option<FirstPlayer>,
    ) -> Result<Seating, Refused> {
        let Shared { secrets, time, .. } = self.shared().as_ref();
        let now = time.now();
        let key = Key::new(seed, &opening.game, &[]);
        let away = BySeat::new();
        let env = Env { words, now, draws: &key, away: &away };
        let (game, opened) = Game::open(opening, now);
        let (ids, tokens) = (PlayerIds::new(), BySeat::new());
        let mut seating = Seating { game, events: vec![opened], ids, tokens, seats: Vec::new() };
        if let Some(FirstPlayer { newcomer, player, token }) = first {
            let joined = seating.game.admit(newcomer, &env);
            let joined =
                joined.map_err(|refusal| Refused::rule(event, &refusal, &seating.game.rules().language))?;
            seating.sit(joined, &player, Some(token));
        }
        let kept: Vec<(Seat, PlayerName, PlayerKind)> = seating.game.kept_seats().cloned().collect();
        for (seat, _, kind) in kept {
            if let (PlayerKind::Bot(_), Ok(joined)) = (kind, seating.game.claim(seat, None, &env)) {
                let player = secrets::player_id(secrets.as_ref());
                seating.sit(joined, &player, None);
            }
        }
        Ok(seating)
    }

    /// Makes all tables read what another program wrote to a store that this node has to itself.
    pub async fn look_for_others(&self) {
        let Shared { store, cluster, has_unread, .. } = self.shared().as_ref();
        if cluster.is_some() {
            return;
        }
        let is_new = matches!(store.others_have_written().await, Ok(true));
        if !has_unread.swap(false, Ordering::SeqCst) && !is_new {
            return;
        }
        for (_, table) in self.all_in_memory().await {
            let told = table.requests.try_send(Request::Hinted { version: Some(u64::MAX) });
            if matches!(told, Err(mpsc::error::TrySendError::Full(_))) {
                has_unread.store(true, Ordering::SeqCst);
            }
        }
    }

    /// Wakes every table with a due timer, whether it is in memory or not.
    pub async fn wake_due(&self) {
        const AT_ONCE: usize = 256;
        /// How long a node has to fire a due timer before another node tries.
        const CLAIM: Millis = Millis::seconds(5);
        let Shared { store, cluster, time, .. } = self.shared().as_ref();
        let due = match cluster {
            Some(cluster) => cluster.cluster_store.claim_due(time.now(), CLAIM, AT_ONCE).await,
            None => store.due(time.now(), AT_ONCE).await,
        };
        let due = match due {
            Ok(due) => due,
            Err(error) => {
                tracing::warn!(%error, "could not look for what is due");
                return;
            }
        };
        for game in due {
            if let Ok(table) = self.queue_of(&game).await {
                // A table with a full queue is awake.
                let _ = table.try_send(Request::Wake);
            }
        }
    }

    /// Releases the room codes of games that ended more than a day ago.
    pub async fn release_codes(&self) {
        let day = rules::Millis::hours(24);
        let before = rules::Timestamp(self.shared().time.now().0 - day.0);
        if let Err(error) = self.shared().store.release_codes(before).await {
            tracing::warn!(%error, "could not release the codes of finished games");
        }
    }

    /// Returns the store behind the tables.
    pub fn store(&self) -> &Arc<dyn TableStore> {
        &self.shared().store
    }

    /// Returns the clock of the tables.
    pub fn time(&self) -> Time {
        self.shared().time.clone()
    }

    /// Returns the computer players of a word list's language, as they sit at the tables.
    ///
    /// `None` if the computer cannot play with this list. The first call for a language builds the
    /// players: do not call this on a thread that serves clients.
    pub fn bots(&self, lexicon: &Arc<lexicon::Lexicon>) -> Option<Arc<Bots>> {
        self.shared().bot_pool.bots(lexicon)
    }

    /// Returns the number of tables in memory.
    pub async fn live_count(&self) -> usize {
        let mut count = 0;
        for lock in &self.inner.live {
            count += lock.lock().await.values().filter(|place| at(place).is_some()).count();
        }
        count
    }
}
