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
    // In this order, because the pool may open connections meanwhile.
    let connections = ["database_pool_idle", "database_pool_connections", "database_pool_limit"];
    storage.ping().await.unwrap();
    let [idle, open, limit] = connections.map(|name| number(&registry, name));
    assert!(1.0 <= open && idle <= open && open <= limit, "{open} {idle} {limit}");
    // One wait for the turn, and one for the connection.
    assert!(number(&registry, "database_pool_wait_seconds_count") >= 2.0);
    assert!(number(&registry, "database_pool_waiting").abs() < f64::EPSILON);
}
