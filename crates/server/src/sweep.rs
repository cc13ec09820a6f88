//! The command `sweep`: prints what the daily sweep would delete, and deletes it if the operator wants that.

use std::io::{self, Write as _};

use anyhow::Result;
use time::format_description::well_known::Rfc3339;
use tokibako_scheduler::retention::{outlook, sweep as delete_all};
use tokibako_storage::{Storage, clock::Clock, upkeep::retention::DeletionReport};
use tokio_util::sync::CancellationToken;

use crate::{
    config::Config,
    database::{CLOSE, OpenDatabase},
    telemetry,
};

/// Prints how much idle browsers left behind; with `delete`, deletes it.
pub(crate) async fn sweep(config: Config, delete: bool) -> Result<()> {
    telemetry::start(&config);
    let database = OpenDatabase::open(&config.database, &CancellationToken::new()).await?;
    let swept = sweep_at(database.url(), config.retention, delete).await;
    database.close_after(swept, CLOSE).await
}

async fn sweep_at(url: &str, kept_for: Option<time::Duration>, delete: bool) -> Result<()> {
    let storage = Storage::new(url);
    let now = Clock::start(&storage).await?.now();
    let outlook = outlook(&storage, now, kept_for).await?;
    let mut stdout = io::stdout();
    writeln!(stdout, "The database's clock shows {}.", now.format(&Rfc3339)?)?;
    writeln!(
        stdout,
        "To be deleted: {} of {} browsers and {} of {} sessions.",
        outlook.browsers.over, outlook.browsers.all, outlook.sessions.over, outlook.sessions.all
    )?;
    if !delete {
        writeln!(stdout, "Nothing was deleted; `tokibako sweep --delete` deletes them.")?;
        return Ok(());
    }
    let DeletionReport { browsers, things, accounts } =
        delete_all(&storage, outlook, usize::MAX, &CancellationToken::new()).await?;
    writeln!(stdout, "Deleted {browsers} browsers with {things} alarms and timers and {accounts} accounts.")?;
    Ok(())
}
