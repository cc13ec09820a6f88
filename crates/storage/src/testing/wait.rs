//! Waiting for a condition, with a deadline.

use std::time::{Duration, Instant};

use tokio::task::yield_now;

/// How long anything that a test waits for may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Yields to other tasks until `is_so`; panics at the deadline.
///
/// The deadline is by the machine's clock: a paused clock of tokio does not advance while a task yields.
pub async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let give_up = Instant::now() + PATIENCE;
    while !is_so().await {
        assert!(Instant::now() < give_up, "it never came to pass: {what}");
        yield_now().await;
    }
}
