//! A process that a trial has started: its signals, its end, its memory and its processor time.

use std::{collections::HashMap, fs, ops::Range, time::Duration};

use anyhow::{Context as _, Result, ensure};
use nix::{
    sys::signal::{self, Signal},
    unistd::Pid,
};
use tokio::{
    process::{Child, Command},
    time::timeout,
};

/// The kernel reports hundredths of a second, whatever the frequency of its own clock.
const TICK: Duration = Duration::from_millis(10);

/// The positions of `utime`, `stime`, `cutime` and `cstime` among the fields after the name in `/proc/PID/stat` (fields
/// 14 to 17 of `proc(5)`, where the name is 2).
const TIMES: Range<usize> = 11..15;

const MEBIBYTE: f64 = 1_024.0;

/// A running process; dropping it kills it.
pub(crate) struct Process(pub(super) Child);

impl Process {
    pub(crate) fn start(command: &mut Command) -> Result<Self> {
        let spawned = command.kill_on_drop(true).spawn();
        Ok(Self(spawned.with_context(|| format!("{} can be started", command.as_std().get_program().display()))?))
    }

    pub(crate) fn number(&self) -> Result<Pid> {
        Ok(Pid::from_raw(self.0.id().context("the process runs")?.try_into()?))
    }

    pub(crate) fn signal(&self, signal: Signal) -> Result<()> {
        Ok(signal::kill(self.number()?, signal)?)
    }

    pub(crate) async fn kill(mut self) -> Result<()> {
        Ok(self.0.kill().await?)
    }

    /// Waits until it has ended; fails if its exit status is not 0.
    pub(crate) async fn end(mut self, within: Duration) -> Result<()> {
        let status = timeout(within, self.0.wait()).await.context("a process does not end")??;
        ensure!(status.success(), "a process ended with {status}");
        Ok(())
    }

    /// The memory that it has asked for and uses, in MiB: not what it maps of files, and not what it shares, such as the
    /// buffers of Postgres, which fill up once.
    pub(crate) fn own_memory(&self) -> Result<f64> {
        own_memory(self.number()?)
    }

    /// What the kernel says of its memory in a file of `/proc`, in MiB.
    pub(crate) fn memory(&self, file: &str, field: &str) -> Result<f64> {
        memory(self.number()?, file, field)
    }
}

pub(super) fn own_memory(process: Pid) -> Result<f64> {
    memory(process, "status", "RssAnon:")
}

fn memory(process: Pid, file: &str, field: &str) -> Result<f64> {
    let told = fs::read_to_string(format!("/proc/{process}/{file}"))?;
    let value = told.lines().find_map(|line| line.strip_prefix(field)).context("the kernel knows")?;
    Ok(value.trim().trim_end_matches(" kB").parse::<f64>()? / MEBIBYTE)
}

/// The processor time of a process and of its children that have ended.
pub(super) fn processor_time(process: Pid) -> Result<Duration> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The name is in parentheses and may contain anything.
    let (_, fields) = stat.rsplit_once(')').context("a process has a name")?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let times = fields.get(TIMES).context("the kernel tells the times of a process")?;
    let ticks: Vec<u32> = times.iter().map(|ticks| ticks.parse()).collect::<Result<_, _>>()?;
    Ok(TICK * ticks.iter().sum())
}

/// The processes that a process has started and that still run.
pub(super) fn children(parent: Pid) -> Result<Vec<Pid>> {
    let file = fs::read_to_string(format!("/proc/{parent}/task/{parent}/children"))?;
    file.split_whitespace().map(|number| Ok(Pid::from_raw(number.parse()?))).collect()
}

/// The processor times of single threads, in nanoseconds.
#[derive(Debug, Default)]
pub(crate) struct Threads(HashMap<String, Duration>);

impl Threads {
    /// The threads of some processes.
    pub(crate) fn of(processes: impl IntoIterator<Item = Pid>) -> Result<Self> {
        let mut times = HashMap::new();
        for process in processes {
            for thread in fs::read_dir(format!("/proc/{process}/task"))? {
                let thread = thread?.path();
                // The thread may have ended since it was listed.
                let Ok(told) = fs::read_to_string(thread.join("schedstat")) else { continue };
                let time = told.split_whitespace().next().context("the kernel tells the time of a thread")?;
                times.insert(thread.display().to_string(), Duration::from_nanos(time.parse()?));
            }
        }
        Ok(Self(times))
    }

    /// What the threads that still run have used since `before`.
    pub(crate) fn since(&self, before: &Self) -> Duration {
        let used = |(thread, time): (&String, &Duration)| {
            time.saturating_sub(before.0.get(thread).copied().unwrap_or_default())
        };
        self.0.iter().map(used).sum()
    }
}
