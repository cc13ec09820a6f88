//! Devices of many browsers, and all that has arrived for them.

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Mutex, MutexGuard},
};

use fastrand::Rng;
use time::{Duration, OffsetDateTime};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::{client::subscription::Subscription, ground::occurrence::Occurrence};

/// For how long a ring is of use.
pub(super) const USE: Duration = Duration::minutes(10);

/// When a ring is of no use any more.
pub(super) fn expiry(ring: Occurrence) -> OffsetDateTime {
    ring.due() + USE
}

/// How the push service of a device behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Service {
    /// It takes all at once.
    Healthy,
    /// It does whatever services do.
    Moody,
    /// It cuts every connection at first, and then takes all.
    Away,
}

/// One of each service for every browser.
pub(super) const SERVICES: [Service; 3] = [Service::Healthy, Service::Moody, Service::Away];

/// A device that is rung.
pub(super) struct Device {
    pub(super) browser: u32,
    pub(super) id: String,
    pub(super) service: Service,
    pub(super) subscription: Subscription,
    /// With what its service answers each ring, because the subscription has ended.
    pub(super) ended: Option<u16>,
}

/// What a message was about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    Ring(Occurrence),
    Stop(Occurrence),
}

/// A post of a ring or of an answer.
#[derive(Debug, Clone)]
pub(super) struct Arrival {
    pub(super) at: OffsetDateTime,
    pub(super) device: usize,
    pub(super) said: Said,
    /// By what the service replaces it, and by what the device does.
    pub(super) topic: String,
    pub(super) tag: String,
    /// Whether the service has it, and whether it could say so.
    pub(super) is_taken: bool,
    pub(super) is_told: bool,
}

/// An answer that was given.
#[derive(Debug, Clone, Copy)]
pub(super) struct Given {
    pub(super) begun: OffsetDateTime,
    pub(super) done: OffsetDateTime,
    /// The device that it was given on, where it was one of them.
    pub(super) on: Option<usize>,
}

/// What a device is to do next.
pub(super) enum Task {
    /// Send the code of its first push back.
    Confirm { device: usize, code: String },
    /// Say that it shows a ring, by the token of that.
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
    /// How often a device's message about a ring was not taken.
    pub(super) refusals: HashMap<(usize, String), u32>,
    pub(super) heard: HashMap<(usize, Occurrence), OffsetDateTime>,
    /// On which devices rings are stopped once they are shown.
    pub(super) stops: HashMap<Occurrence, usize>,
    pub(super) given: HashMap<Occurrence, Given>,
    /// What a service could not read, or was told wrongly.
    pub(super) faults: Vec<String>,
}

impl Scene {
    /// One device of each service for every browser; every `ended`th browser has one whose subscription ends.
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

    /// Has a device do something, as soon as it may.
    pub(super) fn have_done(&self, task: Task) {
        // At the end nobody does anything any more.
        let _ = self.tasks.send(task);
    }
}
