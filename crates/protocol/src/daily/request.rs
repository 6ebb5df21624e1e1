use rules::{ClaimedTile, Language, Placement, TileToLay};
use serde::de::{Error, IntoDeserializer as _, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::client::at_most;
use crate::strict::{self, BadRequest};
use crate::text::{LanguageCode, LetterText, NameText, Text};
use crate::tile::BLANK;

/// A turn to submit or to preview.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SubmitTurn {
    /// The language of the puzzle; `en` if absent.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub language: Option<LanguageCode>,
    /// The number of the turn, from 1; it prevents playing a turn twice.
    pub turn_number: u32,
    /// Tiles to lay: either this or `tilesExchanged`.
    #[serde(default, deserialize_with = "some_at_most::<_, _, 225>")]
    #[cfg_attr(feature = "reference", schemars(length(max = 225)), ts(optional))]
    pub tiles_placed: Option<Vec<ClaimedDailyTile>>,
    /// Tiles to exchange, by their ids.
    #[serde(default, deserialize_with = "some_at_most::<_, _, 64>")]
    #[cfg_attr(feature = "reference", schemars(length(max = 64)), ts(optional))]
    pub tiles_exchanged: Option<Vec<ExchangedTile>>,
}

/// The id of a tile on the rack, such as `tile_008`.
pub type ExchangedTile = Text<1, 16>;

/// A tile that a device wants to lay, not validated.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ClaimedDailyTile {
    /// The letter, in upper or lower case. A blank gives the letter it represents, or `_` and
    /// `blankAssignment`.
    #[cfg_attr(feature = "reference", ts(type = "string"))]
    pub letter: LetterText,
    /// The square.
    pub position: ClaimedSquare,
    /// Whether it is a blank; false if absent.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub is_blank: Option<bool>,
    /// The letter a blank represents; null or absent for other tiles.
    #[serde(default, deserialize_with = "letter_or_null")]
    #[cfg_attr(feature = "reference", schemars(with = "LetterOrNull"), ts(optional = nullable))]
    pub blank_assignment: Option<LetterText>,
}

/// A square that may be off the board; the placement rules check that.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ClaimedSquare {
    /// The row, from 0 at the top.
    pub row: i64,
    /// The column, from 0 at the left.
    pub col: i64,
}

/// The move that a device requests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TurnClaim {
    /// Lay these tiles.
    Play(Placement),
    /// Exchange the tiles with these numbers.
    Exchange(Vec<u8>),
}

/// The player's name on leaderboards.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Rename {
    /// The name; absent to be anonymous.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub name: Option<NameText>,
}

/// A transfer code shown by another device.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RedeemCode {
    /// Eight letters, in upper or lower case; spaces and hyphens are ignored.
    #[cfg_attr(feature = "reference", ts(type = "string"))]
    pub code: Text<1, 32>,
}

/// Deserializes an optional list of at most `MAX` items.
fn some_at_most<'de, T: Deserialize<'de>, D: Deserializer<'de>, const MAX: usize>(
    deserializer: D,
) -> Result<Option<Vec<T>>, D::Error> {
    at_most::<T, D, MAX>(deserializer).map(Some)
}

/// Deserializes a letter or null: clients return tiles as the server sent them.
fn letter_or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<LetterText>, D::Error> {
    deserializer.deserialize_any(LetterOrNull)
}

/// A letter or null.
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "reference", schemars(with = "Option<LetterText>"))]
struct LetterOrNull;

impl Visitor<'_> for LetterOrNull {
    type Value = Option<LetterText>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a string or null")
    }

    fn visit_unit<E: Error>(self) -> Result<Option<LetterText>, E> {
        Ok(None)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Option<LetterText>, E> {
        LetterText::deserialize(text.into_deserializer()).map(Some)
    }
}

fn parse<T: serde::de::DeserializeOwned>(body: &[u8]) -> Result<T, BadRequest> {
    let value: Value = serde_json::from_slice(body)
        .map_err(|_| BadRequest::new("payload", "expected a JSON object in UTF-8"))?;
    strict::read(&value)
}

impl SubmitTurn {
    /// Parses the body of a request.
    ///
    /// ```
    /// let turn = protocol::SubmitTurn::parse(br#"{"turnNumber": 1, "tilesExchanged": ["tile_003"]}"#).unwrap();
    /// assert_eq!(turn.turn_number, 1);
    ///
    /// let error = protocol::SubmitTurn::parse(br#"{"turnNumber": "one"}"#).unwrap_err();
    /// assert_eq!(error.to_string(), "turnNumber: expected an integer, found a string");
    /// ```
    pub fn parse(body: &[u8]) -> Result<SubmitTurn, BadRequest> {
        let turn: SubmitTurn = parse(body)?;
        match (&turn.tiles_placed, &turn.tiles_exchanged) {
            (Some(_), None) | (None, Some(_)) => Ok(turn),
            (Some(_), Some(_)) | (None, None) => {
                Err(BadRequest::new("payload", "expected either tilesPlaced or tilesExchanged"))
            }
        }
    }

    /// The requested move, in the letters of a language.
    pub fn claim(&self, language: &Language) -> Result<TurnClaim, BadRequest> {
        match (&self.tiles_placed, &self.tiles_exchanged) {
            (Some(tiles), _) => {
                let tiles = tiles.iter().enumerate().map(|(index, tile)| tile.claim(index, language));
                Ok(TurnClaim::Play(Placement { tiles: tiles.collect::<Result<_, _>>()? }))
            }
            (None, tiles) => {
                let number = |(index, id): (usize, &ExchangedTile)| {
                    let number = id.as_str().strip_prefix("tile_").filter(|digits| {
                        digits.len() == 3 && digits.bytes().all(|digit| digit.is_ascii_digit())
                    });
                    number.and_then(|digits| digits.parse().ok()).ok_or_else(|| {
                        let path = format!("tilesExchanged[{index}]");
                        BadRequest::new(path, "expected the id of a tile of the rack, such as tile_008")
                    })
                };
                let numbers = tiles.iter().flatten().enumerate().map(number);
                Ok(TurnClaim::Exchange(numbers.collect::<Result<_, _>>()?))
            }
        }
    }
}

impl ClaimedDailyTile {
    fn claim(&self, index: usize, language: &Language) -> Result<ClaimedTile, BadRequest> {
        let wrong = |field: &str, expected: String| {
            BadRequest::new(format!("tilesPlaced[{index}].{field}"), format!("expected {expected}"))
        };
        let letter =
            match self.letter.as_str() {
                BLANK => None,
                text => Some(language.letter(text).ok_or_else(|| {
                    wrong("letter", format!("a letter of {}, or {BLANK}", language.name()))
                })?),
            };
        let assigned = match &self.blank_assignment {
            None => None,
            Some(text) => Some(
                language
                    .letter(text.as_str())
                    .ok_or_else(|| wrong("blankAssignment", format!("a letter of {}", language.name())))?,
            ),
        };
        let is_blank = letter.is_none() || self.is_blank == Some(true);
        let tile = match (letter, assigned) {
            (_, Some(_)) if !is_blank => {
                return Err(wrong("blankAssignment", "none, for this tile is no blank".to_owned()));
            }
            (Some(letter), Some(assigned)) if letter != assigned => {
                return Err(wrong("blankAssignment", format!("{}, as in letter", language.text(letter))));
            }
            (Some(letter), None) if !is_blank => TileToLay::Letter(letter),
            (letter, assigned) => TileToLay::Blank(assigned.or(letter)),
        };
        Ok(ClaimedTile { row: self.position.row, column: self.position.col, tile })
    }
}

impl Rename {
    /// Parses the body of a request.
    pub fn parse(body: &[u8]) -> Result<Rename, BadRequest> {
        parse(body)
    }
}

impl RedeemCode {
    /// Parses the body of a request.
    pub fn parse(body: &[u8]) -> Result<RedeemCode, BadRequest> {
        parse(body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<TurnClaim, String> {
        let english = Language::by_code("en").unwrap();
        SubmitTurn::parse(text.as_bytes())
            .and_then(|turn| turn.claim(&english))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_turn_lays_or_exchanges_tiles() {
        let play = read(
            r#"{"turnNumber": 1, "tilesPlaced": [{"letter": "q", "position": {"row": 6, "col": -5}},
                {"letter": "U", "position": {"row": 6, "col": 6}, "isBlank": true}]}"#,
        );
        let Ok(TurnClaim::Play(placement)) = play else { panic!("{play:?}") };
        assert_eq!(placement.tiles.len(), 2);
        assert_eq!((placement.tiles[0].row, placement.tiles[0].column), (6, -5));
        assert!(matches!(placement.tiles[1].tile, TileToLay::Blank(Some(_))));
        let exchange = read(r#"{"turnNumber": 1, "tilesExchanged": ["tile_001", "tile_042"]}"#);
        assert_eq!(exchange, Ok(TurnClaim::Exchange(vec![1, 42])));
    }

    #[test]
    fn a_blank_gives_its_letter_in_letter_or_in_blank_assignment() {
        let english = Language::by_code("en").unwrap();
        let letter = |text: &str| english.letter(text).unwrap();
        for (tile, expected) in [
            (r#""letter": "E""#, TileToLay::Letter(letter("E"))),
            (r#""letter": "e", "isBlank": false, "blankAssignment": null"#, TileToLay::Letter(letter("E"))),
            (r#""letter": "E", "isBlank": true"#, TileToLay::Blank(Some(letter("E")))),
            (
                r#""letter": "E", "isBlank": true, "blankAssignment": "e""#,
                TileToLay::Blank(Some(letter("E"))),
            ),
            (
                r#""letter": "_", "isBlank": true, "blankAssignment": "E""#,
                TileToLay::Blank(Some(letter("E"))),
            ),
            (r#""letter": "_", "blankAssignment": "q""#, TileToLay::Blank(Some(letter("Q")))),
            (r#""letter": "_", "isBlank": true, "blankAssignment": null"#, TileToLay::Blank(None)),
            (r#""letter": "_""#, TileToLay::Blank(None)),
        ] {
            let body = format!(
                r#"{{"turnNumber": 1, "tilesPlaced": [{{{tile}, "position": {{"row": 6, "col": 6}}}}]}}"#
            );
            let Ok(TurnClaim::Play(placement)) = read(&body) else { panic!("{body}") };
            assert_eq!(placement.tiles[0].tile, expected, "{tile}");
        }
    }

    #[test]
    fn an_assignment_that_contradicts_its_tile_is_refused() {
        for (tile, expected) in [
            (r#""letter": "E", "blankAssignment": "E""#, "expected none, for this tile is no blank"),
            (
                r#""letter": "E", "isBlank": false, "blankAssignment": "F""#,
                "expected none, for this tile is no blank",
            ),
            (r#""letter": "E", "isBlank": true, "blankAssignment": "F""#, "expected E, as in letter"),
            (r#""letter": "_", "blankAssignment": "_""#, "expected a letter of English"),
            (r#""letter": "_", "blankAssignment": "7""#, "expected a letter of English"),
            (r#""letter": "_", "blankAssignment": 7"#, "expected a string or null"),
        ] {
            let body = format!(
                r#"{{"turnNumber": 1, "tilesPlaced": [{{{tile}, "position": {{"row": 6, "col": 6}}}}]}}"#
            );
            assert_eq!(
                read(&body).unwrap_err(),
                format!("tilesPlaced[0].blankAssignment: {expected}"),
                "{tile}"
            );
        }
    }

    #[test]
    fn an_error_names_the_malformed_field() {
        for (body, expected) in [
            ("", "payload: expected a JSON object in UTF-8"),
            ("[]", "payload: expected an object, found a list"),
            ("{}", "turnNumber: this field is missing"),
            (r#"{"turnNumber": 1}"#, "payload: expected either tilesPlaced or tilesExchanged"),
            (
                r#"{"turnNumber": 1, "tilesPlaced": [], "tilesExchanged": []}"#,
                "payload: expected either tilesPlaced or tilesExchanged",
            ),
            (r#"{"turnNumber": -1, "tilesPlaced": []}"#, "turnNumber: expected an integer from 0 on"),
            (r#"{"turnNumber": 1, "tilesPlaced": null}"#, "tilesPlaced: expected a list, found null"),
            (
                r#"{"turnNumber": 1, "tilesPlaced": [{"letter": "A"}]}"#,
                "tilesPlaced[0].position: this field is missing",
            ),
            (
                r#"{"turnNumber": 1, "tilesPlaced": [{"letter": "7", "position": {"row": 1, "col": 1}}]}"#,
                "tilesPlaced[0].letter: expected a letter of English, or _",
            ),
            (
                r#"{"turnNumber": 1, "tilesExchanged": ["tile_008", "8"]}"#,
                "tilesExchanged[1]: expected the id of a tile of the rack, such as tile_008",
            ),
            (
                r#"{"turnNumber": 1, "tilesExchanged": ["tile_+08"]}"#,
                "tilesExchanged[0]: expected the id of a tile of the rack, such as tile_008",
            ),
            (
                r#"{"turnNumber": 1, "tilesExchanged": ["tile_999"]}"#,
                "tilesExchanged[0]: expected the id of a tile of the rack, such as tile_008",
            ),
        ] {
            assert_eq!(read(body).unwrap_err(), expected, "{body}");
        }
    }
}
