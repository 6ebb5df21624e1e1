use rules::{
    Direction, Game, Language, PlacementError, Refusal, Seat, Square, Tile,
    notation::{Coordinate, tiles},
};
use serde_json::{Value, json};

use crate::text_columns::{counted, listed, printable};

/// User error: a sentence for people, and details for programs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct UserError {
    pub(crate) sentence: String,
    /// The placement rule that was broken.
    pub(crate) rule: Option<&'static str>,
    /// The squares concerned.
    pub(crate) squares: Vec<String>,
    /// The words that are not in the list.
    pub(crate) words: Vec<String>,
}

impl UserError {
    /// An error that consists of its sentence only.
    pub(crate) fn new(sentence: impl Into<String>) -> UserError {
        UserError { sentence: printable(&sentence.into()), ..UserError::default() }
    }

    /// The error as JSON.
    pub(crate) fn json(&self) -> Value {
        let mut answer = json!({"type": "refused", "message": self.sentence});
        if let Some(rule) = self.rule {
            answer["rule"] = json!(rule);
        }
        if !self.squares.is_empty() {
            answer["squares"] = json!(self.squares);
        }
        if !self.words.is_empty() {
            answer["words"] = json!(self.words);
        }
        answer
    }

    /// Explains a refusal of the rules to the players at the table.
    pub(crate) fn to(refusal: &Refusal, game: &Game, speaker: Seat) -> UserError {
        let name = |seat: Seat| game.players().get(seat).map_or("somebody", |player| player.name.as_str());
        let speaking = name(speaker);
        let language = &game.rules().language;
        let sentence = match refusal {
            Refusal::NotYourTurn => {
                let mover = game.to_move().map_or("nobody", name);
                format!("It is not the turn of {speaking}, but of {mover}.")
            }
            Refusal::OutOfGame => format!("{speaking} is out of this game."),
            Refusal::NotHost => {
                let host = game.host().map_or("nobody", name);
                format!("Only the host can do this, and that is {host}.")
            }
            Refusal::NothingToChallenge => "There is no play to challenge or to accept.".to_owned(),
            Refusal::OwnPlay => format!("This is the play of {speaking}: others can challenge or accept it."),
            Refusal::ChallengePending => {
                "A challenge is pending. Decide it first: type `valid` or `invalid`.".to_owned()
            }
            Refusal::NoChallengePending => {
                "No challenge is pending. To doubt the last play, type `challenge`.".to_owned()
            }
            Refusal::AlreadyAccepted => format!("{speaking} has already accepted this play."),
            Refusal::AlreadyVoted => format!("{speaking} has already voted."),
            Refusal::AlreadyAgreed => format!("{speaking} has already agreed to end the game."),
            Refusal::PlayMustStand => {
                "The last play can still be challenged: the others say `ok` or `challenge` first.".to_owned()
            }
            Refusal::LookUpNotAllowed => {
                "At this table nobody looks words up; a challenge asks the word list.".to_owned()
            }
            other => {
                let rack = game.rack(speaker).map_or(&[][..], rules::Rack::tiles);
                return UserError::to_one(other, language, rack);
            }
        };
        UserError::new(sentence)
    }

    /// Explains a refusal to a single player with this rack.
    pub(crate) fn to_one(refusal: &Refusal, language: &Language, rack: &[Tile]) -> UserError {
        let sentence = match refusal {
            Refusal::Placement(error) => return UserError::to_placement(error, language, rack),
            Refusal::UnknownWords { words } => {
                let words: Vec<String> = words.iter().map(|word| language.write(word)).collect();
                let sentence = format!("Not in the word list: {}.", listed(&words));
                return UserError { sentence, words, ..UserError::default() };
            }
            Refusal::NothingToExchange => "Name the tiles to exchange, as in `exchange QV?`.".to_owned(),
            Refusal::NotEnoughInBag { needed, left } => format!(
                "An exchange needs {} in the bag; {left} {} left.",
                counted(*needed, "tile"),
                if *left == 1 { "is" } else { "are" }
            ),
            other => sentence_of(&other.to_string()),
        };
        UserError::new(sentence)
    }

    fn to_placement(error: &PlacementError, language: &Language, rack: &[Tile]) -> UserError {
        let squares: Vec<String> = error.squares().into_iter().map(named).collect();
        let here = squares.first().map_or("", String::as_str);
        let sentence = match error {
            PlacementError::NotOnRack(square) => format!(
                "The tile for {} is not on the rack, which is {}. Small letters are blanks.",
                named(*square),
                tiles::write_rack(language, rack)
            ),
            PlacementError::SquareTaken(_) => format!("{here} is taken."),
            PlacementError::Gap(_) => format!("There is a gap at {here}."),
            PlacementError::CentreNotCovered => {
                format!("The first play covers the star in the centre, {here}.")
            }
            PlacementError::FirstPlayTooShort => "The first play has at least two letters.".to_owned(),
            PlacementError::NotConnected(_) => "The word must touch tiles on the board.".to_owned(),
            PlacementError::NoTiles => {
                "Every square of that word is taken: lay at least one tile.".to_owned()
            }
            PlacementError::OffBoard { .. }
            | PlacementError::SquareTwice(_)
            | PlacementError::BlankWithoutLetter(_)
            | PlacementError::NotInLine(_) => sentence_of(&error.to_string()),
        };
        UserError { sentence, rule: Some(error.rule()), squares, words: Vec::new() }
    }
}

/// Coordinates of a square: `8H`.
pub(crate) fn named(square: Square) -> String {
    Coordinate { square, direction: Direction::Across }.to_string()
}

/// Adds a capital and a full stop.
fn sentence_of(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(char::to_uppercase).into_iter().flatten();
    first.chain(characters).chain(std::iter::once('.')).collect()
}
