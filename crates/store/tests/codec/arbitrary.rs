//! Arbitrary events of every kind.

use std::sync::Arc;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use rules::{
    Absence, BotLevel, Clock, Commitment, Departure, Direction, Draw, EndReason, Event, EventKind,
    ExchangeLimit, FirstToMove, FormedWord, GameId, GoingOut, Joining, Judge, KeyVersion, LaidTile, Language,
    Letter, LookUp, Millis, Nonce, NonceCommitment, Opening, OpeningRound, Outcome, Play, PlayerKind,
    PlayerName, Preset, Rematch, Rules, Score, ScorelessEnd, Seat, SeatSet, Square, StandReason, Standing,
    Tile, Timestamp, Verdict, Watching, WordRule,
};

/// English, or a language with letters that look like two.
pub(crate) fn language(code: &str) -> Arc<Language> {
    let odd = "code xx\nname Odd\nblanks 2\nA 9 1\nC 2 3\nH 2 4\nCH 1 5\nL·L 1 9\nSS 1 2\nS 1 2\nЙ 1 4\n";
    Language::by_code(code).unwrap_or_else(|| Arc::new(Language::parse(odd).unwrap()))
}

pub(crate) fn events(code: &str) -> impl Strategy<Value = Vec<Event>> + use<> {
    let event =
        (any::<i64>(), kind(&language(code))).prop_map(|(at, kind)| Event { at: Timestamp(at), kind });
    vec(event, 0..6)
}

fn kind(l: &Arc<Language>) -> impl Strategy<Value = EventKind> + use<> {
    let by_players = prop_oneof![
        (seat(), name(), player_kind()).prop_map(|(seat, name, kind)| EventKind::PlayerJoined {
            seat,
            name,
            kind
        }),
        (seat(), vec(any::<u8>(), 0..40))
            .prop_map(|(seat, nonce)| EventKind::NonceGiven { seat, nonce: Nonce(nonce) }),
        (seat(), any::<[u8; 32]>())
            .prop_map(|(seat, bytes)| EventKind::NonceCommitted { seat, commitment: NonceCommitment(bytes) }),
        (seat(), any::<i64>(), vec((seat(), any::<[u8; 32]>()), 0..5)).prop_map(|(by, until, all)| {
            let contributors = all.into_iter().map(|(seat, bytes)| (seat, NonceCommitment(bytes))).collect();
            EventKind::NoncesRequested { by, until: Timestamp(until), contributors }
        }),
        (seat(), vec(any::<u8>(), 0..40))
            .prop_map(|(seat, nonce)| EventKind::NonceRevealed { seat, nonce: Nonce(nonce) }),
        vec(seat(), 0..5).prop_map(|because_of| EventKind::StartFailed { because_of }),
        seat().prop_map(|seat| EventKind::PlayerLeft { seat }),
        seat().prop_map(|seat| EventKind::HostChanged { seat }),
        (seat(), rules(l)).prop_map(|(by, rules)| EventKind::RulesChanged { by, rules: Box::new(rules) }),
        seat().prop_map(|seat| EventKind::PlayAccepted { seat }),
        (seat(), any::<bool>()).prop_map(|(seat, valid)| EventKind::VoteCast { seat, valid }),
        seat().prop_map(|seat| EventKind::TurnLost { seat }),
        (seat(), prop_oneof![Just(rules::PassedBy::Player), Just(rules::PassedBy::Clock)])
            .prop_map(|(seat, by)| EventKind::TurnPassed { seat, by }),
        seat().prop_map(|by| EventKind::EndRequested { by }),
        seat().prop_map(|seat| EventKind::EndAgreed { seat }),
        Just(EventKind::EndRequestLapsed),
        over_days(),
        Just(EventKind::TableClosed),
        (seat(), ".{0,9}").prop_map(|(by, game)| EventKind::RematchOpened { by, game: GameId::new(game) }),
    ];
    let with_tiles = prop_oneof![
        (vec(seat(), 0..5), vec(round(l), 0..3), vec((seat(), draw(l)), 0..5), any::<bool>()).prop_map(
            |(order, opening_draw, deals, is_first)| {
                let key = if is_first { KeyVersion::V1 } else { KeyVersion::V2 };
                EventKind::GameStarted { order, opening_draw, deals, key }
            }
        ),
        (seat(), play(l), any::<bool>(), moment()).prop_map(|(seat, play, goes_out, open_until)| {
            EventKind::TilesPlaced { seat, play: Arc::new(play), goes_out, open_until }
        }),
        (seat(), stand_reason(), draw(l)).prop_map(|(seat, reason, drawn)| EventKind::PlayStood {
            seat,
            reason,
            drawn
        }),
        (seat(), moment()).prop_map(|(by, vote_until)| EventKind::ChallengeStarted { by, vote_until }),
        (any::<bool>(), judge(l)).prop_map(|(valid, judge)| EventKind::ChallengeResolved { valid, judge }),
        (seat(), tiles(l), draw(l)).prop_map(|(seat, returned, drawn)| EventKind::TilesExchanged {
            seat,
            returned,
            drawn
        }),
        (seat(), departure(), tiles(l)).prop_map(|(seat, departure, returned)| EventKind::PlayerOut {
            seat,
            departure,
            returned
        }),
        outcome(l).prop_map(EventKind::GameEnded),
    ];
    prop_oneof![by_players, with_tiles, opening(l).prop_map(EventKind::TableOpened)]
}

fn over_days() -> impl Strategy<Value = EventKind> {
    prop_oneof![
        (seat(), any::<i64>()).prop_map(|(by, at)| EventKind::PauseProposed { by, until: Timestamp(at) }),
        seat().prop_map(|seat| EventKind::PauseAgreed { seat }),
        option::of(seat()).prop_map(|by| EventKind::PauseLapsed { by }),
        any::<i64>().prop_map(|at| EventKind::GamePaused { until: Timestamp(at) }),
        option::of(seat()).prop_map(|by| EventKind::GameResumed { by }),
        seat().prop_map(|seat| EventKind::StandInStarted { seat }),
        seat().prop_map(|seat| EventKind::StandInEnded { seat }),
    ]
}

fn seat() -> impl Strategy<Value = Seat> {
    (0..Seat::COUNT).prop_map(|index| Seat::at(index).unwrap())
}

fn seats() -> impl Strategy<Value = SeatSet> {
    vec(seat(), 0..5).prop_map(|seats| seats.into_iter().collect())
}

fn name() -> impl Strategy<Value = PlayerName> {
    "[a-zA-Zéя李0-9]{3,20}".prop_map(|name| name.parse().unwrap())
}

fn player_kind() -> impl Strategy<Value = PlayerKind> {
    prop_oneof![
        Just(PlayerKind::Person),
        (1..=5_u8).prop_map(|level| PlayerKind::Bot(BotLevel::new(level).unwrap()))
    ]
}

fn moment() -> impl Strategy<Value = Option<Timestamp>> {
    option::of(any::<i64>().prop_map(Timestamp))
}

fn letter(language: &Arc<Language>) -> impl Strategy<Value = Letter> + use<> {
    (0..language.letters().len()).prop_map(|index| Letter::at(index).unwrap())
}

fn letters(language: &Arc<Language>) -> impl Strategy<Value = Vec<Letter>> + use<> {
    vec(letter(language), 0..8)
}

fn tile(language: &Arc<Language>) -> impl Strategy<Value = Tile> + use<> {
    prop_oneof![Just(Tile::Blank), letter(language).prop_map(Tile::Letter)]
}

fn tiles(language: &Arc<Language>) -> impl Strategy<Value = Vec<Tile>> + use<> {
    vec(tile(language), 0..8)
}

fn draw(language: &Arc<Language>) -> impl Strategy<Value = Draw> + use<> {
    (any::<u32>(), tiles(language)).prop_map(|(first, tiles)| Draw { first, tiles })
}

fn round(language: &Arc<Language>) -> impl Strategy<Value = OpeningRound> + use<> {
    vec((seat(), tile(language)), 0..5).prop_map(|drawn| OpeningRound { drawn })
}

fn square() -> impl Strategy<Value = Square> {
    (0..15_u8, 0..15_u8).prop_map(|(row, column)| Square::at(row, column).unwrap())
}

fn score() -> impl Strategy<Value = Score> {
    any::<i32>().prop_map(Score)
}

fn play(language: &Arc<Language>) -> impl Strategy<Value = Play> + use<> {
    let laid = (letter(language), any::<bool>()).prop_map(|(letter, is_blank)| LaidTile { letter, is_blank });
    let direction = prop_oneof![Just(Direction::Across), Just(Direction::Down)];
    let word = (square(), direction, letters(language), score())
        .prop_map(|(start, direction, letters, score)| FormedWord { start, direction, letters, score });
    (vec((square(), laid), 0..8), vec(word, 1..4), score()).prop_map(|(tiles, words, score)| Play {
        tiles,
        words,
        score,
    })
}

fn judge(language: &Arc<Language>) -> impl Strategy<Value = Judge> + use<> {
    prop_oneof![
        seat().prop_map(Judge::Player),
        (seats(), seats()).prop_map(|(valid, invalid)| Judge::Vote { valid, invalid }),
        vec(letters(language), 0..3).prop_map(|unknown| Judge::Dictionary { unknown }),
    ]
}

fn stand_reason() -> impl Strategy<Value = StandReason> {
    prop::sample::select(vec![
        StandReason::Checked,
        StandReason::NextMove,
        StandReason::AllAccepted,
        StandReason::WindowPassed,
        StandReason::ChallengeFailed,
        StandReason::PlayerLeft,
        StandReason::GameEnded,
    ])
}

fn departure() -> impl Strategy<Value = Departure> {
    prop::sample::select(vec![Departure::Resigned, Departure::Removed, Departure::TimeExpired])
}

fn outcome(language: &Arc<Language>) -> impl Strategy<Value = Outcome> + use<> {
    let reason = prop::sample::select(vec![
        EndReason::AllTilesPlayed,
        EndReason::ConsecutivePasses,
        EndReason::TurnsPlayed,
        EndReason::Resigned,
        EndReason::Abandoned,
        EndReason::HostEnded,
        EndReason::TimeExpired,
    ]);
    let scores = (score(), score(), score(), score(), score());
    let standing = (seat(), any::<u8>(), scores, tiles(language), option::of(departure())).prop_map(
        |(seat, rank, (score_before, overtime, deducted, gained, score), tiles_left, departure)| Standing {
            seat,
            rank,
            score_before,
            overtime,
            tiles_left,
            deducted,
            gained,
            score,
            departure,
        },
    );
    (reason, vec(standing, 0..5), vec(seat(), 0..5)).prop_map(|(reason, standings, winners)| Outcome {
        reason,
        standings,
        winners,
    })
}

/// Rules in which every field has an arbitrary value.
fn rules(language: &Arc<Language>) -> impl Strategy<Value = Rules> + use<> {
    let language = language.clone();
    let span = || (1_000..86_400_000_i64).prop_map(Millis);
    let verdict = prop::sample::select(vec![Verdict::Anyone, Verdict::Vote, Verdict::Dictionary]);
    let words = prop_oneof![
        Just(WordRule::Checked),
        (verdict, span()).prop_map(|(verdict, window)| WordRule::Challenge { verdict, window })
    ];
    let clock = prop_oneof![
        Just(Clock::None),
        span().prop_map(|turn| Clock::Soft { turn }),
        span().prop_map(|turn| Clock::Turn { turn }),
        (span(), span()).prop_map(|(each, increment)| Clock::Game { each, increment }),
        (1..=14_u8, 0..=60_u8).prop_map(|(turn_days, bank_days)| Clock::Days { turn_days, bank_days }),
    ];
    let exchange =
        prop_oneof![Just(ExchangeLimit::AsManyAsSwapped), any::<u8>().prop_map(ExchangeLimit::BagHolds)];
    let scoreless_end = prop_oneof![
        Just(ScorelessEnd::EveryPlayerPassed),
        (1..1000_u32).prop_map(ScorelessEnd::Passes),
        (1..1000_u32).prop_map(ScorelessEnd::PassesOrExchanges),
        Just(ScorelessEnd::Never),
    ];
    let absence = prop_oneof![Just(Absence::SeatKept), span().prop_map(Absence::RemovedAfter)];
    let choices = (
        prop::sample::select(Preset::ALL.to_vec()),
        prop::sample::select(vec![LookUp::Always, LookUp::AfterTheEnd, LookUp::Never]),
        prop::sample::select(vec![FirstToMove::Host, FirstToMove::JoinOrder, FirstToMove::Drawn]),
        prop::sample::select(vec![GoingOut::EarnsOthersTiles, GoingOut::EarnsNothing]),
        prop::sample::select(vec![Watching::Anyone, Watching::ByLink]),
        prop::sample::select(vec![Joining::Anyone, Joining::HostAdmits]),
        any::<bool>(),
        option::of((1..=5_u8).prop_map(|level| BotLevel::new(level).unwrap())),
    );
    let numbers = (2..=4_u8, option::of(span()), option::of(1..1000_u32));
    (choices, words, clock, exchange, scoreless_end, absence, numbers).prop_filter_map(
        "rules that fit together",
        move |(
            choices,
            words,
            clock,
            exchange,
            scoreless_end,
            absence,
            (max_players, expires_after, turns),
        )| {
            let (preset, look_up, beginner, going_out, watching, joining, tile_tracker, stand_in) = choices;
            let language = language.clone();
            // A game over days fixes three of the fields.
            let is_days = clock.is_days();
            let stand_in = stand_in.filter(|_| is_days);
            let expires_after = expires_after.filter(|_| !is_days);
            let absence = if is_days { Absence::SeatKept } else { absence };
            let words = match words {
                WordRule::Challenge { verdict, .. } if is_days => {
                    WordRule::Challenge { verdict, window: Rules::DAYS_WINDOW }
                }
                words => words,
            };
            let fields = rules::RuleFields {
                preset,
                language,
                max_players,
                words,
                look_up,
                beginner,
                exchange,
                scoreless_end,
                going_out,
                absence,
                clock,
                expires_after,
                turns,
                watching,
                joining,
                tile_tracker,
                stand_in,
            };
            Rules::new(fields).ok()
        },
    )
}

fn opening(language: &Arc<Language>) -> impl Strategy<Value = Opening> + use<> {
    let rematch = vec((seat(), name(), player_kind()), 0..5).prop_map(|players| Rematch { players });
    (".{0,9}", rules(language), any::<[u8; 32]>(), option::of(rematch), letters(language)).prop_map(
        |(game, rules, commitment, rematch, starting_word)| Opening {
            game: GameId::new(game),
            rules,
            commitment: Commitment(commitment),
            rematch,
            starting_word,
        },
    )
}
