use daily::Day;
use rules::{Language, Score};

/// What a text to share is drawn with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bars {
    /// Coloured squares, which every chat shows.
    Squares,
    /// Signs that say the same without colour.
    Signs,
}

/// How many squares a bar has.
const LENGTH: i32 = 5;

impl Bars {
    /// Signs where `NO_COLOR` is set. A pipe gets squares: the text is made to be passed on.
    pub(super) fn of_environment() -> Bars {
        match std::env::var_os("NO_COLOR") {
            Some(value) if !value.is_empty() => Bars::Signs,
            _ => Bars::Squares,
        }
    }

    /// A turn against the best play that it could have been: full for that play, else as much of it as was scored.
    fn bar(self, score: Score, best: Score) -> String {
        let (all, some, none) = match self {
            Bars::Squares => ("🟩", "🟨", "⬜"),
            Bars::Signs => ("#", "+", "."),
        };
        if score >= best && score > Score::ZERO {
            return all.repeat(LENGTH as usize);
        }
        let share = if best > Score::ZERO { (score.0 * LENGTH / best.0).max(0) } else { 0 };
        // Whatever was scored shows, and less than the best play is never a full bar.
        let filled = share.clamp(i32::from(score > Score::ZERO), LENGTH - 1) as usize;
        some.repeat(filled) + &none.repeat(LENGTH as usize - filled)
    }
}

/// A text that tells how a puzzle went and gives nothing away: no word, no place, no tile.
pub(super) fn text(
    day: Day,
    language: &Language,
    score: Score,
    par: Score,
    turns: &[(Score, Score)],
    bars: Bars,
) -> String {
    let mut text = format!("Dord daily {day} {}: {score} points, par {par}\n", language.code());
    for &(score, best) in turns {
        text += &bars.bar(score, best);
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_full_only_for_the_best_play_and_empty_only_for_nothing() {
        for (score, best, squares, signs) in [
            (30, 30, "🟩🟩🟩🟩🟩", "#####"),
            (29, 30, "🟨🟨🟨🟨⬜", "++++."),
            (15, 30, "🟨🟨⬜⬜⬜", "++..."),
            (1, 90, "🟨⬜⬜⬜⬜", "+...."),
            (0, 30, "⬜⬜⬜⬜⬜", "....."),
            (0, 0, "⬜⬜⬜⬜⬜", "....."),
        ] {
            assert_eq!(Bars::Squares.bar(Score(score), Score(best)), squares);
            assert_eq!(Bars::Signs.bar(Score(score), Score(best)), signs);
        }
    }

    #[test]
    fn a_text_to_share_has_a_line_for_each_turn() {
        let english = Language::by_code("en").unwrap();
        let turns = [(Score(12), Score(24)), (Score(30), Score(30))];
        let day = "2026-11-16".parse().unwrap();
        assert_eq!(
            text(day, &english, Score(42), Score(50), &turns, Bars::Signs),
            "Dord daily 2026-11-16 en: 42 points, par 50\n++...\n#####\n"
        );
    }
}
