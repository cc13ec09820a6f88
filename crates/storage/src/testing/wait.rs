//! Waiting for what must come to pass, and no longer than that may take.

use std::time::{Duration, Instant};

use tokio::task::yield_now;

/// How long anything that a test waits for may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Lets others work until `is_so`; fails where that takes too long.
///
/// By the machine's clock: the paused one of a test stands still while somebody asks again and again.
pub async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let give_up = Instant::now() + PATIENCE;
    while !is_so().await {
        assert!(Instant::now() < give_up, "it never came to pass: {what}");
        yield_now().await;
    }
}
