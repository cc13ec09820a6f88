//! Processor time that processes have used.

use std::{fs, time::Duration};

use anyhow::{Context as _, Result};
use nix::unistd::Pid;

/// The kernel counts in hundredths of a second, whatever its own clock is.
const TICK: Duration = Duration::from_millis(10);

/// The time of a process, and that of its children which have ended.
pub(super) fn of(process: Pid) -> Result<Duration> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    // Its name stands in parentheses and may hold anything.
    let (_, fields) = stat.rsplit_once(')').context("a process has a name")?;
    let ticks = fields.split_whitespace().skip(11).take(4).map(str::parse::<u32>);
    let ticks: Vec<u32> = ticks.collect::<Result<_, _>>()?;
    Ok(TICK * ticks.iter().sum())
}
