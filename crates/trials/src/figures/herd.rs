//! The herd: everything due at one instant, counted in the log of firings.

use std::time::Duration;

use anyhow::{Result, ensure};
use tokio::time::{Instant, sleep};

use super::print::print;
use crate::ground::{
    due,
    postgres::Postgres,
    server::{Server, Settings},
};

/// Browsers that the timers belong to.
const BROWSERS: u32 = 9_000;

pub(super) async fn measure(postgres: &Postgres) -> Result<()> {
    for count in [10_000, 100_000] {
        let database = postgres.create(&format!("herd_{count}")).await?;
        let server = Server::start(&Settings::on(&database.url)).await?;
        let due = due::whole_second_after(time::Duration::seconds(if count > 10_000 { 8 } else { 2 }));
        due::timers_at(&database, count, BROWSERS, due).await?;
        ensure!(time::OffsetDateTime::now_utc() < due, "the timers are stored before they are due");

        let give_up = Instant::now() + Duration::from_mins(1);
        let all_have_rung = "SELECT count(*) FROM timers WHERE ends_at IS NOT NULL";
        while database.number::<u32>(all_have_rung).await? > 0 {
            ensure!(Instant::now() < give_up, "all {count} ring within a minute");
            sleep(Duration::from_millis(250)).await;
        }
        let firings: u32 = database.number("SELECT count(*) FROM firings").await?;
        ensure!(firings == count, "{count} timers make {firings} firings");
        let last =
            "SELECT 1000 * extract(epoch FROM max(pg_xact_commit_timestamp(xmin)) - min(scheduled_for)) FROM firings";
        print(format_args!("herd of {count}, last in the log"), database.number(last).await?, "ms");
        server.stop().await?;
    }
    Ok(())
}
