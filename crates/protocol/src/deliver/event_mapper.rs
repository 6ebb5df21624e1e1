use rules::{
    Departure, Draw, Event, EventKind, Game, Language, PassedBy, Pause, Play, PlayerKind, Seat, SeatSet,
    SeenPlay, SeenPosition, StandReason, Tile, Timestamp,
};

use super::{CommitExtras, Delivery};
use crate::server::{
    ChallengeResolved, ChallengeStarted, EndGameAgreed, EndGameRequested, GamePaused, GameResumed, Nothing,
    PauseAgreed, PauseLapsed, PauseProposed, PlayAccepted, PlayAgainOffered, PlayMade, PlayStood, PlayerOut,
    PrivateEvent, PublicEvent, RulesChanged, StandInStarted, StartFailed, TilesExchanged, TilesSwapped,
    TurnLost, TurnPassed, VoteCast, WordAccepted,
};
use crate::table_rules::TableRules;
use crate::tile::{held_tiles, tile_set};
use crate::view::{
    TableContext, bag_commitment, challenge_verdict, departure_reason, judge_of, nonce_requested, player_ref,
    scored_words, seat_state,
};

/// The messages of a commit, except those that describe the new state.
#[derive(Default)]
pub(super) struct Outbox {
    /// The answers to the player who moved.
    pub(super) answers: Vec<Delivery>,
    /// What happened, in order.
    pub(super) happenings: Vec<Delivery>,
    /// The messages to new players.
    pub(super) welcomes: Vec<Delivery>,
}

impl Outbox {
    fn everyone(&mut self, event: PublicEvent) {
        self.happenings.push(Delivery::to_everyone(event));
    }
}

/// Whether an event of the rules produces messages of its own.
///
/// An opening has no recipients yet. Other events are visible in the new state. A play that cannot
/// be challenged was announced when it was made.
pub(super) fn has_messages(event: &Event) -> bool {
    !matches!(
        event.kind,
        EventKind::TableOpened(_)
            | EventKind::GameStarted { .. }
            | EventKind::GameEnded(_)
            | EventKind::PlayerJoined { kind: PlayerKind::Bot(_), .. }
            | EventKind::PlayStood { reason: StandReason::Checked, .. }
    )
}

/// Maps one event to messages.
///
/// `game` is the state before the event, `after` the game after the whole commit.
pub(super) fn map_event(
    game: &Game,
    event: &Event,
    after: &Game,
    context: &TableContext<'_>,
    extras: &CommitExtras<'_>,
    outbox: &mut Outbox,
) {
    let ids = context.ids;
    match &event.kind {
        EventKind::TableOpened(_)
        | EventKind::GameStarted { .. }
        | EventKind::GameEnded(_)
        | EventKind::PlayerJoined { kind: PlayerKind::Bot(_), .. } => {}
        EventKind::PlayerJoined { seat, kind: PlayerKind::Person, .. } => {
            send_seat_to(after, *seat, context, outbox);
        }
        EventKind::NonceGiven { seat, .. } | EventKind::NonceCommitted { seat, .. } => {
            outbox.everyone(PublicEvent::NonceSet(player_ref(game, *seat, ids)));
        }
        EventKind::NoncesRequested { .. } => {
            // The request is the last event of its commit.
            if let Some(pending) = after.pending_start() {
                outbox.everyone(PublicEvent::NonceRequested(nonce_requested(after, pending, ids)));
            }
        }
        EventKind::NonceRevealed { seat, .. } => {
            outbox.everyone(PublicEvent::NonceRevealed(player_ref(game, *seat, ids)));
        }
        EventKind::StartFailed { because_of } => {
            let players = because_of.iter().map(|&seat| player_ref(game, seat, ids)).collect();
            outbox.everyone(PublicEvent::StartFailed(StartFailed { players }));
        }
        EventKind::PlayerLeft { seat } => {
            outbox.everyone(PublicEvent::PlayerLeft(player_ref(game, *seat, ids)));
        }
        EventKind::HostChanged { seat } => {
            outbox.everyone(PublicEvent::HostChanged(player_ref(game, *seat, ids)));
        }
        EventKind::RulesChanged { by, rules } => {
            let by = player_ref(game, *by, ids);
            outbox.everyone(PublicEvent::RulesChanged(RulesChanged {
                player_id: by.player_id,
                player_name: by.player_name,
                rules: TableRules::from(&**rules),
                tile_set: tile_set(&rules.language),
            }));
        }
        EventKind::TableClosed => outbox.everyone(PublicEvent::TableClosed(Nothing {})),
        EventKind::RematchOpened { by, .. } => {
            let by = player_ref(game, *by, ids);
            outbox.everyone(PublicEvent::PlayAgainOffered(PlayAgainOffered {
                player_id: by.player_id,
                player_name: by.player_name,
                room_code: extras.rematch_room.cloned(),
            }));
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
            if let Some(position) = game.table_view().play() {
                EventMapper { game, position, context, at: event.at }.map(&event.kind, outbox);
            }
        }
    }
}

/// Sends a new player the server's commitment and everything they may see.
fn send_seat_to(after: &Game, seat: Seat, context: &TableContext<'_>, outbox: &mut Outbox) {
    let commitment = PublicEvent::BagCommitment(bag_commitment(after));
    outbox.welcomes.push(Delivery::to_seat(seat, commitment));
    if let Some(state) = seat_state(after, seat, context) {
        let event = PrivateEvent::SeatState(Box::new(state));
        outbox.welcomes.push(Delivery::Private { to: seat, event });
    }
}

/// Maps the events of a running game.
struct EventMapper<'a> {
    game: &'a Game,
    /// The position before the event.
    position: SeenPosition<'a>,
    context: &'a TableContext<'a>,
    at: Timestamp,
}

impl EventMapper<'_> {
    fn map(&self, event: &EventKind, outbox: &mut Outbox) {
        let ids = self.context.ids;
        match event {
            EventKind::TilesPlaced { seat, play, goes_out, open_until } => {
                self.map_play(*seat, play, *goes_out, *open_until, outbox);
            }
            EventKind::PlayStood { seat, reason, drawn } => self.map_standing(*seat, *reason, drawn, outbox),
            EventKind::TilesExchanged { seat, returned, drawn } => {
                self.map_exchange(*seat, returned, drawn, outbox);
            }
            EventKind::PlayerOut { seat, departure, returned } => {
                self.map_departure(*seat, *departure, returned, outbox);
            }
            EventKind::PlayAccepted { seat } => {
                let (player_id, turn_number) = (ids.of(*seat), self.open_turn());
                outbox.everyone(PublicEvent::PlayAccepted(PlayAccepted { player_id, turn_number }));
            }
            EventKind::VoteCast { seat, .. } => {
                let (player_id, turn_number) = (ids.of(*seat), self.open_turn());
                outbox.everyone(PublicEvent::VoteCast(VoteCast { player_id, turn_number }));
            }
            EventKind::ChallengeStarted { by, vote_until } => {
                if let Some(open) = self.position.open_play() {
                    outbox.everyone(PublicEvent::ChallengeStarted(ChallengeStarted {
                        challenger_id: ids.of(*by),
                        player_id: ids.of(open.seat()),
                        turn_number: open.turn(),
                        words: words(open, self.language()),
                        verdict: challenge_verdict(self.game.rules(), *vote_until),
                        vote_until: vote_until.map(|until| until.0),
                    }));
                }
            }
            EventKind::ChallengeResolved { valid, judge } => self.map_verdict(*valid, judge, outbox),
            EventKind::TurnLost { seat } => {
                outbox.everyone(PublicEvent::TurnLost(TurnLost { player_id: ids.of(*seat) }));
            }
            EventKind::TurnPassed { seat, by } => {
                let (player_id, automatic) = (ids.of(*seat), *by == PassedBy::Clock);
                outbox.everyone(PublicEvent::TurnPassed(TurnPassed { player_id, automatic }));
            }
            EventKind::EndRequested { by } => {
                let (player_id, until) = (ids.of(*by), (self.at + self.game.rules().hold()).0);
                outbox.everyone(PublicEvent::EndGameRequested(EndGameRequested { player_id, until }));
            }
            EventKind::EndAgreed { seat } => {
                let before = self.position.end_request().map_or(SeatSet::EMPTY, |(_, agreed)| agreed);
                let agreed: SeatSet = before.iter().chain([*seat]).collect();
                let (player_id, agreed) = (ids.of(*seat), ids.all(agreed.iter()));
                outbox.everyone(PublicEvent::EndGameAgreed(EndGameAgreed { player_id, agreed }));
            }
            EventKind::EndRequestLapsed => outbox.everyone(PublicEvent::EndGameLapsed(Nothing {})),
            _ => self.map_days(event, outbox),
        }
    }

    /// Maps the events of games over days.
    fn map_days(&self, event: &EventKind, outbox: &mut Outbox) {
        let ids = self.context.ids;
        outbox.everyone(match event {
            EventKind::PauseProposed { by, until } => {
                PublicEvent::PauseProposed(PauseProposed { player_id: ids.of(*by), until: until.0 })
            }
            EventKind::PauseAgreed { seat } => {
                let before = match self.position.pause() {
                    Pause::Proposed { agreed, .. } => agreed,
                    Pause::None | Pause::Paused { .. } => SeatSet::EMPTY,
                };
                let agreed: SeatSet = before.iter().chain([*seat]).collect();
                let (player_id, agreed) = (ids.of(*seat), ids.all(agreed.iter()));
                PublicEvent::PauseAgreed(PauseAgreed { player_id, agreed })
            }
            EventKind::PauseLapsed { by } => {
                PublicEvent::PauseLapsed(PauseLapsed { player_id: by.map(|seat| ids.of(seat)) })
            }
            EventKind::GamePaused { until } => PublicEvent::GamePaused(GamePaused { until: until.0 }),
            EventKind::GameResumed { by } => {
                PublicEvent::GameResumed(GameResumed { player_id: by.map(|seat| ids.of(seat)) })
            }
            EventKind::StandInStarted { seat } => {
                let who = player_ref(self.game, *seat, ids);
                PublicEvent::StandInStarted(StandInStarted {
                    player_id: who.player_id,
                    player_name: who.player_name,
                    level: self.game.rules().stand_in.map_or(0, rules::BotLevel::get),
                })
            }
            EventKind::StandInEnded { seat } => PublicEvent::StandInEnded(player_ref(self.game, *seat, ids)),
            _ => return,
        });
    }

    fn language(&self) -> &Language {
        &self.game.rules().language
    }

    /// The turn of the open play.
    fn open_turn(&self) -> u32 {
        self.position.open_play().map_or(self.position.turn(), SeenPlay::turn)
    }

    fn map_play(
        &self,
        seat: Seat,
        play: &Play,
        goes_out: bool,
        open_until: Option<Timestamp>,
        outbox: &mut Outbox,
    ) {
        let (player_id, turn_number) = (self.context.ids.of(seat), self.position.turn());
        let placements = self.context.board.placed(&play.tiles, self.language());
        let score = play.score.0;
        let new_score = self.game.score(seat).map_or(0, |score| score.0) + score;
        let accepted = WordAccepted {
            player_id: player_id.clone(),
            word: self.language().write(&play.main_word().letters),
            score,
            new_score,
            placements: placements.clone(),
            turn_number,
        };
        outbox.answers.push(Delivery::to_seat(seat, PublicEvent::WordAccepted(accepted)));
        outbox.everyone(PublicEvent::PlayMade(PlayMade {
            player_id,
            turn_number,
            placements,
            words: scored_words(play, self.language()),
            score,
            new_score,
            goes_out,
            challenge_until: open_until.map(|until| until.0),
        }));
    }

    fn map_standing(&self, seat: Seat, reason: StandReason, drawn: &Draw, outbox: &mut Outbox) {
        use crate::server::StandReason as Wire;
        let reason = match reason {
            StandReason::Checked => return,
            StandReason::NextMove => Wire::NextMove,
            StandReason::AllAccepted => Wire::AllAccepted,
            StandReason::WindowPassed => Wire::WindowPassed,
            StandReason::ChallengeFailed => Wire::ChallengeFailed,
            StandReason::PlayerLeft => Wire::PlayerLeft,
            StandReason::GameEnded => Wire::GameEnded,
        };
        outbox.everyone(PublicEvent::PlayStood(PlayStood {
            player_id: self.context.ids.of(seat),
            turn_number: self.open_turn(),
            reason,
            drawn: drawn.tiles.len() as u32,
            tile_bag_count: (self.position.bag_count() - drawn.tiles.len()) as u32,
        }));
    }

    fn map_exchange(&self, seat: Seat, returned: &[Tile], drawn: &Draw, outbox: &mut Outbox) {
        let exchanged = TilesExchanged { new_tiles: held_tiles(&drawn.tiles, self.language()) };
        outbox.answers.push(Delivery::Private { to: seat, event: PrivateEvent::TilesExchanged(exchanged) });
        let (player_id, count) = (self.context.ids.of(seat), returned.len() as u32);
        outbox.everyone(PublicEvent::TilesSwapped(TilesSwapped { player_id, count }));
    }

    fn map_departure(&self, seat: Seat, departure: Departure, returned: &[Tile], outbox: &mut Outbox) {
        let who = player_ref(self.game, seat, self.context.ids);
        let out = PlayerOut {
            player_id: who.player_id,
            player_name: who.player_name,
            reason: departure_reason(departure),
            returned: returned.len() as u32,
        };
        outbox.everyone(match departure {
            Departure::Resigned | Departure::TimeExpired => PublicEvent::PlayerResigned(out),
            Departure::Removed => PublicEvent::PlayerRemoved(out),
        });
    }

    fn map_verdict(&self, valid: bool, judge: &rules::Judge, outbox: &mut Outbox) {
        let Some(open) = self.position.open_play() else { return };
        let Some(challenge) = open.challenge() else { return };
        let ids = self.context.ids;
        let challenger = self.game.table_view().player(challenge.by);
        let still_in = challenger.is_some_and(|player| player.departure().is_none());
        outbox.everyone(PublicEvent::ChallengeResolved(ChallengeResolved {
            challenger_id: ids.of(challenge.by),
            player_id: ids.of(open.seat()),
            turn_number: open.turn(),
            words: words(open, self.language()),
            valid,
            judge: judge_of(judge, self.language(), ids),
            points_lost: if valid { 0 } else { open.play().score.0 },
            challenger_loses_turn: valid && still_in && !open.goes_out(),
        }));
    }
}

fn words(open: SeenPlay<'_>, language: &Language) -> Vec<String> {
    open.play().words.iter().map(|word| language.write(&word.letters)).collect()
}
