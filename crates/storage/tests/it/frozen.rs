//! A scheduler that is frozen or cut off amid a claim holds up nobody for long.

use std::{sync::mpsc, time::Duration};

use tokibako_domain::timer::Timer;
use tokibako_storage::{
    due::{self, Batch, Settled},
    testing::{
        TestDatabase,
        sample::{NOW, browser, timer_of},
        until,
    },
    timers,
};
use tokio::time::timeout;

/// Far less than the database would let other sessions keep it waiting.
const PATIENCE: Duration = Duration::from_secs(4);

#[tokio::test(flavor = "multi_thread")]
async fn the_rows_of_a_claim_that_stands_still_are_anothers_within_seconds() {
    let database = TestDatabase::create();
    let (frozen, other) = (database.storage(), database.storage());
    timers::insert(&other, timer_of(browser(1), 1, NOW)).await.unwrap();
    let due = NOW + time::Duration::SECOND;

    let (is_amid, amid) = mpsc::channel();
    let (thaw, thawed) = mpsc::channel::<()>();
    let standing = tokio::spawn(async move {
        let settle = move |timer: Timer| {
            is_amid.send(()).unwrap();
            // Nobody sends: it goes on once the test has let go of the other end.
            thawed.recv().unwrap_err();
            Settled { after: timer.completed(), rings: true }
        };
        due::claim_timers(&frozen, due, Batch::oldest(10), settle).await
    });
    amid.recv().unwrap();
    let settle = |timer: Timer| Settled { after: timer.completed(), rings: true };
    let claimed = until("the row is claimed", async || {
        due::claim_timers(&other, due, Batch::oldest(10), settle).await.unwrap().rings == 1
    });
    timeout(PATIENCE, claimed).await.expect("nobody waits for a scheduler that stands still");
    drop(thaw);
    assert!(standing.await.unwrap().is_err(), "what stood still does not ring a second time");
}
