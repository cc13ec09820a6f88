//! The rules of the time zones: each process says by which release it goes, and a new one arms the alarms anew.

use std::time::Duration;

use prometheus_client::{metrics::gauge::Gauge, registry::Registry};
use tokibako_domain::{alarm::Alarm, zone_database::ZoneDatabase};
use tokibako_storage::{
    Error, Storage, clocks,
    zones::{self, Releases},
};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::Clock;

/// How often a process says by which release it goes.
const INTERVAL: Duration = Duration::from_mins(10);

/// How long to wait before the next attempt after one that failed.
const RETRY: Duration = Duration::from_secs(30);

/// How many alarms are armed anew in one statement.
const BATCH: u16 = 500;

/// How long to wait for rows that somebody else is changing.
const BUSY: Duration = Duration::from_millis(25);

/// What is counted of the releases. Clones count the same.
#[derive(Debug, Clone, Default)]
pub struct Metrics {
    releases: Gauge,
}

impl Metrics {
    /// Registers what is counted.
    pub fn register(&self, registry: &mut Registry) {
        registry.register(
            "zone_releases",
            "Releases of the time zone database by which the processes on this database go; more than 1 is too many",
            self.releases.clone(),
        );
    }
}

/// Says now and then by which release this process goes, until `stop` is called, and says so where others go by another.
/// Where it `rearms`, it arms the alarms anew once the release has changed.
pub async fn run(storage: Storage, clock: Clock, rearms: bool, metrics: Metrics, stop: CancellationToken) {
    let Some(release) = ZoneDatabase::release_in_use() else {
        tracing::warn!("nobody knows of which release the time zones are: armed alarms stay as they are");
        return;
    };
    let mut others = Vec::new();
    while !stop.is_cancelled() {
        let pause = match round(&storage, clock, release, rearms).await {
            Ok(releases) => {
                metrics.releases.set(i64::try_from(releases.others.len()).unwrap_or(i64::MAX).saturating_add(1));
                if releases.others != others {
                    others = releases.others;
                    tell(release, &others);
                }
                INTERVAL
            }
            Err(error) => {
                tracing::warn!(%error, "cannot compare the releases of the time zones; trying again later");
                RETRY
            }
        };
        tokio::select! {
            () = stop.cancelled() => {}
            () = sleep(pause) => {}
        }
    }
}

fn tell(release: &str, others: &[String]) {
    if others.is_empty() {
        tracing::info!(release, "all processes go by one release of the time zones");
    } else {
        let others = others.join(", ");
        tracing::warn!(release, others, "processes go by different releases of the time zones: update the older ones");
    }
}

async fn round(storage: &Storage, clock: Clock, release: &'static str, rearms: bool) -> Result<Releases, Error> {
    let releases = zones::note(storage, release.to_owned()).await?;
    clocks::compared(storage, clock).await?;
    if rearms && releases.is_new && !storage.clocks().are_apart() {
        let moved = rearm_all(storage, clock).await?;
        zones::note_rearmed(storage, release.to_owned(), releases.asked_at).await?;
        tracing::info!(release, moved, "armed alarms go by the rules of this release");
    }
    Ok(releases)
}

/// Arms all alarms anew by the rules in use, a few at a time; says how many now ring at another instant.
pub async fn rearm_all(storage: &Storage, clock: Clock) -> Result<usize, Error> {
    let (mut after, mut moved) = (0, 0);
    loop {
        let rearmed = zones::rearm(storage, after, BATCH, move |alarm: Alarm| alarm.rearmed(clock())).await?;
        moved += rearmed.moved;
        if rearmed.busy > 0 {
            sleep(BUSY).await;
            continue;
        }
        let Some(last) = rearmed.last else { return Ok(moved) };
        after = last;
    }
}
