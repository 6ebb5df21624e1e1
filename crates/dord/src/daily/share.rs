use daily::Day;
use rules::{Language, Score};

/// Characters of the bars in a text to share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bars {
    /// Coloured squares, which every chat can show.
    Squares,
    /// Symbols that need no colour.
    Signs,
}

/// Number of squares in a bar.
const LENGTH: i32 = 5;

impl Bars {
    /// Symbols if `NO_COLOR` is set, squares otherwise. A pipe gets squares too: the text is meant
    /// to be shared.
    pub(super) fn of_environment() -> Bars {
        match std::env::var_os("NO_COLOR") {
            Some(value) if !value.is_empty() => Bars::Signs,
            _ => Bars::Squares,
        }
    }

    /// Score of a turn relative to the best play. Only the best play fills the bar.
    fn bar(self, score: Score, best: Score) -> String {
        let (all, some, none) = match self {
            Bars::Squares => ("🟩", "🟨", "⬜"),
            Bars::Signs => ("#", "+", "."),
        };
        if score >= best && score > Score::ZERO {
            return all.repeat(LENGTH as usize);
        }
        let share = if best > Score::ZERO { (score.0 * LENGTH / best.0).max(0) } else { 0 };
        // Any score shows at least one square, and less than the best play never fills the bar.
        let filled = share.clamp(i32::from(score > Score::ZERO), LENGTH - 1) as usize;
        some.repeat(filled) + &none.repeat(LENGTH as usize - filled)
    }
}

/// Text to share a result without spoilers: no words, squares or tiles.
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
