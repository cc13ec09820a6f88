//! Opens the database: starts the embedded Postgres if there is one, waits for it, and migrates it.

use std::{path::Path, time::Duration};

use anyhow::{Context as _, Result, bail};
use nix::unistd::Uid;
use tokibako_embedded_postgres::{EmbeddedPostgres, Rights};
use tokibako_storage::{Error, migrations::MigratableDatabase};
use tokio::{
    task::spawn_blocking,
    time::{Instant, sleep, timeout_at},
};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use crate::config::Database;

/// How long a database may be unavailable at the start, and how often it is tried. Migrations may take longer.
const TIMEOUT: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_secs(1);

/// How long the embedded Postgres may take to stop, except in a shutdown, which has its own deadline.
pub(crate) const CLOSE: Duration = Duration::from_secs(4);

/// What to do about a database from before the baseline migration.
const BRING_ALONG: &str = "use a new database; to bring alarms and timers along, start the version that created the old \
                           one once more, download them on the site or with GET /api/browser, and add the file here";

/// What to do about a database in another encoding.
pub(crate) const USE_UTF8: &str = "create one with `createdb --encoding UTF8 --template template0 --owner ROLE NAME`, and \
                                   restore a backup into it if this one holds data";

const STOPPED: &str = "told to stop before the database answered";

/// A database that is ready for use.
pub(crate) struct OpenDatabase {
    url: String,
    embedded: Option<EmbeddedPostgres>,
}

impl OpenDatabase {
    /// Starts the embedded Postgres if configured, waits for the database and migrates it.
    pub(crate) async fn open(database: &Database, stop: &CancellationToken) -> Result<Self> {
        let opened = Self::unmigrated(database, stop).await?;
        match migrate(&opened.url, stop).await {
            Ok(()) => Ok(opened),
            Err(error) => opened.close_after(Err(error), CLOSE).await,
        }
    }

    /// Opens the database like [`open`](Self::open), but uses the embedded Postgres of a server that runs already.
    pub(crate) async fn beside_server(database: &Database) -> Result<Self> {
        match Self::running(database)? {
            Some(running) => Ok(running),
            None => Self::open(database, &CancellationToken::new()).await,
        }
    }

    /// The embedded Postgres of a server that runs already.
    pub(crate) fn running(database: &Database) -> Result<Option<Self>> {
        let Database::Embedded(data_dir) = database else { return Ok(None) };
        Ok(EmbeddedPostgres::url_of_running(data_dir)?.map(|url| Self { url, embedded: None }))
    }

    /// Opens the database like [`open`](Self::open), but leaves the schema as it is.
    pub(crate) async fn unmigrated(database: &Database, stop: &CancellationToken) -> Result<Self> {
        Ok(match database.clone() {
            Database::At(url) => Self { url, embedded: None },
            Database::Embedded(data_dir) => {
                let embedded = {
                    let stop = stop.clone();
                    spawn_blocking(move || EmbeddedPostgres::start(&data_dir, &stop))
                }
                .await??;
                Self { url: embedded.url().to_owned(), embedded: Some(embedded) }
            }
        })
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Drops root's privileges in favour of the embedded Postgres's account; logs if the process stays root.
    pub(crate) fn give_up_root(&self, site_dir: Option<&Path>) -> Result<()> {
        let rights = self.embedded.as_ref().map(|embedded| embedded.give_up_root(site_dir)).transpose()?;
        match rights {
            Some(Rights::GivenUp(account)) => info!("from now on the server runs as {account}"),
            Some(Rights::Kept(barrier)) => {
                warn!("the server runs as root: the account of its Postgres may not enter {}", barrier.display());
            }
            None if Uid::effective().is_root() => warn!("the server runs as root, which it does not need"),
            None | Some(Rights::Ordinary) => {}
        }
        Ok(())
    }

    /// Stops the embedded Postgres, if there is one, within `patience`. Returns the error of `outcome`, or else the one
    /// of stopping.
    pub(crate) async fn close_after<T>(self, outcome: Result<T>, patience: Duration) -> Result<T> {
        let Some(embedded) = self.embedded else { return outcome };
        let closed = spawn_blocking(move || embedded.stop(patience)).await.map_err(Into::into).flatten();
        match (outcome, closed) {
            (Ok(used), closed) => closed.map(|()| used),
            (Err(error), closed) => {
                if let Err(closing) = closed {
                    warn!("cannot stop Postgres: {closing:#}");
                }
                Err(error)
            }
        }
    }
}

/// Connects to the database within [`TIMEOUT`], and migrates it for as long as that takes.
async fn migrate(url: &str, stop: &CancellationToken) -> Result<()> {
    let give_up = Instant::now() + TIMEOUT;
    let mut was_away = false;
    loop {
        let outcome = tokio::select! {
            outcome = attempt(url, give_up) => outcome?,
            () = stop.cancelled() => bail!(STOPPED),
        };
        match outcome {
            Ok(0) => return Ok(()),
            Ok(count) => {
                info!(count, "migrated the database");
                return Ok(());
            }
            Err(Error::Unavailable(reason)) => {
                if Instant::now() > give_up {
                    bail!(
                        "the database did not answer within {} s: {}; start it, or correct DATABASE_URL",
                        TIMEOUT.as_secs(),
                        reason.trim_end(),
                    );
                }
                if !std::mem::replace(&mut was_away, true) {
                    warn!(reason = reason.trim_end(), "the database does not answer; trying for {TIMEOUT:?}");
                }
            }
            Err(error @ Error::Newer(_)) => {
                return Err(error)
                    .context("start that version, or restore a backup from before the upgrade with this one");
            }
            Err(error @ Error::Encoding(_)) => return Err(error).context(USE_UTF8),
            Err(error @ Error::BeforeBaseline) => return Err(error).context(BRING_ALONG),
            Err(error) => return Err(error).context("cannot migrate the database to this version"),
        }
        tokio::select! {
            () = sleep(PAUSE) => {}
            () = stop.cancelled() => bail!(STOPPED),
        }
    }
}

/// One attempt to connect until `give_up`.
async fn attempt(url: &str, give_up: Instant) -> Result<Result<usize, Error>> {
    let url = url.to_owned();
    // If the database accepts the connection and then says nothing, the thread is left waiting.
    let Ok(reached) = timeout_at(give_up, spawn_blocking(move || MigratableDatabase::at(&url))).await else {
        bail!("the database was not ready within {} s; find out why, or correct DATABASE_URL", TIMEOUT.as_secs());
    };
    match reached? {
        Ok(mut reached) => Ok(spawn_blocking(move || {
            if reached.is_superuser()? {
                warn!(
                    "the role of the database is a superuser, which nothing here needs: docs/operations.md, Configure"
                );
            }
            reached.migrate()
        })
        .await?),
        Err(error) => Ok(Err(error)),
    }
}

#[cfg(test)]
mod tests {
    use tokibako_storage::testing::{TestDatabase, hold::Hold};
    use tokio::{task::yield_now, time::advance};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn migrations_have_no_deadline() {
        let database = TestDatabase::create();
        let hold = Hold::of_migrations(&database);
        let url = database.url();
        let migrated = tokio::spawn(async move { migrate(&url, &CancellationToken::new()).await });
        database
            .wait_for(
                "EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() \
                AND state = 'idle' AND query LIKE '%pg_try_advisory_lock%')",
            )
            .await;
        advance(TIMEOUT * 2).await;
        yield_now().await;
        assert!(!migrated.is_finished());
        drop(hold);
        migrated.await.unwrap().unwrap();
    }
}
