use rules::{Progress, Timestamp};
use store::{Commit, CreateError, NewTable, Version};
use tokio::task::JoinSet;

use crate::backend::Backend;
use crate::sample::{NOON, code, commit, id, table};

pub(crate) async fn a_code_finds_one_table(place: &dyn Backend) {
    let store = place.open().await;
    assert_eq!(store.find_code(&code(1)).await.unwrap(), None);
    store.create(table(1)).await.unwrap();
    assert_eq!(store.find_code(&code(1)).await.unwrap(), Some(id(1)));
    match store.create(NewTable { code: code(1), ..table(2) }).await {
        Err(CreateError::CodeTaken(taken)) => assert_eq!(taken, code(1)),
        other => panic!("{other:?}"),
    }
    assert_eq!(store.load(&id(2)).await.unwrap(), None);
    store.create(table(2)).await.unwrap();
}

pub(crate) async fn of_many_tables_with_one_code_one_is_created(place: &dyn Backend) {
    let store = place.open().await;
    let mut tasks = JoinSet::new();
    for number in 0..32 {
        let store = store.clone();
        tasks.spawn(async move { store.create(NewTable { code: code(5), ..table(number) }).await });
    }
    let (mut created, mut refused) = (0, 0);
    for answer in tasks.join_all().await {
        match answer {
            Ok(()) => created += 1,
            Err(CreateError::CodeTaken(_)) => refused += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!((created, refused), (1, 31));
    let found = store.find_code(&code(5)).await.unwrap().unwrap();
    assert!(store.load(&found).await.unwrap().is_some());
}

pub(crate) async fn a_closed_table_frees_its_code_at_once(place: &dyn Backend) {
    let store = place.open().await;
    store.create(table(1)).await.unwrap();
    store.append(Commit { status: Progress::Closed, ..commit(1, Version(1)) }).await.unwrap();
    assert_eq!(store.find_code(&code(1)).await.unwrap(), None);
    assert_eq!(store.load(&id(1)).await.unwrap().unwrap().code, None);
    store.create(NewTable { code: code(1), ..table(2) }).await.unwrap();
    assert_eq!(store.find_code(&code(1)).await.unwrap(), Some(id(2)));
}

pub(crate) async fn an_ended_table_keeps_its_code_until_it_is_released(place: &dyn Backend) {
    let store = place.open().await;
    let later = |minutes: i64| Timestamp(NOON.0 + minutes * 60_000);
    let ended = |number, version, at| Commit { status: Progress::Ended, at, ..commit(number, version) };
    for number in 1..=3 {
        store.create(table(number)).await.unwrap();
    }
    store.append(ended(1, Version(1), later(1))).await.unwrap();
    store.append(ended(2, Version(1), later(9))).await.unwrap();
    // Later commits, such as a rematch, do not change the time of the end.
    store.append(ended(1, Version(2), later(8))).await.unwrap();
    assert_eq!(store.find_code(&code(1)).await.unwrap(), Some(id(1)));
    assert_eq!(store.release_codes(later(1)).await.unwrap(), 0);
    assert_eq!(store.release_codes(later(5)).await.unwrap(), 1);
    assert_eq!(store.release_codes(later(5)).await.unwrap(), 0);
    assert_eq!(store.find_code(&code(1)).await.unwrap(), None);
    assert_eq!(store.find_code(&code(2)).await.unwrap(), Some(id(2)));
    assert_eq!(store.find_code(&code(3)).await.unwrap(), Some(id(3)));
    store.create(NewTable { code: code(1), ..table(4) }).await.unwrap();
}
