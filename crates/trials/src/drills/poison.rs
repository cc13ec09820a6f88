//! Rows that the database refuses to change are due among others.

use std::{collections::HashSet, time::Duration};

use anyhow::Result;
use time::OffsetDateTime;
use tokio::time::{Instant, sleep};

use super::tally::Tally;
use crate::{
    client::crowd::{Crowd, Cut, Seat},
    ground::{
        database::Database,
        due,
        occurrence::Kind,
        postgres::Postgres,
        server::{Server, Settings},
    },
};

const ROWS: usize = 1_000;
const BROWSERS: u32 = 50;

/// One row of this many is refused.
const EVERY: usize = 100;

/// The batch is bisected until the rows at fault are found.
const LIMIT: time::Duration = time::Duration::seconds(3);

pub(super) async fn drill(postgres: &Postgres) -> Result<Vec<Tally>> {
    let database = postgres.create("poison").await?;
    let settings = Settings::on(&database.url);
    let server = Server::start(&settings).await?;
    let kinds = [Kind::Alarm, Kind::Timer];
    let seats = (1..=BROWSERS).flat_map(|browser| kinds.map(|kind| Seat { browser, kind: Some(kind) }));
    let crowd = Crowd::open(server.address()?, seats, Cut::StaysAway).await?;
    database
        .sql(&format!(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN IF OLD.id % {EVERY} = 7 THEN RAISE EXCEPTION 'refused'; END IF; RETURN NEW; END $$; \
             CREATE TRIGGER refuse BEFORE UPDATE ON alarms FOR EACH ROW EXECUTE FUNCTION refuse(); \
             CREATE TRIGGER refuse BEFORE UPDATE ON timers FOR EACH ROW EXECUTE FUNCTION refuse()",
        ))
        .await?;
    let due = due::whole_second_after(time::Duration::seconds(2));
    let all = due::rows_at(&database, BROWSERS, (0..ROWS).map(|_| due)).await?;
    let every = i64::try_from(EVERY)?;
    let (refused, sound): (HashSet<_>, HashSet<_>) = all.into_iter().partition(|row| row.row % every == 7);
    crowd.hear(sound.len(), Instant::now() + Duration::from_secs(20)).await;
    sleep(Duration::from_secs(1)).await;
    let mut tally = Tally::new(format!("{} of {ROWS} rows refused by the database", refused.len()), LIMIT);
    tally.enter(&sound, &crowd.heard())?;
    tally.require(!refused.is_empty(), || "no row was refused".to_owned());
    let tally = tally.told();
    server.stop().await?;

    // Once the database accepts them a new process rings them, because the backoff is in memory.
    database.sql("DROP FUNCTION refuse() CASCADE").await?;
    let mended_at = OffsetDateTime::now_utc();
    let server = Server::start(&settings).await?;
    let stored = stored(&database, ROWS).await?;
    let mut mended = Tally::new("the same rows, no longer refused", LIMIT);
    let distinct: usize = database.number("SELECT count(DISTINCT (kind, row_id, scheduled_for)) FROM firings").await?;
    mended.enter_counts(ROWS, distinct, stored, OffsetDateTime::now_utc() - mended_at);
    server.stop().await?;
    Ok(vec![tally, mended.told()])
}

/// Waits until this many firings are stored, for some seconds at most; returns how many there are.
async fn stored(database: &Database, count: usize) -> Result<usize> {
    let give_up = Instant::now() + Duration::from_secs(10);
    loop {
        let stored = database.number("SELECT count(*) FROM firings").await?;
        if stored >= count || Instant::now() > give_up {
            return Ok(stored);
        }
        sleep(Duration::from_millis(20)).await;
    }
}
