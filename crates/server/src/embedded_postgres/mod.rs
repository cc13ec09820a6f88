//! A Postgres of the server's own, run from the programs that are installed.
//!
//! The cluster lives in `postgres` below the data folder and listens on a Unix socket alone. It outlives a
//! server that is killed and is adopted by the next one; servers that share a data folder share it.

mod account;
mod cluster;
mod creation;
mod installation;
mod keeper;
mod pid_file;
mod postmaster;
mod socket;

use std::{
    fs::{File, TryLockError},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};
use tokio_util::sync::CancellationToken;
use tracing::info;

use cluster::Cluster;
use keeper::Keeper;
use postmaster::LOOK;

/// A running Postgres, kept running until it is stopped.
pub(crate) struct EmbeddedPostgres {
    url: String,
    keeper: Keeper,
    /// Held shared by every server that uses the cluster; whoever can have it alone is the last one.
    users: File,
}

impl EmbeddedPostgres {
    /// Starts the cluster below `data_dir`, made now if there is none, or adopts it where it runs already.
    ///
    /// Blocks until Postgres takes connections or `stop` is cancelled, which is an error.
    pub(crate) fn start(data_dir: &Path, stop: &CancellationToken) -> Result<Self> {
        let (data_dir, users) = entered(data_dir).with_context(|| {
            format!(
                "cannot write in the data folder {}; choose another with TOKIBAKO_DATA_DIR, or set DATABASE_URL",
                data_dir.display(),
            )
        })?;
        // One at a time: two servers started together must not both make a cluster.
        let doorway = File::open(&data_dir)?;
        while let Err(refused) = doorway.try_lock() {
            if let TryLockError::Error(error) = refused {
                return Err(error.into());
            }
            if stop.is_cancelled() {
                bail!("told to stop before another server had started Postgres");
            }
            thread::sleep(LOOK);
        }
        let (cluster, postmaster) = Cluster::open(&data_dir)?.start(stop)?;
        info!("Postgres {} is running in {}", cluster.version(), cluster.folder().display());
        Ok(Self { url: cluster.url(), keeper: Keeper::watch(cluster, postmaster), users })
    }

    /// Where the database is.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Stops Postgres, unless another server still uses it.
    ///
    /// Blocks until it is gone, for no longer than `patience`.
    pub(crate) fn stop(self, patience: Duration) -> Result<()> {
        let give_up = Instant::now() + patience;
        let postmaster = self.keeper.dismiss()?;
        self.users.unlock()?;
        if self.users.try_lock().is_err() {
            info!("Postgres keeps running: another server uses it");
            return Ok(());
        }
        postmaster.stop(give_up)
    }
}

/// The data folder's full path, and our share in the use of its cluster.
fn entered(data_dir: &Path) -> Result<(PathBuf, File)> {
    creation::open_folder(data_dir)?;
    let data_dir = data_dir.canonicalize()?;
    let users = File::create(data_dir.join("postgres.users"))?;
    users.lock_shared()?;
    Ok((data_dir, users))
}
