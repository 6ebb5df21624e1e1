use rules::{Progress, Timestamp};
use store::{CHAT_LINES_MAX, Commit, Store, StoredChat, Version, forget_seated};

use crate::backend::Backend;
use crate::forgetting::{finished, keep};
use crate::sample::{NOON, commit, id, player, table, taken};

fn line(name: &str, text: &str, second: i64) -> StoredChat {
    let at = Timestamp(NOON.0 + second * 1000);
    StoredChat { player: player(&name.to_lowercase()), name: name.to_owned(), text: text.to_owned(), at }
}

async fn texts(store: &dyn Store, number: u32) -> Vec<String> {
    store.chat(&id(number)).await.unwrap().into_iter().map(|line| line.text).collect()
}

pub(crate) async fn chat_is_read_in_order_and_after_closing(place: &dyn Backend) {
    let store = place.open().await;
    store.create(table(1)).await.unwrap();
    store.create(table(2)).await.unwrap();
    // The same moment twice, and a message at another table between them.
    let lines = [line("Ann", "hello", 1), line("Bob", "<b>&\u{1f600}", 1), line("Ann", "hello", 2)];
    for (place, line) in lines.iter().enumerate() {
        store.put_chat(&id(1), line).await.unwrap();
        store.put_chat(&id(2), &self::line("Cat", &place.to_string(), 3)).await.unwrap();
    }
    assert_eq!(store.chat(&id(1)).await.unwrap(), lines);
    assert_eq!(texts(&*store, 2).await, ["0", "1", "2"]);
    assert_eq!(store.chat(&id(3)).await.unwrap(), []);
    store.put_chat(&id(3), &lines[0]).await.unwrap();
    assert_eq!(store.chat(&id(3)).await.unwrap(), [], "there is no such table");
    store.close().await;
    assert_eq!(place.open().await.chat(&id(1)).await.unwrap(), lines);
}

pub(crate) async fn the_newest_messages_are_kept(place: &dyn Backend) {
    let store = place.open().await;
    store.create(table(1)).await.unwrap();
    store.create(table(2)).await.unwrap();
    store.put_chat(&id(2), &line("Bob", "quiet here", 0)).await.unwrap();
    for number in 0..CHAT_LINES_MAX + 3 {
        store.put_chat(&id(1), &line("Ann", &number.to_string(), number as i64)).await.unwrap();
    }
    let expected: Vec<String> = (3..CHAT_LINES_MAX + 3).map(|number| number.to_string()).collect();
    assert_eq!(texts(&*store, 1).await, expected);
    assert_eq!(texts(&*store, 2).await, ["quiet here"]);
}

pub(crate) async fn chat_goes_with_its_table(place: &dyn Backend) {
    let store = place.open().await;
    store.create(table(1)).await.unwrap();
    store.put_chat(&id(1), &line("Ann", "bye", 1)).await.unwrap();
    store.append(Commit { status: Progress::Closed, ..commit(1, Version(1)) }).await.unwrap();
    assert_eq!(texts(&*store, 1).await, ["bye"]);
    assert_eq!(store.remove_tables(&[(id(1), Version(2))]).await.unwrap(), 1);
    assert_eq!(store.chat(&id(1)).await.unwrap(), []);
}

pub(crate) async fn chat_of_a_forgotten_player_is_removed(place: &dyn Backend) {
    let store = place.open().await;
    let game = finished(["Ann", "Bob", "Cat"], None);
    keep(&*store, 1, &game.log, vec![taken(0, "ann"), taken(1, "bob")]).await;
    for line in [line("Ann", "mine", 1), line("Bob", "yours", 2), line("Ann", "mine again", 3)] {
        store.put_chat(&id(1), &line).await.unwrap();
    }
    // Before Ann left the lobby once, she had another id.
    let earlier = StoredChat { player: player("earlier"), ..line("Ann", "first", 0) };
    store.put_chat(&id(1), &earlier).await.unwrap();
    forget_seated(&*store, &player("ann")).await.unwrap();
    assert_eq!(texts(&*store, 1).await, ["yours"]);
}
