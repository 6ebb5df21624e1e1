use crate::{Draw, EndReason, EventKind, Judge, Refusal, Seat, SeatSet, StandReason, Verdict, WordRule};

use super::draft::Draft;
use super::position::{Challenge, OpenPlay};

impl Draft<'_> {
    /// The open play. If `turn` is given, it must be the turn of that play.
    fn open_play(&self, turn: Option<u32>) -> Result<&OpenPlay, Refusal> {
        let open = self.playing()?.open_play.as_ref().ok_or(Refusal::NothingToChallenge)?;
        if turn.is_some_and(|turn| turn != open.turn) {
            return Err(Refusal::NothingToChallenge);
        }
        Ok(open)
    }

    /// The open play, if this player may accept or challenge it now.
    ///
    /// It must be another player's play, without a pending challenge, and its window must be open.
    fn doubtful_play(&self, seat: Seat, turn: Option<u32>) -> Result<&OpenPlay, Refusal> {
        if self.playing_with(seat)?.is_paused() {
            return Err(Refusal::GamePaused);
        }
        let open = self.open_play(turn)?;
        if open.challenge.is_some() {
            return Err(Refusal::ChallengePending);
        }
        if open.seat == seat {
            return Err(Refusal::OwnPlay);
        }
        if open.until.is_none_or(|until| self.env.now >= until) {
            return Err(Refusal::NothingToChallenge);
        }
        Ok(open)
    }

    pub(super) fn accept(&mut self, seat: Seat, turn: Option<u32>) -> Result<(), Refusal> {
        if self.doubtful_play(seat, turn)?.accepted.contains(seat) {
            return Err(Refusal::AlreadyAccepted);
        }
        self.record(EventKind::PlayAccepted { seat });
        self.stand_if_accepted();
        Ok(())
    }

    /// Makes the open play final once all other players still in the game have accepted it.
    pub(super) fn stand_if_accepted(&mut self) {
        let Ok(position) = self.playing() else { return };
        let Some(open) = &position.open_play else { return };
        let all = position.still_in().all(|seat| seat == open.seat || open.accepted.contains(seat));
        if all && open.challenge.is_none() {
            self.stand(StandReason::AllAccepted);
            self.skip_lost_turns();
            self.end_if_agreed();
        }
    }

    pub(super) fn challenge(&mut self, by: Seat, turn: Option<u32>) -> Result<(), Refusal> {
        let open = self.doubtful_play(by, turn)?;
        let WordRule::Challenge { verdict, .. } = self.rules().words else {
            return Err(Refusal::NothingToChallenge);
        };
        match verdict {
            Verdict::Dictionary => {
                let unknown = open.play.unknown_words(self.env.words);
                self.record(EventKind::ChallengeStarted { by, vote_until: None });
                self.resolve(unknown.is_empty(), Judge::Dictionary { unknown });
            }
            Verdict::Vote if self.playing()?.still_in().count() > 2 => {
                let vote_until = Some(self.env.now + self.rules().hold());
                self.record(EventKind::ChallengeStarted { by, vote_until });
            }
            Verdict::Vote | Verdict::Anyone => {
                self.record(EventKind::ChallengeStarted { by, vote_until: None });
            }
        }
        Ok(())
    }

    pub(super) fn judge(&mut self, seat: Seat, valid: bool, turn: Option<u32>) -> Result<(), Refusal> {
        self.playing_with(seat)?;
        let open = self.open_play(turn).map_err(|refusal| match refusal {
            Refusal::NothingToChallenge => Refusal::NoChallengePending,
            other => other,
        })?;
        let Some(Challenge { vote_until, valid: yes, invalid: no, .. }) = &open.challenge else {
            return Err(Refusal::NoChallengePending);
        };
        if vote_until.is_none() {
            if !self.game.plays_in_person(seat) {
                return Err(Refusal::OnlyPersons);
            }
            self.resolve(valid, Judge::Player(seat));
            return Ok(());
        }
        if open.seat == seat {
            return Err(Refusal::OwnVote);
        }
        if yes.contains(seat) || no.contains(seat) {
            return Err(Refusal::AlreadyVoted);
        }
        self.record(EventKind::VoteCast { seat, valid });
        self.count_votes();
        Ok(())
    }

    /// Decides the vote once more than half of the eligible voters agree, or all have voted.
    pub(super) fn count_votes(&mut self) {
        let Ok(position) = self.playing() else { return };
        let Some(open) = &position.open_play else { return };
        let Some(challenge) = open.challenge.as_ref().filter(|challenge| challenge.vote_until.is_some())
        else {
            return;
        };
        let eligible: SeatSet = position.still_in().filter(|&seat| seat != open.seat).collect();
        let among =
            |votes: SeatSet| votes.iter().filter(|&seat| eligible.contains(seat)).collect::<SeatSet>();
        let (valid, invalid) = (among(challenge.valid), among(challenge.invalid));
        let all_voted = valid.len() + invalid.len() == eligible.len();
        if invalid.len() * 2 > eligible.len() {
            self.resolve(false, Judge::Vote { valid, invalid });
        } else if valid.len() * 2 > eligible.len() || all_voted {
            self.resolve(true, Judge::Vote { valid, invalid });
        }
    }

    /// Ends the vote without a majority: the play stands.
    pub(super) fn close_vote(&mut self) {
        let Ok(position) = self.playing() else { return };
        let Some(challenge) = position.challenge() else { return };
        let judge = Judge::Vote { valid: challenge.valid, invalid: challenge.invalid };
        self.resolve(true, judge);
    }

    fn resolve(&mut self, valid: bool, judge: Judge) {
        self.record(EventKind::ChallengeResolved { valid, judge });
        if valid {
            self.stand(StandReason::ChallengeFailed);
        } else {
            self.end_if_over();
        }
        self.skip_lost_turns();
        self.end_if_agreed();
        self.pause_if_agreed();
    }

    /// Makes the open play final: its player draws, and the game ends if this was its last play.
    pub(super) fn stand(&mut self, reason: StandReason) {
        let Ok(position) = self.playing() else { return };
        let Some(OpenPlay { seat, goes_out, .. }) = position.open_play else { return };
        let is_last = goes_out || position.turns_are_over(self.rules().turns);
        let count = position.draw_count(reason, self.rules().turns);
        let drawn: Draw = position.bag.peek(count, self.env.draws);
        self.record(EventKind::PlayStood { seat, reason, drawn });
        if matches!(reason, StandReason::PlayerLeft | StandReason::GameEnded) {
            return;
        }
        if goes_out {
            self.finish(EndReason::AllTilesPlayed);
        } else if is_last {
            self.finish(EndReason::TurnsPlayed);
        }
    }
}
