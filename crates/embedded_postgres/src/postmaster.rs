//! The running postmaster: a child of this process, or one that an earlier server left running.

use std::{
    fs,
    path::Path,
    process::{Child, Command, ExitStatus},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};
use nix::{
    sys::signal::{self, Signal},
    unistd::Pid,
};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use crate::pid_file::{self, Phase, PidFile};

/// How often a starting or stopping postmaster is checked.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// How long a start may take. After a crash Postgres first replays its write-ahead log.
const START: Duration = Duration::from_mins(5);

/// How long a stop may take during a start, when there is little to write to disk.
const STOP: Duration = Duration::from_millis(1_500);

/// How much of the time for a stop is reserved for an immediate shutdown, which leaves recovery to the next start.
const IMMEDIATE_STOP: Duration = Duration::from_millis(500);

/// A postmaster that was ready when it was last checked.
#[derive(Debug)]
pub(crate) struct Postmaster {
    pid: Pid,
    child: Option<Child>,
}

impl Postmaster {
    /// Adopts the postmaster that runs on the cluster in `folder`, once it is ready; `None` if there is none.
    pub(crate) fn adopt(folder: &Path, stop: &CancellationToken) -> Result<Option<(Self, PidFile)>> {
        let give_up = Instant::now() + START;
        loop {
            let Some(file) = PidFile::read(folder)?.filter(PidFile::is_of_a_living_postmaster) else {
                return Ok(None);
            };
            if file.phase == Phase::Ready {
                info!("using the Postgres that is already running");
                return Ok(Some((Self { pid: file.pid, child: None }, file)));
            }
            if stop.is_cancelled() {
                bail!("told to stop before Postgres was ready");
            }
            if Instant::now() > give_up {
                bail!("the Postgres in {} (process {}) neither became ready nor ended", folder.display(), file.pid);
            }
            thread::sleep(POLL_INTERVAL);
        }
    }

    /// Runs `command` on the cluster in `folder` and waits until it is ready. Stops it again if `stop` is cancelled
    /// before.
    pub(crate) fn boot(
        command: &mut Command,
        folder: &Path,
        log: &Path,
        stop: &CancellationToken,
    ) -> Result<(Self, PidFile)> {
        let program = command.get_program().to_string_lossy().into_owned();
        let child = command.spawn().with_context(|| format!("cannot run {program}"))?;
        let pid = Pid::from_raw(child.id().try_into()?);
        let mut postmaster = Self { pid, child: Some(child) };
        let give_up = Instant::now() + START;
        loop {
            // The file may still be that of an earlier postmaster, so the process id is compared.
            if let Some(file) = PidFile::read(folder)?.filter(|file| file.pid == pid && file.phase == Phase::Ready) {
                return Ok((postmaster, file));
            }
            if let Some(status) = postmaster.exit_status()? {
                bail!("Postgres stopped while it started ({status}); {}", log_tail(log));
            }
            if stop.is_cancelled() {
                postmaster.stop(Instant::now() + STOP)?;
                bail!("told to stop before Postgres was ready");
            }
            if Instant::now() > give_up {
                postmaster.stop(Instant::now() + STOP)?;
                bail!("Postgres was not ready within {START:?}; {}", log_tail(log));
            }
            thread::sleep(POLL_INTERVAL);
        }
    }

    /// Whether it still runs.
    pub(crate) fn is_running(&mut self) -> Result<bool> {
        if self.child.is_some() {
            return Ok(self.exit_status()?.is_none());
        }
        Ok(pid_file::is_living_postmaster(self.pid))
    }

    /// A fast shutdown: ends all sessions, writes everything to disk, and waits for the end until `give_up`.
    pub(crate) fn stop(mut self, give_up: Instant) -> Result<()> {
        for (signal, kept) in [(Signal::SIGINT, IMMEDIATE_STOP), (Signal::SIGQUIT, Duration::ZERO)] {
            // Fails if the process has already ended.
            let _ = signal::kill(self.pid, signal);
            let asked = Instant::now();
            while Instant::now() + kept < give_up {
                if !self.is_running()? {
                    info!("Postgres has stopped");
                    return Ok(());
                }
                thread::sleep(POLL_INTERVAL);
            }
            warn!("Postgres did not stop within {:.1?}", asked.elapsed());
        }
        bail!("Postgres (process {}) does not stop; it is left running", self.pid)
    }

    fn exit_status(&mut self) -> Result<Option<ExitStatus>> {
        match &mut self.child {
            Some(child) => Ok(child.try_wait()?),
            None => Ok(None),
        }
    }
}

/// The last lines of Postgres's log, for error messages.
fn log_tail(log: &Path) -> String {
    let content = fs::read_to_string(log).unwrap_or_default();
    let mut lines = content.lines().rev().take(5).collect::<Vec<_>>();
    lines.reverse();
    format!("its log {} ends with\n    {}", log.display(), lines.join("\n    "))
}

#[cfg(test)]
mod tests {
    use std::process::Stdio;

    use super::*;

    #[test]
    fn waiting_for_a_postmaster_to_stop_has_a_timeout() {
        let mut deaf = Command::new("sh");
        deaf.args(["-c", "trap '' INT QUIT; echo deaf; exec sleep 60"]).stdout(Stdio::piped());
        let mut child = deaf.spawn().unwrap();
        let pid = Pid::from_raw(child.id().try_into().unwrap());
        // Waits until the process ignores the signal.
        std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut [0; 4]).unwrap();
        let told = Instant::now();
        let patience = IMMEDIATE_STOP + Duration::from_millis(100);
        let refused = Postmaster { pid, child: Some(child) }.stop(told + patience);
        let took = told.elapsed();
        signal::kill(pid, Signal::SIGKILL).unwrap();
        assert!(refused.unwrap_err().to_string().contains("does not stop"));
        assert!((patience..patience + Duration::from_secs(1)).contains(&took), "{took:?}");
    }
}
