//! Devices that are pushed to: their subscriptions, and what they are owed.

mod acts;
mod fate;

use std::{
    collections::{HashMap, HashSet},
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, OnceLock},
    time::Duration,
};

use anyhow::{Context as _, Result, ensure};
use fastrand::Rng;
use serde_json::json;
use time::OffsetDateTime;
use tokio::{
    task::JoinSet,
    time::{Instant, sleep, timeout},
};

use crate::{
    client::{
        connection::Connection,
        push_service::{Post, PushService, Reply},
        request,
        subscription::Subscription,
    },
    ground::{database::Database, due, occurrence::Occurrence},
    history::{Event, History},
};

/// For how long the devices ring: long enough for two repeats.
pub(super) const RING_FOR: time::Duration = time::Duration::seconds(90);

/// The pause between two tries of a device, how long it tries, and how long the queue may take to become empty.
const RETRY: Duration = Duration::from_millis(100);
const PATIENCE: Duration = Duration::from_mins(1);
const EMPTY_WITHIN: Duration = Duration::from_mins(3);

/// Messages that wait to be sent.
const WAITING: &str = "SELECT count(*) FROM pushes WHERE accepted_at IS NULL";

/// How the push service of a device behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Service {
    /// Accepts everything at once.
    Healthy,
    /// Refuses, delays and drops posts at random.
    Moody,
    /// Closes every connection while it is away, and accepts everything otherwise.
    Away,
}

pub(super) struct Device {
    browser: u32,
    pub(super) id: String,
    pub(super) service: Service,
    pub(super) subscription: Subscription,
    /// The status with which its service answers each ring, because the subscription has ended.
    pub(super) ended: Option<u16>,
}

/// The devices of a scene, and their push services.
pub(super) struct Devices {
    pub(super) all: Vec<Device>,
    /// How late the first message of a ring may be.
    within: time::Duration,
    node: OnceLock<SocketAddr>,
    services: OnceLock<Vec<PushService>>,
    state: Mutex<State>,
}

/// What has happened so far.
#[derive(Default)]
pub(super) struct State {
    pub(super) chance: Rng,
    /// The key that the subscriptions are bound to.
    pub(super) key: String,
    pub(super) away_until: Option<OffsetDateTime>,
    /// How many times a message about a ring was refused, by device.
    pub(super) refusals: HashMap<(usize, String), u32>,
    /// On which device a ring will be stopped when it is shown, and the rings that were stopped.
    stops: HashMap<Occurrence, usize>,
    stopped: HashSet<Occurrence>,
    pub(super) events: Vec<Event>,
}

impl Devices {
    /// A device on each service for every browser; one browser of `ended` has a device whose subscription ends.
    pub(super) async fn of(
        browsers: u32,
        services: &[Service],
        ended: u32,
        within: time::Duration,
        chance: &mut Rng,
    ) -> Result<Arc<Self>> {
        let mut all = Vec::new();
        for browser in 1..=browsers {
            for (number, service) in services.iter().enumerate() {
                let has_ended = *service == Service::Healthy && browser % ended == 0;
                all.push(Device {
                    browser,
                    id: format!("00000000-0000-4000-9000-{browser:08}{number:04}"),
                    service: *service,
                    subscription: Subscription::new(chance),
                    ended: has_ended.then(|| if chance.bool() { 404 } else { 410 }),
                });
            }
        }
        let state = Mutex::new(State { chance: chance.fork(), ..State::default() });
        let devices = Arc::new(Self { all, within, node: OnceLock::new(), services: OnceLock::new(), state });
        let mut opened = Vec::new();
        for _ in services {
            let devices = Arc::downgrade(&devices);
            let answer = move |post: &Post<'_>| devices.upgrade().map_or(Reply::Cut, |devices| devices.receive(post));
            opened.push(PushService::open(answer).await?);
        }
        let _ = devices.services.set(opened);
        Ok(devices)
    }

    /// The origins of the services.
    pub(super) fn origins(&self) -> Vec<String> {
        self.services.get().into_iter().flatten().map(PushService::origin).collect()
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    /// Has the services that can be away be so until this instant.
    pub(super) fn stay_away(&self, until: OffsetDateTime) {
        self.state().away_until = Some(until);
    }

    fn of_browser(&self, browser: u32) -> impl Iterator<Item = (usize, &Device)> {
        self.all.iter().enumerate().filter(move |(_, device)| device.browser == browser)
    }

    /// Registers every device at a process, and waits until all have confirmed their subscriptions.
    pub(super) async fn subscribe(&self, server: SocketAddr) -> Result<()> {
        let server = *self.node.get_or_init(|| server);
        let offer = Connection::open(server).await?.json(&request::page("/api/push")).await?;
        offer["publicKey"].as_str().context("push is on")?.clone_into(&mut self.state().key);
        let origins = self.origins();
        for (number, device) in self.all.iter().enumerate() {
            let endpoint = format!("{}/push/{number}", origins[number % origins.len()]);
            let keys = device.subscription.keys();
            let body =
                json!({ "endpoint": endpoint, "keys": keys, "language": "en", "ringFor": RING_FOR.whole_seconds() });
            let path = format!("/api/push/devices/{}", device.id);
            let status = self.ask(&request::put(&path, device.browser, &body.to_string())).await?;
            ensure!(status == 202, "a device was answered with {status}");
        }
        let confirmed = async {
            for device in &self.all {
                while !self.active(device.browser).await?.contains(&device.id) {
                    sleep(RETRY).await;
                }
            }
            Ok(())
        };
        timeout(PATIENCE, confirmed).await.context("not all devices were greeted")?
    }

    /// Enters what each device is owed; a third of the rings will be stopped on pages of devices, on other pages, and in
    /// notifications. Those that are `hasty` may expire before they are accepted.
    pub(super) async fn expect(
        self: &Arc<Self>,
        database: &Database,
        rings: &HashSet<Occurrence>,
        hasty: &HashSet<Occurrence>,
        are_stopped: bool,
        chance: &mut Rng,
    ) -> Result<JoinSet<Result<()>>> {
        let owners = due::owners(database).await?;
        // Sorted, so that the same seed makes the same choices.
        let mut rings: Vec<_> = rings.iter().copied().collect();
        rings.sort_unstable();
        let mut stops = JoinSet::new();
        for ring in rings {
            let browser = *owners.get(&(ring.kind, ring.row)).context("an owner")?;
            let devices: Vec<_> = self.of_browser(browser).map(|(number, _)| number).collect();
            for (_, device) in self.of_browser(browser) {
                let is_sure = device.ended.is_none() && !hasty.contains(&ring);
                let within = is_sure.then(|| self.within.whole_microseconds().try_into()).transpose()?;
                let rings_for = RING_FOR.whole_microseconds().try_into()?;
                self.state().events.push(Event::Owed { device: device.id.clone(), ring, within, rings_for });
            }
            if !are_stopped || hasty.contains(&ring) {
                continue;
            }
            let pause = Duration::from_millis(chance.u64(0..8_000));
            match (chance.u32(0..9), chance.choice(&devices).copied()) {
                (0, _) => drop(stops.spawn(Arc::clone(self).stop_on_page(browser, ring, None, pause))),
                (1, on) => drop(stops.spawn(Arc::clone(self).stop_on_page(browser, ring, on, pause))),
                (2, Some(device)) => drop(self.state().stops.insert(ring, device)),
                _ => {}
            }
        }
        Ok(stops)
    }

    /// Waits until nothing more is sent, and enters all that has happened.
    pub(super) async fn end(
        &self,
        database: &Database,
        mut stops: JoinSet<Result<()>>,
        browsers: u32,
        history: &mut History,
    ) -> Result<()> {
        while let Some(stopped) = stops.join_next().await {
            stopped??;
        }
        let give_up = Instant::now() + EMPTY_WITHIN;
        let mut waiting = database.number::<usize>(WAITING).await?;
        while waiting > 0 && Instant::now() < give_up {
            sleep(Duration::from_millis(500)).await;
            waiting = database.number(WAITING).await?;
        }
        history.require(waiting == 0, || format!("{waiting} messages still wait to be sent"));
        let is_moody = |number: usize| self.all[number].service == Service::Moody;
        let has_refused = self.state().refusals.keys().any(|(number, _)| is_moody(*number));
        let has_moody = self.all.iter().any(|device| device.service == Service::Moody);
        history.require(has_refused || !has_moody, || "no service refused anything".to_owned());
        for browser in 1..=browsers {
            let living = self.of_browser(browser).filter(|(_, device)| device.ended.is_none());
            let living: Vec<_> = living.map(|(_, device)| device.id.clone()).collect();
            let active = self.active(browser).await?;
            history.require(active == living, || format!("browser {browser} has devices {active:?}, not {living:?}"));
        }
        history.events.append(&mut self.state().events);
        Ok(())
    }

    /// The active devices of a browser.
    async fn active(&self, browser: u32) -> Result<Vec<String>> {
        let server = *self.node.get().context("a process")?;
        let devices = Connection::open(server).await?.json(&request::read("/api/push/devices", browser)).await?;
        let active = devices.as_array().context("a list")?.iter().filter(|device| device["state"] == "active");
        Ok(active.filter_map(|device| device["id"].as_str().map(str::to_owned)).collect())
    }
}
