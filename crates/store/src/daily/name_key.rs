use rules::PlayerName;

/// Key by which names are compared: names with the same key are the same name.
///
/// It is the look-alike key of [`PlayerName`]: compatibility forms, case, look-alike letters and
/// invisible characters make no difference. The key is empty for a name without visible characters,
/// or one that no version ever accepted. Databases store keys next to the names, so changing this
/// function requires a migration that computes them again.
///
/// ```
/// use store::daily_name_key;
///
/// assert_eq!(daily_name_key("Ann  LEE"), daily_name_key("Ａｎｎ lee\u{fe0f}"));
/// assert_ne!(daily_name_key("Ann"), daily_name_key("Anna"));
/// assert_eq!(daily_name_key("\u{3164}\u{115f}"), "");
/// ```
pub fn daily_name_key(name: &str) -> String {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    PlayerName::from_log(&name).map(|name| name.lookalike_key()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_are_the_same() {
        for same in [
            "ann lee",
            "ANN LEE",
            "Ａnn Ｌee",
            "Ann\u{fe0f} Lee",
            "Ann Lee\u{3164}",
            "𝐀nn Lee",
            " Ann  Lee ",
            "Аnn Lее",
        ] {
            assert_eq!(daily_name_key(same), "ann lee", "{same:?}");
        }
        for (name, other) in [
            ("Tom", "Тom"),
            ("Ben", "Вen"),
            ("Nina", "Νina"),
            ("Hans", "Ηans"),
            ("Dan", "Ꭰan"),
            ("Bill", "BiII"),
            ("Ivo", "lvo"),
            ("ILSE", "ilse"),
            ("Нина", "нина"),
        ] {
            assert_eq!(daily_name_key(name), daily_name_key(other), "{name} and {other}");
        }
        assert_eq!(daily_name_key("Zoë"), daily_name_key("ZOE\u{308}"));
        assert_eq!(daily_name_key("Groß"), daily_name_key("GROSS"));
        for nothing in ["", "   ", "\u{3164}\u{ffa0}\u{115f}", "\u{200b}\u{e0041}"] {
            assert_eq!(daily_name_key(nothing), "", "{nothing:?}");
        }
        for other in ["AnnLee", "Anne Lee", "Ann Leë", "李明"] {
            assert_ne!(daily_name_key(other), "ann lee", "{other}");
        }
    }
}
