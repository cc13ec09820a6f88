//! Metrics of the pool's connections, counted when they are read.

use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeMetric as _},
    metrics::{MetricType, gauge::ConstGauge},
    registry::Registry,
};

use super::pool::Pool;

/// Registers the metrics of a pool's connections.
pub(crate) fn register(pool: &Pool, registry: &mut Registry) {
    registry.register_collector(Box::new(Connections(pool.clone())));
}

/// The connections of a pool, counted when the registry is read.
#[derive(Debug)]
struct Connections(Pool);

impl Collector for Connections {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let (open, idle) = self.0.connections();
        for (name, help, count) in [
            ("database_pool_connections", "Open connections to the database", open),
            ("database_pool_idle", "Open connections to the database that nobody uses", idle),
            ("database_pool_limit", "Connections to the database that may be open", self.0.limit()),
        ] {
            let encoder = encoder.encode_descriptor(name, help, None, MetricType::Gauge)?;
            ConstGauge::new(i64::from(count)).encode(encoder)?;
        }
        Ok(())
    }
}
