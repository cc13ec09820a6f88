//! Two operations on two connections: the first stops before one of its statements, the second goes as far as it can, then
//! both go on.

use std::{
    sync::{Mutex, PoisonError, mpsc},
    thread,
};

use diesel::connection::{Instrumentation, InstrumentationEvent, set_default_instrumentation};
use tokibako_storage::{
    Storage,
    testing::{TestDatabase, TestSession, until},
};
use tokio::{sync::MutexGuard, task::JoinHandle};

/// Where the next operation on the database stops.
struct Stop {
    database: String,
    before_statement: usize,
    stopped: mpsc::Sender<()>,
    go_on: mpsc::Receiver<()>,
}

static NEXT: Mutex<Option<Stop>> = Mutex::new(None);

/// Counts the statements of one operation.
#[expect(clippy::unnecessary_wraps, reason = "diesel takes a function that may return none")]
fn stopping() -> Option<Box<dyn Instrumentation>> {
    let mut url = String::new();
    Some(Box::new(move |event: InstrumentationEvent<'_>| {
        if let InstrumentationEvent::StartEstablishConnection { url: of_connection, .. } = event {
            of_connection.clone_into(&mut url);
        }
        // The threads of a pool only open connections.
        let is_of_pool = thread::current().name().is_some_and(|name| name.starts_with("r2d2"));
        if is_of_pool || !matches!(event, InstrumentationEvent::StartQuery { .. }) {
            return;
        }
        let mut next = NEXT.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(stop) = next.as_mut().filter(|stop| url.starts_with(&stop.database)) else { return };
        if let Some(left) = stop.before_statement.checked_sub(1) {
            stop.before_statement = left;
            return;
        }
        let Some(stop) = next.take() else { return };
        drop(next);
        stop.stopped.send(()).unwrap();
        // The test lets it go on by dropping its end.
        let _ = stop.go_on.recv();
    }))
}

/// Two processes on a database, and the right to stop their operations, which one test has at a time.
pub(crate) struct Interleaving {
    database: String,
    // New connections for each pair would take most of the time of a test.
    slow: Storage,
    other: Storage,
    looking: TestSession,
    #[expect(dead_code, reason = "the others wait until it is dropped")]
    one: MutexGuard<'static, ()>,
}

impl Interleaving {
    pub(crate) async fn begin(database: &TestDatabase) -> Self {
        static ONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
        let one = ONE.lock().await;
        set_default_instrumentation(stopping).unwrap();
        let (slow, other) = (database.storage(), database.storage());
        Self { database: database.url(), slow, other, looking: database.session(), one }
    }

    /// Runs both, the first one up to that statement; `None` if it has fewer.
    pub(crate) async fn run<T: 'static>(
        &mut self,
        statement: usize,
        first: impl FnOnce(Storage) -> JoinHandle<T>,
        second: impl FnOnce(Storage) -> JoinHandle<T>,
    ) -> Option<[T; 2]> {
        let (stopped, is_stopped) = mpsc::channel();
        let (let_go, go_on) = mpsc::channel();
        let database = self.database.clone();
        *NEXT.lock().unwrap() = Some(Stop { database, before_statement: statement, stopped, go_on });
        let first = first(self.slow.clone());
        let mut has_stopped = false;
        until("the first stops or ends", async || {
            has_stopped |= is_stopped.try_recv().is_ok();
            has_stopped || first.is_finished()
        })
        .await;
        if !has_stopped {
            NEXT.lock().unwrap().take();
            first.await.unwrap();
            return None;
        }
        let second = second(self.other.clone());
        let waiting = "SELECT count(*)::text AS value FROM pg_stat_activity \
                       WHERE wait_event_type = 'Lock' AND datname = current_database()";
        until("the second waits or ends", async || second.is_finished() || self.looking.query(waiting) != ["0"]).await;
        drop(let_go);
        Some([first.await.unwrap(), second.await.unwrap()])
    }
}
