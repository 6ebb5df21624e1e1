//! What the bag gave and took back, collected while a game is played.

use rules::{Draw, Event, EventKind, Game, KeyVersion, Language, OpeningRound, Seat, Seed, Tile};

use super::build::{opened_commitment, seat_number, text_of_nonce};
use super::{BagStep, OpeningDrawRecord};
use crate::review::letters;
use crate::server::{BagReveal, SeatNonce};
use crate::tile::letter_text;
use crate::view::PlayerIds;

/// Every draw of a game and every tile that returned to the bag. It grows with the log.
///
/// It must not be sent to anyone before the end of the game.
#[derive(Clone, Debug, Default)]
pub struct BagRecord {
    opening_draw: Vec<OpeningRound>,
    moves: Vec<BagMove>,
}

#[derive(Clone, Debug)]
enum BagMove {
    Draw(Seat, Draw),
    PutBack(Seat, Vec<Tile>),
}

impl BagRecord {
    /// The record of a log.
    pub fn of<'e>(log: impl IntoIterator<Item = &'e Event>) -> BagRecord {
        let mut record = BagRecord::default();
        record.extend(log);
        record
    }

    /// Adds the events of a commit.
    pub fn extend<'e>(&mut self, events: impl IntoIterator<Item = &'e Event>) {
        for event in events {
            match &event.kind {
                EventKind::GameStarted { opening_draw, deals, .. } => {
                    self.opening_draw.clone_from(opening_draw);
                    for (seat, drawn) in deals {
                        self.draw(*seat, drawn);
                    }
                }
                EventKind::PlayStood { seat, drawn, .. } => self.draw(*seat, drawn),
                EventKind::TilesExchanged { seat, returned, drawn } => {
                    self.draw(*seat, drawn);
                    self.put_back(*seat, returned);
                }
                EventKind::PlayerOut { seat, returned, .. } => self.put_back(*seat, returned),
                _ => {}
            }
        }
    }

    fn draw(&mut self, seat: Seat, drawn: &Draw) {
        if !drawn.tiles.is_empty() {
            self.moves.push(BagMove::Draw(seat, drawn.clone()));
        }
    }

    fn put_back(&mut self, seat: Seat, tiles: &[Tile]) {
        if !tiles.is_empty() {
            self.moves.push(BagMove::PutBack(seat, tiles.to_vec()));
        }
    }

    /// The data that verifies every draw of a finished game.
    pub fn reveal(&self, game: &Game, seed: &Seed, ids: &PlayerIds) -> BagReveal {
        let language = &game.rules().language;
        let nonce = |&seat: &Seat| SeatNonce {
            seat: seat_number(seat),
            player_id: ids.of(seat),
            nonce: text_of_nonce(&game.nonce(seat)),
            commitment: opened_commitment(game, seat),
        };
        BagReveal {
            game_id: game.id().to_string(),
            commitment: game.opening().commitment.to_string(),
            seed: rules::hex(&seed.0),
            key_version: match game.key_version() {
                KeyVersion::V1 => 1,
                KeyVersion::V2 => 2,
            },
            nonces: game.join_order().iter().map(nonce).collect(),
            opening_draw: self.opening_draw(language),
            bag: self.steps(language),
        }
    }

    pub(super) fn opening_draw(&self, language: &Language) -> Vec<Vec<OpeningDrawRecord>> {
        let drawn = |&(seat, tile): &(Seat, Tile)| OpeningDrawRecord {
            seat: seat_number(seat),
            tile: letter_text(tile, language).to_owned(),
        };
        self.opening_draw.iter().map(|round| round.drawn.iter().map(drawn).collect()).collect()
    }

    pub(super) fn steps(&self, language: &Language) -> Vec<BagStep> {
        let step = |bag_move: &BagMove| match bag_move {
            BagMove::Draw(seat, draw) => BagStep::Draw {
                seat: seat_number(*seat),
                t: draw.first,
                count: draw.tiles.len() as u32,
                tiles: letters(&draw.tiles, language),
            },
            BagMove::PutBack(seat, tiles) => {
                BagStep::PutBack { seat: seat_number(*seat), tiles: letters(tiles, language) }
            }
        };
        self.moves.iter().map(step).collect()
    }
}
