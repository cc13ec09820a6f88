//! Memory that processes take.

use std::fs;

use anyhow::Result;
use nix::unistd::Pid;

/// The memory that is a process's alone, in MiB: what it shares, such as the buffers of Postgres, is nobody's.
pub(super) fn own(process: Pid) -> Result<f64> {
    let rollup = fs::read_to_string(format!("/proc/{process}/smaps_rollup"))?;
    let private = rollup.lines().filter_map(|line| line.strip_prefix("Private_")?.split_once(':'));
    let kibibytes = private.map(|(_, told)| told.trim().trim_end_matches(" kB").parse::<f64>());
    Ok(kibibytes.sum::<Result<f64, _>>()? / 1_024.0)
}
