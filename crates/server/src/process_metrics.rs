//! Metrics of this process, named as Prometheus's own client libraries name them.

use std::{
    fs,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use nix::sys::resource::{UsageWho, getrusage};
use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeMetric},
    metrics::{counter::ConstCounter, gauge::ConstGauge},
    registry::Unit,
};
use rlimit::Resource;

/// This process, measured when the registry is read. What the system does not report is left out.
#[derive(Debug)]
pub(crate) struct Process {
    /// Time since 1970.
    started_at: Duration,
}

impl Process {
    pub(crate) fn started_now() -> Self {
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

/// The resident memory of this process in bytes.
fn resident_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let told = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(told.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1_024)
}

fn open_files() -> Option<u64> {
    Some(fs::read_dir("/proc/self/fd").ok()?.count().try_into().unwrap_or(u64::MAX))
}
