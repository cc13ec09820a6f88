//! Timers for tests: without keys and limits.

use tokibako_domain::{
    browser_id::BrowserId,
    timer::{NewTimer, Timer},
};

use crate::{Error, Storage, owned};

/// Stores a new timer without a key and without a limit.
pub async fn insert(storage: &Storage, timer: NewTimer) -> Result<Timer, Error> {
    owned::insert(storage, timer, None, None).await
}

/// The timers of `browser` without their keys.
pub async fn list(storage: &Storage, browser: BrowserId) -> Result<Vec<Timer>, Error> {
    Ok(owned::list(storage, browser).await?.into_iter().map(|keyed| keyed.row).collect())
}
