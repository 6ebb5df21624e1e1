use rules::Rack;

/// The tile counts of the opponents still in the game, in turn order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OpponentRackSizes {
    tile_counts: [u8; OTHERS_MAX],
    count: u8,
}

/// A table has four seats.
pub(crate) const OTHERS_MAX: usize = 3;

impl OpponentRackSizes {
    /// Opponents with these tile counts.
    pub fn new(tile_counts: impl IntoIterator<Item = usize>) -> OpponentRackSizes {
        let mut others = OpponentRackSizes::default();
        for (place, tile_count) in others.tile_counts.iter_mut().zip(tile_counts) {
            *place = tile_count.min(Rack::SIZE) as u8;
            others.count += 1;
        }
        others
    }

    /// Opponents with full racks, for callers that do not use the tile counts.
    pub fn with_full_racks(count: usize) -> OpponentRackSizes {
        OpponentRackSizes::new(std::iter::repeat_n(Rack::SIZE, count))
    }

    /// The number of opponents.
    pub const fn len(self) -> usize {
        self.count as usize
    }

    /// Whether there are no opponents.
    pub const fn is_empty(self) -> bool {
        self.count == 0
    }

    /// The number of tiles each opponent holds.
    pub fn tile_counts(self) -> impl Iterator<Item = usize> {
        self.tile_counts.into_iter().take(self.len()).map(usize::from)
    }
}

#[cfg(test)]
mod tests {
    use rules::Seat;

    use super::*;

    #[test]
    fn there_is_room_for_all_other_players_of_a_table() {
        assert_eq!(OTHERS_MAX + 1, Seat::all().count());
        let others = OpponentRackSizes::new([7, 3, 0]);
        assert_eq!((others.len(), others.tile_counts().collect::<Vec<_>>()), (3, vec![7, 3, 0]));
    }
}
