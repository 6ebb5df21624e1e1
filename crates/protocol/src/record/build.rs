use rules::{Action, Event, EventKind, Game, KeyVersion, Seat, Seed, Timestamp};

use super::{BagRecord, BagStep, GameRecord, MoveRecord, RecordPlayer};
use crate::review::letters;
use crate::table_rules::TableRules;
use crate::tile::tile_set;
use crate::view::{PlayerIds, bot_level, deed_of, game_ended};

impl GameRecord {
    /// The record of a log and its seed; `None` if the log has no finished game.
    pub fn of(log: &[Event], seed: &Seed, ids: &PlayerIds) -> Option<GameRecord> {
        let game = Game::replay(log).ok()?;
        let outcome = game.outcome()?;
        let (rules, language, bag) = (game.rules(), &game.rules().language, BagRecord::of(log));
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
            seed: rules::hex(&seed.0),
            opening_draw: bag.opening_draw(language),
            bag: bag.steps(language),
            moves: moves.collect(),
            outcome: game_ended(&game, outcome, ids),
        })
    }
}

impl BagStep {
    /// The tiles that the step moves.
    pub fn tiles(&self) -> &[String] {
        match self {
            BagStep::Draw { tiles, .. } | BagStep::PutBack { tiles, .. } => tiles,
        }
    }
}

pub(super) fn seat_number(seat: Seat) -> u8 {
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
