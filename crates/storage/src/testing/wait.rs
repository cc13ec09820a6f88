//! Waiting for a condition, with a deadline.

use std::{
    thread,
    time::{Duration, Instant},
};

use tokio::task::spawn_blocking;

/// How long anything that a test waits for may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long others work between two looks, so that the wait takes no processor time from them.
const PAUSE: Duration = Duration::from_millis(1);

/// Lets others work until `is_so`; fails where that takes too long.
///
/// By the machine's clock: the paused clock of a test stands still meanwhile, as it does during any blocking work.
pub async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let give_up = Instant::now() + PATIENCE;
    while !is_so().await {
        assert!(Instant::now() < give_up, "it never came to pass: {what}");
        spawn_blocking(|| thread::sleep(PAUSE)).await.expect("a thread can sleep");
    }
}
