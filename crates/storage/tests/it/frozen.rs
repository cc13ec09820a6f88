//! A scheduler that is frozen or cut off during a claim does not delay others for long.

use std::{sync::mpsc, time::Duration};

use tokibako_domain::timer::Timer;
use tokibako_storage::{
    due::{self, Batch, Decision},
    testing::{
        TestDatabase,
        sample::{NOW, browser, timer_of},
        until,
    },
    timers,
};
use tokio::time::timeout;

/// Much less than the timeouts of the database would take.
const PATIENCE: Duration = Duration::from_secs(4);

#[tokio::test(flavor = "multi_thread")]
async fn another_scheduler_rings_the_rows_of_a_frozen_claim_within_seconds() {
    let database = TestDatabase::create();
    let (frozen, other) = (database.storage(), database.storage());
    timers::insert(&other, timer_of(browser(1), 1, NOW)).await.unwrap();
    let due = NOW + time::Duration::SECOND;

    let (is_amid, amid) = mpsc::channel();
    let (thaw, thawed) = mpsc::channel::<()>();
    let frozen_claim = tokio::spawn(async move {
        let decide = move |timer: Timer| {
            is_amid.send(()).unwrap();
            // The thread continues when the test drops the sender.
            thawed.recv().unwrap_err();
            Decision { after: timer.completed(), rings: true }
        };
        due::claim(&frozen, due, Batch::oldest(10), decide).await
    });
    amid.recv().unwrap();
    let decide = |timer: Timer| Decision { after: timer.completed(), rings: true };
    let claimed = until("the row is claimed", async || {
        due::claim(&other, due, Batch::oldest(10), decide).await.unwrap().rings == 1
    });
    timeout(PATIENCE, claimed).await.expect("a frozen scheduler holds its rows for a second");
    drop(thaw);
    assert!(frozen_claim.await.unwrap().is_err(), "the frozen claim does not ring a second time");
}
