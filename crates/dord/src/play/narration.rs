use rules::{
    Departure, EndReason, EventKind, FormedWord, Game, Judge, Language, Letter, OpeningRound, PassedBy, Play,
    Seat, StandReason, Tile,
};

use crate::{
    score_table::notated,
    text_columns::{counted, listed},
};

/// Lookup of players' names.
type Names<'n> = dyn Fn(Seat) -> &'n str + 'n;

/// The sentence that announces an event to all players, made just before it is applied. It never
/// names hidden tiles.
pub(super) fn sentence(game: &Game, event: &EventKind) -> Option<String> {
    let name = |seat: Seat| game.players().get(seat).map_or("Somebody", |player| player.name.as_str());
    let language = &game.rules().language;
    Some(match event {
        EventKind::GameStarted { order, opening_draw, .. } => {
            let mut told: Vec<String> =
                opening_draw.iter().map(|round| drawn_for_beginner(round, &name, language)).collect();
            told.extend(order.first().map(|first| format!("{} begins.", name(*first))));
            told.join(" ")
        }
        EventKind::TilesPlaced { seat, play, goes_out, open_until } => {
            let going = match (goes_out, open_until) {
                (true, Some(_)) => " That would be the end: it can still be challenged.",
                (true, None) | (false, _) => "",
            };
            format!("{} plays {}{going}", name(*seat), described(play, language))
        }
        EventKind::PlayAccepted { seat } => format!("{} says that it looks good.", name(*seat)),
        EventKind::PlayStood { seat, reason: StandReason::AllAccepted | StandReason::PlayerLeft, .. } => {
            format!("The play of {} stands.", name(*seat))
        }
        EventKind::ChallengeStarted { by, .. } => {
            let view = game.table_view();
            let open = view.play().and_then(rules::SeenPosition::open_play);
            let doubted = open.map_or_else(String::new, |open| {
                format!(" {}", listed(&texts(open.play().words.iter().map(|word| &word.letters), language)))
            });
            format!("{} challenges{doubted}.", name(*by))
        }
        EventKind::VoteCast { seat, .. } => format!("{} has voted.", name(*seat)),
        EventKind::ChallengeResolved { valid, judge } => verdict(*valid, judge, &name, language),
        EventKind::TurnLost { seat } => format!("{} loses a turn for the challenge.", name(*seat)),
        EventKind::TurnPassed { seat, by: PassedBy::Player } => format!("{} passes.", name(*seat)),
        EventKind::TurnPassed { seat, by: PassedBy::Clock } => {
            format!("The time of {} ran out: the turn is passed.", name(*seat))
        }
        EventKind::TilesExchanged { seat, returned, .. } => {
            format!("{} exchanges {}.", name(*seat), counted(returned.len(), "tile"))
        }
        EventKind::PlayerOut { seat, departure, .. } => {
            let how = match departure {
                Departure::Resigned => "resigns",
                Departure::Removed => "was removed",
                Departure::TimeExpired => "is out of time",
            };
            format!("{} {how}.", name(*seat))
        }
        EventKind::HostChanged { seat } => format!("{} is the host now.", name(*seat)),
        EventKind::EndRequested { by } => {
            format!("{} asks to end the game. More than half must agree: type `end`.", name(*by))
        }
        EventKind::EndAgreed { seat } => format!("{} agrees to end the game.", name(*seat)),
        EventKind::EndRequestLapsed => "The game goes on: nobody agreed to end it.".to_owned(),
        EventKind::PauseProposed { by, .. } => format!("{} proposes a pause.", name(*by)),
        EventKind::PauseAgreed { seat } => format!("{} agrees to the pause.", name(*seat)),
        EventKind::PauseLapsed { by: Some(seat) } => format!("No pause: {} declines.", name(*seat)),
        EventKind::PauseLapsed { by: None } => "No pause: not all players agreed in time.".to_owned(),
        EventKind::GamePaused { .. } => "The game is paused.".to_owned(),
        EventKind::GameResumed { by: Some(seat) } => format!("{} resumes the game.", name(*seat)),
        EventKind::GameResumed { by: None } => "The pause is over: the game goes on.".to_owned(),
        EventKind::StandInStarted { seat } => {
            format!("The time of {0} ran out again: the computer plays for {0}.", name(*seat))
        }
        EventKind::StandInEnded { seat } => format!("{} is back and plays again.", name(*seat)),
        EventKind::GameEnded(outcome) => ended_because(outcome.reason).to_owned(),
        EventKind::TableOpened(_)
        | EventKind::PlayerJoined { .. }
        | EventKind::NonceGiven { .. }
        | EventKind::NonceCommitted { .. }
        | EventKind::NoncesRequested { .. }
        | EventKind::NonceRevealed { .. }
        | EventKind::StartFailed { .. }
        | EventKind::RulesChanged { .. }
        | EventKind::PlayerLeft { .. }
        | EventKind::PlayStood { .. }
        | EventKind::TableClosed
        | EventKind::RematchOpened { .. } => return None,
    })
}

/// A play in standard notation with its score: `8E QUIZ for 44 points.`
pub(super) fn described(play: &Play, language: &Language) -> String {
    let words = match play.words.as_slice() {
        [] | [_] => String::new(),
        several => {
            let each: Vec<String> = several.iter().map(|word| scored(word, language)).collect();
            format!(" ({})", each.join(", "))
        }
    };
    let bingo = if play.is_bingo() { " All seven tiles: 50 of them are the bonus." } else { "" };
    let points = counted(usize::try_from(play.score.0).unwrap_or_default(), "point");
    format!("{} for {points}{words}.{bingo}", notated(play, language))
}

fn scored(word: &FormedWord, language: &Language) -> String {
    format!("{} {}", language.write(&word.letters), word.score)
}

fn texts<'w>(words: impl Iterator<Item = &'w Vec<Letter>>, language: &Language) -> Vec<String> {
    words.map(|letters| language.write(letters)).collect()
}

fn verdict(valid: bool, judge: &Judge, name: &Names<'_>, language: &Language) -> String {
    let consequence = if valid { "The play stands." } else { "The tiles go back to the rack." };
    let said = match (judge, valid) {
        (Judge::Player(seat), true) => format!("Valid, says {}.", name(*seat)),
        (Judge::Player(seat), false) => format!("Not valid, says {}.", name(*seat)),
        (Judge::Vote { valid, invalid }, _) => {
            format!("The vote is {} for valid, {} against.", valid.len(), invalid.len())
        }
        (Judge::Dictionary { .. }, true) => "The word list has it all.".to_owned(),
        (Judge::Dictionary { unknown }, false) => {
            format!("Not in the word list: {}.", listed(&texts(unknown.iter(), language)))
        }
    };
    format!("{said} {consequence}")
}

fn drawn_for_beginner(round: &OpeningRound, name: &Names<'_>, language: &Language) -> String {
    let drew = |(seat, tile): &(Seat, Tile)| match tile {
        Tile::Blank => format!("{} draws a blank", name(*seat)),
        Tile::Letter(letter) => format!("{} draws {}", name(*seat), language.text(*letter)),
    };
    format!("{}.", listed(&round.drawn.iter().map(drew).collect::<Vec<_>>()))
}

const fn ended_because(reason: EndReason) -> &'static str {
    match reason {
        EndReason::AllTilesPlayed => "The last tile is played.",
        EndReason::ConsecutivePasses => "Nobody plays any more: the game is over.",
        EndReason::TurnsPlayed => "All turns are played.",
        EndReason::Resigned => "One player is left: the game is over.",
        EndReason::Abandoned => "The table was given up.",
        EndReason::HostEnded => "The game was ended.",
        EndReason::TimeExpired => "The time is up.",
    }
}
