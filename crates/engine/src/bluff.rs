use lexicon::Lexicon;
use rules::{Board, LegalPlay, Letter, Placement, Score, TileToLay, Words};

use crate::{Choice, Position, Sight, Workbench};

/// Makes up words that look like words.
pub(crate) struct Bluffer {
    /// Which three letters in a row the list has, its words' beginnings and ends included: one bit each.
    triples: Vec<u64>,
}

/// How many plays are looked at for a letter that could be another.
const PLAYS: usize = 60;
/// A bluff must be worth the risk.
const WORTH_IT: Score = Score(8);

impl Bluffer {
    pub(crate) fn new(lexicon: &Lexicon) -> Bluffer {
        let mut triples = vec![0; 64 * 64 * 64 / 64];
        for word in lexicon.words() {
            for triple in triples_of(&word) {
                triples[triple / 64] |= 1 << (triple % 64);
            }
        }
        Bluffer { triples }
    }

    /// Whether a word could be one, going by its sound.
    fn is_plausible(&self, word: &[Letter]) -> bool {
        triples_of(word).all(|triple| self.triples[triple / 64] >> (triple % 64) & 1 == 1)
    }

    /// A play that is worth clearly more than an honest one, with a main word that is none: one tile of a good play exchanged for another of
    /// the rack. Its cross words are words.
    pub(crate) fn bluff(
        &self,
        sight: Sight<'_>,
        honest: &Choice,
        workbench: &mut Workbench<'_>,
        position: &Position,
        lexicon: &Lexicon,
    ) -> Option<Placement> {
        let engine = workbench.engine;
        let candidates = workbench.candidates(position, PLAYS);
        let mut best: Option<(Score, Placement)> = None;
        for (choice, _) in candidates {
            let Choice::Play(play) = choice else { continue };
            let placement = play.placement(engine, &position.grid);
            for place in 0..placement.tiles.len() {
                for &tile in sight.rack.tiles() {
                    let rules::Tile::Letter(letter) = tile else { continue };
                    let mut changed = placement.clone();
                    changed.tiles[place].tile = TileToLay::Letter(letter);
                    if let Some(score) = self.score(&changed, sight.board, sight, lexicon) {
                        let needed = Score(honest.score()) + WORTH_IT;
                        if score >= needed && best.as_ref().is_none_or(|(most, _)| score > *most) {
                            best = Some((score, changed));
                        }
                    }
                }
            }
        }
        best.map(|(_, placement)| placement)
    }

    fn score(
        &self,
        placement: &Placement,
        board: &Board,
        sight: Sight<'_>,
        lexicon: &Lexicon,
    ) -> Option<Score> {
        let play = LegalPlay::check(placement, board, sight.rack, &sight.rules.language).ok()?;
        let (main, others) = play.words.split_first()?;
        let is_bluff = !lexicon.contains(&main.letters) && self.is_plausible(&main.letters);
        let is_sound = others.iter().all(|word| lexicon.contains(&word.letters));
        (is_bluff && is_sound).then_some(play.score)
    }
}

/// Every three letters in a row, as a number; 0 stands before the first letter and after the last.
fn triples_of(word: &[Letter]) -> impl Iterator<Item = usize> + '_ {
    let code = |place: usize| match place.checked_sub(1).and_then(|place| word.get(place)) {
        Some(letter) => letter.index() + 1,
        None => 0,
    };
    (0..word.len()).map(move |place| (code(place) * 64 + code(place + 1)) * 64 + code(place + 2))
}
