//! A model test: appends begin, commit and crash in any order, while two readers read. Each reader must read every
//! committed ring of its browsers once, in the order of the commits.

use diesel::{Connection as _, PgConnection, connection::SimpleConnection as _};
use proptest::{collection::vec, prelude::*, test_runner::Config};
use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    browser_id::BrowserId,
    firing::{Firing, NewFiring, RingId, RingSubject},
    timer::{Progress, Timer, TimerId},
};

use super::{DuplicatePolicy, LogPosition, ReplayFrom, append, append::placing_statements, read_page, replay};
use crate::{
    Storage,
    testing::{
        TestDatabase,
        sample::{NOW, browser, timer_of},
    },
};

/// How many appenders work concurrently.
const APPENDERS: usize = 3;

/// How many browsers there are. One reader listens for the first, the other for all of them and many more.
const BROWSERS: u128 = 3;

#[derive(Debug, Clone)]
enum Step {
    /// Writes rings without committing.
    Append {
        appender: usize,
        of: Vec<u128>,
    },
    Commit(usize),
    Crash(usize),
    Read {
        reader: usize,
        limit: u16,
    },
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..APPENDERS, vec(1..=BROWSERS, 1..4)).prop_map(|(appender, of)| Step::Append { appender, of }),
        3 => (0..APPENDERS).prop_map(Step::Commit),
        1 => (0..APPENDERS).prop_map(Step::Crash),
        3 => (0..2_usize, 1..5_u16).prop_map(|(reader, limit)| Step::Read { reader, limit }),
    ]
}

fn listeners(reader: usize) -> Vec<BrowserId> {
    // More than a hundred browsers, so that the query does not filter by browser.
    if reader == 0 { vec![browser(1)] } else { (1..=BROWSERS).chain(1_000..1_200).map(browser).collect() }
}

struct World {
    storage: Storage,
    conns: Vec<PgConnection>,
    /// What each appender has written but not committed.
    written: [Vec<NewFiring>; APPENDERS],
    /// What was committed, in order.
    committed: Vec<NewFiring>,
    positions: [LogPosition; 2],
    heard: [Vec<Firing>; 2],
    rings: i64,
}

impl World {
    fn new(database: &TestDatabase, storage: Storage) -> Self {
        let conn = |_| PgConnection::establish(&database.url()).unwrap();
        Self {
            storage,
            conns: (0..APPENDERS).map(conn).collect(),
            written: Default::default(),
            committed: Vec::new(),
            positions: Default::default(),
            heard: Default::default(),
            rings: 0,
        }
    }

    fn new_ring(&mut self, of: u128) -> NewFiring {
        self.rings += 1;
        let new = timer_of(browser(of), 60, NOW);
        let timer = Timer {
            progress: Progress::default(),
            id: TimerId(self.rings),
            browser: new.browser,
            settings: new.settings,
            countdown: new.countdown,
            created_at: new.created_at,
        };
        // Hours apart, so that all partitions are used.
        let scheduled_for = NOW + Duration::minutes(self.rings * 17);
        NewFiring { scheduled_for, subject: RingSubject::Timer(timer.completed()) }
    }

    async fn take(&mut self, step: Step) {
        match step {
            Step::Append { appender, of } => {
                if self.written[appender].is_empty() {
                    let rings: Vec<_> = of.into_iter().map(|of| self.new_ring(of)).collect();
                    let conn = &mut self.conns[appender];
                    conn.batch_execute("BEGIN").unwrap();
                    assert_eq!(append(conn, NOW, &rings, DuplicatePolicy::Fail).unwrap(), rings.len());
                    self.written[appender] = rings;
                }
            }
            Step::Commit(appender) => {
                let rings = std::mem::take(&mut self.written[appender]);
                if !rings.is_empty() {
                    let commit = format!("{}; COMMIT", placing_statements(NOW, rings.len(), Some("test")));
                    self.conns[appender].batch_execute(&commit).unwrap();
                    self.committed.extend(rings);
                }
            }
            Step::Crash(appender) => {
                self.conns[appender].batch_execute("ROLLBACK").unwrap();
                self.written[appender].clear();
            }
            Step::Read { reader, limit } => {
                self.read(reader, limit).await;
            }
        }
    }

    /// Reads a page; returns whether the position has moved.
    async fn read(&mut self, reader: usize, limit: u16) -> bool {
        let before = self.positions[reader];
        let page = read_page(&self.storage, before, move || listeners(reader), limit).await.unwrap();
        assert!(!page.is_another_log && page.firings.len() <= limit.into());
        self.positions[reader] = page.end;
        self.heard[reader].extend(page.firings);
        page.end != before
    }

    async fn end(mut self) {
        for appender in 0..APPENDERS {
            self.take(Step::Commit(appender)).await;
        }
        for reader in 0..2 {
            while self.read(reader, 2).await {}
            let heard = &self.heard[reader];
            assert!(heard.is_sorted_by(|one, next| one.id < next.id), "in the order of the log");
            let listeners = listeners(reader);
            let expected = self.committed.iter().filter(|ring| listeners.contains(&ring.subject.browser()));
            let expected: Vec<_> = expected.map(id).collect();
            assert_eq!(heard.iter().map(|firing| firing.ring.id()).collect::<Vec<_>>(), expected);
        }
        // A replay after any ring returns all later ones.
        let all: Vec<_> = self.committed.iter().filter(|ring| ring.subject.browser() == browser(1)).map(id).collect();
        for (number, last) in all.iter().enumerate() {
            let after = ReplayFrom::After(*last);
            let replay = replay(&self.storage, browser(1), None, after, OffsetDateTime::UNIX_EPOCH).await.unwrap();
            let missed: Vec<_> = replay.missed.iter().map(|firing| firing.ring.id()).collect();
            assert_eq!((&missed[..], replay.last), (&all[number + 1..], all.last().copied()));
        }
    }
}

fn id(ring: &NewFiring) -> RingId {
    RingId { kind: ring.subject.kind(), row: ring.subject.row(), scheduled_for: ring.scheduled_for }
}

#[test]
fn every_committed_ring_is_read_once_in_the_order_of_the_commits() {
    let database = TestDatabase::create();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let storage = runtime.block_on(async { database.storage() });
    let config = Config { cases: 64, failure_persistence: None, ..Config::default() };
    proptest!(config, |(steps in vec(any_step(), 0..60))| {
        database.execute("TRUNCATE firings, batches RESTART IDENTITY");
        runtime.block_on(async {
            let mut world = World::new(&database, storage.clone());
            for step in steps {
                world.take(step).await;
            }
            world.end().await;
        });
    });
}
