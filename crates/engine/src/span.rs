use rules::SIDE;

use crate::{anagrams::Anagrams, grid::Lane, multiset::Multiset, rack_subsets::RackSubsets};

const LENGTH: usize = SIDE as usize;

/// Placements in a lane that use the same tiles of the board and the same number of rack tiles.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    /// The letters of the board that the words go through.
    pub(crate) through: Multiset,
    /// The points of these tiles.
    pub(crate) through_points: i32,
    /// The number of tiles laid.
    pub(crate) tiles: usize,
    /// The length of the words.
    pub(crate) length: usize,
    /// The words begin on any square from `first` to `last`.
    pub(crate) first: usize,
    pub(crate) last: usize,
}

/// A run of tiles in a lane.
#[derive(Clone, Copy, Default)]
struct Run {
    start: usize,
    end: usize,
    multiset: Multiset,
    points: i32,
    /// How many squares before and after it can take a tile without touching another run.
    room_before: usize,
    room_after: usize,
}

/// The most runs of a lane: tile, gap, tile, gap, …
const MOST_RUNS: usize = LENGTH.div_ceil(2);

/// Visits every span of a lane for a rack.
///
/// A word that uses no tile of the board must cover one of the `anchors`.
pub(crate) fn each_span(
    lane: &Lane,
    anchors: u16,
    hand: &RackSubsets,
    words: &Anagrams,
    mut visit: impl FnMut(Span),
) {
    if lane.taken | anchors == 0 {
        return;
    }
    let usable = usable_squares(lane, hand);
    let (runs, count) = runs(lane, usable, words);
    let runs = &runs[..count];
    for (index, from) in runs.iter().enumerate() {
        let (mut through, mut through_points, mut inside) = (Multiset::EMPTY, 0, 0);
        let mut previous = *from;
        for to in &runs[index..] {
            if to.start != from.start {
                let gap = to.start - previous.end;
                let squares = ((1_u16 << gap) - 1) << previous.end;
                if usable & squares != squares || inside + gap > hand.size() {
                    break;
                }
                inside += gap;
            }
            previous = *to;
            through += to.multiset;
            through_points += to.points;
            let board_tiles = to.end - from.start - inside;
            let (before, after) = (from.room_before, to.room_after);
            for tiles in inside.max(1)..=hand.size().min(inside + before + after) {
                let rest = tiles - inside;
                visit(Span {
                    through,
                    through_points,
                    tiles,
                    length: tiles + board_tiles,
                    first: from.start - rest.min(before),
                    last: from.start - rest.saturating_sub(after),
                });
            }
        }
    }
    let mut open = usable & !(lane.taken << 1) & !(lane.taken >> 1);
    while open & anchors != 0 {
        let start = open.trailing_zeros() as usize;
        let end = start + (!(open >> start)).trailing_zeros() as usize;
        let run = open & (((1_u32 << end) - 1) as u16);
        open &= !run;
        let hooks = run & anchors;
        if hooks == 0 {
            continue;
        }
        let first_hook = hooks.trailing_zeros() as usize;
        let last_hook = 15 - hooks.leading_zeros() as usize;
        for tiles in 2..=hand.size().min(end - start) {
            visit(Span {
                through: Multiset::EMPTY,
                through_points: 0,
                tiles,
                length: tiles,
                first: start.max((first_hook + 1).saturating_sub(tiles)),
                last: last_hook.min(end - tiles),
            });
        }
    }
}

/// The free squares that can take a tile of the rack.
fn usable_squares(lane: &Lane, hand: &RackSubsets) -> u16 {
    let mut usable = !lane.taken & ((1 << LENGTH) - 1);
    let mut hooked = lane.hooked;
    while hooked != 0 {
        let place = hooked.trailing_zeros() as usize;
        let bit = hooked & hooked.wrapping_neg();
        hooked ^= bit;
        let fitting = lane.cross(place).letters;
        let fits = if hand.blanks > 0 { !fitting.is_empty() } else { !fitting.and(hand.letters).is_empty() };
        if !fits {
            usable &= !bit;
        }
    }
    usable
}

fn runs(lane: &Lane, usable: u16, words: &Anagrams) -> ([Run; MOST_RUNS], usize) {
    let mut runs = [Run::default(); MOST_RUNS];
    let mut count = 0;
    let mut taken = lane.taken;
    while taken != 0 {
        let start = taken.trailing_zeros() as usize;
        let end = start + (!(taken >> start)).trailing_zeros() as usize;
        taken &= !(((1_u32 << end) - 1) as u16);
        let mut run = Run { start, end, ..Run::default() };
        for place in start..end {
            run.multiset += words.multiset(usize::from(lane.letter(place)) - 1);
            run.points += i32::from(lane.points[place]);
        }
        // The number of consecutive usable squares on either side of the run.
        if start > 0 {
            run.room_before = (!(u32::from(usable) << (32 - start))).leading_zeros() as usize;
            if run.room_before > 0 && run.room_before < start && lane.is_taken(start - run.room_before - 1) {
                run.room_before -= 1;
            }
        }
        run.room_after = (!(u32::from(usable) >> end)).trailing_zeros() as usize;
        if run.room_after > 0 && end + run.room_after < LENGTH && lane.is_taken(end + run.room_after) {
            run.room_after -= 1;
        }
        runs[count] = run;
        count += 1;
    }
    (runs, count)
}
