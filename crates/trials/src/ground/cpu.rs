//! Processor time that processes have used.

use std::{fs, ops::Range, time::Duration};

use anyhow::{Context as _, Result};
use nix::unistd::Pid;

/// The kernel counts in hundredths of a second, whatever its own clock is.
const TICK: Duration = Duration::from_millis(10);

/// Where `utime`, `stime`, `cutime` and `cstime` stand among what follows the name in `/proc/PID/stat` (`proc(5)` counts
/// them 14 to 17, and the name is 2).
const TIMES: Range<usize> = 11..15;

/// The time of a process, and that of its children which have ended.
pub(super) fn of(process: Pid) -> Result<Duration> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    // Its name stands in parentheses and may hold anything.
    let (_, fields) = stat.rsplit_once(')').context("a process has a name")?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let times = fields.get(TIMES).context("the kernel tells the times of a process")?;
    let ticks: Vec<u32> = times.iter().map(|ticks| ticks.parse()).collect::<Result<_, _>>()?;
    Ok(TICK * ticks.iter().sum())
}
