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

/// What an operator chooses. By default there is no weather, push, channel or limit.
#[derive(Default)]
pub struct Settings {
    pub weather: Option<Weather>,
    pub push: Option<PushSettings>,
    pub channels: Option<ChannelSettings>,
    pub limits: Limits,
    pub row_limit: RowLimit,
    pub accounts: AccountSettings,
    pub version: Version,
    /// The contact for security reports that `/.well-known/security.txt` names; `None` for no such file.
    pub security_contact: Option<String>,
    /// Whether the site was at http until recently: the browser ids in the cookies of then are accepted.
    pub was_http: bool,
    /// Whether the process also runs the scheduler: `/readyz` answers 503 while that is late.
    pub runs_scheduler: bool,
    /// Whether an address for operators answers `/readyz`, instead of the site's address.
    pub has_ops_address: bool,
}

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
    readiness_check: Data<ReadinessCheck>,
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
    /// Creates the components. `/readyz` answers 503 until [`open`](Self::open) is called.
    pub fn new(storage: Storage, clock: Clock, hub: Hub, site: Site, settings: Settings) -> Self {
        let (storage, clock, is_open) = (Data::new(storage), Data::new(clock), Arc::default());
        let readiness_check = ReadinessCheck {
            storage: storage.clone(),
            clock: clock.clone(),
            is_open: Arc::clone(&is_open),
            runs_scheduler: settings.runs_scheduler,
            is_for_operators: settings.has_ops_address,
            last_check: Data::new(CachedCheck::default()),
        };
        Self {
            storage,
            hints: Data::new(Hints::new(hub.clone())),
            hub: Data::new(hub),
            weather: Data::new(settings.weather),
            push: Data::new(settings.push),
            channels: Data::new(settings.channels),
            limits: Data::new(settings.limits),
            row_limit: Data::new(settings.row_limit),
            clock,
            last_seen: Data::new(LastSeen::default()),
            is_open,
            readiness_check: Data::new(readiness_check),
            version: Data::new(settings.version),
            security_contact: Data::new(SecurityContact(settings.security_contact)),
            cookies: Data::new(Cookies::for_site(site.is_https(), settings.was_http)),
            passwords: Passwords::default(),
            request_metrics: Data::new(RequestMetrics::default()),
            stream_metrics: Data::new(StreamMetrics::default()),
            feed_metrics: FeedMetrics::default(),
            account_metrics: AccountMetrics::default(),
            fault_metrics: Data::new(FaultMetrics::default()),
            account_settings: settings.accounts,
            site: Data::new(site),
        }
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
        self.readiness_check.as_ref().clone()
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
            .app_data(self.readiness_check.clone())
            .app_data(self.version.clone())
            .app_data(self.security_contact.clone())
            .app_data(self.cookies.clone())
            .app_data(self.fault_metrics.clone())
            .app_data(self.request_metrics.clone())
            .app_data(self.stream_metrics.clone());
    }
}
