use rules::{NameError, PlayerName, Preset, Refusal};
use testkit::{ANN, BOB, Table};

use crate::english;

#[test]
fn names_at_a_table_are_unique_ignoring_case_and_look_alikes() {
    let mut table = Table::of(english(Preset::Open), 1);
    for same in ["Ann", "ANN", "ann", "  Ann ", "Аnn", "Ａｎｎ", "𝐀𝐧𝐧"] {
        assert_eq!(table.join(same), Err(Refusal::NameTaken), "{same:?}");
        assert_eq!(table.add_bot(ANN, same), Err(Refusal::NameTaken), "{same:?}");
    }
    table.join("Zoë").unwrap();
    for same in ["ZOË", "Zoe\u{308}", "zoE\u{308}"] {
        assert_eq!(table.join(same), Err(Refusal::NameTaken), "{same:?}");
    }
    assert!(table.join("Zoe").is_ok());
}

#[test]
fn a_name_can_be_used_again_after_its_player_left() {
    let mut table = Table::of(english(Preset::Open), 2);
    table.leave(BOB).unwrap();
    assert!(table.join("bob").is_ok());
}

#[test]
fn an_invalid_name_is_refused_with_a_reason() {
    for (text, reason) in [
        ("An unusually long name", "a name has 1 to 20 characters, this one has 22"),
        ("Ann  Lee", "a name has single spaces between its words"),
        ("Ann_Lee", "a name has letters and digits, single spaces, hyphens, apostrophes and dots, not '_'"),
        (
            "Ann\u{200b}",
            "a name has letters and digits, single spaces, hyphens, apostrophes and dots, not '\\u{200b}'",
        ),
        ("Ann 🐈", "a name has letters and digits, single spaces, hyphens, apostrophes and dots, not '🐈'"),
    ] {
        assert_eq!(text.parse::<PlayerName>().unwrap_err().to_string(), reason, "{text:?}");
    }
    assert_eq!("   ".parse::<PlayerName>(), Err(NameError::Length { min: 1, found: 0 }));
}
