//! A private Postgres, run from the programs that are installed.
//!
//! The cluster lives in `postgres` below the data folder and listens on a Unix socket only. It survives a
//! server that is killed, and the next one adopts it; servers with the same data folder share it.

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

/// A running Postgres, which is started again whenever it ends by itself, until it is stopped.
pub struct EmbeddedPostgres {
    url: String,
    account: Account,
    data_dir: PathBuf,
    supervisor: Supervisor,
    /// Locked shared by every server that uses the cluster: one that gets the exclusive lock is the last.
    users: File,
}

impl EmbeddedPostgres {
    /// Starts the cluster below `data_dir`, created now if there is none, or adopts it where it runs already.
    ///
    /// Blocks until Postgres takes connections or `stop` is cancelled, which is an error.
    pub fn start(data_dir: &Path, stop: &CancellationToken) -> Result<Self> {
        let (data_dir, users) = claimed(data_dir).with_context(|| {
            format!(
                "cannot write in the data folder {}; choose another with TOKIBAKO_DATA_DIR, or set DATABASE_URL",
                data_dir.display(),
            )
        })?;
        // One at a time: two servers started together must not both make a cluster.
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

    /// The URL of the database, as libpq reads it.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Makes this process run as the cluster's account from now on, if it is root and that account may enter the data
    /// folder and `folder`.
    pub fn give_up_root(&self, folder: &Path) -> Result<Rights> {
        self.account.become_it(&[&self.data_dir, folder])
    }

    /// Stops Postgres, unless another server still uses it.
    ///
    /// Blocks until it is gone, for no longer than `patience`.
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

/// The data folder's full path, and this server's shared lock on its cluster.
fn claimed(data_dir: &Path) -> Result<(PathBuf, File)> {
    creation::open_folder(data_dir)?;
    let data_dir = data_dir.canonicalize()?;
    let users = File::create(data_dir.join("postgres.users"))?;
    users.lock_shared()?;
    Ok((data_dir, users))
}
