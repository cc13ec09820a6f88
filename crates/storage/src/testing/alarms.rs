//! Alarms for tests: without keys and limits.

use tokibako_domain::{
    alarm::{Alarm, NewAlarm},
    browser_id::BrowserId,
};

use crate::{Error, Storage, owned};

/// Stores a new alarm without a key and without a limit.
pub async fn insert(storage: &Storage, alarm: NewAlarm) -> Result<Alarm, Error> {
    owned::insert(storage, alarm, None, None).await
}

/// The alarms of `browser` without their keys.
pub async fn list(storage: &Storage, browser: BrowserId) -> Result<Vec<Alarm>, Error> {
    Ok(owned::list(storage, browser).await?.into_iter().map(|keyed| keyed.row).collect())
}
