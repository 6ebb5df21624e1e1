use rules::{
    Absence, Clock, ExchangeLimit, FirstToMove, GoingOut, Language, LookUp, Millis, Preset, RuleFields,
    Rules, RulesError, ScorelessEnd, UnknownPreset, Verdict, WordRule,
};

use crate::{challenge, english};

/// Compares one field of all presets with the expected values, ordered as [`Preset::ALL`].
fn compare<T: PartialEq + std::fmt::Debug>(field: impl Fn(&RuleFields) -> T, expected: [T; 5]) {
    for (preset, expected) in Preset::ALL.into_iter().zip(expected) {
        assert_eq!(field(&english(preset)), expected, "{preset}");
    }
}

#[test]
fn games_have_up_to_four_players_and_puzzles_have_one() {
    compare(|fields| fields.max_players, [4, 4, 4, 4, 1]);
    let least = Preset::ALL.map(|preset| english(preset).min_players());
    assert_eq!(least, [2, 2, 2, 2, 1]);
}

#[test]
fn words_are_challenged_or_checked() {
    let (anyone, dictionary) = (challenge(Verdict::Anyone, 60), challenge(Verdict::Dictionary, 60));
    let checked = WordRule::Checked;
    compare(|fields| fields.words, [anyone, dictionary, checked, checked, checked]);
}

#[test]
fn look_ups_are_allowed_always_never_or_after_the_end() {
    use LookUp::{AfterTheEnd, Always, Never};
    compare(|fields| fields.look_up, [Always, Never, Always, Always, AfterTheEnd]);
}

#[test]
fn the_first_player_is_the_host_drawn_or_the_first_to_join() {
    use FirstToMove::{Drawn, Host, JoinOrder};
    compare(|fields| fields.beginner, [Host, Drawn, JoinOrder, JoinOrder, JoinOrder]);
}

#[test]
fn an_exchange_needs_the_presets_number_of_tiles_in_the_bag() {
    use ExchangeLimit::{AsManyAsSwapped, BagHolds};
    compare(
        |fields| fields.exchange,
        [AsManyAsSwapped, BagHolds(8), BagHolds(7), BagHolds(7), AsManyAsSwapped],
    );
}

#[test]
fn scoreless_turns_end_the_game() {
    use ScorelessEnd::{EveryPlayerPassed, Never, Passes, PassesOrExchanges};
    compare(
        |fields| fields.scoreless_end,
        [EveryPlayerPassed, EveryPlayerPassed, Passes(4), PassesOrExchanges(6), Never],
    );
}

#[test]
fn going_out_earns_the_others_tiles_everywhere_but_in_validated() {
    let earns = |fields: &RuleFields| fields.going_out == GoingOut::EarnsOthersTiles;
    let found = [Preset::Social, Preset::Classic, Preset::Validated, Preset::Open]
        .map(|preset| earns(&english(preset)));
    assert_eq!(found, [true, true, false, true]);
}

#[test]
fn seats_stay_reserved_everywhere_but_in_open() {
    use Absence::{RemovedAfter, SeatKept};
    let removed = RemovedAfter(Millis::seconds(60));
    compare(|fields| fields.absence, [SeatKept, SeatKept, SeatKept, removed, SeatKept]);
}

#[test]
fn no_preset_has_a_clock() {
    compare(|fields| fields.clock, [Clock::None; 5]);
}

#[test]
fn tables_expire_after_a_day_two_weeks_or_never() {
    let (day, two_weeks) = (Some(Millis::hours(24)), Some(Millis::hours(14 * 24)));
    compare(|fields| fields.expires_after, [day, day, two_weeks, day, None]);
}

#[test]
fn only_the_puzzle_limits_turns() {
    compare(|fields| fields.turns, [None, None, None, None, Some(5)]);
}

#[test]
fn every_preset_is_playable_in_every_language_and_knows_its_name() {
    for preset in Preset::ALL {
        for language in Language::all() {
            assert_eq!(preset.rules(language.clone()).preset, preset);
        }
        assert_eq!(preset.name().parse(), Ok(preset));
    }
    assert_eq!("chess".parse::<Preset>(), Err(UnknownPreset("chess".to_owned())));
}

/// A change of some fields.
type Change = Box<dyn FnOnce(&mut RuleFields)>;

fn refused(preset: Preset, change: impl FnOnce(&mut RuleFields)) -> Option<RulesError> {
    let mut fields = english(preset).into_fields();
    change(&mut fields);
    Rules::new(fields).err()
}

#[test]
fn inconsistent_rules_are_refused_with_a_reason() {
    use RulesError::{ChallengesAlone, ClockAlone, Endless, EndlessAlone, Players, RemovalAlone};
    let (turn, minute) = (Clock::Turn { turn: Millis::seconds(30) }, Millis::minutes(1));
    let game = Clock::Game { each: minute, increment: Millis::ZERO };
    assert_eq!(refused(Preset::Open, |fields| fields.max_players = 0), Some(Players { found: 0 }));
    assert_eq!(refused(Preset::Open, |fields| fields.max_players = 5), Some(Players { found: 5 }));
    assert_eq!(refused(Preset::Social, |fields| fields.max_players = 1), Some(ChallengesAlone));
    assert_eq!(refused(Preset::Daily, |fields| fields.clock = turn), Some(ClockAlone));
    assert_eq!(refused(Preset::Daily, |fields| fields.clock = game), Some(ClockAlone));
    assert_eq!(refused(Preset::Daily, |fields| fields.clock = Clock::Soft { turn: minute }), None);
    assert_eq!(
        refused(Preset::Daily, |fields| fields.absence = Absence::RemovedAfter(minute)),
        Some(RemovalAlone)
    );
    assert_eq!(refused(Preset::Daily, |fields| fields.turns = None), Some(EndlessAlone));
    assert_eq!(refused(Preset::Open, |fields| fields.scoreless_end = ScorelessEnd::Never), Some(Endless));
}

#[test]
fn numbers_out_of_range_are_refused_with_their_limits() {
    let day = 24 * 3600 * 1000;
    let out_of_range = |contradiction: Option<RulesError>| match contradiction {
        Some(RulesError::OutOfRange { field, min, max, found }) => (field, min, max, found),
        other => panic!("{other:?}"),
    };
    let zero = Millis::ZERO;
    let cases: [(Change, _); 10] = [
        (Box::new(|f| f.words = challenge(Verdict::Anyone, 0)), ("challengeWindow", 1000, day, 0)),
        (
            Box::new(|f| f.words = challenge(Verdict::Anyone, 86_401)),
            ("challengeWindow", 1000, day, day + 1000),
        ),
        (Box::new(move |f| f.absence = Absence::RemovedAfter(zero)), ("absence", 1000, 365 * day, 0)),
        (Box::new(move |f| f.expires_after = Some(zero)), ("expiresAfter", 1000, 3650 * day, 0)),
        (Box::new(|f| f.turns = Some(0)), ("turns", 1, 1000, 0)),
        (Box::new(|f| f.scoreless_end = ScorelessEnd::Passes(0)), ("scorelessEnd", 1, 1000, 0)),
        (
            Box::new(|f| f.scoreless_end = ScorelessEnd::PassesOrExchanges(1001)),
            ("scorelessEnd", 1, 1000, 1001),
        ),
        (Box::new(move |f| f.clock = Clock::Turn { turn: zero }), ("clock.turn", 1000, 365 * day, 0)),
        (
            Box::new(move |f| f.clock = Clock::Game { each: zero, increment: zero }),
            ("clock.each", 1000, 365 * day, 0),
        ),
        (
            Box::new(|f| f.clock = Clock::Game { each: Millis::minutes(5), increment: Millis(-1) }),
            ("clock.increment", 0, day, -1),
        ),
    ];
    for (change, expected) in cases {
        assert_eq!(out_of_range(refused(Preset::Social, change)), expected);
    }
}
