use std::sync::Arc;

use crate::{
    Bag, Board, BySeat, Direction, Draw, Event, EventKind, LaidTile, Language, Letter, OpeningRound, Outcome,
    Play, Rack, Rules, RunningClock, Seat, SeatSet, Square, Timestamp,
};

use super::position::{Challenge, EndRequest, OpenPlay, Passes};
use super::starting::{Contribution, PendingStart};
use super::{
    Action, ChallengeRecord, Ended, Entry, EventError, Game, PassedBy, Pause, PlayStatus, Player,
    PlayerState, Position, Stage,
};

impl Game {
    /// Applies an event of a log.
    ///
    /// An event that cannot happen now comes from a broken log. It is an error and leaves the game
    /// unchanged.
    pub fn apply(&mut self, event: &Event) -> Result<(), EventError> {
        self.check(event)?;
        self.execute(event);
        Ok(())
    }

    /// Applies an event that was checked, or just decided.
    pub(super) fn execute(&mut self, event: &Event) {
        let at = event.at;
        self.last_action = self.last_action.max(at);
        match &event.kind {
            EventKind::TableOpened(_) => {}
            EventKind::PlayerJoined { seat, name, kind } => {
                let player = Player { name: name.clone(), kind: *kind, contribution: None };
                let roster = self.roster_mut();
                roster.players.insert(*seat, player);
                roster.join_order.push(*seat);
                if self.host.is_none() && self.is_person(*seat) {
                    self.host = Some(*seat);
                }
            }
            EventKind::NonceGiven { seat, nonce } => {
                self.contribute(*seat, Contribution::Open(nonce.clone()));
            }
            EventKind::NonceCommitted { seat, commitment } => {
                let contribution = Contribution::Committed { commitment: *commitment, nonce: None };
                self.contribute(*seat, contribution);
            }
            EventKind::NoncesRequested { by, until, contributors } => {
                let pending = PendingStart { by: *by, until: *until, contributors: contributors.clone() };
                self.stage = Stage::Starting(Box::new(pending));
            }
            EventKind::NonceRevealed { seat, nonce } => {
                let commitment = nonce.commitment();
                let contribution = Contribution::Committed { commitment, nonce: Some(nonce.clone()) };
                self.contribute(*seat, contribution);
            }
            EventKind::StartFailed { .. } => self.void_commitments(),
            EventKind::PlayerLeft { seat } => {
                let roster = self.roster_mut();
                roster.players.remove(*seat);
                roster.join_order.retain(|other| other != seat);
                if self.host == Some(*seat) {
                    self.host = None;
                }
                self.uncommitted.remove(*seat);
            }
            EventKind::HostChanged { seat } => self.host = Some(*seat),
            EventKind::RulesChanged { rules, .. } => {
                Arc::make_mut(&mut self.opening).rules = Rules::clone(rules);
            }
            EventKind::TableClosed => self.stage = Stage::Closed,
            EventKind::GameStarted { order, opening_draw, deals, key } => {
                self.key_version = *key;
                let position = self.deal(order, opening_draw, deals, at);
                self.stage = Stage::Playing(Box::new(position));
            }
            EventKind::GameEnded(outcome) => self.end(outcome, at),
            EventKind::RematchOpened { game, .. } => {
                if let Stage::Ended(ended) = &mut self.stage {
                    ended.rematch = Some(game.clone());
                }
            }
            EventKind::TilesPlaced { .. }
            | EventKind::PlayAccepted { .. }
            | EventKind::PlayStood { .. }
            | EventKind::ChallengeStarted { .. }
            | EventKind::VoteCast { .. }
            | EventKind::ChallengeResolved { .. }
            | EventKind::TurnLost { .. }
            | EventKind::TurnPassed { .. }
            | EventKind::TilesExchanged { .. }
            | EventKind::PlayerOut { .. }
            | EventKind::EndRequested { .. }
            | EventKind::EndAgreed { .. }
            | EventKind::EndRequestLapsed
            | EventKind::PauseProposed { .. }
            | EventKind::PauseAgreed { .. }
            | EventKind::PauseLapsed { .. }
            | EventKind::GamePaused { .. }
            | EventKind::GameResumed { .. }
            | EventKind::StandInStarted { .. }
            | EventKind::StandInEnded { .. } => {
                if let Stage::Playing(position) = &mut self.stage {
                    position.execute(&event.kind, at, &self.opening.rules);
                }
            }
        }
    }

    fn deal(
        &self,
        order: &[Seat],
        opening_draw: &[OpeningRound],
        deals: &[(Seat, Draw)],
        at: Timestamp,
    ) -> Position {
        let (board, mut bag) = starting_board(&self.opening.starting_word, &self.rules().language);
        let mut hands: BySeat<PlayerState> =
            order.iter().map(|&seat| (seat, PlayerState::default())).collect();
        for (seat, draw) in deals {
            bag.remove(draw);
            hands[*seat].rack.add(&draw.tiles);
        }
        Position {
            board,
            bag,
            hands,
            order: order.into(),
            to_move: order[0],
            turn: 1,
            passes: Passes::default(),
            open_play: None,
            end_request: None,
            pause: Pause::None,
            clock: RunningClock { since: Some(at), ..RunningClock::default() },
            opening_draw: opening_draw.into(),
            history: Vec::new(),
        }
    }

    fn contribute(&mut self, seat: Seat, contribution: Contribution) {
        self.uncommitted.remove(seat);
        self.roster_mut().players[seat].contribution = Some(contribution);
    }

    /// Returns to the lobby after a failed start and drops the contributors' commitments.
    ///
    /// A revealed nonce must not be used again, so every contributor commits to a new one. Other
    /// players have revealed nothing and keep their commitments.
    fn void_commitments(&mut self) {
        let Stage::Starting(pending) = std::mem::replace(&mut self.stage, Stage::Waiting) else { return };
        for (seat, _) in pending.contributors {
            let contribution = &mut self.roster_mut().players[seat].contribution;
            if contribution.take_if(|contribution| contribution.is_committed()).is_some() {
                self.uncommitted.insert(seat);
            }
        }
    }

    fn end(&mut self, outcome: &Outcome, at: Timestamp) {
        let stage = std::mem::replace(&mut self.stage, Stage::Closed);
        self.stage = match stage {
            Stage::Playing(mut position) => {
                position.stop_clock(at);
                Stage::Ended(Box::new(Ended { position: *position, outcome: outcome.clone(), rematch: None }))
            }
            other => other,
        };
    }
}

/// The board with the starting word on its centre row, and the bag without the word's tiles.
pub(crate) fn starting_board(word: &[Letter], language: &Language) -> (Board, Bag) {
    let (mut board, mut bag) = (Board::empty(), Bag::full(language));
    let first_column = Square::CENTRE.column().saturating_sub(word.len() as u8 / 2);
    let mut square = Square::at(Square::CENTRE.row(), first_column);
    for &letter in word {
        let tile = LaidTile::lettered(letter);
        let Some(here) = square else { break };
        if bag.take(tile.tile()).is_some() {
            board.lay(here, tile);
        }
        square = here.next(Direction::Across);
    }
    (board, bag)
}

impl Position {
    fn execute(&mut self, event: &EventKind, at: Timestamp, rules: &Rules) {
        self.stop_clock(at);
        match event {
            EventKind::TilesPlaced { seat, play, goes_out, open_until } => {
                self.lay(*seat, play, *goes_out, *open_until, at);
                self.hands[*seat].timeouts = 0;
                self.finish_turn(*seat, rules);
            }
            EventKind::PlayAccepted { seat } => {
                if let Some(open) = &mut self.open_play {
                    open.accepted.insert(*seat);
                }
            }
            EventKind::PlayStood { seat, drawn, .. } => {
                self.set_fate(PlayStatus::Stood);
                self.open_play = None;
                self.bag.remove(drawn);
                self.hands[*seat].rack.add(&drawn.tiles);
            }
            EventKind::ChallengeStarted { by, vote_until } => {
                if let Some(open) = &mut self.open_play {
                    let (valid, invalid) = (SeatSet::EMPTY, SeatSet::EMPTY);
                    open.challenge = Some(Challenge { by: *by, vote_until: *vote_until, valid, invalid });
                }
                self.record_challenge(|challenge| {
                    *challenge = Some(ChallengeRecord { by: *by, judge: None });
                });
            }
            EventKind::VoteCast { seat, valid } => {
                let challenge = self.open_play.as_mut().and_then(|open| open.challenge.as_mut());
                if let Some(challenge) = challenge {
                    let votes = if *valid { &mut challenge.valid } else { &mut challenge.invalid };
                    votes.insert(*seat);
                }
            }
            EventKind::ChallengeResolved { valid, judge } => {
                self.record_challenge(|challenge| {
                    if let Some(challenge) = challenge {
                        challenge.judge = Some(judge.clone());
                    }
                });
                if *valid {
                    self.punish_challenger();
                } else {
                    self.take_back();
                }
            }
            EventKind::TurnLost { seat } => {
                let hand = &mut self.hands[*seat];
                hand.lost_turns = hand.lost_turns.saturating_sub(1);
                self.write_down(*seat, Action::LostTurn, at);
                self.start_turn_of(self.next_after(*seat, rules.turns), rules);
            }
            EventKind::TurnPassed { seat, by } => {
                self.passes = self.passes.after(*seat, rules.scoreless_end.counts_passes());
                self.write_down(*seat, Action::Passed(*by), at);
                let hand = &mut self.hands[*seat];
                hand.timeouts = if *by == PassedBy::Clock { hand.timeouts + 1 } else { 0 };
                self.finish_turn(*seat, rules);
            }
            EventKind::TilesExchanged { seat, returned, drawn } => {
                self.passes = self.passes.after(*seat, rules.scoreless_end.counts_exchanges());
                self.write_down(*seat, Action::Exchanged { tiles: returned.clone() }, at);
                self.bag.remove(drawn);
                self.bag.put_back(returned);
                let rack = &mut self.hands[*seat].rack;
                let removed = rack.remove(returned);
                debug_assert!(removed.is_ok(), "swapped tiles come from the rack");
                rack.add(&drawn.tiles);
                self.hands[*seat].timeouts = 0;
                self.finish_turn(*seat, rules);
            }
            EventKind::PlayerOut { seat, departure, returned } => {
                self.write_down(*seat, Action::Left(*departure), at);
                let hand = &mut self.hands[*seat];
                hand.departure = Some(*departure);
                hand.has_stand_in = false;
                hand.rack = Rack::default();
                self.bag.put_back(returned);
                if self.to_move == *seat {
                    self.start_turn_of(self.next_after(*seat, rules.turns), rules);
                }
            }
            EventKind::EndRequested { by } => {
                let agreed = SeatSet::from_iter([*by]);
                let until = at + rules.hold();
                self.end_request = Some(EndRequest { until, agreed, is_overtaken: false });
            }
            EventKind::EndAgreed { seat } => {
                if let Some(request) = &mut self.end_request {
                    request.agreed.insert(*seat);
                }
            }
            EventKind::EndRequestLapsed => self.end_request = None,
            _ => self.execute_over_days(event, at, rules.clock),
        }
        if self.challenge().is_none() && !self.waits(rules.turns) && !self.is_paused() {
            self.clock.since = Some(at);
        }
    }

    fn lay(&mut self, seat: Seat, play: &Arc<Play>, goes_out: bool, until: Option<Timestamp>, at: Timestamp) {
        let hand = &mut self.hands[seat];
        let rack_before = hand.rack.clone();
        let removed = hand.rack.remove(&play.rack_tiles());
        debug_assert!(removed.is_ok(), "laid tiles come from the rack");
        hand.score += play.score;
        let total = hand.score;
        for &(square, tile) in &play.tiles {
            self.board.lay(square, tile);
        }
        let deed = Action::Played { play: Arc::clone(play), fate: PlayStatus::Open, challenge: None };
        let rack = rack_before.clone();
        self.history.push(Arc::new(Entry { turn: self.turn, seat, at, rack, deed, total }));
        self.open_play = Some(OpenPlay {
            seat,
            turn: self.turn,
            play: Arc::clone(play),
            goes_out,
            until,
            accepted: SeatSet::EMPTY,
            challenge: None,
            rack_before,
            passes_before: self.passes,
        });
        self.passes = Passes::default();
    }

    /// Takes back the open play. Its player's turn remains over.
    fn take_back(&mut self) {
        self.set_fate(PlayStatus::TakenBack);
        let Some(open) = self.open_play.take() else { return };
        for square in open.play.squares() {
            self.board.take(square);
        }
        let hand = &mut self.hands[open.seat];
        hand.rack = open.rack_before;
        hand.score -= open.play.score;
        let total = hand.score;
        if let Some(entry) = self.history.iter_mut().rfind(|entry| entry.turn == open.turn) {
            Arc::make_mut(entry).total = total;
        }
        self.passes = open.passes_before;
    }

    /// Costs the challenger a turn after a failed challenge, unless the play ends the game.
    fn punish_challenger(&mut self) {
        let Some(open) = &mut self.open_play else { return };
        let Some(challenge) = open.challenge.take() else { return };
        let goes_out = open.goes_out;
        if !goes_out && self.is_in(challenge.by) {
            self.hands[challenge.by].lost_turns += 1;
        }
    }

    fn set_fate(&mut self, new: PlayStatus) {
        if let Some((fate, _)) = self.open_entry() {
            *fate = new;
        }
    }

    fn record_challenge(&mut self, change: impl FnOnce(&mut Option<ChallengeRecord>)) {
        if let Some((_, challenge)) = self.open_entry() {
            change(challenge);
        }
    }

    /// The status and the challenge of the open play's history entry.
    fn open_entry(&mut self) -> Option<(&mut PlayStatus, &mut Option<ChallengeRecord>)> {
        let turn = self.open_play.as_ref()?.turn;
        let is_play = |entry: &Entry| entry.turn == turn && matches!(entry.deed, Action::Played { .. });
        let entry = self.history.iter_mut().rfind(|entry| is_play(entry))?;
        match &mut Arc::make_mut(entry).deed {
            Action::Played { fate, challenge, .. } => Some((fate, challenge)),
            _ => None,
        }
    }

    pub(super) fn write_down(&mut self, seat: Seat, deed: Action, at: Timestamp) {
        let hand = &self.hands[seat];
        let (rack, total) = (hand.rack.clone(), hand.score);
        self.history.push(Arc::new(Entry { turn: self.turn, seat, at, rack, deed, total }));
    }

    /// Completes a turn and starts the next player's.
    fn finish_turn(&mut self, seat: Seat, rules: &Rules) {
        if let Some(request) = &mut self.end_request {
            request.is_overtaken = true;
        }
        self.hands[seat].turns += 1;
        self.turn += 1;
        self.start_turn_of(self.next_after(seat, rules.turns), rules);
    }

    fn start_turn_of(&mut self, seat: Seat, rules: &Rules) {
        self.charge_bank(rules.clock);
        self.to_move = seat;
        self.clock = RunningClock::default();
    }

    pub(super) fn stop_clock(&mut self, at: Timestamp) {
        let ran = self.clock.stop(at);
        let hand = &mut self.hands[self.to_move];
        hand.spent = hand.spent + ran;
    }
}

impl Passes {
    /// The count after one more turn: increased if the turn counts, otherwise reset.
    pub(super) fn after(self, seat: Seat, counts: bool) -> Passes {
        let by = self.by.iter().chain([seat]).collect();
        if counts { Passes { count: self.count + 1, by } } else { Passes::default() }
    }
}
