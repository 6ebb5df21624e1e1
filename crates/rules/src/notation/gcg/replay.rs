use crate::notation::{Coordinate, Unexpected, tiles};
use crate::{Board, LaidTile, Language, Rack, Score, Square, Tile};

use super::text_types::Spelled;
use super::{Gcg, GcgAction, GcgError, GcgErrorKind, GcgMove, GcgPlace, RackText, WordText};

/// An iterator that lays a game on a board, turn by turn.
///
/// Between two turns, [`Replay::board`] and [`Replay::scores`] are the position, for example to
/// score the play or to check its words. The iterator ends with the first error.
///
/// It checks that the file is consistent: tiles are on the board, `.` is where a tile lies, used
/// tiles are on the rack if it is stated, only the last play is taken back, and totals add up. It
/// does not check the turn order, the placement rules or the points of a play.
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
    /// The play that could be taken back now, and its player.
    last_play: Option<(usize, GcgPlay)>,
}

#[derive(Clone, Copy, Debug)]
enum Totals {
    Checked,
    Taken,
}

/// A replayed turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GcgTurn {
    /// The player, as an index into [`Gcg::players`].
    pub player: usize,
    /// The stated rack; empty if it is not stated.
    pub rack: Rack,
    /// What happened in the turn.
    pub outcome: GcgOutcome,
    /// The player's score after the turn.
    pub total: Score,
}

/// What happened in a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GcgOutcome {
    /// The player laid tiles.
    Played(GcgPlay),
    /// The player passed.
    Passed,
    /// The player lost the turn because of a failed challenge.
    LostTurn,
    /// The player exchanged this many tiles.
    Exchanged(usize),
    /// The player's play was taken back.
    Withdrawn(GcgPlay),
    /// The bonus for a failed challenge of another player.
    ChallengeBonus(Score),
    /// The bonus for these tiles, which the others have left.
    RackPoints(Vec<Tile>, Score),
    /// The penalty, below zero, for these tiles, which the player has left.
    RackPenalty(Vec<Tile>, Score),
    /// The penalty, below zero, for exceeding the time.
    TimePenalty(Score),
}

/// The tiles of a play, and its points as stated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GcgPlay {
    /// The first square and the direction of the word.
    pub at: Coordinate,
    /// All squares of the word, including those that had a tile before.
    pub squares: Vec<Square>,
    /// The new tiles.
    pub laid: Vec<(Square, LaidTile)>,
    /// The stated points.
    pub points: Score,
}

/// A whole replayed game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GcgReplay {
    /// The turns in order.
    pub turns: Vec<GcgTurn>,
    /// The board after the last turn.
    pub board: Board,
    /// The players' scores after the last turn.
    pub scores: Vec<Score>,
}

impl Gcg {
    /// Replays the whole game in a language. Inconsistent moves and totals are errors.
    pub fn replay(&self, language: &Language) -> Result<GcgReplay, GcgError> {
        Replay::new(self, language).finish()
    }

    /// The same game, with `.` for every tile that was on the board before the play.
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
    /// Starts with an empty board.
    pub fn new(gcg: &'g Gcg, language: &'g Language) -> Replay<'g> {
        let scores = vec![Score::ZERO; gcg.players().len()];
        let totals = Totals::Checked;
        Replay { gcg, language, totals, next: 0, board: Board::empty(), scores, last_play: None }
    }

    /// Accepts totals as stated and continues from them.
    ///
    /// Files written by hand contain mistakes.
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

    /// Replays the rest of the game.
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
        // `push` and the parser refuse moves of unknown players. Saturate, because accepted totals
        // can be any number.
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

    /// Determines which tiles a play lays, without changing the board.
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

    /// Checks that the used tiles are on the rack, if it is stated.
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

/// An error without a location.
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
