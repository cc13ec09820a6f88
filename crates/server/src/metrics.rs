//! The registry of all crates' metrics, with the running version and the process's own.
//!
//! Each crate registers its metrics in the `Registry` that `server` creates; `http::ops` serves it on the operators' address.
//! Metrics are created without a registry, so a test can read those of the one `Storage` or `Weather` that it created. A
//! label's value is a `&'static str`, so that the compiler keeps out ids and visitors' input.
//! `config/grafana-dashboard.json` and `config/alerts.yml` may only use metrics that a server has;
//! `crates/server/tests/binary/watching.rs` checks that.

use std::{
    fs,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use nix::sys::resource::{UsageWho, getrusage};
use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeMetric},
    metrics::{
        MetricType,
        counter::ConstCounter,
        gauge::{ConstGauge, Gauge},
        info::Info,
    },
    registry::{Registry, Unit},
};
use rlimit::Resource;
use tokibako_http::Components;
use tokibako_scheduler::{metrics::ClaimMetrics, pushes::PushMetrics};
use tokibako_storage::{Storage, clock::Clock};

use crate::{config::Role, connections::Connections, telemetry::VERSION};

const PREFIX: &str = "tokibako";

/// The metrics that a process of this role has from the beginning of its start. The handler of `/readyz` updates
/// `is_ready`.
pub(crate) fn of_start(role: Role, is_ready: &Gauge) -> Registry {
    let mut registry = Registry::default();
    registry.register_collector(Box::new(Process::started_now()));
    let ours = registry.sub_registry_with_prefix(PREFIX);
    let commit = VERSION.commit.unwrap_or("unknown");
    let build = Info::new([("version", VERSION.number), ("commit", commit), ("role", role.name())]);
    ours.register("build", "Version, commit and role of this process", build);
    ours.register("ready", "Whether the server can serve, as /readyz says", is_ready.clone());
    registry
}

/// All other metrics of a process of this role.
pub(crate) fn of(
    role: Role,
    storage: &Storage,
    clock: &Clock,
    components: &Components,
    connections: &Connections,
    claims: &ClaimMetrics,
    pushes: &PushMetrics,
) -> Registry {
    let mut registry = Registry::with_prefix(PREFIX);
    storage.register_metrics(&mut registry);
    clock.register_metrics(&mut registry);
    if role.serves() {
        components.register_metrics(&mut registry);
        connections.metrics().register(&mut registry);
    }
    if role.rings() {
        claims.register(&mut registry);
        pushes.register(&mut registry);
        registry.register_collector(Box::new(Overdue(storage.clone(), clock.clone())));
    }
    registry
}

/// How long due rows have not rung, computed when the registry is read.
#[derive(Debug)]
struct Overdue(Storage, Clock);

impl Collector for Overdue {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let overdue = self.0.progress().overdue(self.1.precise_now());
        let help =
            "For how long due rows have waited without any claim, or the database has not answered the scheduler";
        let encoder = encoder.encode_descriptor("overdue", help, Some(&Unit::Seconds), MetricType::Gauge)?;
        ConstGauge::new(overdue.as_seconds_f64()).encode(encoder)
    }
}

/// This process, measured when the registry is read. What the system does not report is left out.
#[derive(Debug)]
pub(crate) struct Process {
    /// Time since 1970.
    started_at: Duration,
}

impl Process {
    fn started_now() -> Self {
        Self { started_at: SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default() }
    }
}

impl Collector for Process {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let started_at: Metric = Some(Box::new(ConstGauge::new(self.started_at.as_secs_f64())));
        let used = processor_time().map(|used| Box::new(ConstCounter::new(used.as_secs_f64())) as _);
        let most = gauge(Resource::NOFILE.get_soft().ok());
        let metrics = [
            ("process_start_time", "When this process was started, since 1970", Some(Unit::Seconds), started_at),
            ("process_cpu", "Processor time of this process", Some(Unit::Seconds), used),
            ("process_resident_memory", "Memory of this process", Some(Unit::Bytes), gauge(resident_memory())),
            ("process_open_fds", "Files and connections that are open", None, gauge(open_files())),
            ("process_max_fds", "Files and connections that may be open", None, most),
        ];
        for (name, help, unit, metric) in metrics {
            if let Some(metric) = metric {
                metric.encode(encoder.encode_descriptor(name, help, unit.as_ref(), metric.metric_type())?)?;
            }
        }
        Ok(())
    }
}

type Metric = Option<Box<dyn EncodeMetric>>;

fn gauge(number: Option<u64>) -> Metric {
    Some(Box::new(ConstGauge::new(i64::try_from(number?).unwrap_or(i64::MAX))))
}

/// The processor time of this process, in user space and in the kernel.
fn processor_time() -> Option<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_SELF).ok()?;
    let microseconds = [usage.user_time(), usage.system_time()].map(|time| {
        let seconds = u64::try_from(time.tv_sec()).unwrap_or_default();
        seconds * 1_000_000 + u64::try_from(time.tv_usec()).unwrap_or_default()
    });
    Some(Duration::from_micros(microseconds.iter().sum()))
}

fn resident_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let told = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(told.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1_024)
}

fn open_files() -> Option<u64> {
    Some(fs::read_dir("/proc/self/fd").ok()?.count().try_into().unwrap_or(u64::MAX))
}
