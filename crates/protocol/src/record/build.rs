use rules::{Action, Event, EventKind, Game, KeyVersion, Language, Seat, Seed, Tile, Timestamp};

use super::{BagStep, GameRecord, MoveRecord, OpeningDrawRecord, RecordPlayer};
use crate::review::letters;
use crate::server::{BagReveal, SeatNonce};
use crate::table_rules::TableRules;
use crate::tile::{letter_text, tile_set};
use crate::view::{PlayerIds, bot_level, deed_of, game_ended};

impl GameRecord {
    /// The record of a log and its seed; `None` if the log has no finished game.
    pub fn of(log: &[Event], seed: &Seed, ids: &PlayerIds) -> Option<GameRecord> {
        let game = Game::replay(log)?;
        let outcome = game.outcome()?;
        let (rules, language) = (game.rules(), &game.rules().language);
        let time_of = |wanted: fn(&EventKind) -> bool| -> Option<Timestamp> {
            log.iter().find(|event| wanted(&event.kind)).map(|event| event.at)
        };
        let players = game.join_order().iter().map(|&seat| {
            let player = &game.players()[seat];
            RecordPlayer {
                seat: seat_number(seat),
                id: ids.of(seat),
                name: player.name.to_string(),
                bot_level: bot_level(player.kind),
                nonce: text_of_nonce(&game.nonce(seat)),
                nonce_commitment: opened_commitment(&game, seat),
            }
        });
        let moves = game.history().iter().map(|entry| MoveRecord {
            turn_number: entry.turn,
            player_id: ids.of(entry.seat),
            at: entry.at.0,
            rack: letters(entry.rack.tiles(), language),
            deed: deed_of(&entry.deed, language, ids),
            swapped: match &entry.deed {
                Action::Exchanged { tiles } => Some(letters(tiles, language)),
                _ => None,
            },
            total: entry.total.0,
        });
        let starting_word = &game.opening().starting_word;
        Some(GameRecord {
            format: match game.key_version() {
                KeyVersion::V1 => GameRecord::FORMAT_1.to_owned(),
                KeyVersion::V2 => GameRecord::FORMAT.to_owned(),
            },
            id: game.id().to_string(),
            rules: TableRules::from(rules),
            tile_set: tile_set(language),
            starting_word: starting_word.iter().map(|&letter| language.text(letter).to_owned()).collect(),
            rematch: game
                .opening()
                .rematch
                .as_ref()
                .map(|rematch| rematch.players.iter().map(|(seat, _, _)| seat_number(*seat)).collect()),
            started_at: time_of(|kind| matches!(kind, EventKind::GameStarted { .. }))?.0,
            ended_at: time_of(|kind| matches!(kind, EventKind::GameEnded(_)))?.0,
            failed_starts: log
                .iter()
                .filter(|event| matches!(event.kind, EventKind::StartFailed { .. }))
                .count() as u32,
            players: players.collect(),
            turn_order: game.turn_order().iter().map(|&seat| seat_number(seat)).collect(),
            commitment: game.opening().commitment.to_string(),
            seed: hex(&seed.0),
            opening_draw: opening_draw(log, language),
            bag: bag_steps(log, language),
            moves: moves.collect(),
            outcome: game_ended(&game, outcome, ids),
        })
    }
}

/// The data that verifies every draw; `None` if the log does not begin with an opening.
///
/// It must not be sent to anyone before the end of the game.
pub fn bag_reveal(log: &[Event], seed: &Seed, ids: &PlayerIds) -> Option<BagReveal> {
    let game = Game::replay(log)?;
    let (language, seats) = (&game.rules().language, game.join_order().iter());
    Some(BagReveal {
        game_id: game.id().to_string(),
        commitment: game.opening().commitment.to_string(),
        seed: hex(&seed.0),
        key_version: match game.key_version() {
            KeyVersion::V1 => 1,
            KeyVersion::V2 => 2,
        },
        nonces: seats
            .map(|&seat| SeatNonce {
                seat: seat_number(seat),
                player_id: ids.of(seat),
                nonce: text_of_nonce(&game.nonce(seat)),
                commitment: opened_commitment(&game, seat),
            })
            .collect(),
        opening_draw: opening_draw(log, language),
        bag: bag_steps(log, language),
    })
}

fn opening_draw(log: &[Event], language: &Language) -> Vec<Vec<OpeningDrawRecord>> {
    let rounds = log.iter().find_map(|event| match &event.kind {
        EventKind::GameStarted { opening_draw, .. } => Some(opening_draw.as_slice()),
        _ => None,
    });
    let drawn = |&(seat, tile): &(Seat, Tile)| OpeningDrawRecord {
        seat: seat_number(seat),
        tile: letter_text(tile, language).to_owned(),
    };
    rounds.unwrap_or_default().iter().map(|round| round.drawn.iter().map(drawn).collect()).collect()
}

fn bag_steps(log: &[Event], language: &Language) -> Vec<BagStep> {
    let draw = |seat: Seat, draw: &rules::Draw| BagStep::Draw {
        seat: seat_number(seat),
        t: draw.first,
        count: draw.tiles.len() as u32,
        tiles: letters(&draw.tiles, language),
    };
    let put_back = |seat: Seat, tiles: &[Tile]| BagStep::PutBack {
        seat: seat_number(seat),
        tiles: letters(tiles, language),
    };
    let steps = log.iter().flat_map(|event| match &event.kind {
        EventKind::GameStarted { deals, .. } => {
            deals.iter().map(|(seat, drawn)| draw(*seat, drawn)).collect()
        }
        EventKind::PlayStood { seat, drawn, .. } => vec![draw(*seat, drawn)],
        EventKind::TilesExchanged { seat, returned, drawn } => {
            vec![draw(*seat, drawn), put_back(*seat, returned)]
        }
        EventKind::PlayerOut { seat, returned, .. } => vec![put_back(*seat, returned)],
        _ => Vec::new(),
    });
    steps.filter(|step| !step.tiles().is_empty()).collect()
}

impl BagStep {
    /// The tiles that the step moves.
    pub fn tiles(&self) -> &[String] {
        match self {
            BagStep::Draw { tiles, .. } | BagStep::PutBack { tiles, .. } => tiles,
        }
    }
}

fn seat_number(seat: Seat) -> u8 {
    seat.index() as u8
}

/// The commitment of a player whose nonce was revealed.
pub(crate) fn opened_commitment(game: &Game, seat: Seat) -> Option<String> {
    let contribution = game.contribution(seat)?;
    contribution.nonce()?;
    Some(contribution.commitment()?.to_string())
}

/// The text of a nonce; on the wire nonces are texts.
pub(crate) fn text_of_nonce(nonce: &rules::Nonce) -> String {
    String::from_utf8_lossy(&nonce.0).into_owned()
}

fn hex(bytes: &[u8]) -> String {
    let digit = |number: u8| char::from_digit(number.into(), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
