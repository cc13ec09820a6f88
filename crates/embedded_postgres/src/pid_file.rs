//! `postmaster.pid`, the file that a postmaster writes about itself.

use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use nix::{errno::Errno, sys::signal, unistd::Pid};

const NAME: &str = "postmaster.pid";

/// The lines of the file that this crate uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PidFile {
    pub(crate) pid: Pid,
    pub(crate) port: u16,
    pub(crate) socket_folder: PathBuf,
    pub(crate) phase: Phase,
}

/// How far the postmaster's start has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Starting,
    Ready,
    Stopping,
}

impl PidFile {
    /// Reads the file in `folder`; `None` if there is none or if it is still being written.
    pub(crate) fn read(folder: &Path) -> Result<Option<Self>> {
        match fs::read_to_string(folder.join(NAME)) {
            Ok(content) => Ok(Self::parse(&content)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("cannot read {NAME} in {}", folder.display())),
        }
    }

    /// Whether the process that wrote the file still runs.
    pub(crate) fn is_of_a_living_postmaster(&self) -> bool {
        is_living_postmaster(self.pid)
    }

    /// Removes the file if its process id now belongs to another program.
    ///
    /// The file of a process that no longer exists is left to Postgres, which makes further checks.
    pub(crate) fn remove_if_misleading(&self, folder: &Path) -> Result<()> {
        if is_alive(self.pid) && !is_postmaster(self.pid) {
            fs::remove_file(folder.join(NAME))?;
        }
        Ok(())
    }

    fn parse(content: &str) -> Option<Self> {
        let mut lines = content.lines().map(str::trim);
        let pid = lines.next()?.parse().ok()?;
        let port = lines.nth(2)?.parse().ok()?;
        let socket_folder = PathBuf::from(lines.next()?);
        // The status is the eighth line. It is written last.
        let phase = match lines.nth(2) {
            Some("ready" | "standby") => Phase::Ready,
            Some("stopping") => Phase::Stopping,
            _ => Phase::Starting,
        };
        Some(Self { pid: Pid::from_raw(pid), port, socket_folder, phase })
    }
}

/// Whether a postmaster has this process id. A zombie does not count.
pub(crate) fn is_living_postmaster(pid: Pid) -> bool {
    is_alive(pid) && is_postmaster(pid)
}

/// Whether a process has this id, of any account.
fn is_alive(pid: Pid) -> bool {
    !matches!(signal::kill(pid, None), Err(Errno::ESRCH))
}

/// Whether the process runs the program `postgres`. The postmaster's children have other names, and a zombie has none.
/// Without `/proc` every process is taken for a postmaster.
fn is_postmaster(pid: Pid) -> bool {
    if !Path::new("/proc/self").exists() {
        return true;
    }
    let Ok(command) = fs::read(format!("/proc/{pid}/cmdline")) else { return false };
    let program = command.split(|byte| *byte == 0).next().unwrap_or_default();
    let program = String::from_utf8_lossy(program);
    matches!(Path::new(program.as_ref()).file_name().and_then(|name| name.to_str()), Some("postgres" | "postmaster"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(content: &str, expected: Option<(u16, &str, Phase)>) {
        let parsed = PidFile::parse(content);
        let seen = parsed.as_ref().map(|file| (file.port, file.socket_folder.to_str().unwrap(), file.phase));
        assert_eq!(seen, expected);
    }

    #[test]
    fn the_eighth_line_is_the_status() {
        let lines = |word: &str| format!("4711\n/srv/pg\n1763000000\n5432\n/srv/pg\n\n 1234 56\n{word}\n");
        check(&lines("starting"), Some((5432, "/srv/pg", Phase::Starting)));
        check(&lines("ready   "), Some((5432, "/srv/pg", Phase::Ready)));
        check(&lines("standby "), Some((5432, "/srv/pg", Phase::Ready)));
        check(&lines("stopping"), Some((5432, "/srv/pg", Phase::Stopping)));
    }

    #[test]
    fn an_incomplete_file_counts_as_missing_or_as_not_ready() {
        check("", None);
        check("47", None);
        check("4711\n/srv/pg\n1763000000\n", None);
        check("4711\n/srv/pg\n1763000000\n5432\n/srv/pg\n", Some((5432, "/srv/pg", Phase::Starting)));
    }

    #[test]
    fn this_process_is_alive_and_not_a_postmaster() {
        let me = Pid::this();
        assert!(is_alive(me));
        assert!(!is_postmaster(me));
    }

    #[test]
    fn a_process_id_that_another_program_has_now_is_misleading() {
        let folder = tempfile::tempdir().unwrap();
        let lines = format!("{}\n/srv/pg\n1763000000\n5432\n/srv/pg\n\n\nready\n", Pid::this());
        fs::write(folder.path().join(NAME), lines).unwrap();
        let file = PidFile::read(folder.path()).unwrap().unwrap();
        assert!(!file.is_of_a_living_postmaster());
        file.remove_if_misleading(folder.path()).unwrap();
        assert_eq!(PidFile::read(folder.path()).unwrap(), None);
    }
}
