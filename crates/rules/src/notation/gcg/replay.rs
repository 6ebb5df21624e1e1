use crate::notation::{Coordinate, Unexpected, tiles};
use crate::{Board, LaidTile, Language, Rack, Score, Square, Tile};

use super::text::Spelled;
use super::{Gcg, GcgAction, GcgError, GcgErrorKind, GcgMove, GcgPlace, RackText, WordText};

/// A game laid on a board, move by move.
///
/// It is an iterator over the turns; between two of them [`Replay::board`] and [`Replay::scores`] are the position,
/// which is what a scorer or a judge of words needs. It ends with the first error.
///
/// What is checked is what a file can contradict itself in: tiles lie on the board, `.` is where a tile lies, tiles
/// laid or exchanged are on the rack if one is stated, a play that is taken back is the last one, totals add up.
/// Whose turn it is, whether a play is legal, and what it earns, are questions for the rules.
///
/// ```
/// use rules::{Language, notation::{Gcg, gcg::{GcgOutcome, Replay}}};
///
/// let english = Language::by_code("en").unwrap();
/// let game = Gcg::parse("#player1 a A\n>a: QUIZ 8G QUIZ +44 44\n").unwrap();
/// let mut replay = Replay::new(&game, &english);
/// assert!(replay.board().is_empty());
/// let Some(Ok(turn)) = replay.next() else { panic!() };
/// let GcgOutcome::Played(play) = turn.outcome else { panic!() };
/// assert_eq!(play.laid.len(), 4);
/// ```
#[derive(Clone, Debug)]
pub struct Replay<'g> {
    gcg: &'g Gcg,
    language: &'g Language,
    totals: Totals,
    next: usize,
    board: Board,
    scores: Vec<Score>,
    /// The play that could be taken back now, and whose it is.
    last_play: Option<(usize, GcgPlay)>,
}

#[derive(Clone, Copy, Debug)]
enum Totals {
    Checked,
    Taken,
}

/// A turn as it came out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GcgTurn {
    /// Whose it was, by the place in [`Gcg::players`].
    pub player: usize,
    /// The rack as stated; empty if it was not.
    pub rack: Rack,
    /// What happened.
    pub outcome: GcgOutcome,
    /// The player's points after it.
    pub total: Score,
}

/// What happened in a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GcgOutcome {
    /// Tiles were laid.
    Played(GcgPlay),
    /// The player passed.
    Passed,
    /// The player lost the turn because a challenge failed.
    LostTurn,
    /// So many tiles were exchanged.
    Exchanged(usize),
    /// This play of the player was taken back.
    Withdrawn(GcgPlay),
    /// Points for a challenge that failed.
    ChallengeBonus(Score),
    /// Points for these tiles, which others have left.
    RackPoints(Vec<Tile>, Score),
    /// Points, below zero, for these tiles, which the player has left.
    RackPenalty(Vec<Tile>, Score),
    /// Points, below zero, for time.
    TimePenalty(Score),
}

/// Tiles that were laid, and what the file says they earned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GcgPlay {
    /// Where the word begins.
    pub at: Coordinate,
    /// The squares of the word as it is written, with those on which tiles lay before.
    pub squares: Vec<Square>,
    /// The tiles that were laid.
    pub laid: Vec<(Square, LaidTile)>,
    /// The points that are claimed.
    pub points: Score,
}

/// A whole game, laid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GcgReplay {
    /// The turns in their order.
    pub turns: Vec<GcgTurn>,
    /// The board after the last of them.
    pub board: Board,
    /// The players' points after the last of them.
    pub scores: Vec<Score>,
}

impl Gcg {
    /// Lays the whole game in a language; what does not fit is an error, a total that is not the sum included.
    pub fn replay(&self, language: &Language) -> Result<GcgReplay, GcgError> {
        Replay::new(self, language).finish()
    }

    /// The same game with `.` for every tile that lay there before, however the file wrote it.
    pub fn with_dots(&self, language: &Language) -> Result<Gcg, GcgError> {
        let mut gcg = self.clone();
        for (turn, made) in Replay::new(self, language).taking_totals().zip(&mut gcg.moves) {
            if let (GcgOutcome::Played(play), GcgAction::Play { word, .. }) =
                (turn?.outcome, &mut made.action)
            {
                let laid =
                    |square: &Square| play.laid.iter().find(|laid| laid.0 == *square).map(|laid| laid.1);
                let squares: Vec<Option<LaidTile>> = play.squares.iter().map(laid).collect();
                if let Some(dotted) = WordText::of(language, &squares) {
                    *word = dotted;
                }
            }
        }
        Ok(gcg)
    }
}

impl<'g> Replay<'g> {
    /// Begins with an empty board.
    pub fn new(gcg: &'g Gcg, language: &'g Language) -> Replay<'g> {
        let scores = vec![Score::ZERO; gcg.players().len()];
        let totals = Totals::Checked;
        Replay { gcg, language, totals, next: 0, board: Board::empty(), scores, last_play: None }
    }

    /// Takes totals as they are stated and goes on from them. Files written by hand have slips.
    #[must_use]
    pub fn taking_totals(self) -> Replay<'g> {
        Replay { totals: Totals::Taken, ..self }
    }

    /// The board before the next turn.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The players' points before the next turn.
    pub fn scores(&self) -> &[Score] {
        &self.scores
    }

    /// Lays what is left of the game.
    pub fn finish(mut self) -> Result<GcgReplay, GcgError> {
        let turns = self.by_ref().collect::<Result<_, _>>()?;
        Ok(GcgReplay { turns, board: self.board, scores: self.scores })
    }

    fn turn(&mut self, made: &GcgMove) -> Result<GcgTurn, Problem> {
        let rack = match &made.rack {
            None => Rack::default(),
            Some(rack) => Rack::new(rack.tiles(self.language)?),
        };
        if rack.len() > Rack::SIZE {
            let expected = format!("at most {} tiles on the rack", Rack::SIZE);
            return Err(Problem::new(GcgErrorKind::Rack, expected, &rack.len()));
        }
        let points = made.action.points();
        let could_be_taken_back = self.last_play.take();
        let outcome = match &made.action {
            GcgAction::Play { at, word, .. } => {
                let play = self.lay(*at, word, points)?;
                self.check_rack(&rack, &play.tiles())?;
                for &(square, tile) in &play.laid {
                    self.board.lay(square, tile);
                }
                self.last_play = Some((made.player, play.clone()));
                GcgOutcome::Played(play)
            }
            GcgAction::Pass if made.is_lost_turn() => GcgOutcome::LostTurn,
            GcgAction::Pass => GcgOutcome::Passed,
            GcgAction::Exchange(tiles) => {
                let tiles = tiles.tiles(self.language)?;
                self.check_rack(&rack, &tiles)?;
                GcgOutcome::Exchanged(exchanged(tiles.len())?)
            }
            GcgAction::ExchangeCount(count) => GcgOutcome::Exchanged(exchanged(count.get().into())?),
            GcgAction::Withdrawn { .. } => {
                let play = self.withdraw(made, could_be_taken_back)?;
                self.check_rack(&rack, &play.tiles())?;
                for (square, _) in &play.laid {
                    self.board.take(*square);
                }
                GcgOutcome::Withdrawn(play)
            }
            GcgAction::ChallengeBonus { .. } => GcgOutcome::ChallengeBonus(points),
            GcgAction::RackPoints { tiles, .. } => {
                GcgOutcome::RackPoints(tiles.tiles(self.language)?, points)
            }
            GcgAction::RackPenalty { tiles, .. } => {
                let left = tiles.tiles(self.language)?;
                if !rack.is_empty() && sorted(rack.tiles()) != sorted(&left) {
                    let expected = format!("the tiles of the rack, {}", self.write(rack.tiles()));
                    return Err(Problem::new(GcgErrorKind::Rack, expected, tiles));
                }
                GcgOutcome::RackPenalty(left, points)
            }
            GcgAction::TimePenalty { .. } => GcgOutcome::TimePenalty(points),
        };
        let total = self.add(made, points)?;
        Ok(GcgTurn { player: made.player, rack, outcome, total })
    }

    fn add(&mut self, made: &GcgMove, points: Score) -> Result<Score, Problem> {
        // `push` and the reader let no move in by a player who is not there. Totals can be taken as they are stated,
        // and a file can state anything.
        let score = &mut self.scores[made.player];
        let sum = Score(score.0.saturating_add(points.0));
        if let Totals::Checked = self.totals
            && sum != made.total
        {
            return Err(Problem::new(GcgErrorKind::Total, format!("a total of {sum}"), &made.total));
        }
        *score = made.total;
        Ok(made.total)
    }

    /// Finds out which tiles a play lays; the board stays as it is.
    fn lay(&self, at: Coordinate, word: &WordText, points: Score) -> Result<GcgPlay, Problem> {
        let placement =
            |expected: String, found: String| Problem::new(GcgErrorKind::Placement, expected, &found);
        let spelled = word.squares(self.language)?;
        let squares: Vec<Square> = at.squares().take(spelled.len()).collect();
        if squares.len() < spelled.len() {
            let expected = format!("at most {} letters from {at} on", squares.len());
            return Err(placement(expected, format!("{} in {word}", spelled.len())));
        }
        let mut laid = Vec::new();
        for (&square, spelled) in squares.iter().zip(spelled) {
            let here = || Coordinate { square, direction: at.direction };
            match (self.board.tile(square), spelled) {
                (None, Spelled::Tile(tile)) => laid.push((square, tile)),
                (None, Spelled::Through | Spelled::Named(_)) => {
                    return Err(placement(
                        format!("a tile on {}", here()),
                        format!("none, for {word} at {at}"),
                    ));
                }
                (Some(there), spelled) => {
                    if spelled.letter().is_some_and(|letter| letter != there.letter) {
                        let lies = tiles::write_laid_tile(self.language, there);
                        return Err(placement(format!("{lies} on {}", here()), format!("{word} at {at}")));
                    }
                }
            }
        }
        if laid.is_empty() {
            return Err(placement("a tile on a free square".to_owned(), format!("{word} at {at}")));
        }
        Ok(GcgPlay { at, squares, laid, points })
    }

    fn withdraw(&self, made: &GcgMove, last: Option<(usize, GcgPlay)>) -> Result<GcgPlay, Problem> {
        let problem =
            |expected: String, found: String| Problem::new(GcgErrorKind::Withdrawal, expected, &found);
        let nickname = |player: usize| &self.gcg.players()[player].nickname;
        let Some((player, play)) = last else {
            return Err(problem("a play just before it".to_owned(), "`--` without one".to_owned()));
        };
        if player != made.player {
            let expected = format!("{} to take back the last play", nickname(player));
            return Err(problem(expected, nickname(made.player).to_string()));
        }
        if play.points != -made.action.points() {
            return Err(problem(
                format!("-{}, what the play earned", play.points),
                made.action.points().to_string(),
            ));
        }
        Ok(play)
    }

    /// Tiles that are used must be on the rack, if one is stated.
    fn check_rack(&self, rack: &Rack, used: &[Tile]) -> Result<(), Problem> {
        if rack.is_empty() {
            return Ok(());
        }
        rack.clone().remove(used).map_err(|missing| {
            let expected = format!("{} on the rack", self.write(&[missing]));
            Problem::new(GcgErrorKind::Rack, expected, &self.write(rack.tiles()))
        })
    }

    fn write(&self, rack: &[Tile]) -> String {
        RackText::of(self.language, rack).map_or_else(String::new, |text| text.to_string())
    }
}

impl Iterator for Replay<'_> {
    type Item = Result<GcgTurn, GcgError>;

    fn next(&mut self) -> Option<Result<GcgTurn, GcgError>> {
        let gcg = self.gcg;
        let made = gcg.moves().get(self.next)?;
        self.next += 1;
        let number = self.next;
        Some(self.turn(made).map_err(|Problem { kind, expected, found }| {
            self.next = gcg.moves().len();
            let place = made.line.0.map_or(GcgPlace::Move(number), GcgPlace::Line);
            GcgError { place, kind, expected, found }
        }))
    }
}

impl GcgPlay {
    /// The tiles as they were on the rack.
    pub fn tiles(&self) -> Vec<Tile> {
        self.laid.iter().map(|(_, tile)| tile.tile()).collect()
    }
}

fn exchanged(count: usize) -> Result<usize, Problem> {
    if count > Rack::SIZE {
        let expected = format!("at most {} tiles to exchange", Rack::SIZE);
        return Err(Problem::new(GcgErrorKind::Rack, expected, &count));
    }
    Ok(count)
}

fn sorted(tiles: &[Tile]) -> Vec<Tile> {
    let mut tiles = tiles.to_vec();
    tiles.sort_unstable();
    tiles
}

/// An error whose place is not known yet.
struct Problem {
    kind: GcgErrorKind,
    expected: String,
    found: String,
}

impl Problem {
    fn new(kind: GcgErrorKind, expected: String, found: &impl ToString) -> Problem {
        Problem { kind, expected, found: found.to_string() }
    }
}

impl From<Unexpected> for Problem {
    fn from(unexpected: Unexpected) -> Problem {
        Problem::new(GcgErrorKind::Letter, unexpected.expected, &unexpected.found)
    }
}
