//! Timers in an order that was chosen by hand.

use time::{Duration, OffsetDateTime};
use tokibako_domain::timer::{Timer, TimerId, TimerOrder};
use tokibako_storage::{
    Storage, accounts, owned,
    testing::{
        TestDatabase,
        sample::{NOW, account_of, browser, session, timer_of},
    },
    timers,
};

async fn make(storage: &Storage, owner: u128, at: OffsetDateTime) -> TimerId {
    timers::insert(storage, timer_of(browser(owner), 60, at)).await.unwrap().id
}

async fn listed(storage: &Storage, owner: u128) -> Vec<TimerId> {
    timers::list(storage, browser(owner)).await.unwrap().into_iter().map(|timer| timer.id).collect()
}

async fn order(storage: &Storage, owner: u128, ids: impl Into<Vec<TimerId>>) {
    timers::put_in_order(storage, browser(owner), TimerOrder::new(ids.into()).unwrap()).await.unwrap();
}

#[tokio::test]
async fn the_named_timers_come_first_and_new_ones_last() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let mut made = Vec::new();
    for minute in 0..4 {
        made.push(make(&storage, 1, NOW + Duration::minutes(minute)).await);
    }
    let [a, b, c, d] = made[..] else { panic!("{made:?}") };
    order(&storage, 1, [c, a]).await;
    assert_eq!(listed(&storage, 1).await, [c, a, b, d]);
    order(&storage, 1, [d]).await;
    assert_eq!(listed(&storage, 1).await, [d, c, a, b]);
    order(&storage, 1, []).await;
    // Created by a process whose clock is behind: it is listed as near the end as without an order.
    let late = make(&storage, 1, NOW + Duration::seconds(90)).await;
    assert_eq!(listed(&storage, 1).await, [d, c, a, b, late]);
    order(&storage, 1, [late, b, a, c, d]).await;
    assert_eq!(listed(&storage, 1).await, [late, b, a, c, d]);
}

#[tokio::test]
async fn timers_of_other_browsers_and_deleted_ones_are_skipped() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let (a, b) = (make(&storage, 1, NOW).await, make(&storage, 1, NOW).await);
    let (other, another) = (make(&storage, 2, NOW).await, make(&storage, 2, NOW).await);
    order(&storage, 1, [another, TimerId(i64::MAX), b, TimerId(-1), a]).await;
    assert_eq!(listed(&storage, 1).await, [b, a]);
    assert_eq!(listed(&storage, 2).await, [other, another]);
    order(&storage, 3, [a, b]).await;
    assert_eq!(listed(&storage, 1).await, [b, a]);
}

#[tokio::test]
async fn a_change_and_a_hand_over_keep_the_order() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let (a, b) = (make(&storage, 1, NOW).await, make(&storage, 1, NOW).await);
    order(&storage, 1, [b, a]).await;
    let reset = owned::update::<Timer, _>(&storage, browser(1), b, |timer| Ok::<_, ()>(timer.reset())).await.unwrap();
    assert_eq!(reset.unwrap().id, b);
    let ann = accounts::register(&storage, account_of(browser(9), "ann"), session(1), NOW).await.unwrap();
    accounts::sign_in(&storage, ann.id, session(2), Some(browser(1)), NOW).await.unwrap();
    assert_eq!(listed(&storage, 9).await, [b, a]);
}
