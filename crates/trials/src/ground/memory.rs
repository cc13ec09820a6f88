//! Memory that processes take.

use std::fs;

use anyhow::{Context as _, Result};
use nix::unistd::Pid;

/// The memory that a process has asked for and uses, in MiB: not what it maps of files, and not what it shares, such as the
/// buffers of Postgres, which fill up once.
pub(super) fn own(process: Pid) -> Result<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let told = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).context("the kernel knows")?;
    Ok(told.trim().trim_end_matches(" kB").parse::<f64>()? / 1_024.0)
}
