//! Game files (GCG), the notation of game collections and other programs.
//!
//! A file consists of lines. `#` begins a pragma, which says something about the game, and `>`
//! begins a move. Any other line continues the note or description before it.
//!
//! ```text
//! #character-encoding UTF-8
//! #player1 anna Anna Bell
//! #player2 Bo Bo
//! >anna: AEIQUZ? 8G QUiZ +44 44
//! >Bo: DEORRST -DRR +0 0
//! ```
//!
//! Reading has two stages. [`Gcg::parse`] checks the form of every line. [`Gcg::replay`] lays the
//! tiles and checks that the moves are consistent.
//!
//! # Extensions
//!
//! The notation cannot express some events of a game. This module represents them as follows:
//!
//! - A turn lost after a failed challenge is a pass with the note `#unsuccessful-challenge`, as
//!   other programs write it. See [`GcgMove::is_lost_turn`].
//! - A player who resigned, was removed or lost on time is a note below the move after which it
//!   happened: `#resigned NICKNAME`, `#removed NICKNAME` or `#time-expired NICKNAME`. Other programs
//!   show it as a note. A pass of that player would instead break their turn order. See
//!   [`Gcg::departures`].

mod departure;
mod error;
mod read;
mod record;
mod replay;
mod text_types;
mod write;

use std::num::NonZeroU8;

use crate::Score;

use super::Coordinate;

pub use departure::GcgDeparture;
pub use error::{GcgError, GcgErrorKind, GcgPlace, GcgPlayersError};
pub use replay::{GcgOutcome, GcgPlay, GcgReplay, GcgTurn, Replay};
pub use text_types::{GcgTextError, Prose, RackText, TextLine, Word, WordText};

/// The contents of a game file.
///
/// ```
/// use rules::{Language, Score, notation::Gcg};
///
/// let text = "\
/// ##player1 anna Anna Bell
/// ##player2 Bo Bo
/// >anna: AEIQUZ? 8G QUiZ +44 44
/// >Bo: DEORRST H8 .ODER +14 14
/// ##note A phony.
/// >Bo: DEORRST -- -14 0
/// ";
/// let game = Gcg::parse(text).unwrap();
/// assert_eq!(game.players()[0].name.as_str(), "Anna Bell");
/// assert_eq!(game.moves().len(), 3);
/// assert_eq!(Gcg::parse(&game.to_string()), Ok(game.clone()));
///
/// let replay = game.replay(&Language::by_code("en").unwrap()).unwrap();
/// assert_eq!(replay.scores, [Score(44), Score(0)]);
/// assert_eq!(replay.board.tiles().count(), 4);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gcg {
    players: Vec<GcgPlayer>,
    /// The title of the game.
    pub title: Option<TextLine>,
    /// A description of the game.
    pub description: Option<Prose>,
    /// The id of the game and its authority.
    pub id: Option<GcgId>,
    /// The word list of the game.
    pub lexicon: Option<TextLine>,
    /// Whether the game continues after the last move of the file.
    pub is_incomplete: bool,
    /// Notes before the first move, and unknown pragmas.
    pub comments: Vec<GcgComment>,
    moves: Vec<GcgMove>,
}

/// A player of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GcgPlayer {
    /// The name that moves use for the player.
    pub nickname: Word,
    /// The full name.
    pub name: TextLine,
    /// The known tiles of the rack after the last move of the file.
    pub last_rack: Option<RackText>,
}

impl GcgPlayer {
    /// Creates a player from a full name. The nickname is the name with `_` for each space.
    pub fn named(name: &str) -> Result<GcgPlayer, GcgTextError> {
        let name = TextLine::new(name)?;
        let nickname = Word::new(&name.as_str().split_whitespace().collect::<Vec<_>>().join("_"))?;
        Ok(GcgPlayer { nickname, name, last_rack: None })
    }
}

/// The id of a game and its authority.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GcgId {
    /// The authority that assigned the id, as a reversed domain name.
    pub authority: Word,
    /// The id.
    pub id: Word,
}

/// A note or an unknown pragma.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GcgComment {
    /// `#note …`
    Note(Prose),
    /// An unknown pragma. It is preserved when the file is written again.
    Pragma(Pragma),
}

/// An unknown pragma.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pragma {
    key: Word,
    value: Option<TextLine>,
}

impl Pragma {
    /// Creates a pragma `#KEY VALUE`. Pragmas with a field of their own in [`Gcg`] are refused.
    pub fn new(key: Word, value: Option<TextLine>) -> Result<Pragma, GcgTextError> {
        let own = ["character-encoding", "title", "description", "id", "lexicon", "incomplete", "note"];
        let name = key.as_str();
        if own.contains(&name)
            || read::numbered(name, "player").is_some()
            || read::numbered(name, "rack").is_some()
        {
            return Err(GcgTextError {
                expected: "a pragma without a place of its own",
                found: name.to_owned(),
            });
        }
        Ok(Pragma { key, value })
    }

    /// Its name, without the `#`.
    pub fn key(&self) -> &str {
        self.key.as_str()
    }

    /// The text after the name.
    pub fn value(&self) -> Option<&str> {
        self.value.as_ref().map(TextLine::as_str)
    }
}

/// A line that begins with `>`, and the comments below it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GcgMove {
    /// The player, as an index into [`Gcg::players`].
    pub player: usize,
    /// The known tiles of the rack before the move.
    pub rack: Option<RackText>,
    /// What the player did.
    pub action: GcgAction,
    /// The player's score after the move, as stated.
    pub total: Score,
    /// The notes and pragmas below the move.
    pub comments: Vec<GcgComment>,
    line: SourceLine,
}

/// The action of a move. Points have no sign; the kind of action determines it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GcgAction {
    /// `8H WORD +24`
    Play {
        /// The first square and the direction of the word.
        at: Coordinate,
        /// The letters of the word.
        word: WordText,
        /// The points of the play.
        points: u16,
    },
    /// `-`
    Pass,
    /// `-ABC`
    Exchange(RackText),
    /// `-3`: the number of exchanged tiles, if the tiles are not known.
    ExchangeCount(NonZeroU8),
    /// `--`: the player's last play was challenged and is taken back.
    Withdrawn {
        /// The points of that play.
        points: u16,
    },
    /// `(challenge) +5`: the player's last play was challenged and stands.
    ChallengeBonus {
        /// The bonus.
        points: u16,
    },
    /// `(QZ) +40`: the player went out and gets points for the others' tiles.
    RackPoints {
        /// The others' tiles.
        tiles: RackText,
        /// The bonus.
        points: u16,
    },
    /// `QZ (QZ) -20`: the player loses points for their own remaining tiles.
    RackPenalty {
        /// The remaining tiles.
        tiles: RackText,
        /// The penalty.
        points: u16,
    },
    /// `(time) -10`: the player exceeded the time.
    TimePenalty {
        /// The penalty.
        points: u16,
    },
}

impl GcgAction {
    /// The change of the player's total, with its sign.
    pub fn points(&self) -> Score {
        match *self {
            GcgAction::Play { points, .. }
            | GcgAction::ChallengeBonus { points }
            | GcgAction::RackPoints { points, .. } => Score(points.into()),
            GcgAction::Pass | GcgAction::Exchange(_) | GcgAction::ExchangeCount(_) => Score::ZERO,
            GcgAction::Withdrawn { points }
            | GcgAction::RackPenalty { points, .. }
            | GcgAction::TimePenalty { points } => -Score(points.into()),
        }
    }
}

const LOST_TURN: &str = "#unsuccessful-challenge";

impl GcgMove {
    /// Creates a move without comments.
    pub const fn new(player: usize, rack: Option<RackText>, action: GcgAction, total: Score) -> GcgMove {
        GcgMove { player, rack, action, total, comments: Vec::new(), line: SourceLine(None) }
    }

    /// Creates a turn lost to a failed challenge: a pass with a note.
    pub fn lost_turn(player: usize, rack: Option<RackText>, total: Score) -> GcgMove {
        let mut lost = GcgMove::new(player, rack, GcgAction::Pass, total);
        lost.comments.extend(Prose::new(LOST_TURN).map(GcgComment::Note));
        lost
    }

    /// Whether this is a turn lost to a failed challenge, not a pass.
    pub fn is_lost_turn(&self) -> bool {
        let says_so =
            |comment: &GcgComment| matches!(comment, GcgComment::Note(note) if note.as_str() == LOST_TURN);
        self.action == GcgAction::Pass && self.comments.iter().any(says_so)
    }
}

impl Gcg {
    /// The maximum number of players.
    pub const PLAYERS_MAX: usize = 4;
    /// The maximum length of a file.
    pub const BYTES_MAX: usize = 1024 * 1024;
    /// The maximum length of a line.
    pub const LINE_BYTES_MAX: usize = 16 * 1024;
    /// The maximum number of moves in a file.
    pub const MOVES_MAX: usize = 1000;

    /// Creates a game without moves.
    pub fn new(players: Vec<GcgPlayer>) -> Result<Gcg, GcgPlayersError> {
        if players.is_empty() || players.len() > Gcg::PLAYERS_MAX {
            return Err(GcgPlayersError::Count { found: players.len() });
        }
        for (place, player) in players.iter().enumerate() {
            if players[..place].iter().any(|other| other.nickname == player.nickname) {
                return Err(GcgPlayersError::SameNickname { nickname: player.nickname.clone() });
            }
        }
        Ok(Gcg {
            players,
            title: None,
            description: None,
            id: None,
            lexicon: None,
            is_incomplete: false,
            comments: Vec::new(),
            moves: Vec::new(),
        })
    }

    /// The players in turn order.
    pub fn players(&self) -> &[GcgPlayer] {
        &self.players
    }

    /// Sets a player's rack after the last move. Does nothing for an unknown player.
    pub fn set_last_rack(&mut self, player: usize, rack: Option<RackText>) {
        if let Some(player) = self.players.get_mut(player) {
            player.last_rack = rack;
        }
    }

    /// The moves in their order.
    pub fn moves(&self) -> &[GcgMove] {
        &self.moves
    }

    /// Appends a move.
    pub fn push(&mut self, made: GcgMove) -> Result<(), GcgPlayersError> {
        if made.player >= self.players.len() {
            return Err(GcgPlayersError::Unknown { players: self.players.len(), found: made.player });
        }
        self.moves.push(made);
        Ok(())
    }

    /// Appends a comment below the last move, or before the first move if there is none.
    pub fn comment(&mut self, comment: GcgComment) {
        self.moves.last_mut().map_or(&mut self.comments, |last| &mut last.comments).push(comment);
    }
}

/// The line of the file that a move was read from.
///
/// It is not part of the move's content, so any two values are equal.
#[derive(Clone, Copy, Debug)]
struct SourceLine(Option<usize>);

impl PartialEq for SourceLine {
    fn eq(&self, _: &SourceLine) -> bool {
        true
    }
}

impl Eq for SourceLine {}
