use std::borrow::Cow;

use rules::Rack;

use crate::{
    Choice, Equity, Grid, Position, Workbench, duel::points, hand::without, others::OTHERS_MAX,
    position::Ending,
};

/// A game that is played on with tiles that chance gave, each by what can be judged at once.
pub(crate) struct Rollout<'g, 'w, 'e> {
    workbench: &'w mut Workbench<'e>,
    ending: Ending,
    grid: Cow<'g, Grid>,
    /// Sorted codes: the player's own, then the others' in turn.
    racks: [Vec<u8>; OTHERS_MAX + 1],
    player_count: usize,
    bag: usize,
    /// What the player has made of it, and what the others have together.
    own: Equity,
    theirs: Equity,
    passes: usize,
    is_over: bool,
    moves: u64,
}

/// What counts of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counted {
    /// What it scores, and what it keeps for a turn that is not played any more.
    Equity,
    /// What it scores: the rest is played.
    Score,
}

/// What came of it.
pub(crate) struct Ended {
    /// By how much the player does better than the others on average, in points.
    pub(crate) outcome: f64,
    /// How many moves were looked for.
    pub(crate) moves: u64,
}

impl<'g, 'w, 'e> Rollout<'g, 'w, 'e> {
    /// What a choice of a position leads to: its board, what it keeps, and the unseen tiles in the order in which they are given out, to the
    /// others first, in turn, and then to who draws.
    pub(crate) fn new(
        position: &Position,
        choice: &Choice,
        grid: &'g Grid,
        kept: &[u8],
        unseen: &[u8],
        workbench: &'w mut Workbench<'e>,
    ) -> Rollout<'g, 'w, 'e> {
        let (mut theirs, bag) = unseen.split_at(unseen.len() - position.bag);
        let drawn = bag.len().min(Rack::SIZE - kept.len());
        let mut racks = [const { Vec::new() }; OTHERS_MAX + 1];
        racks[0] = [kept, &bag[..drawn]].concat();
        let player_count = 1 + position.others.len();
        for (place, tile_count) in position.others.tile_counts().enumerate() {
            // The last has what nobody else has.
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
            workbench,
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

    /// Every other answers once, and then the player moves.
    pub(crate) fn one_round(mut self) -> Ended {
        if self.racks[0].is_empty() {
            self.go_out(0);
        }
        for player in (1..self.player_count).chain([0]) {
            if !self.is_over {
                self.turn(player, Counted::Equity);
            }
        }
        self.ended()
    }

    /// Everybody moves until somebody is out, or nobody can move any more.
    pub(crate) fn until_it_ends(mut self) -> Ended {
        if self.racks[0].is_empty() {
            self.go_out(0);
        }
        for player in (0..self.player_count).cycle().skip(1) {
            if self.is_over {
                break;
            }
            self.turn(player, Counted::Score);
            if self.passes == self.player_count {
                self.lose_what_is_left(None);
            }
        }
        self.ended()
    }

    fn turn(&mut self, player: usize, counted: Counted) {
        let engine = self.workbench.engine;
        self.moves += 1;
        self.workbench.take_codes(&self.racks[player]);
        let others = self.points_but(player);
        let (choice, equity) = self.workbench.judge(&self.grid, self.bag, others, self.ending);
        let used = choice.used();
        let goes_out = self.bag == 0 && used != 0 && used.count_ones() as usize == self.racks[player].len();
        let worth = match choice {
            _ if goes_out || counted == Counted::Score => Equity::of(choice.score()),
            // Whoever judges makes passing look worse than it is, so that nobody does it who need not.
            Choice::Pass => self.workbench.keeping.without(0),
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
        let engine = self.workbench.engine;
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

    /// What everybody else holds is worth.
    fn points_but(&self, player: usize) -> i32 {
        let others = (0..self.player_count).filter(|&other| other != player);
        others.map(|other| points(self.workbench.engine, &self.racks[other])).sum()
    }

    fn ended(self) -> Ended {
        let others = (self.player_count - 1).max(1) as f64;
        Ended { outcome: self.own.points() - self.theirs.points() / others, moves: self.moves }
    }
}
