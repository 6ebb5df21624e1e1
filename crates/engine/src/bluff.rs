use lexicon::Lexicon;
use rules::{Board, LegalPlay, Letter, Placement, Score, TileToLay, Words};

use crate::{Choice, Observation, Position, Searcher};

/// Makes up plausible words.
pub(crate) struct Bluffer {
    /// Bit set of the letter trigrams in the word list, word boundaries included.
    triples: Vec<u64>,
}

/// The number of plays that are tried as the basis of a bluff.
const PLAYS: usize = 60;
/// A bluff must score this much more than the honest move to be worth the risk.
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

    /// Whether all letter trigrams of a word occur in the word list.
    fn is_plausible(&self, word: &[Letter]) -> bool {
        triples_of(word).all(|triple| self.triples[triple / 64] >> (triple % 64) & 1 == 1)
    }

    /// A play with a plausible phony that scores clearly more than the honest move.
    ///
    /// A bluff is a good play with one tile replaced by another of the rack. Its main word is a
    /// phony; its cross words are valid.
    pub(crate) fn bluff(
        &self,
        observation: Observation<'_>,
        honest: &Choice,
        searcher: &mut Searcher<'_>,
        position: &Position,
        lexicon: &Lexicon,
    ) -> Option<Placement> {
        let engine = searcher.engine;
        let candidates = searcher.candidates(position, PLAYS);
        let mut best: Option<(Score, Placement)> = None;
        for (choice, _) in candidates {
            let Choice::Play(play) = choice else { continue };
            let placement = play.placement(engine, &position.grid);
            for place in 0..placement.tiles.len() {
                for &tile in observation.rack.tiles() {
                    let rules::Tile::Letter(letter) = tile else { continue };
                    let mut changed = placement.clone();
                    changed.tiles[place].tile = TileToLay::Letter(letter);
                    if let Some(score) = self.score(&changed, observation.board, observation, lexicon) {
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
        observation: Observation<'_>,
        lexicon: &Lexicon,
    ) -> Option<Score> {
        let play = LegalPlay::check(placement, board, observation.rack, &observation.rules.language).ok()?;
        let (main, others) = play.words.split_first()?;
        let is_bluff = !lexicon.contains(&main.letters) && self.is_plausible(&main.letters);
        let is_sound = others.iter().all(|word| lexicon.contains(&word.letters));
        (is_bluff && is_sound).then_some(play.score)
    }
}

/// The letter trigrams of a word as numbers; 0 marks the boundaries of the word.
fn triples_of(word: &[Letter]) -> impl Iterator<Item = usize> + '_ {
    let code = |place: usize| match place.checked_sub(1).and_then(|place| word.get(place)) {
        Some(letter) => letter.index() + 1,
        None => 0,
    };
    (0..word.len()).map(move |place| (code(place) * 64 + code(place + 1)) * 64 + code(place + 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Rng, SelfPlayGame};
    use rules::{Preset, Rules};

    fn english() -> &'static Lexicon {
        wordlists::embedded("en").unwrap()
    }

    fn rules() -> Rules {
        Preset::Classic.rules(english().language().clone())
    }

    #[test]
    fn listed_words_are_plausible_and_impossible_letter_sequences_are_not() {
        let bluffer = Bluffer::new(english());
        assert!(english().words().step_by(97).all(|word| bluffer.is_plausible(&word)));
        for (text, is_plausible) in [
            ("BLATION", true),
            ("STRINER", true),
            ("QZXJ", false),
            ("WORDQQ", false),
            ("ZZZZ", false),
            ("TKAT", false),
        ] {
            let word = english().language().spell(text).unwrap();
            assert!(!english().contains(&word), "{text} is a word after all");
            assert_eq!(bluffer.is_plausible(&word), is_plausible, "{text}");
        }
    }

    #[test]
    fn a_bluff_forms_one_plausible_phony_and_scores_more() {
        let lexicon = english();
        let (engine, bluffer, rules) = (Engine::new(lexicon).unwrap(), Bluffer::new(lexicon), rules());
        let mut searcher = Searcher::new(&engine);
        let mut bluffs = 0;
        for seed in 0..6 {
            let mut chance = Rng::new(seed);
            let mut duel = SelfPlayGame::new(lexicon.language(), &mut chance);
            while !duel.is_over() {
                let (board, rack) = (duel.board().clone(), duel.rack());
                let observation = duel.observation(&rack, &rules);
                let position = observation.position(&engine);
                let (honest, _) = searcher.best_choice(&position);
                if let Some(bluff) = bluffer.bluff(observation, &honest, &mut searcher, &position, lexicon) {
                    let play = LegalPlay::check(&bluff, &board, &rack, lexicon.language()).unwrap();
                    let unknown = play.unknown_words(lexicon);
                    assert_eq!(unknown, [play.main_word().letters.clone()], "and its cross words are words");
                    assert!(bluffer.is_plausible(&unknown[0]));
                    assert!(play.score >= Score(honest.score()) + WORTH_IT);
                    bluffs += 1;
                }
                duel.make(&honest, &engine, &mut chance);
            }
        }
        assert!(bluffs >= 10, "{bluffs}");
    }

    #[test]
    fn no_bluff_is_made_when_the_honest_play_scores_more() {
        let lexicon = english();
        let (engine, bluffer, rules) = (Engine::new(lexicon).unwrap(), Bluffer::new(lexicon), rules());
        let mut searcher = Searcher::new(&engine);
        let board = Board::empty();
        let rack = rules::notation::tiles::read_rack(lexicon.language(), "AEINRST").unwrap();
        let rack = rules::Rack::new(rack);
        let observation = Observation::of_two(&board, &rack, 80, &rules);
        let position = observation.position(&engine);
        let (honest, _) = searcher.best_choice(&position);
        assert!(honest.score() >= 64, "a bingo");
        assert_eq!(bluffer.bluff(observation, &honest, &mut searcher, &position, lexicon), None);
    }
}
