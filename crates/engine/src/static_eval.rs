use rules::Rack;

use crate::{
    Choice, Engine, Equity, Grid, Searcher,
    equity::LeaveValues,
    position::{Ending, Position},
};

/// Cost of still having tiles when the bag is empty, on top of their points.
///
/// An opponent may go out first.
const STILL_IN: Equity = Equity::of(-5);

/// Cost of drawing the last tile of the bag, on top of the reduced value of the leave.
///
/// The opponent is then the first to move with all tiles known.
const BAG_EMPTIED: Equity = Equity::of(-5);

/// Static evaluation: a move is worth its score plus the value of the tiles it keeps.
impl Searcher<'_> {
    /// The move with the most equity.
    pub fn best_choice(&mut self, position: &Position) -> (Choice, Equity) {
        let Position { grid, rack, bag, ending, .. } = position;
        let unseen_points = if *bag == 0 { position.unseen_points(self.engine) } else { 0 };
        self.take_codes(rack);
        self.judge(grid, *bag, unseen_points, *ending)
    }

    /// The move with the most equity for the current rack.
    pub(crate) fn judge(
        &mut self,
        grid: &Grid,
        bag: usize,
        unseen_points: i32,
        ending: Ending,
    ) -> (Choice, Equity) {
        let mut leave_values = std::mem::replace(&mut self.leave_values, LeaveValues::NOTHING);
        self.value_leaves(bag, unseen_points, ending, &mut leave_values);
        let (mut choice, mut equity) = (Choice::Pass, leave_values.without(0));
        if bag >= ending.exchange_needs {
            for used in 1_u8..1 << self.hand.size() {
                if leave_values.without(used) > equity && used.count_ones() as usize <= bag {
                    (choice, equity) = (Choice::Exchange(used), leave_values.without(used));
                }
            }
        } else {
            // A penalty: pass only when no other move is possible.
            equity += Equity::of(-1000);
        }
        if let Some((found, better)) = self.best_play(grid, &leave_values, equity) {
            (choice, equity) = (Choice::Play(found), better);
        }
        self.leave_values = leave_values;
        (choice, equity)
    }

    /// Computes the value of what each move keeps of the current rack.
    pub(crate) fn value_leaves(
        &self,
        bag: usize,
        unseen_points: i32,
        ending: Ending,
        leave_values: &mut LeaveValues,
    ) {
        let all = (1_usize << self.hand.size()) - 1;
        if bag > 0 {
            self.engine.leaves.evaluate(&self.hand, leave_values);
            if bag > self.hand.size() {
                return;
            }
            for used in (0..=all).filter(|used| used.count_ones() as usize >= bag) {
                let left = points(self.engine, self.hand.tiles(), all ^ used);
                let halved = leave_values.without(used as u8).in_hundredths() / 2 - 100 * left / 2;
                leave_values.set(used, Equity::hundredths(halved) + BAG_EMPTIED);
            }
            return;
        }
        for used in 0..=all {
            let kept = all ^ used;
            let worth = if kept == 0 {
                Equity::of(ending.left_over_factor * unseen_points)
            } else {
                Equity::of(-ending.left_over_factor * points(self.engine, self.hand.tiles(), kept)) + STILL_IN
            };
            leave_values.set(used, worth);
        }
    }
}

fn points(engine: &Engine, codes: &[u8], mask: usize) -> i32 {
    let held = codes.iter().enumerate().filter(|(place, _)| mask >> place & 1 == 1);
    held.map(|(_, &code)| engine.words.points(code)).sum()
}

const _: () = assert!(Rack::SIZE < 8, "the tiles of a rack are the bits of a byte");
