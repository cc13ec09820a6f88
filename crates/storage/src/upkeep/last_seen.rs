//! Records which browsers sent requests: in memory at once, in the database every few seconds, each browser once a day.

use std::{collections::HashSet, sync::Arc};

use diesel::{RunQueryDsl as _, sql_query, sql_types};
use parking_lot::Mutex;
use time::{Date, OffsetDateTime};
use tokibako_domain::browser_id::BrowserId;
use uuid::Uuid;

use crate::{Storage, error::Error};

/// How many browsers are remembered per day. Beyond that the set is cleared, and some are written twice.
const REMEMBERED: usize = 1_000_000;

/// How many browsers one statement writes.
const BATCH: usize = 1_000;

/// The browsers that sent a request today. Clones share one list.
#[derive(Clone, Default)]
pub struct LastSeen(Arc<Mutex<Today>>);

#[derive(Default)]
struct Today {
    date: Option<Date>,
    seen: HashSet<BrowserId>,
    unwritten: HashSet<BrowserId>,
}

impl LastSeen {
    /// Records a request of `browser` at `now`, by an insertion into a set.
    pub fn record(&self, browser: BrowserId, now: OffsetDateTime) {
        let mut today = self.0.lock();
        if today.date != Some(now.date()) || today.seen.len() >= REMEMBERED {
            today.date = Some(now.date());
            today.seen.clear();
        }
        if today.seen.insert(browser) && today.unwritten.len() < REMEMBERED {
            today.unwritten.insert(browser);
        }
    }

    /// Writes the browsers that were recorded since the last call, as seen at `now`; returns how many rows were
    /// written. Browsers that own nothing get no row.
    ///
    /// If the database fails, they are kept for the next call.
    pub async fn write(&self, storage: &Storage, now: OffsetDateTime) -> Result<usize, Error> {
        let mut written = 0;
        loop {
            let batch = self.take_batch();
            if batch.is_empty() {
                return Ok(written);
            }
            match upsert(storage, &batch, now).await {
                Ok(owners) => written += owners,
                Err(error) => {
                    let mut today = self.0.lock();
                    today.unwritten.extend(batch);
                    return Err(error);
                }
            }
        }
    }

    /// Sorted by id, so that two processes that write the same browsers do not deadlock.
    fn take_batch(&self) -> Vec<BrowserId> {
        let mut today = self.0.lock();
        let mut batch: Vec<BrowserId> = today.unwritten.iter().copied().take(BATCH).collect();
        for browser in &batch {
            today.unwritten.remove(browser);
        }
        batch.sort_unstable();
        batch
    }
}

async fn upsert(storage: &Storage, browsers: &[BrowserId], now: OffsetDateTime) -> Result<usize, Error> {
    let ids: Vec<Uuid> = browsers.iter().copied().map(BrowserId::as_uuid).collect();
    storage
        .write(move |conn| {
            let recorded = sql_query(
                "INSERT INTO browsers (id, seen_at) \
                 SELECT here.id, $2 FROM unnest($1) AS here (id) \
                 WHERE EXISTS (SELECT FROM alarms WHERE browser_id = here.id) \
                    OR EXISTS (SELECT FROM timers WHERE browser_id = here.id) \
                    OR EXISTS (SELECT FROM accounts WHERE browser_id = here.id) \
                    OR EXISTS (SELECT FROM devices WHERE browser_id = here.id) \
                    OR EXISTS (SELECT FROM city_lists WHERE browser_id = here.id) \
                    OR EXISTS (SELECT FROM days_off WHERE browser_id = here.id) \
                 ORDER BY here.id \
                 ON CONFLICT (id) DO UPDATE SET seen_at = greatest(browsers.seen_at, excluded.seen_at)",
            );
            let recorded = recorded.bind::<sql_types::Array<sql_types::Uuid>, _>(ids);
            Ok(recorded.bind::<sql_types::Timestamptz, _>(now).execute(conn)?)
        })
        .await
}
