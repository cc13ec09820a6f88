//! A model test: schedulers, readers of the log and changes of rows in any order. A timer that runs out rings once, and
//! every reader receives all rings of its browsers in one order.

#![expect(clippy::indexing_slicing, reason = "a node that is not there fails the test")]

use std::{collections::BTreeMap, convert::Infallible};

use proptest::{collection::vec, prelude::*, test_runner::Config};
use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    browser_id::BrowserId,
    firing::{Firing, RingSubject},
    occurrence::still_rings,
    timer::{Countdown, Timer, TimerId},
};
use tokibako_scheduler::tick::Ticker;
use tokibako_storage::{
    Storage,
    log::{self, LogPosition},
    owned,
    testing::{
        TestDatabase,
        sample::{NOW, browser, timer_of},
    },
    timers,
};

/// How many schedulers and readers there are.
const NODES: usize = 2;

#[derive(Debug, Clone)]
enum Step {
    Start { browser: u128, seconds: i64 },
    Toggle(usize),
    Delete(usize),
    Pass { milliseconds: i64 },
    Tick(usize),
    TickTogether,
    Read { node: usize, limit: u16 },
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (1..4_u128, 1..120_i64).prop_map(|(browser, seconds)| Step::Start { browser, seconds }),
        2 => any::<usize>().prop_map(Step::Toggle),
        1 => any::<usize>().prop_map(Step::Delete),
        3 => prop_oneof![0..90_000_i64, 0..900_000_i64].prop_map(|milliseconds| Step::Pass { milliseconds }),
        3 => (0..NODES).prop_map(Step::Tick),
        1 => Just(Step::TickTogether),
        3 => (0..NODES, 1..5_u16).prop_map(|(node, limit)| Step::Read { node, limit }),
    ]
}

/// A ring: the timer and its due instant.
type Ring = (i64, OffsetDateTime);

/// The browsers that a node has streams of; nobody listens for the third one.
fn listeners(node: usize) -> Vec<BrowserId> {
    if node == 0 { vec![browser(1), browser(2)] } else { vec![browser(2)] }
}

/// All processes, and the expected state.
struct World {
    storage: Storage,
    now: OffsetDateTime,
    tickers: [Ticker; NODES],
    positions: [LogPosition; NODES],
    heard: [Vec<Firing>; NODES],
    /// The expected timers, by their ids.
    model: BTreeMap<i64, Timer>,
    rings: Vec<(BrowserId, Ring)>,
}

impl World {
    fn new(storage: Storage) -> Self {
        Self {
            now: NOW,
            tickers: [Ticker::new(storage.clone()), Ticker::new(storage.clone())],
            positions: [LogPosition::default(); NODES],
            heard: [Vec::new(), Vec::new()],
            model: BTreeMap::new(),
            rings: Vec::new(),
            storage,
        }
    }

    async fn take(&mut self, step: Step) {
        match step {
            Step::Start { browser: number, seconds } => {
                let timer = timers::insert(&self.storage, timer_of(browser(number), seconds, self.now)).await.unwrap();
                self.model.insert(timer.id.0, timer);
            }
            Step::Toggle(which) => {
                let Some((id, timer)) = nth(&mut self.model, which) else { return };
                let now = self.now;
                let toggle = move |timer: Timer| Ok::<_, Infallible>(timer.toggled(now));
                owned::update::<Timer, _>(&self.storage, timer.browser, TimerId(id), toggle).await.unwrap().unwrap();
                *timer = timer.clone().toggled(now);
            }
            Step::Delete(which) => {
                let Some((id, timer)) = nth(&mut self.model, which) else { return };
                owned::delete::<Timer>(&self.storage, timer.browser, TimerId(id)).await.unwrap();
                self.model.remove(&id);
            }
            Step::Pass { milliseconds } => self.now += Duration::milliseconds(milliseconds),
            Step::Tick(node) => self.tick(node).await,
            Step::TickTogether => self.tick_together().await,
            Step::Read { node, limit } => {
                self.read(node, limit).await;
            }
        }
    }

    /// Rings the due timers of the model; returns how many there were.
    fn expect(&mut self) -> usize {
        let before = self.rings.len();
        for (id, timer) in &mut self.model {
            if let Some(due) = timer.countdown.ends_at().filter(|due| *due <= self.now) {
                timer.countdown = Countdown::COMPLETED;
                if still_rings(due, self.now) {
                    self.rings.push((timer.browser, (*id, due)));
                }
            }
        }
        self.rings.len() - before
    }

    async fn tick(&mut self, node: usize) {
        let expected = self.expect();
        let ticked = self.tickers[node].tick(self.now).await.unwrap();
        assert_eq!((ticked.rings, ticked.deferred), (expected, 0));
    }

    /// Both schedulers tick at the same time.
    async fn tick_together(&mut self) {
        let expected = self.expect();
        let [one, other] = &mut self.tickers;
        let (one, other) = tokio::join!(one.tick(self.now), other.tick(self.now));
        let (one, other) = (one.unwrap(), other.unwrap());
        assert_eq!((one.rings + other.rings, one.deferred + other.deferred), (expected, 0));
    }

    /// Reads a page of the log; returns whether the position has moved.
    async fn read(&mut self, node: usize, limit: u16) -> bool {
        let before = self.positions[node];
        let page = log::read_page(&self.storage, before, move || listeners(node), limit).await.unwrap();
        self.positions[node] = page.end;
        self.heard[node].extend(page.firings);
        page.end != before
    }

    /// Lets all timers run out, reads the whole log, and compares it with the model.
    async fn end(mut self) {
        for node in 0..NODES {
            self.now += Duration::minutes(2);
            self.tick(node).await;
            while self.read(node, 100).await {}
        }
        for node in 0..NODES {
            while self.read(node, 100).await {}
            let heard = &self.heard[node];
            assert!(heard.is_sorted_by(|one, next| one.id < next.id), "in the order of the log");
            let mut heard: Vec<Ring> = heard.iter().map(ring).collect();
            let of_listeners = self.rings.iter().filter(|(browser, _)| listeners(node).contains(browser));
            let mut expected: Vec<Ring> = of_listeners.map(|(_, ring)| *ring).collect();
            heard.sort_unstable();
            expected.sort_unstable();
            assert_eq!(heard, expected);
        }
    }
}

fn ring(firing: &Firing) -> Ring {
    let RingSubject::Timer(timer) = &firing.ring.subject else { unreachable!("there are timers alone") };
    (timer.id.0, firing.ring.scheduled_for)
}

fn nth(model: &mut BTreeMap<i64, Timer>, which: usize) -> Option<(i64, &mut Timer)> {
    let count = model.len();
    let (id, timer) = model.iter_mut().nth(which.checked_rem(count)?)?;
    Some((*id, timer))
}

#[test]
fn each_timer_rings_once_and_each_listener_receives_the_ring_once() {
    let database = TestDatabase::create();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let storage = runtime.block_on(async { database.storage() });
    let config = Config { cases: 24, failure_persistence: None, ..Config::default() };
    proptest!(config, |(steps in vec(any_step(), 0..40))| {
        database.execute("TRUNCATE timers, firings, batches RESTART IDENTITY");
        runtime.block_on(async {
            let mut world = World::new(storage.clone());
            for step in steps {
                world.take(step).await;
            }
            world.end().await;
        });
    });
}
