//! A private Postgres, run from the programs that are installed on the machine.
//!
//! The cluster is in `postgres` below the data folder and listens on a Unix socket in there only. One server at a time
//! uses it. If that server is killed, its Postgres keeps running, and the next server continues to use it. A Postgres on
//! any other folder is never touched.

mod account;
mod clients;
mod cluster;
mod creation;
mod installation;
mod postmaster;
mod supervisor;

use std::{
    fs::{File, TryLockError},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};
use tokio_util::sync::CancellationToken;
use tracing::info;

use account::Account;
pub use account::Rights;
pub use clients::Clients;
use cluster::Cluster;
use installation::Installation;
use postmaster::POLL_INTERVAL;
use supervisor::Supervisor;

/// How long a start waits for another server on the same data folder, which may be stopping.
const BUSY: Duration = Duration::from_secs(15);

/// A running Postgres. Until it is stopped, it is restarted when it ends unexpectedly.
pub struct EmbeddedPostgres {
    url: String,
    account: Account,
    data_dir: PathBuf,
    supervisor: Supervisor,
    /// The data folder, locked: no other server may use the cluster.
    _lock: File,
}

impl EmbeddedPostgres {
    /// Starts the cluster below `data_dir`, unless it runs already; creates it if there is none.
    ///
    /// Blocks until Postgres accepts connections. Fails if `stop` is cancelled before.
    pub fn start(data_dir: &Path, stop: &CancellationToken) -> Result<Self> {
        let usable = creation::open_folder(data_dir).and_then(|()| data_dir.canonicalize());
        let data_dir = usable.with_context(|| {
            format!(
                "cannot use the data folder {}; choose another with TOKIBAKO_DATA_DIR, or set DATABASE_URL",
                data_dir.display(),
            )
        })?;
        let lock = locked(&data_dir, Instant::now() + BUSY, stop)?;
        let cluster = Cluster::open(&data_dir)?;
        let postmaster = cluster.start(stop)?;
        info!("Postgres {} is running in {}", cluster.installation.major, cluster.folder.display());
        let (url, account) = (cluster.url(), cluster.account);
        Ok(Self { url, account, data_dir, supervisor: Supervisor::watch(cluster, postmaster), _lock: lock })
    }

    /// The URL of the database of a server that runs on `data_dir`, for other commands; `None` if none does.
    pub fn url_of_running(data_dir: &Path) -> Result<Option<String>> {
        let Ok(data_dir) = data_dir.canonicalize() else { return Ok(None) };
        let folder = File::open(&data_dir).map_err(|error| cluster::unreadable(&data_dir, &error))?;
        let is_in_use = matches!(folder.try_lock(), Err(TryLockError::WouldBlock));
        if is_in_use { Cluster::open(&data_dir).map(|cluster| Some(cluster.url())) } else { Ok(None) }
    }

    /// Fails if a start on `data_dir` would find no programs for its cluster, or for a new one. Changes nothing.
    pub fn check_programs(data_dir: &Path) -> Result<()> {
        match data_dir.canonicalize() {
            Ok(data_dir) if data_dir.join("postgres").exists() => Cluster::open(&data_dir).map(drop),
            _ => Installation::preferred(Account::for_new_cluster()?).map(drop),
        }
    }

    /// The URL of the database, for libpq.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// If this process is root, switches to the cluster's account for good, provided that this account may enter the
    /// data folder and `folder`.
    pub fn give_up_root(&self, folder: Option<&Path>) -> Result<Rights> {
        let folders: Vec<&Path> = folder.into_iter().chain([self.data_dir.as_path()]).collect();
        self.account.become_it(&folders)
    }

    /// Stops Postgres. Blocks until it has ended, for `patience` at most.
    pub fn stop(self, patience: Duration) -> Result<()> {
        let give_up = Instant::now() + patience;
        self.supervisor.end()?.stop(give_up)
    }
}

/// An exclusive lock on the data folder, waited for until `give_up`.
fn locked(data_dir: &Path, give_up: Instant, stop: &CancellationToken) -> Result<File> {
    let folder = File::open(data_dir).map_err(|error| cluster::unreadable(data_dir, &error))?;
    loop {
        match folder.try_lock() {
            Ok(()) => return Ok(folder),
            Err(TryLockError::Error(error)) => return Err(error.into()),
            Err(TryLockError::WouldBlock) if stop.is_cancelled() => bail!("told to stop before Postgres was started"),
            Err(TryLockError::WouldBlock) if Instant::now() > give_up => bail!(
                "another server uses the data folder {0}: stop it first; a command on the database of a running server \
                 needs DATABASE_URL='postgres://tokibako@/tokibako?host={0}/postgres'",
                data_dir.display(),
            ),
            Err(TryLockError::WouldBlock) => thread::sleep(POLL_INTERVAL),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_data_folder_in_use_is_refused_until_it_is_free() {
        let folder = tempfile::tempdir().unwrap();
        let now = Instant::now();
        let stop = CancellationToken::new();
        let held = locked(folder.path(), now, &stop).unwrap();
        let refused = locked(folder.path(), now, &stop).unwrap_err().to_string();
        assert!(refused.contains("another server uses") && refused.contains("DATABASE_URL"), "{refused}");
        drop(held);
        locked(folder.path(), now, &stop).unwrap();
    }
}
