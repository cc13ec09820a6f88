//! Metrics of the connection pool.

use prometheus_client::{encoding::text, registry::Registry};
use tokibako_storage::testing::TestDatabase;

/// The value of a metric.
fn number(registry: &Registry, name: &str) -> f64 {
    let mut told = String::new();
    text::encode(&mut told, registry).unwrap();
    told.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok()).unwrap()
}

#[tokio::test]
async fn connections_and_waits_are_counted() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let mut registry = Registry::default();
    storage.register_metrics(&mut registry);
    storage.ping().await.unwrap();
    // One wait for the turn, and one for the connection.
    assert!(number(&registry, "database_pool_wait_seconds_count") >= 2.0);
    assert!(number(&registry, "database_pool_waiting").abs() < f64::EPSILON);
}
