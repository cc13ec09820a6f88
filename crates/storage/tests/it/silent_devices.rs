//! A device that does not show its rings counts as failing, and still gets them.

use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    browser_id::BrowserId,
    firing::RingId,
    push::{DeviceState, Disposition},
};
use tokibako_storage::{
    devices,
    pushes::{self, RingReceipt},
    testing::sample::{NOW, browser, device_of},
};
use uuid::Uuid;

use crate::push_world::{DUE, SENT, World};

/// When the messages of a ring are of no use any more.
const OVER: OffsetDateTime = DUE.saturating_add(Duration::minutes(15));

impl World {
    /// A ring that all devices are sent.
    async fn sent(&self) -> RingId {
        let ring = self.ring(browser(1)).await;
        let taken = self.take(SENT).await;
        self.record(taken, Disposition::Accepted, SENT).await;
        ring
    }

    async fn heard(&self, device: u128, ring: RingId, heard: RingReceipt) {
        pushes::heard(&self.storage, browser(1), Uuid::from_u128(device), ring, heard, SENT).await.unwrap();
    }

    /// The states of the devices of a browser, and how many rings they have not shown, once all messages have expired.
    async fn states_of(&self, owner: BrowserId) -> Vec<(DeviceState, i32)> {
        pushes::expire(&self.storage, OVER).await.unwrap();
        let devices = devices::list(&self.storage, owner).await.unwrap();
        devices.iter().map(|device| (device.state, device.unshown)).collect()
    }
}

#[tokio::test]
async fn a_device_that_shows_none_of_three_rings_is_failing_and_still_gets_them() {
    let world = World::with_devices(&[1]).await;
    world.add_device(browser(2), 2).await;
    for (unshown, state) in [(1, DeviceState::Active), (2, DeviceState::Active), (3, DeviceState::Failing)] {
        world.sent().await;
        assert_eq!(world.states_of(browser(1)).await, [(state, unshown)]);
    }
    assert_eq!(world.states_of(browser(2)).await, [(DeviceState::Active, 0)]);
    let ring = world.sent().await;
    world.heard(1, ring, RingReceipt::ByWorker).await;
    assert_eq!(world.states_of(browser(1)).await, [(DeviceState::Active, 0)]);
}

#[tokio::test]
async fn a_device_that_shows_none_of_two_rings_that_another_one_shows_is_failing() {
    for heard in [RingReceipt::ByWorker, RingReceipt::Dismissed] {
        let world = World::with_devices(&[1, 2]).await;
        for (unshown, state) in [(1, DeviceState::Active), (2, DeviceState::Failing)] {
            let ring = world.sent().await;
            world.heard(2, ring, heard).await;
            assert_eq!(world.states_of(browser(1)).await, [(state, unshown), (DeviceState::Active, 0)], "{heard:?}");
        }
        // A page of the device sounds.
        let ring = world.sent().await;
        world.heard(1, ring, RingReceipt::ByPage).await;
        assert_eq!(world.states_of(browser(1)).await.first(), Some(&(DeviceState::Active, 0)), "{heard:?}");
    }
}

#[tokio::test]
async fn a_ring_that_was_answered_at_once_says_nothing_about_other_devices() {
    let world = World::with_devices(&[1, 2]).await;
    for (seconds, unshown) in [(29, 0), (31, 1)] {
        let ring = world.sent().await;
        world.answer(ring, Some(2), SENT + Duration::seconds(seconds)).await;
        assert_eq!(
            world.states_of(browser(1)).await,
            [(DeviceState::Active, unshown), (DeviceState::Active, 0)],
            "{seconds}"
        );
    }
}

#[tokio::test]
async fn a_device_that_is_put_or_subscribes_again_begins_anew() {
    let world = World::with_devices(&[1]).await;
    for suffix in ["", "/anew"] {
        for _ in 0..3 {
            world.sent().await;
            world.states_of(browser(1)).await;
        }
        assert_eq!(world.states_of(browser(1)).await, [(DeviceState::Failing, 3)], "{suffix}");
        let mut again = device_of(browser(1), 1);
        again.address.endpoint.push_str(suffix);
        devices::put(&world.storage, again, "code".to_owned(), NOW).await.unwrap();
        if !suffix.is_empty() {
            devices::confirm(&world.storage, browser(1), Uuid::from_u128(1), "code".to_owned()).await.unwrap();
        }
        assert_eq!(world.states_of(browser(1)).await, [(DeviceState::Active, 0)], "{suffix}");
    }
}

#[tokio::test]
async fn two_processes_count_each_ring_once() {
    let world = World::with_devices(&[1]).await;
    world.sent().await;
    let other = world.database.storage();
    let (one, two) = tokio::join!(pushes::expire(&world.storage, OVER), pushes::expire(&other, OVER));
    one.unwrap();
    two.unwrap();
    assert_eq!(world.states_of(browser(1)).await, [(DeviceState::Active, 1)]);
}
