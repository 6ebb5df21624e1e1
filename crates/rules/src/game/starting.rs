//! The start of a game: contributions, the reveal of the nonces, and the first deal.

use crate::{
    EventKind, GameId, Key, KeyVersion, Millis, Nonce, NonceCommitment, NonceInput, Refusal, Seat, SeatSet,
    Seed, SeededTileSource, TileSource, Timestamp,
};

use super::draft::Draft;
use super::{Game, Stage};

/// The time contributors have to reveal their nonces before a start fails.
pub const REVEAL_TIME: Millis = Millis::seconds(5);

/// A player's contribution to the randomness of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contribution {
    /// A nonce given in the open.
    Open(Nonce),
    /// A commitment, and the nonce once it is revealed.
    Committed {
        /// The commitment, published before any nonce is revealed.
        commitment: NonceCommitment,
        /// The matching nonce.
        nonce: Option<Nonce>,
    },
}

/// A start that waits for the contributors' nonces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PendingStart {
    /// The host who started the game.
    pub by: Seat,
    /// The deadline at which the start fails unless all nonces are revealed.
    pub until: Timestamp,
    /// The commitments of the contributors, in seat order.
    pub contributors: Vec<(Seat, NonceCommitment)>,
}

impl From<NonceInput> for Contribution {
    fn from(input: NonceInput) -> Contribution {
        match input {
            NonceInput::Open(nonce) => Contribution::Open(nonce),
            NonceInput::Committed(commitment) => Contribution::Committed { commitment, nonce: None },
        }
    }
}

impl Contribution {
    /// The nonce, if known. An empty nonce in the open does not count.
    pub fn nonce(&self) -> Option<&Nonce> {
        match self {
            Contribution::Open(nonce) => Some(nonce).filter(|nonce| !nonce.0.is_empty()),
            Contribution::Committed { nonce, .. } => nonce.as_ref(),
        }
    }

    /// Whether the nonce was committed to before it was revealed.
    pub(super) const fn is_committed(&self) -> bool {
        self.commitment().is_some()
    }

    /// The commitment; `None` for a nonce given in the open.
    pub const fn commitment(&self) -> Option<&NonceCommitment> {
        match self {
            Contribution::Open(_) => None,
            Contribution::Committed { commitment, .. } => Some(commitment),
        }
    }
}

impl Game {
    /// A player's contribution to the randomness of the game.
    pub fn contribution(&self, seat: Seat) -> Option<&Contribution> {
        self.roster.players.get(seat)?.contribution.as_ref()
    }

    /// A player's nonce; empty if none is known.
    pub fn nonce(&self, seat: Seat) -> Nonce {
        self.contribution(seat).and_then(Contribution::nonce).cloned().unwrap_or_default()
    }

    /// The contributors' nonces in seat order: the input of the [`Key`].
    pub fn key_nonces(&self) -> Vec<Nonce> {
        self.known_nonces().cloned().collect()
    }

    fn known_nonces(&self) -> impl Iterator<Item = &Nonce> {
        let contributions = self.roster.players.iter().filter_map(|(_, player)| player.contribution.as_ref());
        contributions.filter_map(Contribution::nonce)
    }

    /// The version of the key that determines the draws.
    pub const fn key_version(&self) -> KeyVersion {
        self.key_version
    }

    /// The draws of this game, derived from its seed.
    pub fn draws<'a>(&self, seed: &'a Seed, game: &'a GameId) -> SeededTileSource<'a> {
        SeededTileSource { seed, game, key: self.key(seed) }
    }

    /// The key that determines the draws, derived from the known nonces.
    pub fn key(&self, seed: &Seed) -> Key {
        self.key_of(self.key_version, seed)
    }

    /// The key in a given version.
    pub(crate) fn key_of(&self, version: KeyVersion, seed: &Seed) -> Key {
        let none = Nonce::default();
        match version {
            KeyVersion::V1 => {
                let of = |seat: &Seat| self.contribution(*seat).and_then(Contribution::nonce);
                let nonces = self.roster.join_order.iter().map(|seat| of(seat).unwrap_or(&none));
                Key::of(KeyVersion::V1, seed, self.id(), nonces)
            }
            KeyVersion::V2 => Key::of(KeyVersion::V2, seed, self.id(), self.known_nonces()),
        }
    }

    /// The pending start, if there is one.
    pub fn pending_start(&self) -> Option<&PendingStart> {
        match &self.stage {
            Stage::Starting(pending) => Some(pending),
            Stage::Waiting | Stage::Playing(_) | Stage::Ended(_) | Stage::Closed => None,
        }
    }

    /// The contributors of a pending start who have not revealed their nonce.
    pub fn unrevealed(&self) -> impl Iterator<Item = Seat> {
        let contributors = self.pending_start().into_iter().flat_map(|pending| &pending.contributors);
        contributors.map(|&(seat, _)| seat).filter(|&seat| !self.has_nonce(seat))
    }

    /// The players whose committed nonce is part of the key.
    ///
    /// No other party can have chosen the deal for these players.
    pub fn committed_contributors(&self) -> SeatSet {
        let opened =
            |contribution: &Contribution| contribution.is_committed() && contribution.nonce().is_some();
        let players = self.roster.players.iter();
        players
            .filter(|(_, player)| player.contribution.as_ref().is_some_and(opened))
            .map(|(seat, _)| seat)
            .collect()
    }

    fn has_nonce(&self, seat: Seat) -> bool {
        self.contribution(seat).and_then(Contribution::nonce).is_some()
    }

    /// Whether a pending start waits for this seat's nonce and the nonce matches its commitment.
    pub(crate) fn opens(&self, seat: Seat, nonce: &Nonce) -> bool {
        let contributors = self.pending_start().into_iter().flat_map(|pending| &pending.contributors);
        contributors
            .into_iter()
            .any(|(other, commitment)| *other == seat && nonce.commitment() == *commitment)
            && !self.has_nonce(seat)
    }
}

impl Draft<'_> {
    pub(super) fn start(&mut self, by: Seat) -> Result<(), Refusal> {
        self.waiting()?;
        self.host(by)?;
        let (needed, found) = (self.rules().min_players(), self.game.roster.players.len());
        if found < needed {
            return Err(Refusal::NotEnoughPlayers { needed, found });
        }
        self.everyone_has_recommitted()?;
        let contributors = self.contributors();
        if contributors.iter().all(|&(seat, _)| self.game.has_nonce(seat)) {
            self.begin(by);
            return Ok(());
        }
        let until = self.env.now + REVEAL_TIME;
        self.record(EventKind::NoncesRequested { by, until, contributors });
        Ok(())
    }

    /// Refuses a start until contributors of a failed one who are present have committed again.
    ///
    /// Otherwise a host who withholds a nonce could start again before the other devices have
    /// committed, and get a game without their nonces. There is no deadline, because a player may
    /// return at any time; the host can remove a player whose device does not commit.
    fn everyone_has_recommitted(&self) -> Result<(), Refusal> {
        match self.game.uncommitted.iter().find(|&seat| !self.env.away.has(seat)) {
            Some(seat) => Err(Refusal::NotRecommitted { seat }),
            None => Ok(()),
        }
    }

    /// The players whose nonce becomes part of the key.
    ///
    /// These are the players with a nonce in the open, and the players with a commitment who are
    /// present.
    fn contributors(&self) -> Vec<(Seat, NonceCommitment)> {
        let contribution = |(seat, player): (Seat, &super::Player)| {
            let contribution = player.contribution.as_ref()?;
            let commitment = match contribution.commitment() {
                Some(commitment) if !self.env.away.has(seat) => *commitment,
                Some(_) => return None,
                None => contribution.nonce()?.commitment(),
            };
            Some((seat, commitment))
        };
        self.game.roster.players.iter().filter_map(contribution).collect()
    }

    pub(super) fn reveal_nonce(&mut self, seat: Seat, nonce: Nonce) -> Result<(), Refusal> {
        let Some(by) = self.game.pending_start().map(|pending| pending.by) else {
            return Err(Refusal::NoNonceRequested);
        };
        if !self.game.unrevealed().any(|other| other == seat) {
            return Err(Refusal::NoNonceRequested);
        }
        if !self.game.opens(seat, &nonce) {
            return Err(Refusal::WrongNonce);
        }
        self.record(EventKind::NonceRevealed { seat, nonce });
        if self.game.unrevealed().next().is_none() {
            self.begin(by);
        }
        Ok(())
    }

    /// Fails the pending start, if there is one, because of these players.
    pub(super) fn fail_start(&mut self, because_of: Vec<Seat>) {
        if self.game.pending_start().is_some() {
            self.record(EventKind::StartFailed { because_of });
        }
    }

    fn begin(&mut self, by: Seat) {
        let keyed = self.env.draws.starting_with(&self.game.key_nonces());
        let draws = keyed.as_ref().map_or(self.env.draws, |key| key as &dyn TileSource);
        let (order, opening_draw) = self.game.opening_order(by, draws);
        let deals = self.game.first_deals(&order, draws);
        self.record(EventKind::GameStarted { order, opening_draw, deals, key: KeyVersion::V2 });
    }
}
