//! A claim, or an answer, whose commit succeeds although the connection is lost before the database's answer arrives.

use std::{
    io::{Read, Write as _},
    net::{Shutdown, TcpListener, TcpStream},
    os::unix::net::UnixStream,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use tokibako_domain::{
    answer::Answer,
    firing::{Kind, RingId},
    timer::Timer,
};
use tokibako_storage::{
    Error, Storage,
    due::{self, Batch, Decision},
    rings::{self, AnswerRequest},
    testing::{
        TestDatabase,
        sample::{NOW, browser, timer_of},
    },
    timers,
};
use tokio::time::timeout;

/// Much less than the interval at which a feed reads the log unasked.
const PATIENCE: Duration = Duration::from_secs(2);

/// The URL of a proxy that drops the answer to each commit of a batch, and the connection.
fn without_answers_to_commits(database: &TestDatabase) -> String {
    let url = database.url();
    let (server, folder) = url.split_once("?host=").unwrap();
    let name = server.rsplit_once('/').unwrap().1;
    let socket = format!("{folder}/.s.PGSQL.5432");
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for client in listener.incoming() {
            forward(client.unwrap(), UnixStream::connect(&socket).unwrap());
        }
    });
    format!("postgres://postgres@127.0.0.1:{port}/{name}?sslmode=disable&gssencmode=disable")
}

fn forward(mut client: TcpStream, mut server: UnixStream) {
    let (mut to_client, mut to_server) = (client.try_clone().unwrap(), server.try_clone().unwrap());
    let has_committed = Arc::new(AtomicBool::new(false));
    let commits = Arc::clone(&has_committed);
    thread::spawn(move || {
        while let Some(sent) = received(&mut client) {
            if sent.windows(8).any(|part| part == b"; COMMIT") {
                commits.store(true, Ordering::SeqCst);
            }
            if to_server.write_all(&sent).is_err() {
                break;
            }
        }
        let _ = to_server.shutdown(Shutdown::Both);
    });
    thread::spawn(move || {
        while let Some(sent) = received(&mut server) {
            if has_committed.load(Ordering::SeqCst) || to_client.write_all(&sent).is_err() {
                break;
            }
        }
        let _ = to_client.shutdown(Shutdown::Both);
    });
}

/// The bytes that have arrived; `None` at the end.
fn received(from: &mut impl Read) -> Option<Vec<u8>> {
    let mut bytes = vec![0; 65_536];
    let count = from.read(&mut bytes).ok().filter(|count| *count > 0)?;
    bytes.truncate(count);
    Some(bytes)
}

fn decide(timer: Timer) -> Decision<Timer> {
    Decision { after: timer.completed(), rings: true }
}

#[tokio::test]
async fn the_feed_is_woken_to_find_the_rings_in_the_log() {
    let database = TestDatabase::create();
    let storage = Storage::new(&without_answers_to_commits(&database));
    let _feed = storage.committed_for_feed();
    timers::insert(&database.storage(), timer_of(browser(1), 1, NOW)).await.unwrap();
    let claimed = due::claim(&storage, NOW + time::Duration::SECOND, Batch::oldest(10), decide).await;
    assert!(matches!(claimed, Err(Error::Unavailable(_))), "{claimed:?}");
    database.wait_for("EXISTS (SELECT FROM batches)").await;
    timeout(PATIENCE, storage.wakeup().fired()).await.expect("the feed is woken");
}

#[tokio::test]
async fn the_feed_is_woken_although_a_row_of_the_claim_was_unreadable() {
    let database = TestDatabase::create();
    let storage = Storage::new(&without_answers_to_commits(&database));
    let _feed = storage.committed_for_feed();
    timers::insert(&database.storage(), timer_of(browser(1), 1, NOW)).await.unwrap();
    let unreadable = timers::insert(&database.storage(), timer_of(browser(1), 1, NOW)).await.unwrap().id;
    let decide = move |timer: Timer| {
        if timer.id == unreadable {
            std::panic::resume_unwind(Box::new("a rule that does not hold"));
        }
        decide(timer)
    };
    let claimed = due::claim(&storage, NOW + time::Duration::SECOND, Batch::oldest(10), decide).await;
    assert!(matches!(claimed, Err(Error::Unavailable(_))), "{claimed:?}");
    database.wait_for("EXISTS (SELECT FROM batches)").await;
    timeout(PATIENCE, storage.wakeup().fired()).await.expect("the feed is woken");
}

#[tokio::test]
async fn the_feed_is_woken_to_find_a_ring_that_was_answered_before_its_claim() {
    let database = TestDatabase::create();
    let storage = Storage::new(&without_answers_to_commits(&database));
    let _feed = storage.committed_for_feed();
    let timer = timers::insert(&database.storage(), timer_of(browser(1), 1, NOW)).await.unwrap();
    let due = NOW + time::Duration::SECOND;
    let ring = RingId { kind: Kind::Timer, row: timer.id.0, scheduled_for: due };
    let given = AnswerRequest { ring, answer: Answer::Stop, at: None };
    let answered = rings::answer(&storage, browser(1), given, None, due).await;
    assert!(matches!(answered, Err(Error::Unavailable(_))), "{answered:?}");
    database.wait_for("EXISTS (SELECT FROM batches)").await;
    timeout(PATIENCE, storage.wakeup().fired()).await.expect("the feed is woken");
}
