//! The start of a game: who contributes a nonce, the reveal of all nonces, and the first deal.

use crate::{
    Draws, EventKind, GameId, Key, KeyVersion, Millis, Nonce, NonceCommitment, NonceInput, Refusal, Seat,
    SeatSet, Seed, SeededDraws, Timestamp,
};

use super::draft::Draft;
use super::{Game, Stage};

/// How long contributors have to reveal their nonces before a start fails.
pub const REVEAL_TIME: Millis = Millis::seconds(5);

/// What a player has added to the chance of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contribution {
    /// A nonce that was given in the open.
    Open(Nonce),
    /// A commitment, and the nonce once it was revealed.
    Committed {
        /// What was published before any nonce was revealed.
        commitment: NonceCommitment,
        /// The nonce that opens it.
        nonce: Option<Nonce>,
    },
}

/// A start that waits for the contributors' nonces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PendingStart {
    /// The host who asked for it.
    pub by: Seat,
    /// When it fails unless all nonces are there.
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
    /// The nonce, if the table knows it. An empty one in the open adds nothing.
    pub fn nonce(&self) -> Option<&Nonce> {
        match self {
            Contribution::Open(nonce) => Some(nonce).filter(|nonce| !nonce.0.is_empty()),
            Contribution::Committed { nonce, .. } => nonce.as_ref(),
        }
    }

    /// The commitment, if there was one before the nonce.
    pub const fn commitment(&self) -> Option<&NonceCommitment> {
        match self {
            Contribution::Open(_) => None,
            Contribution::Committed { commitment, .. } => Some(commitment),
        }
    }
}

impl Game {
    /// What a player adds to the chance of the game.
    pub fn contribution(&self, seat: Seat) -> Option<&Contribution> {
        self.players.get(seat)?.contribution.as_ref()
    }

    /// The nonce of a player; an empty one if none is known.
    pub fn nonce(&self, seat: Seat) -> Nonce {
        self.contribution(seat).and_then(Contribution::nonce).cloned().unwrap_or_default()
    }

    /// The nonces of the contributors in seat order, which is what the [`Key`] is made of.
    pub fn key_nonces(&self) -> Vec<Nonce> {
        self.known_nonces().cloned().collect()
    }

    fn known_nonces(&self) -> impl Iterator<Item = &Nonce> {
        let contributions = self.players.iter().filter_map(|(_, player)| player.contribution.as_ref());
        contributions.filter_map(Contribution::nonce)
    }

    /// The form of the key that decides the draws.
    pub const fn key_version(&self) -> KeyVersion {
        self.key_version
    }

    /// The draws of this game from its seed.
    pub fn draws<'a>(&self, seed: &'a Seed, game: &'a GameId) -> SeededDraws<'a> {
        SeededDraws { seed, game, key: self.key(seed) }
    }

    /// The key that decides the draws, made of the nonces that are known.
    pub(crate) fn key(&self, seed: &Seed) -> Key {
        let none = Nonce::default();
        match self.key_version {
            KeyVersion::V1 => {
                let of = |seat: &Seat| self.contribution(*seat).and_then(Contribution::nonce);
                let nonces = self.join_order.iter().map(|seat| of(seat).unwrap_or(&none));
                Key::of(KeyVersion::V1, seed, self.id(), nonces)
            }
            KeyVersion::V2 => Key::of(KeyVersion::V2, seed, self.id(), self.known_nonces()),
        }
    }

    /// The start that waits for nonces, if one does.
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

    /// The players whose committed nonce went into the bag: for them nobody can have chosen the deal.
    pub fn committed_contributors(&self) -> SeatSet {
        let opened = |contribution: &Contribution| {
            contribution.commitment().is_some() && contribution.nonce().is_some()
        };
        let players = self.players.iter();
        players
            .filter(|(_, player)| player.contribution.as_ref().is_some_and(opened))
            .map(|(seat, _)| seat)
            .collect()
    }

    fn has_nonce(&self, seat: Seat) -> bool {
        self.contribution(seat).and_then(Contribution::nonce).is_some()
    }

    /// Whether the nonce opens the commitment of a seat whose nonce a pending start waits for.
    pub(super) fn opens(&self, seat: Seat, nonce: &Nonce) -> bool {
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
        let (needed, found) = (self.rules().min_players(), self.game.players.len());
        if found < needed {
            return Err(Refusal::NotEnoughPlayers { needed, found });
        }
        let contributors = self.contributors();
        if contributors.iter().all(|&(seat, _)| self.game.has_nonce(seat)) {
            self.begin(by);
            return Ok(());
        }
        let until = self.surroundings.now + REVEAL_TIME;
        self.record(EventKind::NoncesRequested { by, until, contributors });
        Ok(())
    }

    /// The players whose nonce goes into the bag: those there with a commitment, and those with a nonce in the open.
    fn contributors(&self) -> Vec<(Seat, NonceCommitment)> {
        let contribution = |(seat, player): (Seat, &super::Player)| {
            let contribution = player.contribution.as_ref()?;
            let commitment = match contribution.commitment() {
                Some(commitment) if !self.surroundings.away.has(seat) => *commitment,
                Some(_) => return None,
                None => contribution.nonce()?.commitment(),
            };
            Some((seat, commitment))
        };
        self.game.players.iter().filter_map(contribution).collect()
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

    /// A pending start fails because of these players; without one nothing happens.
    pub(super) fn fail_start(&mut self, because_of: Vec<Seat>) {
        if self.game.pending_start().is_some() {
            self.record(EventKind::StartFailed { because_of });
        }
    }

    fn begin(&mut self, by: Seat) {
        let keyed = self.surroundings.draws.starting_with(&self.game.key_nonces());
        let draws = keyed.as_ref().map_or(self.surroundings.draws, |key| key as &dyn Draws);
        let (order, opening_draw) = self.game.opening_order(by, draws);
        let deals = self.game.first_deals(&order, draws);
        self.record(EventKind::GameStarted { order, opening_draw, deals, key: KeyVersion::V2 });
    }
}
