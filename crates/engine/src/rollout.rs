use std::borrow::Cow;

use rules::Rack;

use crate::{
    Choice, Equity, Grid, Position, Searcher, opponent_rack_sizes::OTHERS_MAX, position::Ending,
    rack_subsets::without, selfplay::points,
};

/// A playout with randomly dealt tiles, in which every player moves by static evaluation.
pub(crate) struct Rollout<'g, 'w, 'e> {
    searcher: &'w mut Searcher<'e>,
    ending: Ending,
    grid: Cow<'g, Grid>,
    /// Sorted codes: the player's own rack, then those of the others in turn order.
    racks: [Vec<u8>; OTHERS_MAX + 1],
    player_count: usize,
    bag: usize,
    /// The equity of the player, and that of all others together.
    own: Equity,
    theirs: Equity,
    passes: usize,
    is_over: bool,
    moves: u64,
}

/// What a move adds to the equity.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MoveValue {
    /// Its score and the value of what it keeps, because the player's next turn is not played.
    Equity,
    /// Its score only, because the rest of the game is played.
    Score,
}

/// The result of a playout.
pub(crate) struct Ended {
    /// The player's points minus the average of the others.
    pub(crate) outcome: f64,
    /// The number of moves searched.
    pub(crate) moves: u64,
}

impl<'g, 'w, 'e> Rollout<'g, 'w, 'e> {
    /// A playout after a choice, which leads to `grid` and leaves `kept` on the rack.
    ///
    /// `unseen` is in dealing order: first the racks of the others in turn order, then the bag.
    pub(crate) fn new(
        position: &Position,
        choice: &Choice,
        grid: &'g Grid,
        kept: &[u8],
        unseen: &[u8],
        searcher: &'w mut Searcher<'e>,
    ) -> Rollout<'g, 'w, 'e> {
        let (mut theirs, bag) = unseen.split_at(unseen.len() - position.bag);
        let drawn = bag.len().min(Rack::SIZE - kept.len());
        let mut racks = [const { Vec::new() }; OTHERS_MAX + 1];
        racks[0] = [kept, &bag[..drawn]].concat();
        let player_count = 1 + position.others.len();
        for (place, tile_count) in position.others.tile_counts().enumerate() {
            // The last opponent holds the remaining tiles.
            let is_last = place + 2 == player_count;
            let held = if is_last { theirs.len().min(Rack::SIZE) } else { theirs.len().min(tile_count) };
            racks[place + 1] = theirs[..held].to_vec();
            theirs = &theirs[held..];
        }
        for rack in &mut racks {
            rack.sort_unstable();
        }
        let returned = if matches!(choice, Choice::Exchange(_)) { drawn } else { 0 };
        Rollout {
            searcher,
            ending: position.ending,
            grid: Cow::Borrowed(grid),
            racks,
            player_count,
            bag: bag.len() - drawn + returned,
            own: Equity::of(choice.score()),
            theirs: Equity::ZERO,
            passes: 0,
            is_over: false,
            moves: 0,
        }
    }

    /// Plays one move of every opponent, then one of the player.
    pub(crate) fn one_round(mut self) -> Ended {
        if self.racks[0].is_empty() {
            self.go_out(0);
        }
        for player in (1..self.player_count).chain([0]) {
            if !self.is_over {
                self.turn(player, MoveValue::Equity);
            }
        }
        self.ended()
    }

    /// Plays until a player goes out or all players pass in a row.
    pub(crate) fn until_it_ends(mut self) -> Ended {
        if self.racks[0].is_empty() {
            self.go_out(0);
        }
        for player in (0..self.player_count).cycle().skip(1) {
            if self.is_over {
                break;
            }
            self.turn(player, MoveValue::Score);
            if self.passes == self.player_count {
                self.lose_what_is_left(None);
            }
        }
        self.ended()
    }

    fn turn(&mut self, player: usize, counted: MoveValue) {
        let engine = self.searcher.engine;
        self.moves += 1;
        self.searcher.take_codes(&self.racks[player]);
        let others = self.points_but(player);
        let (choice, equity) = self.searcher.judge(&self.grid, self.bag, others, self.ending);
        let used = choice.used();
        let goes_out = self.bag == 0 && used != 0 && used.count_ones() as usize == self.racks[player].len();
        let worth = match choice {
            _ if goes_out || counted == MoveValue::Score => Equity::of(choice.score()),
            // `judge` adds a penalty to passes; use the value without it.
            Choice::Pass => self.searcher.leave_values.without(0),
            Choice::Play(_) | Choice::Exchange(_) => equity,
        };
        if player == 0 {
            self.own += worth;
        } else {
            self.theirs += worth;
        }
        self.passes += 1;
        if let Choice::Play(found) = choice {
            self.passes = 0;
            found.lay(self.grid.to_mut(), engine);
            self.racks[player] = without(&self.racks[player], used).collect();
            self.bag -= self.bag.min(used.count_ones() as usize);
        }
        if goes_out {
            self.go_out(player);
        }
    }

    fn go_out(&mut self, player: usize) {
        let gain = Equity::of((self.ending.left_over_factor - 1) * self.points_but(player));
        if player == 0 {
            self.own += gain;
        } else {
            self.theirs += gain;
        }
        self.lose_what_is_left(Some(player));
    }

    fn lose_what_is_left(&mut self, winner: Option<usize>) {
        let engine = self.searcher.engine;
        if winner != Some(0) {
            self.own = self.own - Equity::of(points(engine, &self.racks[0]));
        }
        let left: i32 = (1..self.player_count)
            .filter(|&other| winner != Some(other))
            .map(|other| points(engine, &self.racks[other]))
            .sum();
        self.theirs = self.theirs - Equity::of(left);
        self.is_over = true;
    }

    /// The points of the tiles on all other racks.
    fn points_but(&self, player: usize) -> i32 {
        let others = (0..self.player_count).filter(|&other| other != player);
        others.map(|other| points(self.searcher.engine, &self.racks[other])).sum()
    }

    fn ended(self) -> Ended {
        let others = (self.player_count - 1).max(1) as f64;
        Ended { outcome: self.own.points() - self.theirs.points() / others, moves: self.moves }
    }
}
