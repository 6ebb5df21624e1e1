use std::collections::BTreeMap;

use super::bag_key::{BagKey, Purpose, commitment, from_hex, nonce_commitment};
use super::verify_racks::check_racks;
use super::{BagStep, GameRecord};
use crate::server::{LogAction, PlayStatus};
use crate::table_rules::BeginnerRule;
use crate::tile::{BLANK, letter_text};

/// The result of a successful verification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordVerified {
    /// The number of tiles drawn for racks, each as the seed determines.
    pub draws: usize,
    /// The number of tiles drawn in the opening draw.
    pub opening_draws: usize,
    /// The seats of the players whose committed nonce went into the bag.
    ///
    /// To these players it is proven that no one, not even an operator who plays, has chosen the
    /// deal. The others must trust one of them or the server.
    pub fair_for: Vec<u8>,
}

/// A contradiction between a record and its seed, or within the record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordError {
    /// The record has an unknown format.
    #[error(
        "expected a record of the form {} or {}, found {found:?}",
        GameRecord::FORMAT_1,
        GameRecord::FORMAT
    )]
    Format {
        /// The format of the record.
        found: String,
    },
    /// A field is not 64 hexadecimal digits.
    #[error("{field}: expected 64 hexadecimal digits")]
    Hexadecimal {
        /// The name of the field.
        field: &'static str,
    },
    /// The server committed to another seed.
    #[error("the seed is not the one that the server committed to")]
    Commitment,
    /// A nonce does not match the commitment published before the start.
    #[error("the nonce of seat {seat} is not the one that was committed to before the start")]
    NonceCommitment {
        /// The seat of the player.
        seat: u8,
    },
    /// The tile set is not that of the language.
    #[error("the tile set is not that of the language {language}")]
    TileSet {
        /// The language.
        language: String,
    },
    /// A tile is not in the tile set, or not often enough.
    #[error("bag step {step}: there is no {tile:?} to take")]
    NoSuchTile {
        /// The index in `bag`, from 0.
        step: usize,
        /// The tile.
        tile: String,
    },
    /// A round of the opening draw is not what the seed determines.
    #[error("round {round} of the draw for who begins is not what the seed gives")]
    OpeningDraw {
        /// The round, from 1.
        round: usize,
    },
    /// The rules require an opening draw, and it is missing or undecided.
    #[error("the rules draw for who begins, and the record has no draw that decides it")]
    OpeningDrawMissing,
    /// The turn order does not follow from the opening draw or the join order.
    #[error("the order of turns is not the one that the rules and the draw for who begins give")]
    FirstToMove,
    /// The first racks were not dealt in turn order with seven tiles each.
    #[error("bag step {step}: expected seven tiles for seat {seat}, whose turn it is to be dealt a rack")]
    Deal {
        /// The index in `bag`, from 0.
        step: usize,
        /// The seat that was due.
        seat: u8,
    },
    /// A draw number is missing or repeated.
    #[error("bag step {step}: expected draw number {expected}, found {found}")]
    DrawNumber {
        /// The index in `bag`, from 0.
        step: usize,
        /// The expected number.
        expected: u32,
        /// The number in the record.
        found: u32,
    },
    /// A draw is not what the seed determines.
    #[error("bag step {step}: the seed gives {expected:?}, the record says {found:?}")]
    Draw {
        /// The index in `bag`, from 0.
        step: usize,
        /// The tiles that the seed determines.
        expected: Vec<String>,
        /// The tiles in the record.
        found: Vec<String>,
    },
    /// A player returned a tile they did not have.
    #[error("bag step {step}: seat {seat} put back {tile:?} and had none")]
    PutBack {
        /// The index in `bag`, from 0.
        step: usize,
        /// The seat of the player.
        seat: u8,
        /// The tile.
        tile: String,
    },
    /// A draw is larger or smaller than its turn requires.
    #[error("bag step {step}: expected {expected} tiles to be drawn, found {found}")]
    DrawSize {
        /// The index in `bag`, from 0.
        step: usize,
        /// The number of tiles that the turn and the bag allow.
        expected: usize,
        /// The number of tiles in the record.
        found: usize,
    },
    /// A step of the bag belongs to no turn.
    #[error("bag step {step}: seat {seat} did nothing that this belongs to")]
    NoReason {
        /// The index in `bag`, from 0.
        step: usize,
        /// The seat of the player.
        seat: u8,
    },
    /// The rack of a turn does not follow from the draws and the previous turns.
    #[error("turn {turn}: the rack of seat {seat} and the draws do not agree")]
    Rack {
        /// The number of the turn.
        turn: u32,
        /// The seat of the player.
        seat: u8,
    },
    /// A player's draws do not match the tiles laid, returned and left over.
    #[error("seat {seat}: the tiles that were drawn are not those that were laid, put back or left")]
    Tiles {
        /// The seat of the player.
        seat: u8,
    },
}

/// Verifies a record from its content alone.
///
/// Recomputes every draw from the revealed seed, and checks that each draw has a reason and that
/// every drawn tile was laid, returned or left over.
pub fn verify_record(record: &GameRecord) -> Result<RecordVerified, RecordError> {
    let has_commitments = record.format == GameRecord::FORMAT;
    if !has_commitments && record.format != GameRecord::FORMAT_1 {
        return Err(RecordError::Format { found: record.format.clone() });
    }
    let seed = from_hex(&record.seed).ok_or(RecordError::Hexadecimal { field: "seed" })?;
    let promised = from_hex(&record.commitment).ok_or(RecordError::Hexadecimal { field: "commitment" })?;
    if commitment(&seed, &record.id) != promised {
        return Err(RecordError::Commitment);
    }
    check_tile_set(record)?;
    let (key, fair_for) = if has_commitments {
        let fair_for = check_nonces(record)?;
        (BagKey::new("dord/2/key", &seed, &record.id, contributed_nonces(record)), fair_for)
    } else {
        let nonces = record.players.iter().map(|player| player.nonce.as_str());
        (BagKey::new("dord/1/key", &seed, &record.id, nonces), Vec::new())
    };
    let opening_draws = check_opening_draw(record, &key)?;
    check_deal(record)?;
    let draws = check_draws(record, &key)?;
    check_tiles(record)?;
    check_racks(record)?;
    Ok(RecordVerified { draws, opening_draws, fair_for })
}

/// The seats whose nonce matches its published commitment; a mismatch is an error.
fn check_nonces(record: &GameRecord) -> Result<Vec<u8>, RecordError> {
    let mut fair_for = Vec::new();
    for player in &record.players {
        let Some(published) = &player.nonce_commitment else { continue };
        let published = from_hex(published).ok_or(RecordError::Hexadecimal { field: "nonceCommitment" })?;
        if player.nonce.is_empty() || nonce_commitment(&player.nonce) != published {
            return Err(RecordError::NonceCommitment { seat: player.seat });
        }
        fair_for.push(player.seat);
    }
    fair_for.sort_unstable();
    Ok(fair_for)
}

/// The nonces that went into the bag, in seat order.
fn contributed_nonces(record: &GameRecord) -> impl Iterator<Item = &str> {
    let mut players: Vec<_> = record.players.iter().filter(|player| !player.nonce.is_empty()).collect();
    players.sort_by_key(|player| player.seat);
    players.into_iter().map(|player| player.nonce.as_str())
}

/// Compares the tile set with that of the language, if the language is known here.
fn check_tile_set(record: &GameRecord) -> Result<(), RecordError> {
    let code = &record.rules.language;
    let Some(language) = rules::Language::by_code(code) else { return Ok(()) };
    let known = language.tiles().map(|tile| (letter_text(tile, &language), language.count(tile)));
    let found = record.tile_set.iter().map(|kind| (kind.letter.as_str(), kind.count as usize));
    if known.eq(found) { Ok(()) } else { Err(RecordError::TileSet { language: code.clone() }) }
}

/// A bag as sorted indices into the tile set.
struct RecordBag<'r> {
    letters: Vec<&'r str>,
    sorted: Vec<usize>,
}

impl<'r> RecordBag<'r> {
    fn full(record: &'r GameRecord) -> RecordBag<'r> {
        let letters = record.tile_set.iter().map(|kind| kind.letter.as_str()).collect();
        // Limits memory for hostile records; missing tiles are noticed when they are drawn.
        let count = |count: u32| count.min(1000) as usize;
        let sorted = record.tile_set.iter().enumerate();
        let sorted = sorted.flat_map(|(place, kind)| std::iter::repeat_n(place, count(kind.count)));
        RecordBag { letters, sorted: sorted.collect() }
    }

    fn text(&self, place: usize) -> String {
        self.letters[place].to_owned()
    }

    fn place(&self, letter: &str) -> Option<usize> {
        self.letters.iter().position(|other| *other == letter)
    }
}

fn check_opening_draw(record: &GameRecord, key: &BagKey) -> Result<usize, RecordError> {
    let mut drawing: Vec<u8> = record.players.iter().map(|player| player.seat).collect();
    let mut counter = 0;
    for (index, found) in record.opening_draw.iter().enumerate() {
        let round = index + 1;
        let mut bag = RecordBag::full(record);
        let mut drawn: Vec<(u8, usize)> = Vec::new();
        for &seat in &drawing {
            if bag.sorted.is_empty() {
                return Err(RecordError::OpeningDraw { round });
            }
            let picked = key.pick(Purpose::FirstToMove, counter, bag.sorted.len());
            drawn.push((seat, bag.sorted.remove(picked)));
            counter += 1;
        }
        let expected = drawn.iter().map(|&(seat, place)| (seat, bag.text(place)));
        if !expected.eq(found.iter().map(|draw| (draw.seat, draw.tile.clone()))) {
            return Err(RecordError::OpeningDraw { round });
        }
        let best = drawn.iter().map(|&(_, place)| place).min();
        drawing = drawn.iter().filter(|&&(_, place)| Some(place) == best).map(|&(seat, _)| seat).collect();
    }
    check_turn_order(record, &drawing)?;
    Ok(counter as usize)
}

/// Checks the turn order against the rules.
///
/// The first player is drawn, the host, the first who joined or, in a rematch, the next in turn.
fn check_turn_order(record: &GameRecord, drew_best: &[u8]) -> Result<(), RecordError> {
    let mut order: Vec<u8> = record.players.iter().map(|player| player.seat).collect();
    let is_drawn = record.rematch.is_none() && record.rules.beginner == BeginnerRule::Drawn;
    if !is_drawn && !record.opening_draw.is_empty() {
        return Err(RecordError::OpeningDraw { round: 1 });
    }
    if let Some(before) = &record.rematch {
        order.sort_by_key(|seat| before.iter().position(|other| other == seat).unwrap_or(usize::MAX));
    } else if is_drawn {
        let &[best] = drew_best else { return Err(RecordError::OpeningDrawMissing) };
        if record.opening_draw.is_empty() {
            return Err(RecordError::OpeningDrawMissing);
        }
        let place = order.iter().position(|&seat| seat == best).ok_or(RecordError::FirstToMove)?;
        order.rotate_left(place);
    } else if record.rules.beginner == BeginnerRule::Host {
        // The record does not say who the host was.
        order.sort_by_key(|seat| Some(seat) != record.turn_order.first());
    }
    if order == record.turn_order { Ok(()) } else { Err(RecordError::FirstToMove) }
}

/// Checks that the first racks are dealt in turn order.
fn check_deal(record: &GameRecord) -> Result<(), RecordError> {
    for (step, &seat) in record.turn_order.iter().enumerate() {
        match record.bag.get(step) {
            Some(BagStep::Draw { seat: found, count: 7, .. }) if *found == seat => {}
            _ => return Err(RecordError::Deal { step, seat }),
        }
    }
    Ok(())
}

fn check_draws(record: &GameRecord, key: &BagKey) -> Result<usize, RecordError> {
    let mut bag = RecordBag::full(record);
    for letter in &record.starting_word {
        let place = bag.place(letter).and_then(|place| bag.sorted.iter().position(|&other| other == place));
        let place = place.ok_or_else(|| RecordError::NoSuchTile { step: 0, tile: letter.clone() })?;
        bag.sorted.remove(place);
    }
    let mut next: u32 = 0;
    for (step, done) in record.bag.iter().enumerate() {
        match done {
            BagStep::Draw { t, count, tiles, .. } => {
                if *t != next {
                    return Err(RecordError::DrawNumber { step, expected: next, found: *t });
                }
                let mut expected = Vec::new();
                for _ in 0..tiles.len().min(bag.sorted.len()) {
                    let picked = key.pick(Purpose::Rack, next, bag.sorted.len());
                    expected.push(bag.sorted.remove(picked));
                    next += 1;
                }
                let expected: Vec<String> = expected.into_iter().map(|place| bag.text(place)).collect();
                if expected != *tiles || *count as usize != tiles.len() {
                    return Err(RecordError::Draw { step, expected, found: tiles.clone() });
                }
            }
            BagStep::PutBack { tiles, .. } => {
                for tile in tiles {
                    let place = bag.place(tile);
                    let place = place.ok_or_else(|| RecordError::NoSuchTile { step, tile: tile.clone() })?;
                    bag.sorted.push(place);
                }
                bag.sorted.sort_unstable();
            }
        }
    }
    Ok(next as usize)
}

/// How many tiles of each letter a seat has drawn and not yet used.
type Held<'r> = BTreeMap<(u8, &'r str), i64>;

fn check_tiles(record: &GameRecord) -> Result<(), RecordError> {
    let mut held = Held::new();
    for (step, done) in record.bag.iter().enumerate() {
        match done {
            BagStep::Draw { seat, tiles, .. } => {
                for tile in tiles {
                    *held.entry((*seat, tile)).or_default() += 1;
                }
            }
            BagStep::PutBack { seat, tiles } => {
                for tile in tiles {
                    let count = held.entry((*seat, tile)).or_default();
                    *count -= 1;
                    if *count < 0 {
                        return Err(RecordError::PutBack { step, seat: *seat, tile: tile.clone() });
                    }
                }
            }
        }
    }
    for player in &record.players {
        let mut give = |letter, is_blank| {
            let letter: &str = if is_blank { BLANK } else { letter };
            *held.entry((player.seat, letter)).or_default() -= 1;
        };
        for done in record.moves.iter().filter(|done| done.player_id == player.id) {
            if let LogAction::Played { placements, fate: PlayStatus::Stood, .. } = &done.deed {
                for placed in placements {
                    give(&placed.tile.letter, placed.tile.is_blank);
                }
            }
        }
        for left in record.outcome.final_scores.iter().filter(|score| score.player_id == player.id) {
            for tile in &left.remaining_tiles {
                give(&tile.letter, tile.is_blank);
            }
        }
    }
    match held.iter().find(|(_, count)| **count != 0) {
        Some(((seat, _), _)) => Err(RecordError::Tiles { seat: *seat }),
        None => Ok(()),
    }
}
