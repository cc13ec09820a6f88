//! Rings and hints that come by the bus: from another process, by a publisher that loses, swaps and doubles what it sends, by
//! a bus that goes away and comes back. The log is not read by itself meanwhile.

use std::{sync::Arc, time::Duration};

use serde_json::json;
use tokibako_bus::{Addresses, Bus, Mark, message, testing::NatsServer};
use tokibako_http::{Feed, FeedMetrics};
use tokibako_storage::{
    Storage, database_name,
    firings::{self, Followed},
    notifications,
    outgoing::Committed,
    testing::until,
};
use tokio::{
    sync::mpsc,
    time::{interval, sleep},
};
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::{
    feed::{ENDLESS, open, ring},
    reader::Reader,
    server::{TestServer, Visitor},
};

/// What the publisher does wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    LosesEveryThird,
    SwapsNeighbours,
    SendsTwice,
    /// It ends after so many batches, between the commit of one and its message; another one still sends beats.
    DiesAfter(usize),
}

async fn bus(nats: &NatsServer, storage: &Storage) -> Bus {
    let site = database_name::of(storage).await.unwrap();
    let bus = Bus::connect(&Addresses::parse(&nats.url()).unwrap(), None, &site).await.unwrap();
    until("the bus is there", async || bus.is_connected()).await;
    bus
}

fn mark(followed: Followed) -> Mark {
    Mark { place: followed.place(), fired_at: followed.fired_at }
}

fn written(batch: &Committed) -> actix_web::web::Bytes {
    message::batch(mark(batch.after), mark(batch.end), &batch.rings)
}

/// Publishes what `storage` commits, with a fault.
async fn publish(mut committed: mpsc::Receiver<Arc<Committed>>, bus: Bus, fault: Fault) {
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

/// Says on the bus how far the log goes, ten times as often as a scheduler.
async fn beat(storage: Storage, bus: Bus) {
    let mut beats = interval(Duration::from_millis(100));
    loop {
        beats.tick().await;
        if let Ok(end) = firings::end_for_others(&storage).await {
            bus.publish_ring(message::beat(mark(end))).await;
        }
    }
}

/// A process that rings, and one that serves and hears of it by the bus.
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
        notifications::listen(&server.storage).unwrap();
        let (scheduler, metrics) = (server.database.storage(), FeedMetrics::default());
        let there = bus(nats, &scheduler).await;
        actix_web::rt::spawn(publish(scheduler.committed(), there.clone(), fault));
        actix_web::rt::spawn(beat(scheduler.clone(), there));
        let here = bus(nats, &server.storage).await;
        let feed = Feed::at_end(server.storage.clone(), server.hub.clone()).await.unwrap();
        let rings = here.rings().await.unwrap();
        let feed = feed.with_bus(Some((here.clone(), rings))).with_metrics(metrics.clone());
        let stop = CancellationToken::new();
        actix_web::rt::spawn(feed.run_sleeping_at_most(ENDLESS, stop.clone()));
        let two = Self { server, scheduler, metrics, bus: here, _run: stop.drop_guard() };
        two.followed().await;
        two
    }

    async fn followed(&self) {
        until("rings come by the bus", async || self.metrics.is_followed()).await;
        until("the log was read", async || self.metrics.log_reads() > 0).await;
    }
}

/// Rings so often, and hears each once and in order.
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
async fn rings_come_by_the_bus_and_nobody_reads_the_log() {
    let Some(nats) = NatsServer::start() else { return };
    let two = Two::start(&nats, Fault::None).await;
    let (visitor, other) = (two.server.visitor(), two.server.visitor());
    let mut stream = open(&visitor).await;
    ring_and_hear(&two, &visitor, &mut stream, labels("first", 1)).await;
    let reads = two.metrics.log_reads();
    ring(&other, &two.scheduler, "nobody listens").await;
    ring_and_hear(&two, &visitor, &mut stream, labels("by bus", 20)).await;
    assert_eq!((two.metrics.log_reads(), two.metrics.gaps()), (reads, 0));

    // What came by the bus is what a stream that comes back finds in the log.
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
async fn a_ring_that_an_answer_settles_comes_by_the_bus_too() {
    let Some(nats) = NatsServer::start() else { return };
    let two = Two::start(&nats, Fault::None).await;
    let visitor = two.server.visitor();
    let mut stream = open(&visitor).await;
    // The answers of this process are told by it.
    actix_web::rt::spawn(publish(two.server.storage.committed(), two.bus.clone(), Fault::None));
    let reads = two.metrics.log_reads();
    let timer = visitor.make("/api/timers", &json!({"seconds": 1, "enabled": 1, "label": "settled"})).await;
    two.server.pass(time::Duration::SECOND);
    let answer = json!({"kind": "timer", "id": timer["id"], "scheduledFor": timer["endsAt"], "answer": "stop"});
    visitor.write("POST", "/api/rings/answer", &answer).await.ok(200);
    let (_, message) = stream.message().await;
    assert_eq!((&message["timer"]["label"], &message["answered"]["answer"]), (&json!("settled"), &json!("stop")));
    assert_eq!((two.metrics.log_reads(), two.metrics.gaps()), (reads, 0));
}

async fn each_is_heard_once_and_in_order(fault: Fault) -> Option<u64> {
    let nats = NatsServer::start()?;
    let two = Two::start(&nats, fault).await;
    let visitor = two.server.visitor();
    let mut stream = open(&visitor).await;
    ring_and_hear(&two, &visitor, &mut stream, labels("with a fault", 24)).await;
    // Nothing comes twice: the next is the next.
    ring_and_hear(&two, &visitor, &mut stream, labels("last", 2)).await;
    Some(two.metrics.gaps())
}

#[actix_web::test]
async fn what_is_lost_on_the_way_is_read_in_the_log() {
    let gaps = each_is_heard_once_and_in_order(Fault::LosesEveryThird).await;
    assert!(gaps.is_none_or(|gaps| gaps > 0));
}

#[actix_web::test]
async fn what_changes_places_on_the_way_is_put_back() {
    each_is_heard_once_and_in_order(Fault::SwapsNeighbours).await;
}

#[actix_web::test]
async fn what_is_sent_twice_is_heard_once() {
    let gaps = each_is_heard_once_and_in_order(Fault::SendsTwice).await;
    assert!(gaps.is_none_or(|gaps| gaps == 0));
}

#[actix_web::test]
async fn what_was_committed_before_its_publisher_died_is_read_in_the_log() {
    let gaps = each_is_heard_once_and_in_order(Fault::DiesAfter(5)).await;
    assert!(gaps.is_none_or(|gaps| gaps > 0));
}

#[actix_web::test]
async fn while_the_bus_is_away_the_log_is_read_and_afterwards_the_bus_again() {
    let Some(nats) = NatsServer::start() else { return };
    let two = Two::start(&nats, Fault::None).await;
    let visitor = two.server.visitor();
    let mut stream = open(&visitor).await;
    ring_and_hear(&two, &visitor, &mut stream, labels("before", 5)).await;
    let (port, mut before) = (nats.port(), two.metrics.log_reads());
    drop(nats);
    ring_and_hear(&two, &visitor, &mut stream, labels("away", 10)).await;
    assert!(two.metrics.log_reads() > before && !two.bus.is_well());
    let nats = NatsServer::at(port, &[]);
    two.followed().await;
    ring_and_hear(&two, &visitor, &mut stream, labels("back", 1)).await;
    before = two.metrics.log_reads();
    ring_and_hear(&two, &visitor, &mut stream, labels("by bus", 10)).await;
    assert_eq!(two.metrics.log_reads(), before);

    // One that is frozen says nothing: two seconds later the log is read.
    nats.freeze();
    ring_and_hear(&two, &visitor, &mut stream, labels("frozen", 5)).await;
    nats.thaw();
    two.followed().await;
    ring_and_hear(&two, &visitor, &mut stream, labels("thawed", 5)).await;
}

#[actix_web::test]
async fn hints_go_by_the_bus_where_it_is_well() {
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
        bus.set_well(true);
        let hints = bus.hints().await.unwrap();
        let run = server.components.hints().run_with_bus(server.storage.clone(), Some((bus, hints)), stop.clone());
        actix_web::rt::spawn(run);
    }
    let visitor = here.visitor();
    let events = here.request("GET", "/api/events").insert_header(("X-Browser-Id", visitor.id.as_str()));
    let mut stream = Reader::open(events).await;
    stream.ready().await;
    // A subscription is known to the server a moment after it was asked for.
    sleep(Duration::from_millis(50)).await;
    let there = Visitor { server: &there, id: visitor.id.clone() };
    there.make("/api/timers", &json!({"seconds": 9})).await;
    assert_eq!(stream.news().await, ("changed".to_owned(), json!({"list": "timers"})));
    assert_eq!(there.call("DELETE", "/api/browser").await.status, 204);
    assert_eq!(stream.news().await, ("identity".to_owned(), json!({})));
    assert!(stream.has_ended().await);
    stop.cancel();
}
