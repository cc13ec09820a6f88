//! The primary is killed, frozen or cut off during a herd; its synchronous standby is promoted, and the old primary comes
//! back and takes writes.

use std::time::Duration;

use anyhow::Result;
use fastrand::Rng;
use time::OffsetDateTime;
use tokio::time::sleep;

use super::{fault::Fault, scene::Scene};
use crate::{
    client::crowd::Crowd,
    ground::{due, postgres::Postgres},
    history::History,
};

/// Rows that fall due within two seconds, and as many after the old primary is back.
const ROWS: usize = 10_000;
const BROWSERS: u32 = 100;

/// Rows that only the old primary has.
const STALE: usize = 100;

/// How late a ring may be after the promotion.
const LIMIT: time::Duration = time::Duration::seconds(5);

/// How long nobody notices that the primary is gone, and how long rings are waited for.
const UNNOTICED: Duration = Duration::from_secs(3);
const PATIENCE: Duration = Duration::from_secs(30);

pub(super) async fn drill(chance: &mut Rng) -> Result<Vec<History>> {
    let mut histories = Vec::new();
    for way in [Fault::DatabaseKilled, Fault::DatabaseFrozen, Fault::NetworkCut] {
        histories.extend(fail_over(way, chance).await?);
    }
    Ok(histories)
}

async fn fail_over(way: Fault, chance: &mut Rng) -> Result<Vec<History>> {
    let mut primary = Postgres::start().await?;
    let standby = Postgres::standby_of(&primary).await?;
    let mut scene = Scene::new(&mut primary, "standby").await?;
    let link = scene.postgres.link().await?;
    scene.settings = scene.settings.with("DATABASE_URL", &standby.url_of_either(&link, "standby"));
    scene.link = Some(link);
    for half in 0..2 {
        scene.start("all", (1..=BROWSERS).filter(|browser| browser % 2 == half)).await?;
    }
    let promoted = standby.database("standby");
    let mut dues = |from: OffsetDateTime, count: usize| {
        (0..count).map(|_| from + Duration::from_millis(chance.u64(0..2_000))).collect::<Vec<_>>().into_iter()
    };

    let first = dues(due::now() + Duration::from_secs(3), ROWS);
    let mut expected = due::rows_at(&scene.database, BROWSERS, first).await?;
    scene.hear(ROWS / 4, PATIENCE).await;
    way.begin(&mut scene).await?;
    let (gone_at, heard): (_, usize) = (OffsetDateTime::now_utc(), scene.crowds().map(Crowd::count).sum());
    sleep(UNNOTICED).await;
    standby.promote().await?;
    let promoted_at = OffsetDateTime::now_utc();
    scene.hear(ROWS, PATIENCE).await;

    // The old primary comes back, waits for no standby, and has rows that its standby never gets.
    way.end(&mut scene).await?;
    scene.database.sql("ALTER SYSTEM SET synchronous_standby_names = ''; SELECT pg_reload_conf()").await?;
    let stale_from = due::now() + Duration::from_secs(1);
    due::rows_at(&scene.database, BROWSERS, dues(stale_from, STALE)).await?;
    let later = dues(due::now() + Duration::from_secs(2), ROWS);
    expected.extend(due::rows_at(&promoted, BROWSERS, later).await?);
    scene.hear(2 * ROWS, PATIENCE).await;
    sleep(Duration::from_secs(1)).await;

    let name = format!("standby promoted, {way} with {heard} of {ROWS} heard");
    let mut history = History::new(name, LIMIT);
    history.excuse(gone_at, promoted_at);
    history.enter(&expected, &scene.crowds().flat_map(Crowd::heard).collect::<Vec<_>>())?;
    history.enter_log(&promoted, &expected).await?;
    let cuts: usize = scene.crowds().map(Crowd::cuts).sum();
    history.require(cuts == 0, || format!("{cuts} streams were cut"));
    let since = stale_from.unix_timestamp();
    let rung = format!("SELECT count(*) FROM firings WHERE scheduled_for >= to_timestamp({since})");
    let rung: usize = scene.database.number(&rung).await?;
    history.require(rung == 0, || format!("the old primary rang {rung} of its {STALE} rows"));
    Ok(vec![history.told(), scene.close().await?])
}
