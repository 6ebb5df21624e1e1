//! The stored form of a table's opening.

use std::sync::Arc;

use rules::{Commitment, GameId, Language, Opening, Rematch};
use serde::{Deserialize, Serialize};

use super::rules::WrittenRules;
use super::seats::{WrittenPlayerKind, WrittenSeat, read_name};
use crate::codec::{hex, tile_text};

#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct WrittenOpening {
    game: String,
    rules: WrittenRules,
    commitment: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rematch: Option<Vec<WrittenKeptSeat>>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    starting_word: String,
}

/// A seat reserved for a player of the previous game.
#[derive(Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct WrittenKeptSeat {
    seat: WrittenSeat,
    name: String,
    kind: WrittenPlayerKind,
}

impl WrittenOpening {
    /// Returns the first version that has this opening.
    pub(super) const fn since(&self) -> u64 {
        self.rules.since()
    }

    pub(super) fn of(opening: &Opening, language: &Language) -> WrittenOpening {
        let Opening { game, rules, commitment, rematch, starting_word } = opening;
        let kept = |rematch: &Rematch| {
            let players = rematch.players.iter();
            players
                .map(|(seat, name, kind)| WrittenKeptSeat {
                    seat: (*seat).into(),
                    name: name.as_str().to_owned(),
                    kind: (*kind).into(),
                })
                .collect()
        };
        WrittenOpening {
            game: game.as_str().to_owned(),
            rules: WrittenRules::of(rules),
            commitment: rules::hex(&commitment.0),
            rematch: rematch.as_ref().map(kept),
            starting_word: tile_text::write_letters(starting_word, language),
        }
    }

    pub(super) fn read(
        self,
        language: &Language,
        languages: &dyn Fn(&str) -> Option<Arc<Language>>,
    ) -> Result<Opening, String> {
        let commitment = hex::read(&self.commitment)?;
        let commitment = <[u8; 32]>::try_from(commitment)
            .map_err(|bytes| format!("expected a commitment of 32 bytes, found {}", bytes.len()))?;
        let kept = |kept: WrittenKeptSeat| Ok((kept.seat.read()?, read_name(&kept.name)?, kept.kind.read()?));
        let rematch = self.rematch.map(|players| {
            let players = players.into_iter().map(kept).collect::<Result<_, String>>()?;
            Ok::<_, String>(Rematch { players })
        });
        Ok(Opening {
            game: GameId::new(self.game),
            rules: self.rules.read(languages)?,
            commitment: Commitment(commitment),
            rematch: rematch.transpose()?,
            starting_word: tile_text::read_letters(&self.starting_word, language)?,
        })
    }
}
