//! The devices of many browsers, and everything that has arrived for them.

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Mutex, MutexGuard},
};

use fastrand::Rng;
use time::{Duration, OffsetDateTime};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::{client::subscription::Subscription, ground::occurrence::Occurrence};

/// How long a ring is of use.
pub(super) const USE: Duration = Duration::minutes(10);

/// When a ring is no longer of use.
pub(super) fn expiry(ring: Occurrence) -> OffsetDateTime {
    ring.due() + USE
}

/// How the push service of a device behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Service {
    /// Accepts everything at once.
    Healthy,
    /// Refuses, delays and drops posts at random.
    Moody,
    /// Closes every connection at first, and accepts everything later.
    Away,
}

/// Every browser has one device on each of them.
pub(super) const SERVICES: [Service; 3] = [Service::Healthy, Service::Moody, Service::Away];

/// A device that is rung.
pub(super) struct Device {
    pub(super) browser: u32,
    pub(super) id: String,
    pub(super) service: Service,
    pub(super) subscription: Subscription,
    /// The status with which its service answers each ring, because the subscription has ended.
    pub(super) ended: Option<u16>,
}

/// For how long the devices ring: long enough for two repeats.
pub(super) const RING_FOR: time::Duration = time::Duration::seconds(90);

/// The subject of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    Ring(Occurrence),
    /// A ring that nobody has answered, with the number of its repeat.
    Repeat(Occurrence, u64),
    Stop(Occurrence),
}

/// A post of a ring or of its end.
#[derive(Debug, Clone)]
pub(super) struct Arrival {
    pub(super) at: OffsetDateTime,
    pub(super) device: usize,
    pub(super) said: Said,
    /// The topic, by which the service replaces messages, and the tag, by which the device replaces notifications.
    pub(super) topic: String,
    pub(super) tag: String,
    /// Whether the service accepted it, and whether its answer arrived.
    pub(super) is_taken: bool,
    pub(super) is_told: bool,
}

/// An answer that was given to a ring.
#[derive(Debug, Clone, Copy)]
pub(super) struct Given {
    pub(super) begun: OffsetDateTime,
    pub(super) done: OffsetDateTime,
    /// The device with push on which it was given, if any.
    pub(super) on: Option<usize>,
}

/// What a device has to do next.
pub(super) enum Task {
    /// Send back the code of its first push.
    Confirm { device: usize, code: String },
    /// Confirm that it shows a ring, with the ring's token.
    Hear { device: usize, ring: Occurrence, token: String },
}

pub(super) struct Scene {
    pub(super) server: SocketAddr,
    pub(super) devices: Vec<Device>,
    tasks: UnboundedSender<Task>,
    state: Mutex<State>,
}

/// What has happened so far.
pub(super) struct State {
    pub(super) chance: Rng,
    pub(super) key: String,
    pub(super) away_until: Option<OffsetDateTime>,
    pub(super) arrivals: Vec<Arrival>,
    /// How many times a message about a ring was refused, by device.
    pub(super) refusals: HashMap<(usize, String), u32>,
    pub(super) heard: HashMap<(usize, Occurrence), OffsetDateTime>,
    /// On which device a ring will be stopped when it is shown.
    pub(super) stops: HashMap<Occurrence, usize>,
    pub(super) given: HashMap<Occurrence, Given>,
    /// Posts that a service could not read, or that were wrong.
    pub(super) faults: Vec<String>,
}

impl Scene {
    /// Creates a device on each service for every browser; one browser of `ended` has a device whose subscription ends.
    pub(super) fn new(
        server: SocketAddr,
        browsers: u32,
        ended: u32,
        chance: &mut Rng,
    ) -> (Self, UnboundedReceiver<Task>) {
        let mut devices = Vec::new();
        for browser in 1..=browsers {
            for (number, service) in SERVICES.into_iter().enumerate() {
                let has_ended = service == Service::Healthy && browser % ended == 0;
                devices.push(Device {
                    browser,
                    id: format!("00000000-0000-4000-9000-{browser:08}{number:04}"),
                    service,
                    subscription: Subscription::new(chance),
                    ended: has_ended.then(|| if chance.bool() { 404 } else { 410 }),
                });
            }
        }
        let (tasks, to_do) = unbounded_channel();
        let state = State {
            chance: chance.fork(),
            key: String::new(),
            away_until: None,
            arrivals: Vec::new(),
            refusals: HashMap::new(),
            heard: HashMap::new(),
            stops: HashMap::new(),
            given: HashMap::new(),
            faults: Vec::new(),
        };
        (Self { server, devices, tasks, state: Mutex::new(state) }, to_do)
    }

    /// The numbers of a browser's devices.
    pub(super) fn of_browser(&self, browser: u32) -> impl Iterator<Item = usize> {
        let devices = self.devices.iter().enumerate();
        devices.filter(move |(_, device)| device.browser == browser).map(|(number, _)| number)
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    /// Queues a task of a device.
    pub(super) fn have_done(&self, task: Task) {
        // Sending fails at the end of the drill, when no device does anything any more.
        let _ = self.tasks.send(task);
    }
}
