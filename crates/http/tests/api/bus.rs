//! Rings and hints by the bus: from another process, from a publisher that loses, swaps and repeats messages, and over
//! a bus that goes down and comes back. The feed does not read the log at intervals here.

use std::{sync::Arc, time::Duration};

use serde_json::json;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tokibako_bus::{Addresses, Bus, testing::NatsServer};
use tokibako_domain::{
    answer::Answer,
    firing::{Kind, RingId},
};
use tokibako_feed::{BatchId, Feed, FeedMetrics, message};
use tokibako_storage::{
    Storage,
    connections::diagnosis,
    log::{self, CommittedBatch, LogPosition},
    rings::{self, AnswerRequest},
    testing::{machine::right_clock, until},
};
use tokio::{
    sync::mpsc,
    time::{interval, timeout},
};
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::{
    feed::{ENDLESS, open, ring},
    reader::Reader,
    server::{TestServer, Visitor},
};

/// The fault of the publisher.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    LosesEveryThird,
    SwapsNeighbours,
    SendsTwice,
    /// The process ends after this many batches, between the commit of a batch and its message. Heartbeats are still sent.
    DiesAfter(usize),
}

async fn bus(nats: &NatsServer, storage: &Storage) -> Bus {
    let site = diagnosis::database_name(storage).await.unwrap();
    let bus = Bus::connect(&Addresses::parse(&nats.url()).unwrap(), None, &site).await.unwrap();
    until("the bus is there", async || bus.is_connected()).await;
    bus
}

fn batch_id(end: LogPosition) -> BatchId {
    BatchId { offset: end.offset(), fired_at: end.fired_at }
}

fn written(batch: &CommittedBatch) -> actix_web::web::Bytes {
    message::encode_batch(batch_id(batch.previous), batch_id(batch.end), &batch.rings)
}

/// Publishes the batches that `storage` commits, with a fault.
async fn publish(mut committed: mpsc::Receiver<Arc<CommittedBatch>>, bus: Bus, fault: Fault) {
    let (mut number, mut held) = (0, None);
    while let Some(batch) = committed.recv().await {
        number += 1;
        let message = written(&batch);
        match fault {
            Fault::LosesEveryThird if number % 3 == 0 => {}
            Fault::DiesAfter(last) if number > last => return,
            Fault::SwapsNeighbours => match held.take() {
                None => held = Some(message),
                Some(earlier) => {
                    bus.publish_ring(message).await;
                    bus.publish_ring(earlier).await;
                }
            },
            Fault::SendsTwice => {
                bus.publish_ring(message.clone()).await;
                bus.publish_ring(message).await;
            }
            _ => drop(bus.publish_ring(message).await),
        }
    }
}

/// Publishes heartbeats, ten times as often as a scheduler.
async fn heartbeat(storage: Storage, bus: Bus) {
    let mut heartbeats = interval(Duration::from_millis(100));
    loop {
        heartbeats.tick().await;
        if let Ok(end) = log::end_for_heartbeats(&storage).await {
            bus.publish_ring(message::encode_heartbeat(batch_id(end))).await;
        }
    }
}

/// A process that rings, and another that serves streams and receives rings by the bus.
struct Two {
    server: TestServer,
    scheduler: Storage,
    metrics: FeedMetrics,
    bus: Bus,
    _run: DropGuard,
}

impl Two {
    async fn start(nats: &NatsServer, fault: Fault) -> Self {
        let server = TestServer::start().await;
        server.storage.listen().unwrap();
        let (scheduler, metrics) = (server.database.storage(), FeedMetrics::default());
        let there = bus(nats, &scheduler).await;
        actix_web::rt::spawn(publish(scheduler.committed_for_bus(), there.clone(), fault));
        actix_web::rt::spawn(heartbeat(scheduler.clone(), there));
        let here = bus(nats, &server.storage).await;
        let feed = Feed::at_end(server.storage.clone(), right_clock(), server.hub.clone()).await.unwrap();
        let rings = here.rings().await.unwrap();
        let feed = feed.with_bus(Some((here.clone(), rings))).with_metrics(metrics.clone());
        let stop = CancellationToken::new();
        actix_web::rt::spawn(feed.run_reading_every(ENDLESS, stop.clone()));
        let two = Self { server, scheduler, metrics, bus: here, _run: stop.drop_guard() };
        two.bus_is_up().await;
        two
    }

    async fn bus_is_up(&self) {
        until("rings come by the bus", async || self.metrics.is_bus_up()).await;
        until("the log was read", async || self.metrics.log_reads() > 0).await;
    }
}

/// Rings this many times, and checks that each ring is delivered once and in order.
async fn ring_and_hear(
    two: &Two,
    visitor: &Visitor<'_>,
    stream: &mut Reader,
    labels: impl Iterator<Item = String> + Clone,
) {
    for label in labels.clone() {
        ring(visitor, &two.scheduler, &label).await;
    }
    for label in labels {
        assert_eq!(stream.ring().await.1, label);
    }
}

fn labels(round: &str, count: usize) -> impl Iterator<Item = String> + Clone {
    (0..count).map(move |number| format!("{round} {number}"))
}

#[actix_web::test]
async fn rings_come_by_the_bus_without_reading_the_log() {
    let Some(nats) = NatsServer::start() else { return };
    let two = Two::start(&nats, Fault::None).await;
    let (visitor, other) = (two.server.visitor(), two.server.visitor());
    let mut stream = open(&visitor).await;
    ring_and_hear(&two, &visitor, &mut stream, labels("first", 1)).await;
    let reads = two.metrics.log_reads();
    ring(&other, &two.scheduler, "nobody listens").await;
    ring_and_hear(&two, &visitor, &mut stream, labels("by bus", 20)).await;
    assert_eq!((two.metrics.log_reads(), two.metrics.gaps()), (reads, 0));

    // A stream that reconnects finds the same rings in the log.
    ring(&visitor, &two.scheduler, "once more").await;
    let (id, by_bus) = stream.message().await;
    let path = format!("/api/timers/notifications?browserId={}&lastEventId=0", visitor.id);
    let mut back = Reader::open(two.server.request("GET", &path)).await;
    back.ready().await;
    let mut replayed = back.message().await;
    while replayed.0 != id {
        replayed = back.message().await;
    }
    assert_eq!(replayed.1, by_bus);
}

#[actix_web::test]
async fn a_ring_that_an_answer_logs_is_read_from_the_log() {
    let Some(nats) = NatsServer::start() else { return };
    let two = Two::start(&nats, Fault::None).await;
    let visitor = two.server.visitor();
    let mut stream = open(&visitor).await;
    let timer = visitor.make("/api/timers", &json!({"seconds": 1, "enabled": 1, "label": "settled"})).await;
    two.server.pass(time::Duration::SECOND);
    // Another process is asked: this one learns of the ring by its notification.
    let ring = RingId {
        kind: Kind::Timer,
        row: timer["id"].as_i64().unwrap(),
        scheduled_for: OffsetDateTime::parse(timer["endsAt"].as_str().unwrap(), &Rfc3339).unwrap(),
    };
    let given = AnswerRequest { ring, answer: Answer::Stop, at: None };
    let owner = visitor.id.parse().unwrap();
    rings::answer(&two.scheduler, owner, given, None, two.server.now()).await.unwrap();
    let (_, message) = stream.message().await;
    assert_eq!((&message["timer"]["label"], &message["answered"]["answer"]), (&json!("settled"), &json!("stop")));
}

async fn each_is_heard_once_and_in_order(fault: Fault) -> Option<u64> {
    let nats = NatsServer::start()?;
    let two = Two::start(&nats, fault).await;
    let visitor = two.server.visitor();
    let mut stream = open(&visitor).await;
    ring_and_hear(&two, &visitor, &mut stream, labels("with a fault", 24)).await;
    // No ring is repeated: the next event is the next ring.
    ring_and_hear(&two, &visitor, &mut stream, labels("last", 2)).await;
    Some(two.metrics.gaps())
}

#[actix_web::test]
async fn a_lost_batch_is_read_from_the_log() {
    let gaps = each_is_heard_once_and_in_order(Fault::LosesEveryThird).await;
    assert!(gaps.is_none_or(|gaps| gaps > 0));
}

#[actix_web::test]
async fn swapped_batches_are_delivered_in_order() {
    each_is_heard_once_and_in_order(Fault::SwapsNeighbours).await;
}

#[actix_web::test]
async fn a_batch_that_is_sent_twice_is_delivered_once() {
    let gaps = each_is_heard_once_and_in_order(Fault::SendsTwice).await;
    assert!(gaps.is_none_or(|gaps| gaps == 0));
}

#[actix_web::test]
async fn a_batch_whose_publisher_died_is_read_from_the_log() {
    let gaps = each_is_heard_once_and_in_order(Fault::DiesAfter(5)).await;
    assert!(gaps.is_none_or(|gaps| gaps > 0));
}

#[actix_web::test]
async fn the_log_is_read_only_while_the_bus_is_down() {
    let Some(nats) = NatsServer::start() else { return };
    let two = Two::start(&nats, Fault::None).await;
    let visitor = two.server.visitor();
    let mut stream = open(&visitor).await;
    ring_and_hear(&two, &visitor, &mut stream, labels("before", 5)).await;
    let (port, mut before) = (nats.port(), two.metrics.log_reads());
    drop(nats);
    ring_and_hear(&two, &visitor, &mut stream, labels("away", 10)).await;
    assert!(two.metrics.log_reads() > before && !two.bus.is_healthy());
    let nats = NatsServer::at(port, &[]);
    two.bus_is_up().await;
    ring_and_hear(&two, &visitor, &mut stream, labels("back", 1)).await;
    before = two.metrics.log_reads();
    ring_and_hear(&two, &visitor, &mut stream, labels("by bus", 10)).await;
    assert_eq!(two.metrics.log_reads(), before);

    // A frozen bus sends no heartbeats, so the log is read after two seconds.
    nats.freeze();
    ring_and_hear(&two, &visitor, &mut stream, labels("frozen", 5)).await;
    nats.thaw();
    two.bus_is_up().await;
    ring_and_hear(&two, &visitor, &mut stream, labels("thawed", 5)).await;
}

#[actix_web::test]
async fn hints_go_by_the_bus_while_it_is_healthy() {
    let Some(nats) = NatsServer::start() else { return };
    // Neither process listens to the database.
    let (here, there) = {
        let here = TestServer::start().await;
        let there = TestServer::beside(&here).await;
        (here, there)
    };
    let stop = CancellationToken::new();
    for server in [&here, &there] {
        let bus = bus(&nats, &server.storage).await;
        bus.set_has_heartbeats(true);
        let hints = bus.hints().await.unwrap();
        let run = server.components.hints().run(server.storage.clone(), Some((bus, hints)), stop.clone());
        actix_web::rt::spawn(run);
    }
    let visitor = here.visitor();
    let events = here.request("GET", "/api/events").header("X-Browser-Id", visitor.id.as_str());
    let mut stream = Reader::open(events).await;
    stream.ready().await;
    let there = Visitor { server: &there, id: visitor.id.clone() };
    let changed = ("changed".to_owned(), json!({"list": "timers"}));
    // The server registers a subscription with a delay, and sends nothing of what was published before.
    loop {
        there.make("/api/timers", &json!({"seconds": 9})).await;
        if let Ok(heard) = timeout(Duration::from_millis(50), stream.news()).await {
            assert_eq!(heard, changed);
            break;
        }
    }
    assert_eq!(there.call("DELETE", "/api/browser").await.status, 204);
    loop {
        match stream.news().await {
            heard if heard == changed => {}
            heard => {
                assert_eq!(heard, ("identity".to_owned(), json!({})));
                break;
            }
        }
    }
    assert!(stream.has_ended().await);
    stop.cancel();
}
