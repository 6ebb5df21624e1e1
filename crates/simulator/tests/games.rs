//! Games under faults keep every promise, and a seed determines the whole game.

use simulator::simulate;

#[test]
fn two_hundred_games_under_faults_keep_every_promise() {
    let mut commits = 0;
    for seed in 0..200 {
        let report = simulate(seed, None);
        if let Some(failure) = report.failure {
            let steps = failure.steps.join("\n");
            panic!("{steps}\nseed {seed}: it is broken that {}\n{}", failure.invariant, failure.what);
        }
        commits += report.tally["commit"];
    }
    assert!(commits > 5_000, "only {commits} commits: hardly anything was played");
}

#[test]
fn the_same_seed_is_the_same_game_to_the_byte() {
    let seeds = 1_000..1_020;
    let once: Vec<_> = seeds.clone().map(|seed| simulate(seed, None)).collect();
    let again = std::thread::spawn(|| seeds.map(|seed| simulate(seed, None)).collect::<Vec<_>>());
    for (one, other) in once.iter().zip(again.join().unwrap()) {
        let (seed, steps, digest) = (one.seed, one.steps, one.digest);
        assert_eq!((steps, digest), (other.steps, other.digest), "seed {seed} went another way");
    }
}
