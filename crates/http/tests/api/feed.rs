//! The feed in a running server. It is woken by batches of this process and of others; without a wake-up it does not
//! read the log.

use serde_json::json;
use time::Duration;
use tokibako_domain::timer::Timer;
use tokibako_feed::{Feed, FeedMetrics};
use tokibako_storage::{
    Storage,
    due::{self, Batch, Decision},
    testing::{machine::right_clock, until},
};
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::{
    reader::Reader,
    server::{TestServer, Visitor},
};

/// Longer than any test.
pub(crate) const ENDLESS: std::time::Duration = std::time::Duration::from_hours(24);

/// Feeds the streams of a server from the log that `storage` reads, until the guard is dropped.
async fn feed(server: &TestServer, storage: &Storage) -> DropGuard {
    counted_feed(server, storage, &FeedMetrics::default()).await
}

async fn counted_feed(server: &TestServer, storage: &Storage, metrics: &FeedMetrics) -> DropGuard {
    let feed =
        Feed::at_end(storage.clone(), right_clock(), server.hub.clone()).await.unwrap().with_metrics(metrics.clone());
    let stop = CancellationToken::new();
    actix_web::rt::spawn(feed.run_reading_every(ENDLESS, stop.clone()));
    stop.drop_guard()
}

pub(crate) async fn open(visitor: &Visitor<'_>) -> Reader {
    let path = format!("/api/timers/notifications?browserId={}", visitor.id);
    let mut stream = Reader::open(visitor.server.request("GET", &path)).await;
    stream.ready().await;
    stream
}

/// Creates a timer of one second, lets it run out and rings it by `storage`.
pub(crate) async fn ring(visitor: &Visitor<'_>, storage: &Storage, label: &str) {
    visitor.make("/api/timers", &json!({"seconds": 1, "enabled": 1, "label": label})).await;
    visitor.server.pass(Duration::SECOND);
    let decide = |timer: Timer| Decision { after: timer.completed(), rings: true };
    assert_eq!(due::claim(storage, visitor.server.now(), Batch::oldest(10), decide).await.unwrap().rings, 1);
}

#[actix_web::test]
async fn rings_reach_the_streams_of_their_browser_in_order() {
    let server = TestServer::start().await;
    let storage = server.database.storage();
    let (one, other) = (server.visitor(), server.visitor());
    ring(&one, &storage, "before the feed").await;
    let _feed = feed(&server, &storage).await;
    let (mut ones, mut others) = (open(&one).await, open(&other).await);
    for (visitor, label) in [(&one, "first"), (&other, "not mine"), (&one, "second")] {
        ring(visitor, &storage, label).await;
    }
    assert_eq!([ones.ring().await.1, ones.ring().await.1], ["first", "second"]);
    assert_eq!(others.ring().await.1, "not mine");
}

#[actix_web::test]
async fn rings_of_another_process_wake_the_feed_of_this_process() {
    let server = TestServer::start().await;
    let (site, scheduler) = (server.database.storage(), server.database.storage());
    site.listen().unwrap();
    let _feed = feed(&server, &site).await;
    let visitor = server.visitor();
    let mut stream = open(&visitor).await;
    for label in ["first", "second", "third"] {
        ring(&visitor, &scheduler, label).await;
        assert_eq!(stream.ring().await.1, label);
    }
}

#[actix_web::test]
async fn a_feed_does_not_read_the_batches_of_its_own_process_from_the_log() {
    let server = TestServer::start().await;
    let (storage, metrics) = (server.database.storage(), FeedMetrics::default());
    let _feed = counted_feed(&server, &storage, &metrics).await;
    until("the log was read", async || metrics.log_reads() > 0).await;
    let (visitor, other) = (server.visitor(), server.visitor());
    let mut stream = open(&visitor).await;
    let reads = metrics.log_reads();
    ring(&other, &storage, "nobody listens").await;
    for label in ["first", "second"] {
        ring(&visitor, &storage, label).await;
    }
    let heard = [stream.message().await, stream.message().await];
    assert_eq!(metrics.log_reads(), reads);

    // A stream that reconnects finds the same in the log.
    let path = format!("/api/timers/notifications?browserId={}&lastEventId=0", visitor.id);
    let mut back = Reader::open(server.request("GET", &path)).await;
    back.ready().await;
    assert_eq!([back.message().await, back.message().await], heard);
}

#[actix_web::test]
async fn alternating_rings_of_two_processes_are_delivered_once_and_in_order() {
    let server = TestServer::start().await;
    let (site, scheduler) = (server.database.storage(), server.database.storage());
    site.listen().unwrap();
    let _feed = feed(&server, &site).await;
    let visitor = server.visitor();
    let mut stream = open(&visitor).await;
    for number in 0..24 {
        let who = if number % 3 == 0 { &scheduler } else { &site };
        ring(&visitor, who, &number.to_string()).await;
    }
    for number in 0..24 {
        assert_eq!(stream.ring().await.1, number.to_string());
    }
}

#[actix_web::test]
async fn a_batch_without_notification_is_delivered_before_later_batches() {
    let server = TestServer::start().await;
    let (site, scheduler) = (server.database.storage(), server.database.storage());
    let _feed = feed(&server, &site).await;
    let visitor = server.visitor();
    let mut stream = open(&visitor).await;
    for (who, label) in [(&site, "first"), (&scheduler, "second"), (&site, "third")] {
        ring(&visitor, who, label).await;
    }
    for label in ["first", "second", "third"] {
        assert_eq!(stream.ring().await.1, label);
    }
}

#[actix_web::test]
async fn a_feed_continues_after_its_connection_was_lost() {
    let server = TestServer::start().await;
    let storage = server.database.storage();
    let _feed = feed(&server, &storage).await;
    let visitor = server.visitor();
    let mut stream = open(&visitor).await;
    ring(&visitor, &storage, "first").await;
    assert_eq!(stream.ring().await.1, "first");
    server.database.admit_connections(false);
    until("the database is away", async || storage.ping().await.is_err()).await;
    server.database.admit_connections(true);
    until("the database is back", async || storage.ping().await.is_ok()).await;
    until("the server's pool is too", async || visitor.get("/api/timers").await.status == 200).await;
    ring(&visitor, &storage, "second").await;
    assert_eq!(stream.ring().await.1, "second");
}
