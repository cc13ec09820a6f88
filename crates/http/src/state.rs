//! What every request is answered with: the database, who listens, the clock and the site.

use std::{
    num::NonZeroU32,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use prometheus_client::registry::Registry;
use time::OffsetDateTime;
use tokibako_domain::browser_id::BrowserId;
use tokibako_storage::{Storage, presence::Presence};
use tokibako_weather::Weather;

use crate::{
    accounts::{Cookies, Passwords},
    events::{Hub, StreamMetrics},
    health::LastLook,
    limits::Limits,
    metrics::Metrics,
    pages::Site,
};

/// Reads the present; a test's reads what the test says.
pub type Clock = Arc<dyn Fn() -> OffsetDateTime + Send + Sync>;

/// Shared by all requests of one server.
pub struct State {
    pub(crate) storage: Storage,
    pub(crate) hub: Hub,
    pub(crate) site: Site,
    pub(crate) weather: Option<Weather>,
    pub(crate) passwords: Passwords,
    pub(crate) limits: Limits,
    pub(crate) capacity: Option<NonZeroU32>,
    pub(crate) metrics: Metrics,
    pub(crate) streams: StreamMetrics,
    pub(crate) last_look: LastLook,
    presence: Presence,
    clock: Clock,
    rings: bool,
    is_open: AtomicBool,
}

impl State {
    /// Answers from `storage`, the streams of `hub` and the built `site`, by the system's clock and
    /// without weather.
    #[must_use]
    pub fn new(storage: Storage, hub: Hub, site: Site) -> Self {
        let clock = Arc::new(OffsetDateTime::now_utc);
        Self {
            storage,
            hub,
            site,
            weather: None,
            passwords: Passwords::default(),
            limits: Limits::off(),
            capacity: None,
            metrics: Metrics::default(),
            streams: StreamMetrics::default(),
            last_look: LastLook::default(),
            presence: Presence::default(),
            clock,
            rings: false,
            is_open: AtomicBool::new(false),
        }
    }

    /// The same by another clock.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Self {
        Self { clock, ..self }
    }

    /// The same with the weather; `None` for without.
    #[must_use]
    pub fn with_weather(self, weather: Option<Weather>) -> Self {
        Self { weather, ..self }
    }

    /// The same with limits to how much a visitor may ask for; by default there are none.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The same where no browser may have more than so many alarms, and as many timers; `None` for any number.
    #[must_use]
    pub fn with_capacity(self, most: Option<NonZeroU32>) -> Self {
        Self { capacity: most, ..self }
    }

    /// The same in a process that rings what is due: `/readyz` says no while it is late.
    #[must_use]
    pub fn with_scheduler(self) -> Self {
        Self { rings: true, ..self }
    }

    /// Who was here, to be written down now and then.
    #[must_use]
    pub fn presence(&self) -> Presence {
        self.presence.clone()
    }

    /// Lets a registry tell of requests, streams, limits and who signs in.
    pub fn register_metrics(&self, registry: &mut Registry) {
        self.metrics.register(registry);
        self.streams.register(registry);
        self.limits.register_metrics(registry);
        if let Some(weather) = &self.weather {
            weather.register_metrics(registry);
        }
    }

    /// Says that the database is migrated: from now on `/readyz` may say yes.
    pub fn open(&self) {
        self.is_open.store(true, Ordering::Relaxed);
    }

    /// Says that the server is about to stop: `/readyz` says no, so that no new visitors are sent here.
    pub fn close(&self) {
        self.is_open.store(false, Ordering::Relaxed);
    }

    /// Session cookies, for visitors who come by https alone where the site's address says so.
    pub(crate) fn cookies(&self) -> Cookies {
        Cookies::of(&self.site)
    }

    /// Whether requests are welcome.
    pub(crate) fn is_open(&self) -> bool {
        self.is_open.load(Ordering::Relaxed)
    }

    /// Whether this process rings what is due.
    pub(crate) fn rings(&self) -> bool {
        self.rings
    }

    /// Notes that this browser is here.
    pub(crate) fn note(&self, browser: BrowserId) {
        self.presence.note(browser, self.precise_now());
    }

    /// The present to the millisecond, as everything stored and answered has it; read it once a request.
    pub(crate) fn now(&self) -> OffsetDateTime {
        self.precise_now().truncate_to_millisecond()
    }

    /// Whoever reads the present later.
    pub(crate) fn clock(&self) -> Clock {
        Arc::clone(&self.clock)
    }

    /// The present as precisely as the clock tells it.
    pub(crate) fn precise_now(&self) -> OffsetDateTime {
        (self.clock)()
    }
}
