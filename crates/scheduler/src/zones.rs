//! Time zone releases: each process records the release it uses, and a new release has the armed alarms recomputed.

use std::time::Duration;

use prometheus_client::{metrics::gauge::Gauge, registry::Registry};
use tokibako_domain::{alarm::Alarm, zone::ZoneDatabase};
use tokibako_storage::{
    Error, Storage,
    clock::Clock,
    upkeep::zones::{self, Releases},
};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::periodic::{Progress, ZONES};

/// How many alarms one statement recomputes.
const BATCH: u16 = 500;

/// How long to wait for rows that other transactions have locked.
const BUSY: Duration = Duration::from_millis(25);

/// The metric of releases in use. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct ZoneMetrics {
    releases: Gauge,
}

impl ZoneMetrics {
    pub fn register(&self, registry: &mut Registry) {
        registry.register(
            "zone_releases",
            "Releases of the time zone rules that the processes on this database use; more than 1 is too many",
            self.releases.clone(),
        );
    }
}

/// Records this process's release every ten minutes until `stop` is cancelled, and warns if other processes use a
/// different release. If `rearms` is true, it recomputes the armed alarms after a change of the release.
pub async fn run(storage: Storage, clock: Clock, rearms: bool, metrics: ZoneMetrics, stop: CancellationToken) {
    let Some(release) = ZoneDatabase::release_in_use() else {
        tracing::warn!("the release of the time zones is unknown: armed alarms are not recomputed after a change");
        // The server stops if a task ends early, so this task waits.
        stop.cancelled().await;
        return;
    };
    let mut others = Vec::new();
    let mut times = ZONES.until(&stop);
    while times.next().await {
        let compared = round(&storage, &clock, release, rearms).await;
        times.record(compared.map(|releases| {
            metrics.releases.set(i64::try_from(releases.others.len()).unwrap_or(i64::MAX).saturating_add(1));
            if releases.others != others {
                others = releases.others;
                log_releases(release, &others);
            }
            Progress::Complete
        }));
    }
}

fn log_releases(release: &str, others: &[String]) {
    if others.is_empty() {
        tracing::info!(release, "all processes use one release of the time zones");
    } else {
        let others = others.join(", ");
        tracing::warn!(release, others, "processes use different releases of the time zones: update the older ones");
    }
}

async fn round(storage: &Storage, clock: &Clock, release: &'static str, rearms: bool) -> Result<Releases, Error> {
    let releases = zones::record(storage, release.to_owned()).await?;
    if rearms && releases.is_new {
        clock.measure(storage).await?;
        let moved = rearm_all(storage, clock).await?;
        zones::record_rearmed(storage, release.to_owned(), releases.asked_at).await?;
        tracing::info!(release, moved, "recomputed the armed alarms with this release of the time zones");
    }
    Ok(releases)
}

/// Recomputes all armed alarms with the rules in use, in batches; returns how many now ring at another instant.
pub async fn rearm_all(storage: &Storage, clock: &Clock) -> Result<usize, Error> {
    let (mut after, mut moved) = (0, 0);
    loop {
        let clock = clock.clone();
        let rearm = move |alarm: Alarm| alarm.rearmed(clock.precise_now());
        let rearmed = zones::rearm(storage, after, BATCH, rearm).await?;
        moved += rearmed.moved;
        if rearmed.busy > 0 {
            sleep(BUSY).await;
            continue;
        }
        let Some(last) = rearmed.last else { return Ok(moved) };
        after = last;
    }
}
