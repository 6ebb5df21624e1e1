use std::ops::{Index, IndexMut};

/// A seat at the table. A player keeps the same seat for the whole game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The maximum number of seats at a table.
    pub const COUNT: usize = 4;

    /// The seat with this index, from 0; `None` if there is no such seat.
    pub fn at(index: usize) -> Option<Seat> {
        (index < Seat::COUNT).then_some(Seat(index as u8))
    }

    /// All seats.
    pub fn all() -> impl DoubleEndedIterator<Item = Seat> {
        (0..Seat::COUNT as u8).map(Seat)
    }

    /// The index of the seat, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// The empty set.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Adds a seat.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Removes a seat.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// Whether the set has this seat.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// The number of seats in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all().filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        let mut set = SeatSet::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

impl std::fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// A map from seats to values.
///
/// Indexing panics for a seat without a value; use [`BySeat::get`] where there may be none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BySeat<T>([Option<T>; Seat::COUNT]);

impl<T> BySeat<T> {
    /// An empty map.
    pub fn new() -> BySeat<T> {
        BySeat(std::array::from_fn(|_| None))
    }

    /// The value of a seat.
    pub const fn get(&self, seat: Seat) -> Option<&T> {
        self.0[seat.index()].as_ref()
    }

    /// Whether a seat has a value.
    pub const fn has(&self, seat: Seat) -> bool {
        self.get(seat).is_some()
    }

    /// Sets the value of a seat and returns the previous one.
    pub const fn insert(&mut self, seat: Seat, thing: T) -> Option<T> {
        self.0[seat.index()].replace(thing)
    }

    /// Removes and returns the value of a seat.
    pub const fn remove(&mut self, seat: Seat) -> Option<T> {
        self.0[seat.index()].take()
    }

    /// The seats that have a value, with their values, in seat order.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::all().filter_map(|seat| Some((seat, self.get(seat)?)))
    }

    /// The seats that have a value, in order.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + '_ {
        self.iter().map(|(seat, _)| seat)
    }

    /// The number of seats that have a value.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether the map is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<T> Default for BySeat<T> {
    fn default() -> BySeat<T> {
        BySeat::new()
    }
}

impl<T> FromIterator<(Seat, T)> for BySeat<T> {
    fn from_iter<I: IntoIterator<Item = (Seat, T)>>(things: I) -> BySeat<T> {
        let mut by_seat = BySeat::new();
        for (seat, thing) in things {
            by_seat.insert(seat, thing);
        }
        by_seat
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        self.get(seat).expect("the seat takes part")
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        self.0[seat.index()].as_mut().expect("the seat takes part")
    }
}
