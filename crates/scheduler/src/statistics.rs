//! Metrics that come from Postgres's own statistics, read at intervals.

use std::sync::atomic::Ordering;

use prometheus_client::{
    metrics::{counter::Counter, family::Family, gauge::Gauge},
    registry::Registry,
};
use tokibako_storage::{
    Storage,
    upkeep::statistics::{self, Statistics},
};
use tokio_util::sync::CancellationToken;

use crate::periodic::{Progress, STATISTICS};

type MetricLabel = [(&'static str, &'static str); 1];

/// The values that were read last. All processes read the same values. Clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct DatabaseMetrics {
    partitions: Gauge,
    walked: Family<MetricLabel, Counter>,
}

impl DatabaseMetrics {
    pub(crate) fn register(&self, registry: &mut Registry) {
        self.set(&Statistics::default());
        registry.register(
            "log_partitions",
            "Partitions of the log, of six, that hold rings; the oldest is emptied as a whole",
            self.partitions.clone(),
        );
        registry.register(
            "dead_entries_walked",
            "Entries of the index of due instants that led claims to no row; of the whole database",
            self.walked.clone(),
        );
    }

    fn set(&self, Statistics { partitions, walked_alarms, walked_timers }: &Statistics) {
        self.partitions.set(i64::try_from(*partitions).unwrap_or(i64::MAX));
        for (table, walked) in [("alarms", walked_alarms), ("timers", walked_timers)] {
            // The database counts; this process only copies the number.
            self.walked.get_or_create(&[("table", table)]).inner().store(*walked, Ordering::Relaxed);
        }
    }
}

/// Reads at intervals until `stop` is cancelled. While the database fails, the last values stay.
pub(crate) async fn run(storage: Storage, metrics: DatabaseMetrics, stop: CancellationToken) {
    let mut times = STATISTICS.until(&stop);
    while times.next().await {
        times.record(statistics::read(&storage).await.map(|read| {
            metrics.set(&read);
            Progress::Complete
        }));
    }
}

#[cfg(test)]
mod tests {
    use prometheus_client::encoding::text;

    use super::*;

    #[test]
    fn the_values_of_the_database_are_exported() {
        let (mut registry, metrics) = (Registry::default(), DatabaseMetrics::default());
        metrics.register(&mut registry);
        metrics.set(&Statistics { partitions: 4, walked_alarms: 0, walked_timers: 700 });
        let mut told = String::new();
        text::encode(&mut told, &registry).unwrap();
        for line in ["log_partitions 4", "dead_entries_walked_total{table=\"timers\"} 700"] {
            assert!(told.lines().any(|told| told == line), "{line} in\n{told}");
        }
    }
}
