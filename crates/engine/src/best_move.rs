use std::collections::BinaryHeap;

use rules::{Direction, Rack, SIDE, Score};

use crate::{
    Engine, Grid, PackedMove,
    anagrams::Anagrams,
    equity::{Equity, LeaveValues},
    grid::Lane,
    lookup::{Missing, look_up},
    movegen::anchors,
    premiums::LanePremiums,
    rack_subsets::RackSubsets,
    span::{Span, each_span},
    span_scoring::{Slots, Spot, Tally},
};

const LENGTH: usize = SIDE as usize;

/// Finds the play with the most equity above a floor.
///
/// The equity is the score plus the value of the kept tiles.
///
/// Every span first gets an upper bound that needs no word: the score of the rack's best tiles on
/// its squares. The search visits spans from the highest bound down and stops when the best play
/// found beats the next bound; it visits the parts of the rack in the same way. A blank is used
/// only for a letter that the rack lacks.
pub(crate) fn best_play(
    engine: &Engine,
    grid: &Grid,
    hand: &RackSubsets,
    leave_values: &LeaveValues,
    floor: Equity,
    room: &mut Room,
) -> Option<(PackedMove, Equity)> {
    let Room { choices, prices: all_prices, prospects, order, spots } = room;
    choices.set(hand, leave_values);
    prospects.clear();
    let mut order_of_bounds = std::mem::take(order).into_vec();
    order_of_bounds.clear();
    for direction in [Direction::Across, Direction::Down] {
        let lanes = grid.lanes(direction).iter().zip(engine.premiums.lanes(direction));
        for (index, (lane, premiums)) in lanes.enumerate() {
            let anchors = anchors(grid, direction, index);
            if lane.taken | anchors == 0 {
                continue;
            }
            let numbered = index + if direction == Direction::Down { LENGTH } else { 0 };
            let prices = &mut all_prices[numbered];
            prices.set(lane, premiums, hand);
            each_span(lane, anchors, hand, &engine.words, |span| {
                let most = prices.most(&span, hand);
                let bound = Equity::of(most - hand.most_points[span.tiles]) + choices.best[span.tiles];
                if bound > floor {
                    order_of_bounds.push(bound.ordered() << 32 | prospects.len() as u64);
                    prospects.push(Prospect { span, direction, lane: index });
                }
            });
        }
    }
    *order = BinaryHeap::from(order_of_bounds);
    let mut search = Search { engine, hand, best: floor, found: None, spots };
    while let Some(next) = order.pop() {
        if next >> 32 <= search.best.ordered() {
            break;
        }
        let prospect = &prospects[(next & 0xffff_ffff) as usize];
        search.look_through(prospect, grid, all_prices, choices);
    }
    let best = search.best;
    search.found.map(|found| (found, best))
}

struct Prospect {
    span: Span,
    direction: Direction,
    lane: usize,
}

/// Reusable buffers of a search.
pub(crate) struct Room {
    choices: Choices,
    prices: [Prices; 2 * LENGTH],
    prospects: Vec<Prospect>,
    order: BinaryHeap<u64>,
    pub(crate) spots: Slots,
}

impl Room {
    pub(crate) fn new() -> Room {
        Room {
            choices: Choices::new(),
            prices: [Prices { sums: [0; LENGTH + 1] }; 2 * LENGTH],
            prospects: Vec::new(),
            order: BinaryHeap::new(),
            spots: Slots::new(),
        }
    }
}

/// Prefix sums, from the start of a lane, of what its free squares can contribute to a score.
///
/// Each sum packs several counters; see [`RAISED`] and the constants after it.
#[derive(Clone, Copy)]
struct Prices {
    sums: [u64; LENGTH + 1],
}

/// Bit offsets of the counters in a sum. The low 32 bits hold the most that cross words can score.
/// Then follow the numbers of free squares that multiply the letter, triple the letter, double the
/// word and triple the word.
const RAISED: u32 = 32;
const TRIPLED: u32 = 40;
const DOUBLE_WORDS: u32 = 48;
const TRIPLE_WORDS: u32 = 56;

impl Prices {
    fn set(&mut self, lane: &Lane, premiums: &LanePremiums, hand: &RackSubsets) {
        let mut sum = 0;
        for place in 0..LENGTH {
            let mut price = 0;
            if !lane.is_taken(place) {
                let (letter, word) = (premiums.letter[place], premiums.word[place]);
                price |= u64::from(letter > 1) << RAISED | u64::from(letter > 2) << TRIPLED;
                price |= u64::from(word == 2) << DOUBLE_WORDS | u64::from(word == 3) << TRIPLE_WORDS;
                if lane.hooked >> place & 1 == 1 {
                    let cross = lane.cross(place);
                    let most = hand.most_valuable_of(cross.letters);
                    price += (word * (i32::from(cross.points) + letter * most)) as u64;
                }
            }
            sum += price;
            self.sums[place + 1] = sum;
        }
    }

    /// An upper bound for the score of a word that begins at `start`.
    #[inline]
    fn bound(&self, span: &Span, start: usize, hand: &RackSubsets) -> i32 {
        let sum = self.sums[start + span.length] - self.sums[start];
        let count = |shift: u32| (sum >> shift & 0xff) as usize;
        let word_factor = FACTORS[count(DOUBLE_WORDS) & 7][count(TRIPLE_WORDS) & 3];
        let tiles = hand.most_points[span.tiles]
            + hand.most_points[count(RAISED) & 7]
            + hand.most_points[count(TRIPLED) & 7];
        word_factor * (span.through_points + tiles) + sum as u32 as i32
    }

    /// An upper bound for the score of any word of a span, with the bonus for a full rack.
    #[inline]
    fn most(&self, span: &Span, hand: &RackSubsets) -> i32 {
        let bonus = if span.tiles == Rack::SIZE { Score::BINGO.0 } else { 0 };
        let bounds = (span.first..=span.last).map(|start| self.bound(span, start, hand));
        bonus + bounds.max().unwrap_or(0)
    }
}

/// Word factors by the numbers of squares that double and that triple the word.
const FACTORS: [[i32; 4]; 8] = {
    let mut factors = [[1; 4]; 8];
    let mut twos = 0;
    while twos < 8 {
        let mut threes = 0;
        while threes < 4 {
            factors[twos][threes] = (1 << twos) * 3_i32.pow(threes as u32);
            threes += 1;
        }
        twos += 1;
    }
    factors
};

/// The sets of tiles that can be laid, by number of tiles: a part of the rack plus blanks.
struct Choices {
    by_size: [[Choice; MOST_CHOICES]; Rack::SIZE + 1],
    counts: [usize; Rack::SIZE + 1],
    /// The highest equity of each size.
    best: [Equity; Rack::SIZE + 1],
    /// Bit mask of the sizes that are sorted.
    sorted: u8,
}

/// C(7, 3) = C(7, 4) = 35 ways to lay three or four of seven different tiles; blanks never add
/// more.
const MOST_CHOICES: usize = 35;

#[derive(Clone, Copy)]
struct Choice {
    /// The points of the tiles on plain squares, plus `leave_value`.
    equity: Equity,
    leave_value: Equity,
    part: u8,
    blanks: u8,
}

impl Choices {
    const fn new() -> Choices {
        let nothing = Choice { equity: Equity::ZERO, leave_value: Equity::ZERO, part: 0, blanks: 0 };
        Choices {
            by_size: [[nothing; MOST_CHOICES]; Rack::SIZE + 1],
            counts: [0; Rack::SIZE + 1],
            best: [Equity::LEAST; Rack::SIZE + 1],
            sorted: 0,
        }
    }

    fn set(&mut self, hand: &RackSubsets, leave_values: &LeaveValues) {
        let choices = self;
        choices.counts = [0; Rack::SIZE + 1];
        choices.best = [Equity::LEAST; Rack::SIZE + 1];
        choices.sorted = 0;
        for blanks in 0..=hand.blanks_to_lay() {
            let blanks_used = (1 << blanks) - 1;
            for size in 0..=hand.size() - hand.blanks {
                let tiles = size + blanks;
                for (part, held) in hand.parts(size).iter().enumerate() {
                    let leave_value = leave_values.without(held.used | blanks_used);
                    let equity = Equity::of(held.points) + leave_value;
                    let choice = Choice { equity, leave_value, part: part as u8, blanks: blanks as u8 };
                    choices.by_size[tiles][choices.counts[tiles]] = choice;
                    choices.counts[tiles] += 1;
                    choices.best[tiles] = choices.best[tiles].max(equity);
                }
            }
        }
    }

    /// The choices with this many tiles, the best first.
    fn best_first(&mut self, tiles: usize) -> &[Choice] {
        let choices = &mut self.by_size[tiles][..self.counts[tiles]];
        if self.sorted >> tiles & 1 == 0 {
            self.sorted |= 1 << tiles;
            choices.sort_unstable_by_key(|choice| std::cmp::Reverse(choice.equity));
        }
        choices
    }
}

/// The part of the board that words are compared with.
struct Site<'a> {
    prospect: &'a Prospect,
    lane: &'a Lane,
    premiums: &'a LanePremiums,
}

struct Search<'a> {
    engine: &'a Engine,
    hand: &'a RackSubsets,
    best: Equity,
    found: Option<PackedMove>,
    spots: &'a mut Slots,
}

impl Search<'_> {
    fn look_through(
        &mut self,
        prospect: &Prospect,
        grid: &Grid,
        prices: &[Prices; 2 * LENGTH],
        choices: &mut Choices,
    ) {
        let Prospect { span, direction, lane: index } = prospect;
        let prices = &prices[index + if *direction == Direction::Down { LENGTH } else { 0 }];
        let lane = &grid.lanes(*direction)[*index];
        let premiums = &self.engine.premiums.lanes(*direction)[*index];
        let most = prices.most(span, self.hand) - self.hand.most_points[span.tiles];
        self.spots.clear();
        for choice in choices.best_first(span.tiles) {
            if Equity::of(most) + choice.equity <= self.best {
                break;
            }
            let part = self.hand.parts(span.tiles - usize::from(choice.blanks))[usize::from(choice.part)];
            look_up(&self.engine.words, span.through, &part, choice.blanks.into(), |found, missing| {
                if self.spots.len() == 0 {
                    for start in span.first..=span.last {
                        self.spots.add(Spot::new(lane, start, span.length));
                    }
                }
                let site = Site { prospect, lane, premiums };
                let used = part.used | ((1 << choice.blanks) - 1);
                for place in found {
                    self.weigh(place, &site, missing, used, choice.leave_value);
                }
            });
        }
    }

    /// Tries a word on every spot and keeps it if it is the best play so far.
    ///
    /// `used` are the tiles it takes; `leave_value` is the value of the others.
    #[inline]
    fn weigh(&mut self, place: u32, site: &Site<'_>, missing: Missing, used: u8, leave_value: Equity) {
        let Site { prospect, lane, premiums } = *site;
        let word = self.engine.words.word(place);
        let span = &prospect.span;
        for index in 0..self.spots.len() {
            let spot = self.spots.get(index);
            let is_connected = span.tiles < span.length || spot.is_hooked() || lane.hooked == 0;
            if !is_connected || !spot.takes(&word, lane) {
                continue;
            }
            let start = PackedMove::place(prospect.direction, spot.start.into());
            let tally = self.spots.tally(index, span, lane, premiums);
            let full = tally.score(&word, &self.engine.words);
            let (lost, blanks) = cheapest_blanks(tally, &word.0, missing.codes(), &self.engine.words);
            let score = full - lost;
            let equity = Equity::of(score) + leave_value;
            if equity > self.best {
                self.best = equity;
                let lane = prospect.lane as u8;
                self.found = Some(PackedMove { word: place, score: score as i16, blanks, lane, start, used });
            }
        }
    }
}

/// Assigns blanks to the missing letters where they cost least.
///
/// Returns the points lost and a bit mask of the letters of the word that are blanks.
#[inline]
fn cheapest_blanks(tally: &Tally, word: &[u8; 16], missing: &[u8], words: &Anagrams) -> (i32, u16) {
    let (mut lost, mut blanks) = (0, 0_u16);
    for &code in missing {
        let place = tally
            .laid()
            .iter()
            .filter(|(offset, _)| word[usize::from(offset & 15)] == code && blanks >> offset & 1 == 0)
            .min_by_key(|(_, factor)| *factor);
        if let Some(&(offset, factor)) = place {
            lost += i32::from(factor) * words.points(code);
            blanks |= 1 << offset;
        }
    }
    (lost, blanks)
}
