use rules::{
    Board, ClaimedTile, Language, LegalPlay, Placement, Play, Rack, Score, Square, TileToLay, Words,
    notation::{
        Gcg, GcgError,
        gcg::{GcgOutcome, GcgPlay, GcgTurn, Replay},
        tiles,
    },
};

use crate::text_columns::{counted, listed};

/// A game file compared with the rules.
pub(crate) struct Audit {
    pub(crate) turns: Vec<Turn>,
    pub(crate) discrepancies: Vec<Discrepancy>,
}

/// A turn of the file with its evaluation.
pub(crate) struct Turn {
    pub(crate) claimed: GcgTurn,
    /// The play, if there was one and it is legal.
    pub(crate) play: Option<Play>,
    /// Its words that are not in the list.
    pub(crate) unknown: Vec<String>,
    /// Whether the play was taken back in the next turn.
    pub(crate) fate: PlayStatus,
    /// The board after the turn.
    pub(crate) board: Board,
    /// The players' scores after the turn, according to the file.
    pub(crate) scores: Vec<Score>,
}

/// Outcome of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlayStatus {
    Stood,
    TakenBack,
}

/// A difference between the file and the rules.
pub(crate) struct Discrepancy {
    /// Turn number, from 1.
    pub(crate) turn: usize,
    pub(crate) kind: DiscrepancyKind,
    pub(crate) expected: String,
    pub(crate) found: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DiscrepancyKind {
    /// The points of a play are wrong.
    Points,
    /// A total is not the sum of the points.
    Total,
    /// A play breaks a placement rule.
    Placement,
    /// There are more tiles of a kind than the language has.
    Tiles,
}

impl DiscrepancyKind {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            DiscrepancyKind::Points => "points",
            DiscrepancyKind::Total => "total",
            DiscrepancyKind::Placement => "placement",
            DiscrepancyKind::Tiles => "tiles",
        }
    }
}

impl Audit {
    /// Replays the whole game. It is an error if plays conflict on the board.
    pub(crate) fn of(gcg: &Gcg, language: &Language, words: &dyn Words) -> Result<Audit, GcgError> {
        // Wrong totals become discrepancies and do not stop the replay.
        let mut replay = Replay::new(gcg, language).taking_totals();
        let mut audit = Audit { turns: Vec::new(), discrepancies: Vec::new() };
        loop {
            let (board, scores) = (replay.board().clone(), replay.scores().to_vec());
            let Some(claimed) = replay.next() else { break };
            let claimed = claimed?;
            let number = audit.turns.len() + 1;
            let sum = scores[claimed.player].0.saturating_add(gcg.moves()[number - 1].action.points().0);
            if claimed.total != Score(sum) {
                audit.object(number, DiscrepancyKind::Total, sum.to_string(), claimed.total.to_string());
            }
            let mut play = None;
            match &claimed.outcome {
                GcgOutcome::Played(claim) => {
                    play = audit.score(number, claim, &board, &claimed.rack, language);
                }
                GcgOutcome::Withdrawn(_) => {
                    if let Some(taken_back) = audit.turns.last_mut() {
                        taken_back.fate = PlayStatus::TakenBack;
                    }
                }
                _ => {}
            }
            let unknown = play.as_ref().map(|play: &Play| play.unknown_words(words)).unwrap_or_default();
            audit.turns.push(Turn {
                unknown: unknown.iter().map(|word| language.write(word)).collect(),
                play,
                claimed,
                fate: PlayStatus::Stood,
                board: replay.board().clone(),
                scores: replay.scores().to_vec(),
            });
            audit.count_tiles(number, &board, language);
        }
        Ok(audit)
    }

    /// Scores a play by the rules.
    fn score(
        &mut self,
        number: usize,
        claim: &GcgPlay,
        board: &Board,
        stated: &Rack,
        language: &Language,
    ) -> Option<Play> {
        // A file need not state the rack; then the rack is assumed to be the tiles played.
        let rack = if stated.is_empty() { Rack::new(claim.tiles()) } else { stated.clone() };
        match LegalPlay::check(&placement(claim), board, &rack, language) {
            Ok(legal) => {
                if legal.score != claim.points {
                    let expected = legal.score.to_string();
                    self.object(number, DiscrepancyKind::Points, expected, claim.points.to_string());
                }
                Some(legal.into_play())
            }
            Err(error) => {
                let found = format!("{} at {}", error.rule(), claim.at);
                self.object(number, DiscrepancyKind::Placement, error.to_string(), found);
                None
            }
        }
    }

    /// Reports tiles that exceed the language's count since this turn.
    fn count_tiles(&mut self, number: usize, before: &Board, language: &Language) {
        let overused = |board: &Board| tiles::overused(language, board.tiles().map(|(_, laid)| laid.tile()));
        let known = overused(before);
        let Some(turn) = self.turns.last() else { return };
        for overuse in overused(&turn.board) {
            if known.iter().any(|other| other.tile == overuse.tile && other.used >= overuse.used) {
                continue;
            }
            let tile = tiles::write_rack(language, &[overuse.tile]);
            let expected = format!("{} {tile} in {}", overuse.available, language.name());
            self.object(number, DiscrepancyKind::Tiles, expected, format!("{} on the board", overuse.used));
        }
    }

    fn object(&mut self, turn: usize, kind: DiscrepancyKind, expected: String, found: String) {
        self.discrepancies.push(Discrepancy { turn, kind, expected, found });
    }

    /// Plays that were not taken back although they have unknown words, by turn number.
    pub(crate) fn phonies(&self) -> impl Iterator<Item = (usize, &Turn)> {
        let stood = |(_, turn): &(usize, &Turn)| turn.fate == PlayStatus::Stood && !turn.unknown.is_empty();
        (1..).zip(&self.turns).filter(stood)
    }
}

impl Turn {
    /// Describes the turn for the score pad.
    pub(crate) fn deed(&self, language: &Language) -> String {
        match &self.claimed.outcome {
            GcgOutcome::Played(claim) => word_text(claim, &self.board, language),
            GcgOutcome::Passed => "passed".to_owned(),
            GcgOutcome::LostTurn => "lost the turn".to_owned(),
            GcgOutcome::Exchanged(count) => format!("exchanged {}", counted(*count, "tile")),
            GcgOutcome::Withdrawn(_) => "took the play back".to_owned(),
            GcgOutcome::ChallengeBonus(_) => "bonus for a failed challenge".to_owned(),
            GcgOutcome::RackPoints(left, _) => {
                format!("tiles of others, {}", tiles::write_rack(language, left))
            }
            GcgOutcome::RackPenalty(left, _) => format!("tiles left, {}", tiles::write_rack(language, left)),
            GcgOutcome::TimePenalty(_) => "time".to_owned(),
        }
    }
}

impl Discrepancy {
    pub(crate) fn message(&self) -> String {
        let Discrepancy { turn, expected, found, .. } = self;
        match self.kind {
            DiscrepancyKind::Points => format!("turn {turn} earns {expected} points, the file says {found}"),
            DiscrepancyKind::Total => {
                format!("turn {turn} makes a total of {expected}, the file says {found}")
            }
            DiscrepancyKind::Placement => format!("turn {turn} breaks a rule of placing: {expected}"),
            DiscrepancyKind::Tiles => {
                format!("turn {turn} uses too many tiles: there are {expected}, {found}")
            }
        }
    }
}

fn placement(claim: &GcgPlay) -> Placement {
    let claimed = |&(square, laid): &(Square, rules::LaidTile)| {
        let tile =
            if laid.is_blank { TileToLay::Blank(Some(laid.letter)) } else { TileToLay::Letter(laid.letter) };
        ClaimedTile { row: square.row().into(), column: square.column().into(), tile }
    };
    Placement { tiles: claim.laid.iter().map(claimed).collect() }
}

/// A play as written in the file, with existing tiles in parentheses.
fn word_text(claim: &GcgPlay, after: &Board, language: &Language) -> String {
    let is_fresh = |square: Square| claim.laid.iter().any(|&(other, _)| other == square);
    let letter = |&square: &Square| {
        let text = after.tile(square).map(|laid| tiles::write_laid_tile(language, laid)).unwrap_or_default();
        if is_fresh(square) { text } else { format!("({text})") }
    };
    let word: Vec<String> = claim.squares.iter().map(letter).collect();
    // Adjacent existing tiles share their parentheses.
    format!("{} {}", claim.at, word.concat().replace(")(", ""))
}

/// The words of a phony, as a list for people.
pub(crate) fn doubted(turn: &Turn) -> String {
    listed(&turn.unknown)
}
