//! The database: our own or another's, reachable and of this version's schema.

use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use storage::{Error, migrations};
use tokio::{
    task::spawn_blocking,
    time::{Instant, sleep},
};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use crate::{config::Database, embedded_postgres::EmbeddedPostgres};

/// How long a database may be away when we start, and how often it is tried.
const PATIENCE: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_secs(1);

/// A database that is ready for use.
pub(crate) struct OpenDatabase {
    url: String,
    embedded: Option<EmbeddedPostgres>,
}

impl OpenDatabase {
    /// Starts the embedded Postgres where that is asked for, waits for the database and migrates it.
    pub(crate) async fn open(database: &Database, stop: &CancellationToken) -> Result<Self> {
        let opened = match database.clone() {
            Database::At(url) => Self { url, embedded: None },
            Database::Embedded(data_dir) => {
                let embedded = spawn_blocking(move || EmbeddedPostgres::start(&data_dir)).await??;
                Self { url: embedded.url().to_owned(), embedded: Some(embedded) }
            }
        };
        match migrate(&opened.url, stop).await {
            Ok(()) => Ok(opened),
            Err(error) => {
                opened.close().await?;
                Err(error)
            }
        }
    }

    /// Where it is.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Stops the embedded Postgres, if it is that.
    pub(crate) async fn close(self) -> Result<()> {
        let Some(embedded) = self.embedded else { return Ok(()) };
        spawn_blocking(|| embedded.stop()).await?
    }
}

async fn migrate(url: &str, stop: &CancellationToken) -> Result<()> {
    let give_up = Instant::now() + PATIENCE;
    let mut was_away = false;
    loop {
        let url = url.to_owned();
        match spawn_blocking(move || migrations::run(&url)).await? {
            Ok(0) => return Ok(()),
            Ok(count) => {
                info!(count, "migrated the database");
                return Ok(());
            }
            Err(Error::Unavailable(reason)) => {
                if Instant::now() > give_up {
                    bail!(
                        "the database did not answer within {} s: {}; start it, or correct DATABASE_URL",
                        PATIENCE.as_secs(),
                        reason.trim_end(),
                    );
                }
                if !std::mem::replace(&mut was_away, true) {
                    warn!(reason = reason.trim_end(), "the database does not answer; trying for {PATIENCE:?}");
                }
            }
            Err(error) => return Err(error).context("cannot bring the database to this version's schema"),
        }
        tokio::select! {
            () = sleep(PAUSE) => {}
            () = stop.cancelled() => bail!("told to stop before the database answered"),
        }
    }
}
