//! The components of a server. Each handler and middleware takes those that it needs.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use actix_web::web::{Data, ServiceConfig};
use prometheus_client::registry::Registry;
use tokibako_domain::browser_id::RowLimit;
use tokibako_feed::FeedMetrics;
use tokibako_storage::{Storage, clock::Clock, upkeep::last_seen::LastSeen};
use tokibako_weather::Weather;

use crate::{
    api::{
        accounts::{AccountMetrics, AccountService, AccountSettings, Cookies, Passwords},
        channels::ChannelSettings,
        faults::FaultMetrics,
        push::PushSettings,
    },
    endpoint::RequestMetrics,
    events::{Hints, Hub, StreamMetrics},
    limits::Limits,
    ops::{CachedCheck, ReadinessCheck, SecurityContact, Version},
    site::Site,
};

/// The components of one server. Clones share them, so that each worker has its own clone.
#[derive(Clone)]
pub struct Components {
    storage: Data<Storage>,
    hub: Data<Hub>,
    hints: Data<Hints>,
    site: Data<Site>,
    weather: Data<Option<Weather>>,
    push: Data<Option<PushSettings>>,
    channels: Data<Option<ChannelSettings>>,
    limits: Data<Limits>,
    row_limit: Data<RowLimit>,
    clock: Data<Clock>,
    last_seen: Data<LastSeen>,
    is_open: Arc<AtomicBool>,
    runs_scheduler: bool,
    has_ops_address: bool,
    last_check: Data<CachedCheck>,
    version: Data<Version>,
    security_contact: Data<SecurityContact>,
    cookies: Data<Cookies>,
    passwords: Passwords,
    request_metrics: Data<RequestMetrics>,
    stream_metrics: Data<StreamMetrics>,
    feed_metrics: FeedMetrics,
    account_metrics: AccountMetrics,
    fault_metrics: Data<FaultMetrics>,
    account_settings: AccountSettings,
}

impl Components {
    /// Creates the components, without weather, push, channels and limits. `/readyz` answers 503 until [`open`](Self::open) is
    /// called.
    pub fn new(storage: Storage, clock: Clock, hub: Hub, site: Site) -> Self {
        Self {
            storage: Data::new(storage),
            hints: Data::new(Hints::new(hub.clone())),
            hub: Data::new(hub),
            weather: Data::new(None),
            push: Data::new(None),
            channels: Data::new(None),
            limits: Data::new(Limits::off()),
            row_limit: Data::new(RowLimit::default()),
            clock: Data::new(clock),
            last_seen: Data::new(LastSeen::default()),
            is_open: Arc::default(),
            runs_scheduler: false,
            has_ops_address: false,
            last_check: Data::new(CachedCheck::default()),
            version: Data::new(Version::default()),
            security_contact: Data::new(SecurityContact::default()),
            cookies: Data::new(Cookies::for_site(site.is_https())),
            passwords: Passwords::default(),
            request_metrics: Data::new(RequestMetrics::default()),
            stream_metrics: Data::new(StreamMetrics::default()),
            feed_metrics: FeedMetrics::default(),
            account_metrics: AccountMetrics::default(),
            fault_metrics: Data::new(FaultMetrics::default()),
            account_settings: AccountSettings::default(),
            site: Data::new(site),
        }
    }

    #[must_use]
    pub fn with_weather(self, weather: Option<Weather>) -> Self {
        Self { weather: Data::new(weather), ..self }
    }

    #[must_use]
    pub fn with_push(self, push: Option<PushSettings>) -> Self {
        Self { push: Data::new(push), ..self }
    }

    #[must_use]
    pub fn with_channels(self, channels: Option<ChannelSettings>) -> Self {
        Self { channels: Data::new(channels), ..self }
    }

    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits: Data::new(limits), ..self }
    }

    #[must_use]
    pub fn with_row_limit(self, row_limit: RowLimit) -> Self {
        Self { row_limit: Data::new(row_limit), ..self }
    }

    #[must_use]
    pub fn with_accounts(self, account_settings: AccountSettings) -> Self {
        Self { account_settings, ..self }
    }

    /// The components of a site that was at http until recently: the browser ids in the cookies of then are accepted.
    #[must_use]
    pub fn after_http(self) -> Self {
        Self { cookies: Data::new(self.cookies.after_http()), ..self }
    }

    /// The components of a process that also runs the scheduler: `/readyz` answers 503 while the scheduler is late.
    #[must_use]
    pub fn with_scheduler(self) -> Self {
        Self { runs_scheduler: true, ..self }
    }

    /// The components with an address for operators, which then answers `/readyz` instead of the site's address.
    #[must_use]
    pub fn with_ops_address(self) -> Self {
        Self { has_ops_address: true, ..self }
    }

    #[must_use]
    pub fn with_version(self, version: Version) -> Self {
        Self { version: Data::new(version), ..self }
    }

    /// The components with the contact for security reports that `/.well-known/security.txt` names; `None` for no such file.
    #[must_use]
    pub fn with_security_contact(self, contact: Option<String>) -> Self {
        Self { security_contact: Data::new(SecurityContact(contact)), ..self }
    }

    /// The browsers that sent requests, which a task has to write to the database.
    pub fn last_seen(&self) -> LastSeen {
        self.last_seen.as_ref().clone()
    }

    /// The hints for the streams of this process and of others. Run them as a task.
    pub fn hints(&self) -> Hints {
        self.hints.as_ref().clone()
    }

    pub fn feed_metrics(&self) -> FeedMetrics {
        self.feed_metrics.clone()
    }

    pub fn register_metrics(&self, registry: &mut Registry) {
        self.request_metrics.register(registry);
        self.account_metrics.register(registry);
        self.fault_metrics.register(registry);
        self.stream_metrics.register(registry);
        self.feed_metrics.register(registry);
        self.limits.register_metrics(registry);
        if let Some(weather) = self.weather.as_ref() {
            weather.register_metrics(registry);
        }
    }

    /// Marks the server as started and its database as migrated: `/readyz` may answer 200.
    pub fn open(&self) {
        self.is_open.store(true, Ordering::Relaxed);
    }

    /// Marks the server as stopping: `/readyz` answers 503, so that a load balancer sends no new visitors.
    pub fn close(&self) {
        self.is_open.store(false, Ordering::Relaxed);
    }

    pub fn readiness_check(&self) -> ReadinessCheck {
        ReadinessCheck {
            storage: self.storage.clone(),
            clock: self.clock.clone(),
            is_open: Arc::clone(&self.is_open),
            runs_scheduler: self.runs_scheduler,
            is_for_operators: self.has_ops_address,
            last_check: self.last_check.clone(),
        }
    }

    /// Makes each component available to handlers as `Data<T>`.
    pub(crate) fn register(&self, config: &mut ServiceConfig) {
        let accounts = AccountService {
            storage: self.storage.as_ref().clone(),
            clock: self.clock.as_ref().clone(),
            hints: self.hints.as_ref().clone(),
            limits: self.limits.clone().into_inner(),
            passwords: self.passwords.clone(),
            cookies: *self.cookies.as_ref(),
            metrics: self.account_metrics.clone(),
            settings: self.account_settings,
        };
        config
            .app_data(Data::new(accounts))
            .app_data(self.storage.clone())
            .app_data(self.hub.clone())
            .app_data(self.hints.clone())
            .app_data(self.site.clone())
            .app_data(self.weather.clone())
            .app_data(self.push.clone())
            .app_data(self.channels.clone())
            .app_data(self.limits.clone())
            .app_data(self.row_limit.clone())
            .app_data(self.clock.clone())
            .app_data(self.last_seen.clone())
            .app_data(Data::new(self.readiness_check()))
            .app_data(self.version.clone())
            .app_data(self.security_contact.clone())
            .app_data(self.cookies.clone())
            .app_data(self.fault_metrics.clone())
            .app_data(self.request_metrics.clone())
            .app_data(self.stream_metrics.clone());
    }
}
