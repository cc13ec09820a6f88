//! The running postmaster: a child of this process, or the one that a killed server left running on the same cluster.

use std::{
    fs,
    io::ErrorKind,
    os::unix::net::UnixStream,
    path::{Path, PathBuf},
    process::{Child, Command},
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

/// The name of the socket in the cluster's folder.
const SOCKET: &str = ".s.PGSQL.5432";

/// The longest path of a socket, without its terminating zero: 107 bytes on Linux, 103 on macOS and the BSDs.
const LONGEST_SOCKET: usize = if cfg!(target_os = "linux") { 107 } else { 103 };

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
    folder: PathBuf,
    pid: Pid,
    /// `None` if an earlier server started it.
    child: Option<Child>,
}

impl Postmaster {
    /// Waits until a postmaster on the cluster in `folder` is ready. Starts one with `command`, unless one runs already.
    ///
    /// Fails if `stop` is cancelled before; a postmaster that it has started is stopped again.
    pub(crate) fn start(command: &mut Command, folder: &Path, log: &Path, stop: &CancellationToken) -> Result<Self> {
        let give_up = Instant::now() + START;
        let mut started: Option<Self> = None;
        loop {
            let file = PidFile::read(folder)?;
            let running = file.as_ref().filter(|file| runs_on(folder, file.pid));
            if let Some(PidFile { pid, is_ready: true }) = running {
                return Ok(started.unwrap_or_else(|| {
                    info!("using the Postgres that is already running");
                    Self { folder: folder.to_path_buf(), pid: *pid, child: None }
                }));
            }
            if let Some(started) = &mut started {
                if !started.is_running()? {
                    bail!("Postgres stopped while it started; {}", log_tail(log));
                }
            } else if running.is_none() {
                if let Some(file) = file {
                    file.remove_if_of_a_stranger(folder)?;
                }
                started = Some(Self::spawn(command, folder)?);
            }
            let refusal = if stop.is_cancelled() {
                "told to stop before Postgres was ready".to_owned()
            } else if Instant::now() > give_up {
                format!("Postgres was not ready within {START:?}; {}", log_tail(log))
            } else {
                thread::sleep(POLL_INTERVAL);
                continue;
            };
            if let Some(started) = started {
                started.stop(Instant::now() + STOP)?;
            }
            bail!(refusal);
        }
    }

    fn spawn(command: &mut Command, folder: &Path) -> Result<Self> {
        let program = command.get_program().to_string_lossy().into_owned();
        let child = command.spawn().with_context(|| format!("cannot run {program}"))?;
        Ok(Self { folder: folder.to_path_buf(), pid: Pid::from_raw(child.id().try_into()?), child: Some(child) })
    }

    pub(crate) fn is_running(&mut self) -> Result<bool> {
        match &mut self.child {
            Some(child) => Ok(child.try_wait()?.is_none()),
            None => Ok(runs_on(&self.folder, self.pid)),
        }
    }

    /// A fast shutdown: ends all sessions, writes everything to disk, and waits for the end until `give_up`.
    pub(crate) fn stop(mut self, give_up: Instant) -> Result<()> {
        for (signal, kept) in [(Signal::SIGINT, IMMEDIATE_STOP), (Signal::SIGQUIT, Duration::ZERO)] {
            let asked = Instant::now();
            if self.is_running()? {
                // Fails if the process has ended since.
                let _ = signal::kill(self.pid, signal);
            }
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
}

/// Refuses a folder whose path is too long for the socket in it.
pub(crate) fn check_socket_path(folder: &Path) -> Result<()> {
    let socket = folder.join(SOCKET);
    if socket.as_os_str().len() > LONGEST_SOCKET {
        bail!(
            "the path of a socket may have {LONGEST_SOCKET} bytes, and {} has more; choose a shorter \
             TOKIBAKO_DATA_DIR or set DATABASE_URL",
            socket.display(),
        );
    }
    Ok(())
}

/// The lines of `postmaster.pid` that matter here. After a crash the file is a stale one.
#[derive(Debug, PartialEq, Eq)]
struct PidFile {
    pid: Pid,
    is_ready: bool,
}

impl PidFile {
    const NAME: &str = "postmaster.pid";

    /// Reads the file in `folder`; `None` if there is none or if it is still being written.
    fn read(folder: &Path) -> Result<Option<Self>> {
        match fs::read_to_string(folder.join(Self::NAME)) {
            Ok(content) => Ok(Self::parse(&content)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("cannot read {} in {}", Self::NAME, folder.display())),
        }
    }

    fn parse(content: &str) -> Option<Self> {
        let mut lines = content.lines().map(str::trim);
        let pid = Pid::from_raw(lines.next()?.parse().ok()?);
        // The status is the eighth line. It is written last.
        Some(Self { pid, is_ready: lines.nth(6) == Some("ready") })
    }

    /// Removes the file if its process id now belongs to a process that certainly does not run on `folder`. Postgres
    /// itself would take any process of its account for another postmaster, and refuse to start.
    fn remove_if_of_a_stranger(&self, folder: &Path) -> Result<()> {
        if working_folder(self.pid).is_some_and(|elsewhere| elsewhere != folder) {
            fs::remove_file(folder.join(Self::NAME))?;
        }
        Ok(())
    }
}

/// Whether the process `pid` is the postmaster of the cluster in `folder`: that is its working folder.
///
/// If the system does not tell working folders, the answer is whether anybody listens on the socket in `folder`, which
/// only Postgres's account may enter.
fn runs_on(folder: &Path, pid: Pid) -> bool {
    working_folder(pid).map_or_else(|| UnixStream::connect(folder.join(SOCKET)).is_ok(), |place| place == folder)
}

/// `None` without `/proc`, without the right to see it, and for a process that has ended.
fn working_folder(pid: Pid) -> Option<PathBuf> {
    fs::read_link(format!("/proc/{pid}/cwd")).ok()
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
    use std::{os::unix::net::UnixListener, process::Stdio};

    use super::*;

    #[test]
    fn a_pid_file_has_the_status_in_its_eighth_line() {
        #[track_caller]
        fn check(content: &str, expected: Option<bool>) {
            let expected = expected.map(|is_ready| PidFile { pid: Pid::from_raw(4711), is_ready });
            assert_eq!(PidFile::parse(content), expected, "{content:?}");
        }
        let lines = |word: &str| format!("4711\n/srv/pg\n1763000000\n5432\n/srv/pg\n\n 1234 56\n{word}\n");
        check(&lines("ready   "), Some(true));
        check(&lines("starting"), Some(false));
        check(&lines("stopping"), Some(false));
        check("4711\n/srv/pg\n1763000000\n5432\n/srv/pg\n", Some(false));
        check("", None);
    }

    #[test]
    fn without_a_working_folder_the_socket_tells_whether_postgres_runs() {
        let folder = tempfile::tempdir().unwrap();
        let nobody = Pid::from_raw(i32::MAX);
        assert!(!runs_on(folder.path(), nobody));
        let listener = UnixListener::bind(folder.path().join(SOCKET)).unwrap();
        assert!(runs_on(folder.path(), nobody));
        drop(listener);
        assert!(!runs_on(folder.path(), nobody));
    }

    #[test]
    fn waiting_for_a_postmaster_to_stop_has_a_timeout() {
        let mut deaf = Command::new("sh");
        deaf.args(["-c", "trap '' INT QUIT; echo deaf; exec sleep 60"]).stdout(Stdio::piped());
        let mut deaf = Postmaster::spawn(&mut deaf, Path::new("/")).unwrap();
        let pid = deaf.pid;
        // Waits until the process ignores the signal.
        let stdout = deaf.child.as_mut().and_then(|child| child.stdout.as_mut()).unwrap();
        std::io::Read::read_exact(stdout, &mut [0; 4]).unwrap();
        let told = Instant::now();
        let patience = IMMEDIATE_STOP + Duration::from_millis(100);
        let refused = deaf.stop(told + patience);
        let took = told.elapsed();
        signal::kill(pid, Signal::SIGKILL).unwrap();
        assert!(refused.unwrap_err().to_string().contains("does not stop"));
        assert!((patience..patience + Duration::from_secs(1)).contains(&took), "{took:?}");
    }
}
