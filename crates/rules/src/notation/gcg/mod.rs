//! Games as text files, GCG: the notation that game collections and other programs use.
//!
//! A file is lines. `#` begins a pragma, which says something about the game; `>` begins a move; lines that begin
//! with neither go on with the note or description before them.
//!
//! ```text
//! #character-encoding UTF-8
//! #player1 anna Anna Bell
//! #player2 Bo Bo
//! >anna: AEIQUZ? 8G QUiZ +44 44
//! >Bo: DEORRST -DRR +0 0
//! ```
//!
//! There are two stages. [`Gcg::parse`] takes a file for what it says: every line has a form. [`Gcg::replay`] lays
//! the tiles in a language and finds out whether it can have been so.
//!
//! # What the notation has no form for
//!
//! - A turn lost after a failed challenge is a pass with the note `#unsuccessful-challenge`, as other programs write
//!   it; [`GcgMove::is_lost_turn`] knows it again.
//! - A player who resigned, was removed or lost on time is a note below the move after which it happened:
//!   `#resigned NICKNAME`, `#removed NICKNAME`, `#time-expired NICKNAME`. Programs that do not know these show a
//!   note; a pass in that player's name would upset their order of turns. [`Gcg::departures`] knows them again.

mod departure;
mod error;
mod read;
mod record;
mod replay;
mod text;
mod write;

use std::num::NonZeroU8;

use crate::Score;

use super::Coordinate;

pub use departure::GcgDeparture;
pub use error::{GcgError, GcgErrorKind, GcgPlace, GcgPlayersError};
pub use replay::{GcgOutcome, GcgPlay, GcgReplay, GcgTurn, Replay};
pub use text::{GcgTextError, Line, Prose, RackText, Word, WordText};

/// A game as its file tells it.
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
    /// What the game is called.
    pub title: Option<Line>,
    /// What there is to say about it.
    pub description: Option<Prose>,
    /// Who gave the game its id, and the id.
    pub id: Option<GcgId>,
    /// The word list that was played with.
    pub lexicon: Option<Line>,
    /// Whether the game goes on after the last move of the file.
    pub is_incomplete: bool,
    /// Notes before the first move, and pragmata that are not known here.
    pub remarks: Vec<Remark>,
    moves: Vec<GcgMove>,
}

/// A player of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GcgPlayer {
    /// What moves call the player.
    pub nickname: Word,
    /// The full name.
    pub name: Line,
    /// What is known of the rack after the last move of the file.
    pub last_rack: Option<RackText>,
}

impl GcgPlayer {
    /// A player by full name, whose nickname is the name with `_` for each space.
    pub fn named(name: &str) -> Result<GcgPlayer, GcgTextError> {
        let name = Line::new(name)?;
        let nickname = Word::new(&name.as_str().split_whitespace().collect::<Vec<_>>().join("_"))?;
        Ok(GcgPlayer { nickname, name, last_rack: None })
    }
}

/// Who gave a game its id, and the id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GcgId {
    /// Who keeps these ids apart, as a domain name in reverse.
    pub authority: Word,
    /// The id.
    pub id: Word,
}

/// Something said beside the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// `#note …`
    Note(Prose),
    /// A pragma that means nothing here; it is kept and written again.
    Pragma(Pragma),
}

/// A pragma that means nothing here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pragma {
    key: Word,
    value: Option<Line>,
}

impl Pragma {
    /// A pragma `#KEY VALUE`. Those that have a place of their own in [`Gcg`] are refused.
    pub fn new(key: Word, value: Option<Line>) -> Result<Pragma, GcgTextError> {
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

    /// What follows the name.
    pub fn value(&self) -> Option<&str> {
        self.value.as_ref().map(Line::as_str)
    }
}

/// A line that begins with `>`, and what is said below it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GcgMove {
    /// Whose it is, by the place in [`Gcg::players`].
    pub player: usize,
    /// What is known of the rack before it.
    pub rack: Option<RackText>,
    /// What was done.
    pub action: GcgAction,
    /// The player's points after it, as stated.
    pub total: Score,
    /// Notes and pragmata below it.
    pub remarks: Vec<Remark>,
    line: SourceLine,
}

/// What a move does. Points are without a sign: which way they count follows from the kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GcgAction {
    /// `8H WORD +24`
    Play {
        /// Where the word begins.
        at: Coordinate,
        /// Its letters.
        word: WordText,
        /// What it earned.
        points: u16,
    },
    /// `-`
    Pass,
    /// `-ABC`
    Exchange(RackText),
    /// `-3`: how many tiles were exchanged, when it is not known which.
    ExchangeCount(NonZeroU8),
    /// `--`: the player's last play was challenged and is taken back.
    Withdrawn {
        /// What that play had earned.
        points: u16,
    },
    /// `(challenge) +5`: the player's last play was challenged and stands.
    ChallengeBonus {
        /// What that earned.
        points: u16,
    },
    /// `(QZ) +40`: the player went out and gets points for the tiles that others have left.
    RackPoints {
        /// Those tiles.
        tiles: RackText,
        /// What they earned.
        points: u16,
    },
    /// `QZ (QZ) -20`: the player loses points for tiles left on the own rack.
    RackPenalty {
        /// Those tiles.
        tiles: RackText,
        /// What they cost.
        points: u16,
    },
    /// `(time) -10`: the player's clock ran over.
    TimePenalty {
        /// What that cost.
        points: u16,
    },
}

impl GcgAction {
    /// What it adds to the player's total.
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
    /// A move without remarks.
    pub const fn new(player: usize, rack: Option<RackText>, action: GcgAction, total: Score) -> GcgMove {
        GcgMove { player, rack, action, total, remarks: Vec::new(), line: SourceLine(None) }
    }

    /// A turn that the player lost because a challenge failed: a pass with a note.
    pub fn lost_turn(player: usize, rack: Option<RackText>, total: Score) -> GcgMove {
        let mut lost = GcgMove::new(player, rack, GcgAction::Pass, total);
        lost.remarks.extend(Prose::new(LOST_TURN).map(Remark::Note));
        lost
    }

    /// Whether the player did not pass but lost the turn because a challenge failed.
    pub fn is_lost_turn(&self) -> bool {
        let says_so = |remark: &Remark| matches!(remark, Remark::Note(note) if note.as_str() == LOST_TURN);
        self.action == GcgAction::Pass && self.remarks.iter().any(says_so)
    }
}

impl Gcg {
    /// The most players that a game has.
    pub const PLAYERS_MAX: usize = 4;
    /// The longest file that is read.
    pub const BYTES_MAX: usize = 1024 * 1024;
    /// The longest line that is read.
    pub const LINE_BYTES_MAX: usize = 16 * 1024;
    /// The most moves that are read.
    pub const MOVES_MAX: usize = 1000;

    /// A game without moves.
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
            remarks: Vec::new(),
            moves: Vec::new(),
        })
    }

    /// The players in the order of their turns.
    pub fn players(&self) -> &[GcgPlayer] {
        &self.players
    }

    /// States a player's rack after the last move; a player who is not there has none.
    pub fn set_last_rack(&mut self, player: usize, rack: Option<RackText>) {
        if let Some(player) = self.players.get_mut(player) {
            player.last_rack = rack;
        }
    }

    /// The moves in their order.
    pub fn moves(&self) -> &[GcgMove] {
        &self.moves
    }

    /// Adds a move at the end.
    pub fn push(&mut self, made: GcgMove) -> Result<(), GcgPlayersError> {
        if made.player >= self.players.len() {
            return Err(GcgPlayersError::Unknown { players: self.players.len(), found: made.player });
        }
        self.moves.push(made);
        Ok(())
    }

    /// Adds a remark below the last move, or before the first.
    pub fn remark(&mut self, remark: Remark) {
        self.moves.last_mut().map_or(&mut self.remarks, |last| &mut last.remarks).push(remark);
    }
}

/// The line of the file that a move was read from. It is not part of what the move says, so any two are equal.
#[derive(Clone, Copy, Debug)]
struct SourceLine(Option<usize>);

impl PartialEq for SourceLine {
    fn eq(&self, _: &SourceLine) -> bool {
        true
    }
}

impl Eq for SourceLine {}
