use std::io::Read;

use rules::Rack;

use crate::{Equity, equity::LeaveValues, rack_subsets::RackSubsets};

/// Leave values: what tiles kept on the rack are worth compared with drawing a full new rack.
///
/// Each multiset of up to [`Leaves::TABLED`] tiles has a value of its own, trained by self-play
/// (see `docs/engine.md`). The value of a leave of six tiles is extrapolated from its parts.
#[derive(Clone)]
pub struct Leaves {
    /// In hundredths of a point, by rank.
    values: Vec<i16>,
    ranks: MultisetIndex,
}

/// Numbers the multisets of tiles consecutively.
///
/// Sorted tiles `t₀ ≤ t₁ ≤ …` of one size have the rank `C(t₀, 1) + C(t₁ + 1, 2) + …` after all
/// smaller sizes.
#[derive(Clone)]
pub(crate) struct MultisetIndex {
    /// What a tile adds to the rank, by its position among the sorted tiles.
    steps: Vec<[u32; Leaves::TABLED]>,
    /// The first rank of each size, and the number of all ranks.
    begins: [u32; Leaves::TABLED + 2],
}

/// Error: a file of leave values cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no leave values of this version for an alphabet of {letters} letters: {problem}")]
pub struct LeavesError {
    letters: usize,
    problem: &'static str,
}

const MAGIC: &[u8; 8] = b"DORDLV1\0";
/// The unit of stored values, in hundredths of a point.
const UNIT: i32 = 50;

impl MultisetIndex {
    pub(crate) fn new(letters: usize) -> MultisetIndex {
        let kinds = letters + 1;
        let steps =
            (0..kinds).map(|tile| std::array::from_fn(|place| choose(tile + place, place + 1))).collect();
        let mut begins = [0; Leaves::TABLED + 2];
        for size in 0..=Leaves::TABLED {
            begins[size + 1] = begins[size] + choose(kinds + size - 1, size);
        }
        MultisetIndex { steps, begins }
    }

    /// The number of multisets.
    pub(crate) const fn len(&self) -> usize {
        self.begins[Leaves::TABLED + 1] as usize
    }

    /// The rank of sorted tiles.
    pub(crate) fn of(&self, codes: &[u8]) -> usize {
        let steps = codes.iter().enumerate().map(|(place, &code)| self.steps[usize::from(code)][place]);
        (self.begins[codes.len()] + steps.sum::<u32>()) as usize
    }

    /// Writes the rank of every part with up to [`Leaves::TABLED`] tiles, by the part's bit mask.
    ///
    /// The tiles must be sorted.
    pub(crate) fn of_parts(&self, codes: &[u8], ranks: &mut [u32; 1 << Rack::SIZE]) {
        ranks[0] = 0;
        for mask in 1..1_usize << codes.len() {
            let size = mask.count_ones() as usize;
            if size <= Leaves::TABLED {
                let last = mask.ilog2() as usize;
                // The first rank of the size is added below.
                ranks[mask] = ranks[mask & !(1 << last)] + self.steps[usize::from(codes[last])][size - 1];
            }
        }
        for (mask, rank) in ranks[..1 << codes.len()].iter_mut().enumerate() {
            *rank += self.begins[(mask.count_ones() as usize).min(Leaves::TABLED)];
        }
    }
}

impl Leaves {
    /// The largest leave with a value of its own.
    pub const TABLED: usize = 5;

    /// Leaves that are all worth the same, for languages without trained values.
    pub fn untrained(letters: usize) -> Leaves {
        let ranks = MultisetIndex::new(letters);
        Leaves { values: vec![0; ranks.len()], ranks }
    }

    /// The leaves embedded in the program for a language.
    pub fn embedded(language: &rules::Language) -> Leaves {
        let letters = language.letters().len();
        let file: Option<&[u8]> = match language.code() {
            "en" => Some(include_bytes!("../leaves/en.bin")),
            "nl" => Some(include_bytes!("../leaves/nl.bin")),
            _ => None,
        };
        // A test reads every embedded file.
        file.map_or_else(
            || Leaves::untrained(letters),
            |file| Leaves::from_bytes(file, letters).expect("a committed file is well-formed"),
        )
    }

    /// Reads the output of [`Leaves::to_bytes`].
    pub fn from_bytes(bytes: &[u8], letters: usize) -> Result<Leaves, LeavesError> {
        let error = |problem| LeavesError { letters, problem };
        let packed = bytes.strip_prefix(MAGIC).ok_or_else(|| error("the file begins otherwise"))?;
        let mut leaves = Leaves::untrained(letters);
        let mut steps = Vec::with_capacity(leaves.values.len());
        let limit = leaves.values.len() as u64 + 1;
        flate2::read::ZlibDecoder::new(packed)
            .take(limit)
            .read_to_end(&mut steps)
            .map_err(|_| error("it cannot be unpacked"))?;
        if steps.len() != leaves.values.len() {
            return Err(error("it has another number of values"));
        }
        for (value, step) in leaves.values.iter_mut().zip(steps) {
            *value = (i32::from(step.cast_signed()) * UNIT) as i16;
        }
        Ok(leaves)
    }

    /// The values in a form to be stored, rounded to half points.
    pub fn to_bytes(&self) -> Vec<u8> {
        let steps: Vec<u8> = self
            .values
            .iter()
            .map(|&value| {
                let rounded = (i32::from(value) + UNIT / 2).div_euclid(UNIT);
                rounded.clamp(i8::MIN.into(), i8::MAX.into()) as i8 as u8
            })
            .collect();
        let mut packer = flate2::write::ZlibEncoder::new(MAGIC.to_vec(), flate2::Compression::best());
        std::io::Write::write_all(&mut packer, &steps).expect("memory takes everything");
        // The header is not compressed; the encoder appended to it.
        packer.finish().expect("memory takes everything")
    }

    pub(crate) fn from_values(values: Vec<i16>, ranks: MultisetIndex) -> Leaves {
        Leaves { values, ranks }
    }

    /// Writes the leave value of every part of a rack to `leave_values`.
    pub(crate) fn evaluate(&self, hand: &RackSubsets, leave_values: &mut LeaveValues) {
        let codes = hand.tiles();
        let size = codes.len();
        let mut ranks = [0; 1 << Rack::SIZE];
        self.ranks.of_parts(codes, &mut ranks);
        let all = (1_usize << size) - 1;
        let value = |kept: usize| i32::from(self.values[ranks[kept] as usize]);
        for kept in 0..=all {
            let count = kept.count_ones() as usize;
            let worth = if count <= Leaves::TABLED {
                value(kept)
            } else if count == Leaves::TABLED + 1 {
                let (mut one, mut two) = (0, 0);
                let mut rest = kept;
                while rest != 0 {
                    let first = rest & rest.wrapping_neg();
                    rest ^= first;
                    one += value(kept ^ first);
                    let mut others = rest;
                    while others != 0 {
                        let second = others & others.wrapping_neg();
                        others ^= second;
                        two += value(kept ^ first ^ second);
                    }
                }
                extrapolated(one, two, count)
            } else {
                0
            };
            leave_values.set(all ^ kept, Equity::hundredths(worth));
        }
    }
}

/// Extrapolates a value from the sums of the values without one tile and without two.
///
/// For any two tiles: the value without one, plus that without the other, minus that without both.
const fn extrapolated(without_one: i32, without_two: i32, size: usize) -> i32 {
    let (size, pairs) = (size as i32, (size * (size - 1) / 2) as i32);
    2 * without_one / size - without_two / pairs
}

const fn choose(n: usize, k: usize) -> u32 {
    let mut result = 1_u64;
    let mut i = 0;
    while i < k {
        if n < k {
            return 0;
        }
        result = result * (n - i) as u64 / (i + 1) as u64;
        i += 1;
    }
    result as u32
}
