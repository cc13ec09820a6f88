//! Channels: which rings are sent to them and when, what ends that, and what their owner may do.

use std::sync::Arc;

use time::Duration;
use tokibako_domain::{
    channel::{MOST_CHANNELS, RingFilter},
    firing::Kind,
    push::{Disposition, Purpose},
};
use tokibako_storage::{
    Error, Storage, accounts, browsers,
    channels::{self, Change, NewChannel},
    pushes::{self, LeasedMessage, MessageBody, MessageOutcome, Reach, Recipient, RingReceipt, Selection},
    testing::sample::{NOW, account_of, browser, channel_of, session},
};
use uuid::Uuid;

use crate::push_world::{DUE, SENT, World, devices_of, purposes, room};

/// A world with an account, its devices, and these channels.
async fn world(devices: &[u8], new: impl IntoIterator<Item = NewChannel>) -> World {
    let world = World::with_devices(devices).await;
    accounts::register(&world.storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    for new in new {
        channels::create(&world.storage, new, NOW).await.unwrap();
    }
    world
}

fn channel(number: u8, when: RingFilter) -> NewChannel {
    channel_of(browser(1), number, when)
}

fn id(number: u8) -> Uuid {
    channel(number, RingFilter::Always).id
}

async fn record(storage: &Storage, taken: Vec<LeasedMessage>, next: Disposition, error: Option<&str>) {
    let sent =
        taken.into_iter().map(|message| MessageOutcome { message, next, error: error.map(str::to_owned) }).collect();
    pushes::record(storage, sent, SENT).await.unwrap();
}

#[tokio::test]
async fn a_channel_gets_a_ring_once_and_its_answer() {
    let world = world(&[], [channel(1, RingFilter::Always)]).await;
    let ring = world.ring(browser(1)).await;
    assert_eq!(world.next().await, Some(SENT));
    let taken = world.take(SENT).await;
    let [told] = &taken[..] else { panic!("one message: {taken:?}") };
    assert!(matches!(&told.to, Recipient::Channel(target) if target.url == "https://ntfy.example/a"));
    assert!(matches!(&told.body, MessageBody::Ring(told) if told.id() == ring));
    assert_eq!((told.browser, told.device_id, told.origin.as_str()), (browser(1), id(1), "https://ntfy.example"));
    record(&world.storage, taken, Disposition::Accepted, None).await;
    assert_eq!(world.next().await, None, "it is not repeated");
    // The receiver of a webhook may be away for a while.
    let answered_at = SENT + Duration::MINUTE;
    world.answer(ring, None, answered_at).await;
    let late = world.take(answered_at + Duration::minutes(2)).await;
    assert_eq!(purposes(&late), [Purpose::Stop]);
}

#[tokio::test]
async fn an_answer_by_the_button_of_a_channel_is_not_sent_to_it() {
    let world = world(&[1], [channel(1, RingFilter::Always)]).await;
    let ring = world.ring(browser(1)).await;
    let taken = world.take(SENT).await;
    assert_eq!(devices_of(&taken), [1, id(1).as_u128()]);
    record(&world.storage, taken, Disposition::Accepted, None).await;
    world.answer(ring, Some(id(1).as_u128()), SENT).await;
    assert_eq!(devices_of(&world.take(SENT).await), [1]);
}

#[tokio::test]
async fn a_channel_for_unheard_rings_gets_them_a_minute_later() {
    let world = world(&[1], [channel(1, RingFilter::Unheard)]).await;
    world.ring(browser(1)).await;
    let to_device = world.take(SENT).await;
    assert_eq!(devices_of(&to_device), [1]);
    record(&world.storage, to_device, Disposition::Dropped, Some("400")).await;
    let due = SENT + Duration::MINUTE;
    assert_eq!(world.next().await, Some(due));
    assert_eq!(world.take(due - Duration::MILLISECOND).await.len(), 0);
    assert_eq!(devices_of(&world.take(due).await), [id(1).as_u128()]);
}

#[tokio::test]
async fn a_ring_that_a_page_or_a_device_shows_is_heard() {
    for heard in [RingReceipt::ByPage, RingReceipt::ByWorker, RingReceipt::Dismissed] {
        let world = world(&[1], [channel(1, RingFilter::Unheard), channel(2, RingFilter::Always)]).await;
        let ring = world.ring(browser(1)).await;
        if heard != RingReceipt::ByPage {
            let taken = world.take(SENT).await;
            record(&world.storage, taken, Disposition::Accepted, None).await;
        }
        pushes::heard(&world.storage, browser(1), Uuid::from_u128(1), ring, heard, SENT).await.unwrap();
        world.queue().await;
        let queued = "SELECT purpose AS value FROM pushes JOIN channels ON number = device WHERE due_at < expires_at";
        let queued = world.database.query(queued);
        assert_eq!(queued, ["ring"], "{heard:?}: only of the channel for all rings");
    }
}

#[tokio::test]
async fn an_answered_ring_is_sent_to_no_channel() {
    let world = world(&[], [channel(1, RingFilter::Unheard), channel(2, RingFilter::Always)]).await;
    let ring = world.ring(browser(1)).await;
    world.answer(ring, None, DUE).await;
    assert_eq!(world.queued().await, [""; 0]);
}

#[tokio::test]
async fn a_channel_gets_only_the_kinds_that_it_is_for() {
    let only_alarms = NewChannel { kinds: vec![Kind::Alarm], ..channel(1, RingFilter::Always) };
    let world = world(&[], [only_alarms, channel(2, RingFilter::Always)]).await;
    world.ring(browser(1)).await;
    assert_eq!(devices_of(&world.take(SENT).await), [id(2).as_u128()]);
}

#[tokio::test]
async fn what_came_of_the_last_message_is_told_and_a_failing_channel_still_gets_rings() {
    let world = world(&[], [channel(1, RingFilter::Always)]).await;
    let told = async || {
        let channel = channels::list(&world.storage, browser(1)).await.unwrap().remove(0);
        (channel.last_accepted_at, channel.last_error)
    };
    assert_eq!(told().await, (None, None));
    channels::test(&world.storage, browser(1), id(1), SENT).await.unwrap();
    let test = world.take(SENT).await;
    assert_eq!(purposes(&test), [Purpose::Test]);
    record(&world.storage, test, Disposition::Gone, Some("404")).await;
    assert_eq!(told().await, (None, Some("404".to_owned())));
    world.ring(browser(1)).await;
    let ring = world.take(SENT).await;
    assert_eq!(purposes(&ring), [Purpose::Ring]);
    record(&world.storage, ring, Disposition::Accepted, None).await;
    assert_eq!(told().await, (Some(SENT), None));
}

#[tokio::test]
async fn an_account_has_four_channels_and_another_account_none_of_them() {
    let world = world(&[], (1..=4).map(|number| channel(number, RingFilter::Always))).await;
    assert_eq!(MOST_CHANNELS, 4);
    let fifth = channels::create(&world.storage, channel(5, RingFilter::Always), NOW).await;
    assert!(matches!(fifth, Err(Error::Full)));
    for stranger in [browser(2), browser(3)] {
        assert!(matches!(channels::delete(&world.storage, stranger, id(1)).await, Err(Error::NotFound)));
        assert!(matches!(channels::test(&world.storage, stranger, id(1), NOW).await, Err(Error::NotFound)));
        let change = channels::change(&world.storage, stranger, id(1), Change::default()).await;
        assert!(matches!(change, Err(Error::NotFound)));
        let created = channels::create(&world.storage, channel_of(stranger, 9, RingFilter::Always), NOW).await;
        assert!(matches!(created, Err(Error::NotFound)));
        assert!(channels::list(&world.storage, stranger).await.unwrap().is_empty());
    }
    channels::delete(&world.storage, browser(1), id(2)).await.unwrap();
    let left: Vec<_> = channels::list(&world.storage, browser(1)).await.unwrap().iter().map(|it| it.id).collect();
    assert_eq!(left, [id(1), id(3), id(4)]);
}

#[tokio::test]
async fn a_list_leaves_out_a_channel_of_a_newer_version_and_a_kind_that_this_one_does_not_know() {
    let world = world(&[], (1..=3).map(|number| channel(number, RingFilter::Always))).await;
    let of = |number| id(number).to_string();
    world.database.execute(&format!(
        "ALTER TABLE channels DROP CONSTRAINT channels_kind_check, DROP CONSTRAINT channels_kinds_check; \
         UPDATE channels SET kind = 'pigeon' WHERE id = '{}'; \
         UPDATE channels SET kinds = '{{stopwatch,timer}}' WHERE id = '{}'",
        of(2),
        of(3)
    ));
    let listed = async || {
        let list = channels::list(&world.storage, browser(1)).await.unwrap();
        list.into_iter().map(|channel| (channel.id, channel.kinds)).collect::<Vec<_>>()
    };
    let known = [(id(1), vec![Kind::Alarm, Kind::Timer]), (id(3), vec![Kind::Timer])];
    assert_eq!(listed().await, known);
    let exported = browsers::owned_data(&world.storage, browser(1)).await.unwrap();
    assert_eq!(exported.channels.len(), 2);
    channels::delete(&world.storage, browser(1), id(2)).await.unwrap();
    assert_eq!(listed().await, known);
}

#[tokio::test]
async fn a_secret_is_not_sent_to_another_host() {
    let mut with_secret = channel(1, RingFilter::Always);
    with_secret.target.secret = Some("tk_1".to_owned());
    let world = world(&[], [with_secret]).await;
    let address = |host: &str| Some((format!("https://{host}/b"), format!("https://{host}")));
    let change = |change| channels::change(&world.storage, browser(1), id(1), change);
    let same = change(Change { address: address("ntfy.example"), ..Change::default() }).await.unwrap();
    assert_eq!((same.url.as_str(), same.has_secret), ("https://ntfy.example/b", true));
    let other = change(Change { address: address("other.example"), ..Change::default() }).await.unwrap();
    assert!(!other.has_secret);
    let renamed = change(Change { name: Some(Some("Bedside".to_owned())), ..Change::default() }).await.unwrap();
    assert_eq!((renamed.name.as_deref(), renamed.when), (Some("Bedside"), RingFilter::Always));
}

#[tokio::test]
async fn a_webhook_is_sent_to_by_a_process_that_calls_its_host() {
    let mut hook = channel(1, RingFilter::Always);
    hook.target.kind = "webhook".to_owned();
    let world = world(&[], [hook]).await;
    world.ring(browser(1)).await;
    world.queue().await;
    let lease = async |host: &'static str| {
        let reach = Reach { calls: Arc::new(move |origin| (true, origin == host)), ..Reach::everything() };
        pushes::lease(&world.storage, Selection::Due(room(10, &[])), &reach, SENT).await.unwrap().messages.len()
    };
    assert_eq!(lease("https://other.example").await, 0);
    assert_eq!(lease("https://ntfy.example").await, 1);
}

#[tokio::test]
async fn webhooks_of_an_account_have_a_queue_of_their_own_and_keep_their_secret() {
    let mut hook = channel(1, RingFilter::Always);
    (hook.target.kind, hook.target.secret) = ("webhook".to_owned(), Some("whsec_1".to_owned()));
    let world = world(&[], [hook.clone(), channel(2, RingFilter::Always)]).await;
    accounts::register(&world.storage, account_of(browser(2), "Ben"), session(2), NOW).await.unwrap();
    channels::create(&world.storage, NewChannel { browser: browser(2), id: Uuid::from_u128(7), ..hook }, NOW)
        .await
        .unwrap();
    let queues = "SELECT origin AS value FROM channels ORDER BY number";
    let queues = world.database.query(queues);
    assert!(
        queues[0].starts_with("https://ntfy.example account ")
            && queues[2].starts_with("https://ntfy.example account ")
    );
    assert_eq!((queues[0] != queues[2], queues[1].as_str()), (true, "https://ntfy.example"));
    let address = Some(("https://ntfy.example/b".to_owned(), "https://ntfy.example".to_owned()));
    let same =
        channels::change(&world.storage, browser(1), id(1), Change { address, ..Change::default() }).await.unwrap();
    assert!(same.has_secret);
    assert_eq!(world.database.query("SELECT origin AS value FROM channels ORDER BY number"), queues);
}

#[tokio::test]
async fn messages_of_a_deleted_channel_or_account_are_not_sent() {
    let world = world(&[], [channel(1, RingFilter::Always), channel(2, RingFilter::Always)]).await;
    world.ring(browser(1)).await;
    world.queue().await;
    channels::delete(&world.storage, browser(1), id(1)).await.unwrap();
    world.database.execute("DELETE FROM accounts");
    assert_eq!(world.take(SENT).await.len(), 0);
    assert_eq!(world.queued().await, [""; 0]);
}
