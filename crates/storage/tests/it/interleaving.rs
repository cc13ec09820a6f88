//! Two operations on two connections: the first stops before one of its statements, the second goes as far as it can, then
//! both go on.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
    mpsc,
};

use diesel::connection::{Instrumentation, InstrumentationEvent, set_default_instrumentation};
use tokibako_storage::{
    Storage,
    testing::{TestDatabase, until},
};
use tokio::{sync::MutexGuard, task::JoinHandle};

/// Where the next operation on an instrumented connection stops.
struct Stop {
    before_statement: usize,
    stopped: mpsc::Sender<()>,
    go_on: mpsc::Receiver<()>,
}

/// Whether new connections can be stopped.
static STOPS: AtomicBool = AtomicBool::new(false);
static NEXT: Mutex<Option<Stop>> = Mutex::new(None);

/// Counts the statements of one operation.
fn stopping() -> Option<Box<dyn Instrumentation>> {
    STOPS.load(Ordering::SeqCst).then(|| {
        Box::new(|event: InstrumentationEvent<'_>| {
            if !matches!(event, InstrumentationEvent::StartQuery { .. }) {
                return;
            }
            let mut next = NEXT.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(stop) = next.as_mut() else { return };
            if let Some(left) = stop.before_statement.checked_sub(1) {
                stop.before_statement = left;
                return;
            }
            let Some(stop) = next.take() else { return };
            drop(next);
            stop.stopped.send(()).unwrap();
            // The test lets it go on by dropping its end.
            let _ = stop.go_on.recv();
        }) as Box<dyn Instrumentation>
    })
}

/// The right to stop operations, which one test of the process has at a time.
pub(crate) struct Interleaving(
    #[expect(dead_code, reason = "the others wait until it is dropped")] MutexGuard<'static, ()>,
);

impl Interleaving {
    pub(crate) async fn begin() -> Self {
        static ONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
        let one = ONE.lock().await;
        set_default_instrumentation(stopping).unwrap();
        Self(one)
    }

    /// Runs both, the first one up to that statement; `None` if it has fewer.
    pub(crate) async fn run<T: 'static>(
        &self,
        database: &TestDatabase,
        statement: usize,
        first: impl FnOnce(Storage) -> JoinHandle<T>,
        second: impl FnOnce(Storage) -> JoinHandle<T>,
    ) -> Option<[T; 2]> {
        STOPS.store(true, Ordering::SeqCst);
        let slow = database.storage();
        slow.ping().await.unwrap();
        STOPS.store(false, Ordering::SeqCst);
        let other = database.storage();
        other.ping().await.unwrap();
        let (stopped, is_stopped) = mpsc::channel();
        let (let_go, go_on) = mpsc::channel();
        *NEXT.lock().unwrap() = Some(Stop { before_statement: statement, stopped, go_on });
        let first = first(slow);
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
        let second = second(other);
        let mut looking = database.session();
        let waiting = "SELECT count(*)::text AS value FROM pg_stat_activity \
                       WHERE wait_event_type = 'Lock' AND datname = current_database()";
        until("the second waits or ends", async || second.is_finished() || looking.query(waiting) != ["0"]).await;
        drop(let_go);
        Some([first.await.unwrap(), second.await.unwrap()])
    }
}
