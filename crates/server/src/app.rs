//! The running server: starts the parts of its role, and stops them in order.
//!
//! # A server starts
//!
//! 1. The settings are read; an unknown name or an invalid value stops the start. The first log line is the version,
//!    which `crates/server/build.rs` gets from git or from `TOKIBAKO_COMMIT`.
//! 2. The site is read and filled in, and the operators' address is bound: probes and metrics answer from now on
//!    (`http::ops::Probes`), with 503 at `/readyz`.
//! 3. An embedded Postgres is started, or the database is waited for, at most 30 seconds.
//! 4. `storage::migrations` takes an advisory lock, refuses a database with migrations that break this version
//!    (`breaking_migrations`), and runs missing ones. A migration that waits for a lock on a table gives up after five
//!    seconds, because all other queries on that table queue behind it, and is tried again; any other failure ends the
//!    start (migrations/README.md).
//! 5. The site's address is bound, the scheduler and the feed start, and a process that is root switches to the account
//!    of its embedded Postgres (`embedded_postgres::rights`).
//!
//! # A server stops
//!
//! On SIGTERM the site accepts no more connections and `/readyz` answers 503. Then the hub ends the streams, one per
//! millisecond and all of them within five seconds, so that thousands do not reconnect to the next server at the same
//! moment; until its turn a stream still delivers. Only then do the scheduler, the feed and the writer of
//! `storage::upkeep::last_seen` end. Connections that are idle or wait for the database are closed three seconds later.
//! An embedded Postgres gets the rest of nine and a half seconds, so that the process ends within ten seconds, after
//! which Docker kills it by default. A second signal ends it immediately.

use std::{
    io::{self, Write as _},
    net::SocketAddr,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};
use prometheus_client::metrics::gauge::Gauge;
use tokibako_bus::{Bus, Subscription};
use tokibako_feed::{Feed, publish};
use tokibako_http::{Components, Hub, Probes, Settings, Site, SiteFiles};
use tokibako_scheduler::{
    metrics::ClaimMetrics,
    periodic,
    pushes::{self, PushMetrics},
    retention, run,
    zones::{self, ZoneMetrics},
};
use tokibako_storage::{Storage, clock::Clock, connections::diagnosis};
use tokibako_weather::{
    Weather,
    cities::Catalogue,
    provider::{OpenMeteo, WeatherApi},
};
use tokio::{
    signal::unix::{SignalKind, signal},
    task::{JoinSet, spawn_blocking},
    time::timeout,
};
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

use crate::{
    config::{BusConfig, Config, WeatherSource},
    database::{CLOSE, OpenDatabase},
    listeners::{self, ProxyNotice},
    metrics,
    push::{self, Push},
    telemetry::VERSION,
};

/// The deadline of a graceful shutdown, within the ten seconds after which Docker kills. Closing the streams takes up
/// to five (`http`), requests in progress up to three, and Postgres gets the rest: one and a half at least, and most of
/// it if few streams were open.
const STOP: Duration = Duration::from_millis(9_500);

/// How long requests in progress may take after the streams have ended, before the database is stopped. Idle
/// connections are kept as long.
const DRAIN: Duration = Duration::from_secs(3);

/// How long after the move to https browsers may have cookies of http: these are valid for a year.
const OLD_COOKIES: time::Duration = time::Duration::days(400);

/// The assumed limit of open files if it cannot be read.
const DEFAULT_FILES: u64 = 1_024;

/// What a shell reports for a program that Ctrl-C has ended.
const INTERRUPTED: i32 = 130;

/// Each open stream uses a file descriptor. A limit below this is logged.
const FILES_WANTED: u64 = 20_000;

pub(crate) struct App {
    database: OpenDatabase,
    parts: Parts,
    stop: CancellationToken,
}

/// The parts that use the database until the server stops.
struct Parts {
    components: Components,
    hub: Hub,
    address: Option<SocketAddr>,
    /// The listeners, which accept connections until the server stops.
    servers: JoinSet<Result<()>>,
    /// The tasks that run until the streams have ended.
    tasks: JoinSet<()>,
    end: CancellationToken,
}

impl App {
    /// Opens the database, binds the listeners and starts the parts of the role. All of it ends when `stop` is
    /// cancelled.
    pub(crate) async fn build(config: &Config, stop: CancellationToken) -> Result<Self> {
        let files = raise_file_limit();
        let site = open_site(config).await?;
        let ops = Ops::start(config)?;
        let database = OpenDatabase::open(&config.database, &stop).await?;
        match Parts::start(config, site, ops, database.url(), files, &stop).await {
            // Root is no longer needed: ports are bound, and Postgres runs.
            Ok(parts) => match database.give_up_root(config.site_dir.as_deref()) {
                Ok(()) => Ok(Self { database, parts, stop }),
                Err(error) => database.close_after(Err(error), CLOSE).await,
            },
            Err(error) => database.close_after(Err(error), CLOSE).await,
        }
    }

    /// Runs until a stop signal or until a part fails; then stops the parts, and then the database.
    pub(crate) async fn run_until_stopped(mut self) -> Result<()> {
        if let Err(error) = announce(self.parts.address) {
            warn!(%error, "cannot print that the server is ready");
        }
        let outcome = tokio::select! {
            () = self.stop.cancelled() => Ok(()),
            Some(ended) = self.parts.servers.join_next() => ended.context("a task of the server panicked").flatten(),
            Some(ended) = self.parts.tasks.join_next() => ended.context("a task of the server panicked"),
        };
        let stopped_at = Instant::now();
        // If a part has failed, the others still run.
        self.stop.cancel();
        self.parts.end().await;
        let outcome = self.database.close_after(outcome, STOP.saturating_sub(stopped_at.elapsed())).await;
        info!("stopped");
        outcome
    }
}

/// Cancels `stop` on the first SIGTERM or SIGINT, ends the process on the next.
pub(crate) fn listen_for_signals(stop: CancellationToken) -> Result<()> {
    let (mut terminated, mut interrupted) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::spawn(async move {
        loop {
            tokio::select! {
                _ = terminated.recv() => {}
                _ = interrupted.recv() => {}
            }
            if stop.is_cancelled() {
                warn!("second signal to stop: stopping at once");
                std::process::exit(INTERRUPTED);
            }
            info!("stopping");
            stop.cancel();
        }
    });
    Ok(())
}

/// Probes and metrics, which answer while the database is waited for and migrated.
struct Ops {
    probes: Probes,
    servers: JoinSet<Result<()>>,
    end: CancellationToken,
}

impl Ops {
    fn start(config: &Config) -> Result<Self> {
        let (mut servers, end) = (JoinSet::new(), CancellationToken::new());
        let is_ready = Gauge::default();
        let probes = Probes::new(VERSION, metrics::of_start(config.role, &is_ready), is_ready);
        if let Some(address) = &config.ops_listen {
            let listener = listeners::ops(address, &probes, &end).context("TOKIBAKO_OPS_LISTEN")?;
            info!(address = %listener.address, "serving probes and metrics");
            servers.spawn(async { Ok(listener.server.await?) });
        }
        Ok(Self { probes, servers, end })
    }
}

impl Parts {
    async fn start(
        config: &Config,
        site: Site,
        ops: Ops,
        url: &str,
        files: u64,
        stop: &CancellationToken,
    ) -> Result<Self> {
        let Ops { probes, mut servers, end } = ops;
        let storage = Storage::with_connections(url, config.connections);
        storage.listen().context("cannot listen for notifications")?;
        let clock = Clock::start(&storage).await.context("cannot read the database's clock")?;
        let hub = Hub::new();
        let weather = start_weather(config, clock.clone());
        let Push { settings, channels, composer } = push::start(&config.push, &storage).await?;
        let limits = config.rate_limit.limits(files);
        let settings = Settings {
            weather,
            push: settings,
            channels,
            limits,
            row_limit: config.row_limit,
            accounts: config.accounts,
            version: VERSION,
            security_contact: config.security_contact.clone(),
            was_http: config.https_since.is_some_and(|since| clock.now().date() < since.saturating_add(OLD_COOKIES)),
            runs_scheduler: config.role.rings(),
            has_ops_address: config.ops_listen.is_some(),
        };
        let components = Components::new(storage.clone(), clock.clone(), hub.clone(), site, settings);
        let connections = config.rate_limit.connections(files);
        let claim_metrics = ClaimMetrics::default();
        let (zone_metrics, push_metrics) = (ZoneMetrics::default(), PushMetrics::default());
        let mut tasks = JoinSet::new();
        let (mut by_bus, mut hints_by_bus) = (None, None);
        if let Some(OpenBus { bus, rings, hints }) = open_bus(config.bus.as_ref(), &storage).await? {
            let (storage, heartbeats, end) = (storage.clone(), config.role.rings(), end.clone());
            tasks.spawn(publish::run(storage, bus.clone(), heartbeats, end));
            hints_by_bus = Some((bus.clone(), hints));
            by_bus = Some((bus, rings));
        }
        let mut address = None;
        if config.role.serves() {
            let feed = Feed::at_end(storage.clone(), clock.clone(), hub.clone()).await;
            let feed = feed.context("cannot read the log of firings")?;
            let feed = feed.with_bus(by_bus).with_metrics(components.feed_metrics());
            tasks.spawn(feed.run(end.clone()));
            let hints = components.hints().run(storage.clone(), hints_by_bus, end.clone());
            tasks.spawn(hints);
            tasks.spawn(periodic::record_last_seen(
                components.last_seen(),
                storage.clone(),
                clock.clone(),
                end.clone(),
            ));
            let notice = ProxyNotice::new(config.trusted_proxies.clone(), config.is_https);
            let listener = listeners::site(&config.listen, &components, &connections, &notice, stop);
            let listener = listener.context("TOKIBAKO_LISTEN")?;
            address = Some(listener.address);
            servers.spawn(async { Ok(listener.server.await?) });
        }
        let mut registry =
            metrics::of(config.role, &storage, &clock, &components, &connections, &claim_metrics, &push_metrics);
        zone_metrics.register(&mut registry);
        probes.open(components.readiness_check(), registry);
        tasks.spawn(measure(clock.clone(), storage.clone(), end.clone()));
        let rearms = config.role.rings();
        tasks.spawn(zones::run(storage.clone(), clock.clone(), rearms, zone_metrics, end.clone()));
        if let Some(composer) = composer.filter(|_| config.role.rings()) {
            let (storage, clock, end) = (storage.clone(), clock.clone(), end.clone());
            tasks.spawn(pushes::run(storage, clock, composer, push_metrics, end));
        }
        if config.role.rings() {
            let (kept_for, metrics) = (config.retention, claim_metrics.clone());
            tasks.spawn(retention::run(storage.clone(), clock.clone(), kept_for, metrics, end.clone()));
            tasks.spawn(run::run(storage, clock, claim_metrics, end.clone()));
        }
        components.open();
        Ok(Self { components, hub, address, servers, tasks, end })
    }

    /// Ends the streams gradually, since they would never end by themselves, while the others still receive rings. Then
    /// waits for requests in progress, and closes the database connections.
    async fn end(self) {
        self.components.close();
        self.hub.close().await;
        self.end.cancel();
        let (ended, closed) =
            tokio::join!(timeout(DRAIN, all(self.tasks, Ok)), timeout(DRAIN, all(self.servers, |ended| ended)));
        if ended.is_err() {
            warn!("background tasks did not finish within {DRAIN:?}");
        }
        if closed.is_err() {
            info!("closing connections that were idle or not answered within {DRAIN:?}");
        }
    }
}

/// Waits for all parts to end, and logs failures.
async fn all<Ended: 'static>(mut parts: JoinSet<Ended>, result: impl Fn(Ended) -> Result<()>) {
    while let Some(ended) = parts.join_next().await {
        if let Err(error) = ended.context("it panicked").and_then(&result) {
            warn!("a task of the server failed while it was stopping: {error:#}");
        }
    }
}

/// Reads and compresses the site, if this process serves it.
async fn open_site(config: &Config) -> Result<Site> {
    if !config.role.serves() {
        return Ok(Site::default());
    }
    let folder = config.site_dir.clone().map(SiteFiles::from);
    let (files, texts) = (folder.or_else(SiteFiles::of_binary).unwrap_or_default(), config.site.clone());
    let site = spawn_blocking(move || Site::open(files, &texts)).await?.context("TOKIBAKO_SITE_DIR")?;
    if let Some(folder) = config.site_dir.as_ref().filter(|_| !site.is_built()) {
        warn!("there is no built site in {}; every page is the not-found page", folder.display());
    }
    if !config.examples.is_empty() {
        info!("visitors see example values until these are set: {}", config.examples.join(", "));
    }
    Ok(site)
}

/// Measures the database's clock until `stop` is cancelled.
async fn measure(clock: Clock, storage: Storage, stop: CancellationToken) {
    tokio::select! {
        () = stop.cancelled() => {}
        () = clock.run(&storage) => {}
    }
}

/// Prints on standard output that the server is ready, for people and scripts.
fn announce(site: Option<SocketAddr>) -> io::Result<()> {
    let mut stdout = io::stdout();
    match site {
        Some(address) => writeln!(stdout, "Tokibako is open at http://{}", visitable(address))?,
        None => writeln!(stdout, "Tokibako is ringing alarms and timers")?,
    }
    stdout.flush()
}

/// The address to open in a browser: `localhost` if the server listens on all addresses.
fn visitable(address: SocketAddr) -> String {
    if address.ip().is_unspecified() { format!("localhost:{}", address.port()) } else { address.to_string() }
}

/// Raises the limit of open files as far as the system allows, because thousands of streams may be open; returns it.
fn raise_file_limit() -> u64 {
    let limit = rlimit::increase_nofile_limit(u64::MAX).or_else(|error| {
        warn!(%error, "cannot raise the limit of open files");
        rlimit::Resource::NOFILE.get_soft()
    });
    let limit = limit.unwrap_or(DEFAULT_FILES);
    if limit < FILES_WANTED {
        warn!("at most {limit} files and connections can be open at once");
    }
    limit
}

pub(crate) struct OpenBus {
    pub(crate) bus: Bus,
    pub(crate) rings: Subscription,
    pub(crate) hints: Subscription,
}

/// Begins to connect to the configured bus; does not wait for the connection.
async fn open_bus(config: Option<&BusConfig>, storage: &Storage) -> Result<Option<OpenBus>> {
    let Some(BusConfig { addresses, tls }) = config else { return Ok(None) };
    let site = diagnosis::database_name(storage).await.context("cannot read which database this is, for the bus")?;
    let bus = Bus::connect(addresses, tls.as_ref(), &site).await?;
    Ok(Some(OpenBus { rings: bus.rings().await?, hints: bus.hints().await?, bus }))
}

/// Starts the weather service, if this process serves the site and a provider is configured. The site works without the
/// weather, so a failure is logged and does not stop the start.
fn start_weather(config: &Config, clock: Clock) -> Option<Weather> {
    if !config.role.serves() {
        return None;
    }
    weather_from(&config.weather, clock).unwrap_or_else(|failure| {
        error!(failure = format!("{failure:#}"), "the weather is unavailable");
        None
    })
}

fn weather_from(source: &WeatherSource, clock: Clock) -> Result<Option<Weather>> {
    let clock = move || clock.precise_now();
    Ok(match source.clone() {
        WeatherSource::Off => None,
        WeatherSource::OpenMeteo(address, key) => {
            Some(Weather::new(Catalogue::built_in()?, OpenMeteo::new(address, key)?, clock))
        }
        WeatherSource::WeatherApi(address, key) => {
            Some(Weather::new(Catalogue::built_in()?, WeatherApi::new(address, key)?, clock))
        }
    })
}
