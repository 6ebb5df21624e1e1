//! What the screen shows while the device passes from player to player.

use std::path::Path;

use super::{input::Input, *};

const CLEAR: &str = "\u{1b}[2J\u{1b}[3J";

/// Screens of a social game of Alice and Bob, split where the terminal is cleared.
fn screens(lines: &str) -> Vec<String> {
    let english = language("en").unwrap();
    // The folder has no list, so the built-in one is used.
    let list = WordLists::new(Path::new("no-such-folder")).open(&english).unwrap();
    let names = names(&["Alice".to_owned(), "Bob".to_owned()]).unwrap();
    let rules = Preset::Social.rules(english);
    let table = HotSeat::open(GameId::new("dord-play"), rules, &names, Seed([7; 32]), list).unwrap();
    let session = Session {
        table,
        output: Output::Screen(Screen::new(Rendering::Plain, Handing::OverTheTable)),
        record: Record::default(),
        input: Input::piped(lines.as_bytes()),
        gcg: None,
    };
    let mut out = Vec::new();
    session.run(&mut out).unwrap();
    String::from_utf8(out).unwrap().split(CLEAR).skip(1).map(str::to_owned).collect()
}

#[test]
fn a_rack_is_shown_only_after_the_device_was_handed_over() {
    let screens = screens("\npass\nyes\n\n");
    let [first, alice, between, bob] = screens.as_slice() else { panic!("{screens:?}") };
    assert!(first.contains("Hand the device to Alice, then press Enter:") && !first.contains("Rack of"));
    assert!(alice.contains("Rack of Alice:") && !alice.contains("Rack of Bob:"), "{alice}");
    assert!(between.contains("Alice passes.") && between.contains("Hand the device to Bob"), "{between}");
    assert!(!between.contains("Rack of"), "{between}");
    assert!(bob.contains("Rack of Bob:") && !bob.contains("Rack of Alice:"), "{bob}");
}

#[test]
fn without_the_device_a_player_cannot_move_or_see_a_rack() {
    for line in ["rack", "unseen", "pass", "resign", "exchange A", "8H AB", "preview 8H AB"] {
        let screens = screens(&format!("{line}\n"));
        assert_eq!(screens.len(), 1, "{line}");
        assert!(
            screens[0].contains("Hand the device to Alice first, and press Enter."),
            "{line}: {screens:?}"
        );
    }
    for line in ["alice rack", "alice unseen", "alice exchange A", "alice 8H AB", "alice preview 8H AB"] {
        let screens = screens(&format!("{line}\n"));
        assert!(!screens.concat().contains("Rack of"), "{line}: {screens:?}");
        assert!(screens[0].contains("Hand the device to Alice first"), "{line}: {screens:?}");
    }
}

#[test]
fn a_game_has_an_id_of_its_own() {
    let id = game_id().unwrap();
    let parts: Vec<&str> = id.as_str().split('-').collect();
    assert_eq!(parts.iter().map(|part| part.len()).collect::<Vec<_>>(), [8, 4, 4, 4, 12]);
    assert!(parts[2].starts_with('4') && parts[3].starts_with(['8', '9', 'a', 'b']), "{id}");
    assert_ne!(id, game_id().unwrap());
}
