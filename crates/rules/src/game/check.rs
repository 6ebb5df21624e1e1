//! Checks that an event of a log can have happened.

use crate::{
    Bag, BySeat, ClaimedTile, Draw, Event, EventKind, Judge, LegalPlay, NonceCommitment, Placement, Play,
    Rack, Rules, Seat, SeatSet, StandReason, Tile, Timestamp, Verdict, WordRule,
};

use super::apply::starting_board;
use super::position::{Challenge, OpenPlay};
use super::{Contribution, Game, Position, Stage};

/// A log that no game can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("event {number} of the log is impossible: {error}")]
pub struct BrokenLog {
    /// The number of the first impossible event, from 1.
    pub number: usize,
    /// Why it is impossible.
    pub error: EventError,
}

/// An event that cannot happen in the state of its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{event}: {reason}")]
pub struct EventError {
    /// The name of the event's kind.
    pub event: &'static str,
    /// Why it cannot happen.
    pub reason: &'static str,
}

impl BrokenLog {
    /// The error of a log that does not begin with its opening.
    pub(super) fn without_opening(first: Option<&Event>) -> BrokenLog {
        let event = first.map_or("nothing", |event| event.kind.name());
        BrokenLog { number: 1, error: EventError { event, reason: "a log begins with tableOpened" } }
    }
}

pub(super) type Checked = Result<(), &'static str>;

pub(super) fn ensure(holds: bool, otherwise: &'static str) -> Checked {
    if holds { Ok(()) } else { Err(otherwise) }
}

impl Game {
    /// Checks that an event can happen now.
    ///
    /// Decided events always can. Events of a damaged or edited log may not: a player does not take
    /// part or is not to move, tiles are not where they are taken from, a play breaks the rules.
    pub(crate) fn check(&self, event: &Event) -> Result<(), EventError> {
        self.check_kind(&event.kind, event.at)
            .map_err(|reason| EventError { event: event.kind.name(), reason })
    }

    fn check_kind(&self, kind: &EventKind, at: Timestamp) -> Checked {
        match kind {
            EventKind::TableOpened(_) => Err("a table opens only once"),
            EventKind::PlayerJoined { seat, .. } => {
                self.check_waiting()?;
                ensure(!self.roster.players.has(*seat), "the seat is taken")?;
                ensure(self.roster.players.len() < usize::from(self.rules().max_players), "the table is full")
            }
            EventKind::NonceGiven { seat, .. }
            | EventKind::NonceCommitted { seat, .. }
            | EventKind::PlayerLeft { seat } => {
                self.check_waiting()?;
                self.check_seated(*seat)
            }
            EventKind::NoncesRequested { by, contributors, .. } => {
                self.check_waiting()?;
                ensure(self.host == Some(*by), "only the host starts")?;
                self.check_contributors(contributors)
            }
            EventKind::NonceRevealed { seat, nonce } => {
                ensure(self.opens(*seat, nonce), "no such nonce was requested")
            }
            EventKind::StartFailed { .. } => ensure(self.pending_start().is_some(), "no start is pending"),
            EventKind::HostChanged { seat } => {
                ensure(self.is_person(*seat), "a host is a seated person")?;
                ensure(self.host != Some(*seat), "this player is the host already")?;
                ensure(!matches!(self.stage, Stage::Ended(_) | Stage::Closed), "the game is over")
            }
            EventKind::RulesChanged { by, rules } => {
                self.check_waiting()?;
                ensure(self.host == Some(*by), "only the host changes the rules")?;
                ensure(self.seats_in_use() <= usize::from(rules.max_players), "more players than seats")
            }
            EventKind::GameStarted { order, deals, .. } => self.check_start(order, deals),
            EventKind::TableClosed => {
                ensure(matches!(self.stage, Stage::Waiting | Stage::Starting(_)), "the game has started")
            }
            EventKind::RematchOpened { by, game } => {
                self.check_seated(*by)?;
                ensure(matches!(self.stage, Stage::Ended(_)), "the game has not ended")?;
                ensure(self.rematch() != Some(game), "this rematch is open already")
            }
            EventKind::EndRequested { by } => {
                ensure(self.host == Some(*by), "only the host asks to end the game")?;
                self.check_play(kind, at)
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
            | EventKind::EndAgreed { .. }
            | EventKind::EndRequestLapsed
            | EventKind::GameEnded(_) => self.check_play(kind, at),
            EventKind::PauseProposed { .. }
            | EventKind::PauseAgreed { .. }
            | EventKind::PauseLapsed { .. }
            | EventKind::GamePaused { .. }
            | EventKind::GameResumed { .. }
            | EventKind::StandInStarted { .. }
            | EventKind::StandInEnded { .. } => self.check_days(kind),
        }
    }

    fn check_waiting(&self) -> Checked {
        ensure(matches!(self.stage, Stage::Waiting), "the table is not in the lobby")
    }

    fn check_seated(&self, seat: Seat) -> Checked {
        ensure(self.roster.players.has(seat), "no one sits there")
    }

    fn check_play(&self, kind: &EventKind, at: Timestamp) -> Checked {
        self.playing().ok_or("no game is running")?.check(kind, self.rules(), at)
    }

    /// Checks the contributors of a start: every nonce given in the open, and commitments.
    fn check_contributors(&self, contributors: &[(Seat, NonceCommitment)]) -> Checked {
        let mut listed = BySeat::new();
        for &(seat, commitment) in contributors {
            ensure(listed.insert(seat, commitment).is_none(), "a contributor is listed twice")?;
        }
        for seat in Seat::all() {
            let fits = match (self.contribution(seat), listed.get(seat)) {
                (Some(Contribution::Committed { commitment, .. }), Some(other)) => commitment == other,
                (Some(Contribution::Open(nonce)), other) => {
                    let expected = (!nonce.0.is_empty()).then(|| nonce.commitment());
                    expected.as_ref() == other
                }
                (Some(Contribution::Committed { .. }) | None, None) => true,
                (None, Some(_)) => false,
            };
            ensure(fits, "the contributors are not those of the table")?;
        }
        Ok(())
    }

    fn check_start(&self, order: &[Seat], deals: &[(Seat, Draw)]) -> Checked {
        ensure(matches!(self.stage, Stage::Waiting | Stage::Starting(_)), "the game has started already")?;
        ensure(self.unrevealed().next().is_none(), "a nonce is not revealed")?;
        let players: SeatSet = self.roster.players.seats().collect();
        let is_everyone = |seats: &[Seat]| {
            seats.len() == players.len() && seats.iter().copied().collect::<SeatSet>() == players
        };
        ensure(!order.is_empty() && is_everyone(order), "the turn order is not that of the players")?;
        let dealt: Vec<Seat> = deals.iter().map(|&(seat, _)| seat).collect();
        ensure(is_everyone(&dealt), "the racks are not those of the players")?;
        let (_, mut bag) = starting_board(&self.opening.starting_word, &self.rules().language);
        for (_, draw) in deals {
            check_draw(&bag, draw, Rack::SIZE)?;
            bag.remove(draw);
        }
        Ok(())
    }
}

impl Position {
    fn check(&self, kind: &EventKind, rules: &Rules, at: Timestamp) -> Checked {
        self.check_overtaken(kind)?;
        match kind {
            EventKind::TilesPlaced { seat, play, goes_out, open_until } => {
                self.check_turn(*seat)?;
                self.check_tiles(*seat, play, rules)?;
                let is_last = self.bag.is_empty() && play.tiles.len() == self.hands[*seat].rack.len();
                ensure(*goes_out == is_last, "the play goes out, or does not")?;
                let is_challengeable = matches!(rules.words, WordRule::Challenge { .. });
                ensure(open_until.is_some() == is_challengeable, "the table challenges, or does not")
            }
            EventKind::TilesExchanged { seat, returned, drawn } => {
                self.check_turn(*seat)?;
                ensure(!returned.is_empty(), "nothing is exchanged")?;
                ensure(self.holds(*seat, returned), "the tiles are not on the rack")?;
                check_draw(&self.bag, drawn, returned.len())
            }
            EventKind::TurnPassed { seat, .. } => self.check_turn(*seat),
            EventKind::TurnLost { seat } => {
                ensure(self.to_move == *seat, "another player is to move")?;
                ensure(self.challenge().is_none(), "a challenge is pending")?;
                ensure(!self.waits(rules.turns), "the play before must stand first")?;
                ensure(self.hands[*seat].lost_turns > 0, "this player loses no turn")
            }
            EventKind::PlayAccepted { seat } => {
                let open = self.check_challengeable(*seat)?;
                ensure(!open.accepted.contains(*seat), "this player has accepted already")
            }
            EventKind::ChallengeStarted { by, .. } => self.check_challengeable(*by).map(|_| ()),
            EventKind::PlayStood { seat, reason, drawn } => {
                let open = self.open_play.as_ref().ok_or("no play is open")?;
                ensure(open.seat == *seat, "the open play is another player's")?;
                self.check_stand(open, *reason, rules)?;
                check_draw(&self.bag, drawn, self.draw_count(*reason, rules.turns))
            }
            EventKind::VoteCast { seat, .. } => {
                let (open, challenge) = self.pending_challenge()?;
                self.check_in(*seat)?;
                ensure(challenge.vote_until.is_some(), "this challenge has no vote")?;
                ensure(open.seat != *seat, "players do not vote on their own play")?;
                let has_voted = challenge.valid.contains(*seat) || challenge.invalid.contains(*seat);
                ensure(!has_voted, "this player has voted already")
            }
            EventKind::ChallengeResolved { valid, judge } => {
                let (open, challenge) = self.pending_challenge()?;
                self.check_judge(open, challenge, *valid, judge, rules)
            }
            EventKind::PlayerOut { seat, returned, .. } => {
                self.check_in(*seat)?;
                let is_open = self.open_play.as_ref().is_some_and(|open| open.seat == *seat);
                ensure(!is_open, "this player's play is still open")?;
                let rack = &self.hands[*seat].rack;
                ensure(
                    rack.len() == returned.len() && self.holds(*seat, returned),
                    "these are not their tiles",
                )
            }
            EventKind::EndRequested { by } => {
                self.check_in(*by)?;
                ensure(self.end_request.is_none(), "the end of the game is requested already")
            }
            EventKind::EndAgreed { seat } => {
                self.check_in(*seat)?;
                let request = self.end_request.ok_or("the end of the game is not requested")?;
                ensure(!request.agreed.contains(*seat), "this player has agreed already")
            }
            EventKind::EndRequestLapsed => {
                ensure(self.end_request.is_some(), "the end of the game is not requested")
            }
            EventKind::GameEnded(outcome) => {
                ensure(self.open_play.is_none(), "a play is still open")?;
                ensure(*outcome == self.outcome(outcome.reason, rules, at), "the outcome is another one")
            }
            _ => Ok(()),
        }
    }

    /// Checks that a request to end the game lapses with the move that overtook it.
    pub(super) fn check_overtaken(&self, kind: &EventKind) -> Checked {
        let is_overtaken = self.end_request.is_some_and(|request| request.is_overtaken);
        let follows = matches!(
            kind,
            EventKind::PlayStood { .. } | EventKind::EndRequestLapsed | EventKind::GameEnded(_)
        );
        ensure(!is_overtaken || follows, "the request to end the game has not lapsed")
    }

    pub(super) fn check_in(&self, seat: Seat) -> Checked {
        ensure(self.is_in(seat), "this player is not in the game")
    }

    /// Checks that a player can move: no open play is left, and it is their turn.
    fn check_turn(&self, seat: Seat) -> Checked {
        self.check_in(seat)?;
        ensure(!self.is_paused(), "the game is paused")?;
        ensure(self.to_move == seat, "another player is to move")?;
        ensure(self.open_play.is_none(), "the play before is still open")?;
        ensure(self.hands[seat].lost_turns == 0, "this player loses a turn first")
    }

    /// Checks that a play follows the placement rules and has the words and the score it claims.
    fn check_tiles(&self, seat: Seat, play: &Play, rules: &Rules) -> Checked {
        let placement = Placement { tiles: play.tiles.iter().copied().map(ClaimedTile::from).collect() };
        let legal = LegalPlay::check(&placement, &self.board, &self.hands[seat].rack, &rules.language);
        ensure(legal.is_ok_and(|legal| *legal == *play), "the play breaks the rules or scores otherwise")
    }

    /// The open play, if a player may accept or challenge it.
    fn check_challengeable(&self, seat: Seat) -> Result<&OpenPlay, &'static str> {
        self.check_in(seat)?;
        ensure(!self.is_paused(), "the game is paused")?;
        let open = self.open_play.as_ref().ok_or("no play is open")?;
        ensure(open.until.is_some(), "the play cannot be challenged")?;
        ensure(open.seat != seat, "it is the player's own play")?;
        ensure(open.challenge.is_none(), "a challenge is pending")?;
        Ok(open)
    }

    fn pending_challenge(&self) -> Result<(&OpenPlay, &Challenge), &'static str> {
        let open = self.open_play.as_ref().ok_or("no play is open")?;
        Ok((open, open.challenge.as_ref().ok_or("no challenge is pending")?))
    }

    fn check_stand(&self, open: &OpenPlay, reason: StandReason, rules: &Rules) -> Checked {
        let is_checked = reason == StandReason::Checked;
        ensure(is_checked == open.until.is_none(), "the words were checked, or not")?;
        let is_forced = matches!(reason, StandReason::PlayerLeft | StandReason::GameEnded);
        ensure(open.challenge.is_none() || is_forced, "a challenge is pending")?;
        match reason {
            StandReason::AllAccepted => {
                let mut others = self.still_in().filter(|&seat| seat != open.seat);
                ensure(others.all(|seat| open.accepted.contains(seat)), "not all have accepted")
            }
            StandReason::NextMove => ensure(!self.waits(rules.turns), "no player may move yet"),
            StandReason::Checked
            | StandReason::WindowPassed
            | StandReason::ChallengeFailed
            | StandReason::PlayerLeft
            | StandReason::GameEnded => Ok(()),
        }
    }

    fn check_judge(
        &self,
        open: &OpenPlay,
        challenge: &Challenge,
        is_valid: bool,
        judge: &Judge,
        rules: &Rules,
    ) -> Checked {
        let is_dictionary = matches!(rules.words, WordRule::Challenge { verdict: Verdict::Dictionary, .. });
        match judge {
            Judge::Player(seat) => {
                self.check_in(*seat)?;
                ensure(challenge.vote_until.is_none() && !is_dictionary, "the players do not judge here")
            }
            Judge::Vote { valid, invalid } => {
                let eligible: SeatSet = self.still_in().filter(|&seat| seat != open.seat).collect();
                let among = |votes: SeatSet| {
                    votes.iter().filter(|&seat| eligible.contains(seat)).collect::<SeatSet>()
                };
                let counted = (among(challenge.valid), among(challenge.invalid));
                let all = (challenge.valid, challenge.invalid);
                let given = (*valid, *invalid);
                ensure(challenge.vote_until.is_some(), "this challenge has no vote")?;
                ensure(given == counted || given == all, "the votes are others")?;
                // The votes of players who dropped out may be listed, but do not count.
                ensure(is_valid != (counted.1.len() * 2 > eligible.len()), "the vote decides otherwise")
            }
            Judge::Dictionary { unknown } => {
                ensure(is_dictionary, "the word list does not judge here")?;
                ensure(is_valid == unknown.is_empty(), "the word list decides otherwise")
            }
        }
    }

    fn holds(&self, seat: Seat, tiles: &[Tile]) -> bool {
        self.hands.get(seat).is_some_and(|hand| hand.rack.clone().remove(tiles).is_ok())
    }
}

/// Checks that a draw takes this many of the tiles in the bag, or all of them, with its number.
fn check_draw(bag: &Bag, draw: &Draw, count: usize) -> Checked {
    ensure(draw.first == bag.next_draw(), "the number of the draw is another one")?;
    ensure(draw.tiles.len() == count.min(bag.len()), "more or fewer tiles are drawn")?;
    let mut rest = bag.clone();
    ensure(draw.tiles.iter().all(|&tile| rest.take(tile).is_some()), "the bag does not have these tiles")
}
