//! The processor time that processes have used.

use std::{collections::HashMap, fs, ops::Range, time::Duration};

use anyhow::{Context as _, Result};
use nix::unistd::Pid;

/// The kernel reports hundredths of a second, whatever the frequency of its own clock.
const TICK: Duration = Duration::from_millis(10);

/// The positions of `utime`, `stime`, `cutime` and `cstime` among the fields after the name in `/proc/PID/stat` (fields
/// 14 to 17 of `proc(5)`, where the name is 2).
const TIMES: Range<usize> = 11..15;

/// The time of a process and of its children that have ended.
pub(super) fn of(process: Pid) -> Result<Duration> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The name is in parentheses and may contain anything.
    let (_, fields) = stat.rsplit_once(')').context("a process has a name")?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let times = fields.get(TIMES).context("the kernel tells the times of a process")?;
    let ticks: Vec<u32> = times.iter().map(|ticks| ticks.parse()).collect::<Result<_, _>>()?;
    Ok(TICK * ticks.iter().sum())
}

/// The times of single threads, in nanoseconds.
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
