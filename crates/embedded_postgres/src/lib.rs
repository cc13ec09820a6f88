//! A private Postgres, run from the programs that are installed on the machine.
//!
//! The cluster is in `postgres` below the data folder and listens on a Unix socket only. It keeps running if the server
//! is killed, and the next server adopts it. Servers with the same data folder share it.

mod account;
mod cluster;
mod creation;
mod installation;
mod pid_file;
mod postmaster;
mod rights;
mod socket;
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
use cluster::Cluster;
use postmaster::POLL_INTERVAL;
pub use rights::Rights;
use supervisor::Supervisor;

/// A running Postgres. Until it is stopped, it is restarted when it ends unexpectedly.
pub struct EmbeddedPostgres {
    url: String,
    account: Account,
    data_dir: PathBuf,
    supervisor: Supervisor,
    /// A lock file. Every server that uses the cluster holds a shared lock, so the one that gets the exclusive lock is
    /// the last.
    users: File,
}

impl EmbeddedPostgres {
    /// Starts the cluster below `data_dir`, or adopts it if it is running; creates it if there is none.
    ///
    /// Blocks until Postgres accepts connections. Fails if `stop` is cancelled before.
    pub fn start(data_dir: &Path, stop: &CancellationToken) -> Result<Self> {
        let (data_dir, users) = claimed(data_dir).with_context(|| {
            format!(
                "cannot write in the data folder {}; choose another with TOKIBAKO_DATA_DIR, or set DATABASE_URL",
                data_dir.display(),
            )
        })?;
        // Servers start one at a time, or two of them could both create a cluster.
        let start_lock = File::open(&data_dir)?;
        while let Err(refused) = start_lock.try_lock() {
            if let TryLockError::Error(error) = refused {
                return Err(error.into());
            }
            if stop.is_cancelled() {
                bail!("told to stop before another server had started Postgres");
            }
            thread::sleep(POLL_INTERVAL);
        }
        let (cluster, postmaster) = Cluster::open(&data_dir)?.start(stop)?;
        info!("Postgres {} is running in {}", cluster.version(), cluster.folder().display());
        let (url, account) = (cluster.url(), cluster.account());
        Ok(Self { url, account, data_dir, supervisor: Supervisor::watch(cluster, postmaster), users })
    }

    /// The URL of the database, for libpq.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// If this process is root, switches to the cluster's account for good, provided that this account may enter the
    /// data folder and `folder`.
    pub fn give_up_root(&self, folder: &Path) -> Result<Rights> {
        self.account.become_it(&[&self.data_dir, folder])
    }

    /// Stops Postgres, unless another server still uses it.
    ///
    /// Blocks until it has ended, for `patience` at most.
    pub fn stop(self, patience: Duration) -> Result<()> {
        let give_up = Instant::now() + patience;
        let postmaster = self.supervisor.end()?;
        self.users.unlock()?;
        if self.users.try_lock().is_err() {
            info!("Postgres keeps running: another server uses it");
            return Ok(());
        }
        postmaster.stop(give_up)
    }
}

/// The data folder's absolute path, and this server's shared lock on its cluster.
fn claimed(data_dir: &Path) -> Result<(PathBuf, File)> {
    creation::open_folder(data_dir)?;
    let data_dir = data_dir.canonicalize()?;
    let users = File::create(data_dir.join("postgres.users"))?;
    users.lock_shared()?;
    Ok((data_dir, users))
}
