//! Waiting for a condition, with a deadline.

use std::{
    thread,
    time::{Duration, Instant},
};

use tokio::task::spawn_blocking;

/// The timeout of every wait in a test.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The pause between two checks, so that waiting takes no processor time from other tests.
const PAUSE: Duration = Duration::from_millis(1);

/// Waits until `is_so` returns true; fails after a timeout.
///
/// The timeout is in real time, because the paused clock of a test does not advance during blocking work.
pub async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let give_up = Instant::now() + TIMEOUT;
    while !is_so().await {
        assert!(Instant::now() < give_up, "it never came to pass: {what}");
        spawn_blocking(|| thread::sleep(PAUSE)).await.expect("a thread can sleep");
    }
}
