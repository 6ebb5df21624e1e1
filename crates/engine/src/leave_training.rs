use rules::{Language, Rack};

use crate::{Equity, Leaves, Rng, Searcher, SelfPlayGame, leaves::MultisetIndex, rack_subsets::code};

/// Statistics of what racks are worth, by every part of them: the source of [`Leaves`].
#[derive(Clone)]
pub struct LeaveTraining {
    ranks: MultisetIndex,
    /// By multiset: the total equity, in hundredths, and the number of the racks that contain it.
    sums: Vec<i64>,
    counts: Vec<u32>,
}

/// Weight of the prior, in racks.
///
/// It pulls rare multisets towards the value expected from their parts.
const DOUBT: f64 = 60.0;

impl LeaveTraining {
    /// Empty statistics for an alphabet of this size.
    pub fn new(letters: usize) -> LeaveTraining {
        let ranks = MultisetIndex::new(letters);
        LeaveTraining { sums: vec![0; ranks.len()], counts: vec![0; ranks.len()], ranks }
    }

    /// Plays a game by static equity and, at every turn, counts a random rack of unseen tiles.
    ///
    /// The racks of the game itself would be biased: players keep good tiles and are stuck with bad
    /// ones.
    pub fn play_and_count(&mut self, searcher: &mut Searcher<'_>, chance: &mut Rng) {
        let engine = searcher.engine;
        let mut duel = SelfPlayGame::new(engine.language(), chance);
        while !duel.is_over() {
            let position = duel.position();
            if position.bag >= Rack::SIZE {
                let mut unseen = position.unseen_codes();
                // A partial Fisher-Yates shuffle: only the first tiles are needed.
                for place in 0..Rack::SIZE {
                    let other = place + chance.below(unseen.len() - place);
                    unseen.swap(place, other);
                }
                let rack = &mut unseen[..Rack::SIZE];
                rack.sort_unstable();
                searcher.take_codes(rack);
                let (_, equity) = searcher.judge(&position.grid, position.bag, 0, position.ending);
                self.note(rack, equity);
            }
            let (choice, _) = searcher.best_choice(&position);
            duel.make(&choice, engine, chance);
        }
    }

    /// Counts a full rack and the equity of its best move.
    ///
    /// Equal tiles count separately, as they do in a random draw.
    fn note(&mut self, sorted: &[u8], equity: Equity) {
        let mut ranks = [0; 1 << Rack::SIZE];
        self.ranks.of_parts(sorted, &mut ranks);
        for (mask, &rank) in ranks[..1 << sorted.len()].iter().enumerate() {
            if mask.count_ones() as usize <= Leaves::TABLED {
                self.sums[rank as usize] += i64::from(equity.in_hundredths());
                self.counts[rank as usize] += 1;
            }
        }
    }

    /// Adds the counts of another census.
    pub fn merge(&mut self, other: &LeaveTraining) {
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            *sum += more;
        }
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
    }

    /// The counts in a form to be saved.
    pub fn to_bytes(&self) -> Vec<u8> {
        let sums = self.sums.iter().flat_map(|sum| sum.to_le_bytes());
        sums.chain(self.counts.iter().flat_map(|count| count.to_le_bytes())).collect()
    }

    /// Reads the output of [`LeaveTraining::to_bytes`]; `None` if it is for another alphabet.
    pub fn from_bytes(bytes: &[u8], letters: usize) -> Option<LeaveTraining> {
        let mut census = LeaveTraining::new(letters);
        let (sums, counts) = bytes.split_at_checked(8 * census.sums.len())?;
        let (sums, counts) = (sums.as_chunks().0, counts.as_chunks().0);
        if counts.len() != census.counts.len() {
            return None;
        }
        census.sums = sums.iter().map(|&bytes| i64::from_le_bytes(bytes)).collect();
        census.counts = counts.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect();
        Some(census)
    }

    /// The number of racks counted.
    pub fn racks(&self) -> u32 {
        self.counts[0]
    }

    /// The value of each multiset relative to the average rack.
    ///
    /// Rarely seen multisets are pulled towards the value expected from their parts.
    pub fn leaves(&self, language: &Language) -> Leaves {
        let average = self.sums[0] as f64 / f64::from(self.counts[0].max(1));
        let mut values = vec![0.0_f64; self.ranks.len()];
        let kinds: Vec<(u8, usize)> =
            language.tiles().map(|tile| (code(tile), language.count(tile))).collect();
        let mut codes = Vec::new();
        for size in 1..=Leaves::TABLED {
            self.each_bunch(&kinds, size, &mut codes, &mut |census, codes| {
                let expected = census.expected(codes, &values);
                let rank = census.ranks.of(codes);
                let count = f64::from(census.counts[rank]);
                let seen = census.sums[rank] as f64 - count * average;
                values[rank] = (seen + DOUBT * expected) / (count + DOUBT);
            });
        }
        let rounded = values.iter().map(|value| value.round() as i16).collect();
        Leaves::from_values(rounded, self.ranks.clone())
    }

    /// Visits the sorted multisets of `size` tiles that the bag can supply.
    fn each_bunch(
        &self,
        kinds: &[(u8, usize)],
        size: usize,
        codes: &mut Vec<u8>,
        visit: &mut dyn FnMut(&LeaveTraining, &[u8]),
    ) {
        if size == 0 {
            visit(self, codes);
            return;
        }
        for (place, &(code, count)) in kinds.iter().enumerate() {
            if count > 0 {
                codes.push(code);
                let mut rest = kinds[place..].to_vec();
                rest[0].1 -= 1;
                self.each_bunch(&rest, size - 1, codes, visit);
                codes.pop();
            }
        }
    }

    /// The value of a multiset if no two of its tiles interact.
    ///
    /// This is the mean, over all pairs of tiles *a* and *b*, of the value without *a* plus the
    /// value without *b* minus the value without both.
    fn expected(&self, codes: &[u8], values: &[f64]) -> f64 {
        let size = codes.len();
        let without = |a: usize, b: usize| {
            let rest: Vec<u8> =
                (0..size).filter(|&place| place != a && place != b).map(|place| codes[place]).collect();
            values[self.ranks.of(&rest)]
        };
        if size < 2 {
            return 0.0;
        }
        let one: f64 = (0..size).map(|a| without(a, a)).sum();
        let two: f64 = (0..size).flat_map(|a| (0..a).map(move |b| (a, b))).map(|(a, b)| without(a, b)).sum();
        2.0 * one / size as f64 - two / (size * (size - 1) / 2) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;

    const LOTS: [u64; 3] = [1, 2, 3];

    fn counted(engine: &Engine, lot: u64) -> LeaveTraining {
        let mut census = LeaveTraining::new(engine.language().letters().len());
        let (mut searcher, mut chance) = (Searcher::new(engine), Rng::new(lot));
        for _ in 0..2 {
            census.play_and_count(&mut searcher, &mut chance);
        }
        census
    }

    #[test]
    fn counts_do_not_depend_on_the_merge_order_or_on_interruptions() {
        let engine = Engine::new(wordlists::embedded("en").unwrap()).unwrap();
        let letters = engine.language().letters().len();
        let lots = LOTS.map(|lot| counted(&engine, lot));
        let sum = |order: [usize; 3]| {
            let mut all = LeaveTraining::new(letters);
            for lot in order {
                all.merge(&lots[lot]);
                // As after an interrupted run.
                all = LeaveTraining::from_bytes(&all.to_bytes(), letters).unwrap();
            }
            all
        };
        let (one, other) = (sum([0, 1, 2]), sum([2, 0, 1]));
        assert!(one.racks() > 60);
        assert_eq!(one.to_bytes(), other.to_bytes());
        let leaves = [&one, &other].map(|census| census.leaves(engine.language()).to_bytes());
        assert_eq!(leaves[0], leaves[1]);
        assert_eq!(
            counted(&engine, LOTS[0]).to_bytes(),
            lots[0].to_bytes(),
            "the same chance, the same racks"
        );
        assert!(LeaveTraining::from_bytes(&one.to_bytes()[1..], letters).is_none());
    }

    #[test]
    fn a_blank_is_worth_more_than_an_s_and_an_s_more_than_a_q() {
        let engine = Engine::new(wordlists::embedded("en").unwrap()).unwrap();
        let mut searcher = Searcher::new(&engine);
        let mut value = |text: &str| {
            let kept = rules::notation::tiles::read_rack(engine.language(), text).unwrap();
            searcher.take_codes(&crate::position::codes(&kept));
            let mut leave_values = crate::equity::LeaveValues::NOTHING;
            engine.leaves.evaluate(&searcher.hand, &mut leave_values);
            leave_values.without(0)
        };
        let values = ["?", "S", "E", "V", "Q"].map(&mut value);
        assert!(values.is_sorted_by(|a, b| a > b), "{values:?}");
    }
}
