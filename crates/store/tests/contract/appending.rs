use std::collections::BTreeSet;

use rules::Progress;
use store::{AppendError, Commit, SeatChange, Version};
use tokio::task::JoinSet;

use crate::backend::Backend;
use crate::sample::{NOON, code, command, commit, id, player, seat, table, taken};

pub(crate) async fn a_commit_on_another_version_is_a_conflict(place: &dyn Backend) {
    let store = place.open().await;
    store.create(table(1)).await.unwrap();
    store.append(commit(1, Version(1))).await.unwrap();
    for expected in [0, 1, 3, u64::MAX] {
        match store.append(commit(1, Version(expected))).await {
            Err(AppendError::Conflict { actual }) => assert_eq!(actual, Version(2)),
            other => panic!("{other:?}"),
        }
    }
    assert!(matches!(store.append(commit(2, Version(1))).await, Err(AppendError::NoSuchTable)));
}

pub(crate) async fn of_many_commits_on_one_version_one_wins(place: &dyn Backend) {
    const TASKS: u64 = 64;
    let store = place.open().await;
    store.create(table(1)).await.unwrap();
    let mut tasks = JoinSet::new();
    for _ in 0..TASKS {
        let store = store.clone();
        tasks.spawn(async move {
            let mut expected = Version(1);
            loop {
                match store.append(commit(1, expected)).await {
                    Ok(version) => return version,
                    Err(AppendError::Conflict { actual }) => {
                        assert!(actual > expected, "told {actual:?}, expected {expected:?}");
                        expected = actual;
                    }
                    Err(error) => panic!("{error}"),
                }
            }
        });
    }
    let won: BTreeSet<u64> = tasks.join_all().await.into_iter().map(|version| version.0).collect();
    assert_eq!(won, (2..=TASKS + 1).collect());
    let stored = store.load(&id(1)).await.unwrap().unwrap();
    assert_eq!((stored.version, stored.batches.len() as u64), (Version(TASKS + 1), TASKS + 1));
}

pub(crate) async fn many_tables_are_written_at_once(place: &dyn Backend) {
    let store = place.open().await;
    let mut tasks = JoinSet::new();
    for number in 0..50 {
        let store = store.clone();
        tasks.spawn(async move {
            store.create(table(number)).await.unwrap();
            for version in 1..=10 {
                assert_eq!(
                    store.append(commit(number, Version(version))).await.unwrap(),
                    Version(version + 1)
                );
            }
        });
    }
    tasks.join_all().await;
    for number in 0..50 {
        assert_eq!(store.load(&id(number)).await.unwrap().unwrap().batches.len(), 11);
    }
}

pub(crate) async fn a_command_is_carried_out_once(place: &dyn Backend) {
    let store = place.open().await;
    store.create(table(1)).await.unwrap();
    store.create(table(2)).await.unwrap();
    let first = Commit { command: command("ann", "c1", "first"), ..commit(1, Version(1)) };
    assert_eq!(store.append(first).await.unwrap(), Version(2));
    // Reported before the conflict, whatever version is expected.
    for expected in [Version(1), Version(2)] {
        let again = Commit { command: command("ann", "c1", "again"), ..commit(1, expected) };
        match store.append(again).await {
            Err(AppendError::AlreadyDone { version, reply }) => {
                assert_eq!((version, reply.as_str()), (Version(2), "first"));
            }
            other => panic!("{other:?}"),
        }
    }
    let reply = store.reply_to(&id(1), &player("ann"), "c1").await.unwrap();
    assert_eq!(reply, Some((Version(2), "first".to_owned())));
    // The same id from another player, or at another table, is another command.
    let of_bob = Commit { command: command("bob", "c1", "bob's"), ..commit(1, Version(2)) };
    assert_eq!(store.append(of_bob).await.unwrap(), Version(3));
    let elsewhere = Commit { command: command("ann", "c1", "elsewhere"), ..commit(2, Version(1)) };
    assert_eq!(store.append(elsewhere).await.unwrap(), Version(2));
    assert_eq!(store.load(&id(1)).await.unwrap().unwrap().version, Version(3));
}

pub(crate) async fn a_command_sent_twice_at_once_is_carried_out_once(place: &dyn Backend) {
    let store = place.open().await;
    store.create(table(1)).await.unwrap();
    for round in 1..=5 {
        let mut tasks = JoinSet::new();
        for sender in 0..16 {
            let store = store.clone();
            let done = command("ann", &format!("c{round}"), &format!("by {sender}"));
            tasks.spawn(
                async move { store.append(Commit { command: done, ..commit(1, Version(round)) }).await },
            );
        }
        let (mut done, mut again) = (0, 0);
        for answer in tasks.join_all().await {
            match answer {
                Ok(version) => {
                    assert_eq!(version, Version(round + 1));
                    done += 1;
                }
                Err(AppendError::AlreadyDone { version, .. }) => {
                    assert_eq!(version, Version(round + 1));
                    again += 1;
                }
                Err(error) => panic!("{error}"),
            }
        }
        assert_eq!((done, again), (1, 15));
    }
}

pub(crate) async fn a_refused_commit_changes_nothing(place: &dyn Backend) {
    let store = place.open().await;
    store.create(store::NewTable { seats: vec![taken(0, "ann")], ..table(1) }).await.unwrap();
    store.append(Commit { command: command("ann", "c1", "done"), ..commit(1, Version(1)) }).await.unwrap();
    let before = store.load(&id(1)).await.unwrap();
    let sweeping = |expected, command| Commit {
        command,
        seats: vec![SeatChange::Freed { seat: seat(0) }, taken(1, "bob")],
        status: Progress::Closed,
        next_due: Some(NOON),
        ..commit(1, expected)
    };
    assert!(store.append(sweeping(Version(1), None)).await.is_err());
    assert!(store.append(sweeping(Version(1), command("ann", "c2", "no"))).await.is_err());
    assert!(store.append(sweeping(Version(2), command("ann", "c1", "no"))).await.is_err());
    assert_eq!(store.load(&id(1)).await.unwrap(), before);
    assert_eq!(store.find_code(&code(1)).await.unwrap(), Some(id(1)));
    assert_eq!(store.reply_to(&id(1), &player("ann"), "c2").await.unwrap(), None);
}
