//! Herds: very many timers due at one instant, measured by the log of firings.

use std::time::Duration;

use anyhow::{Result, ensure};
use tokio::time::{Instant, sleep};

use super::print::{print, print_count};
use crate::ground::{
    database::Database,
    due,
    link::Link,
    postgres::Postgres,
    pushed::Pushed,
    server::{Server, Settings},
};

/// The browsers that own the timers.
pub(super) const BROWSERS: u32 = 9_000;

/// The network delay of a distant database.
const AWAY: Duration = Duration::from_millis(5);

/// How long the push service takes for a post.
const TAKES: Duration = Duration::from_millis(1);

/// How long each million of a herd may take.
const PATIENCE: Duration = Duration::from_mins(3);

/// The size of the log with its indexes.
const ROOM: &str = "SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('firings')";

/// How many entries of the index on due instants led to no live row.
const WALKED: &str =
    "SELECT idx_tup_read - idx_tup_fetch FROM pg_stat_user_indexes WHERE indexrelname = 'timers_ends_at'";

/// The setup of one herd.
#[derive(Debug, Clone)]
struct Herd {
    name: String,
    /// How many timers are due.
    count: u32,
    /// How many timers there are for each that is due; the others are due a day later.
    among: u32,
    /// Whether an older transaction keeps Postgres from removing the index entries of rows that have moved.
    is_watched: bool,
    /// How many processes ring, and how many batches each of them claims concurrently.
    rings: u32,
    claimers: u8,
    /// The network delay to the database, in each direction.
    away: Duration,
    /// How many devices with push each browser has; `None` turns push off.
    devices: Option<u32>,
}

impl Herd {
    fn of(count: u32) -> Self {
        let name = format!("herd of {count}");
        Self { name, count, among: 1, is_watched: false, rings: 1, claimers: 2, away: Duration::ZERO, devices: None }
    }
}

/// A herd of one process: as many timers as are plausible, or a million.
pub(super) async fn measure(postgres: &Postgres, is_million: bool) -> Result<()> {
    let counts: &[u32] = if is_million { &[1_000_000] } else { &[10_000, 100_000] };
    for count in counts {
        ring(postgres, "herd", &Herd::of(*count)).await?;
    }
    Ok(())
}

/// One timer in a hundred is due, so that each is on a page of its own.
pub(super) async fn measure_scattered(postgres: &Postgres) -> Result<()> {
    let herd = Herd { name: "10000 among a million".to_owned(), among: 100, ..Herd::of(10_000) };
    ring(postgres, "scattered", &herd).await
}

/// A herd during an old transaction, such as a backup's, and one without.
pub(super) async fn measure_old_snapshot(postgres: &Postgres) -> Result<()> {
    for is_watched in [false, true] {
        let name = format!("herd of 100000, {} an old snapshot", if is_watched { "beside" } else { "without" });
        ring(postgres, "old_snapshot", &Herd { name, is_watched, ..Herd::of(100_000) }).await?;
    }
    Ok(())
}

/// A herd with one and with several concurrent claims, in one process and in two; then with a distant database, where
/// claims mostly wait.
pub(super) async fn measure_claimers(postgres: &Postgres) -> Result<()> {
    for (rings, claimers) in [(1, 1), (1, 2), (2, 2)] {
        let name = format!("herd of 100000, processes {rings}, claimers of each {claimers}");
        ring(postgres, "claimers", &Herd { name, rings, claimers, ..Herd::of(100_000) }).await?;
    }
    for claimers in [1, 8] {
        let name = format!("herd of 40000, 10 ms there and back, claimers {claimers}");
        ring(postgres, "far", &Herd { name, claimers, away: AWAY, ..Herd::of(40_000) }).await?;
    }
    Ok(())
}

/// A herd of browsers without devices, and one of browsers with three devices each.
pub(super) async fn measure_pushed(postgres: &Postgres) -> Result<()> {
    for devices in [0, 3] {
        let name = format!("herd of 10000, {devices} devices a browser");
        ring(postgres, "pushed", &Herd { name, devices: Some(devices), ..Herd::of(10_000) }).await?;
    }
    Ok(())
}

async fn ring(postgres: &Postgres, figure: &str, herd: &Herd) -> Result<()> {
    let Herd { name, count, is_watched, rings, claimers, away, devices, .. } = herd;
    let of_devices = devices.map(|devices| format!("_{devices}")).unwrap_or_default();
    let database = format!("{figure}_{count}_{is_watched}_{rings}_{claimers}{of_devices}");
    let link = if away.is_zero() { None } else { Some(Link::slow(postgres.socket(), *away).await?) };
    let far = link.as_ref().map(|link| link.url(&database));
    let database = postgres.create(&database).await?;
    let pushed = if devices.is_some() { Some(Pushed::taking(TAKES).await?) } else { None };
    let mut servers = Vec::new();
    for _ in 0..*rings {
        let settings = Settings::on(far.as_ref().unwrap_or(&database.url)).with("TOKIBAKO_CLAIMERS", claimers);
        let settings = pushed.as_ref().map_or(settings.clone(), |pushed| pushed.settings(settings, &[]));
        servers.push(Server::start(&settings).await?);
    }
    if let (Some(pushed), Some(devices), Some(server)) = (&pushed, devices, servers.first()) {
        pushed.subscribe(&database, server.address()?, 1..=BROWSERS, *devices).await?;
    }
    let due = store(&database, herd).await?;
    let snapshot = if *is_watched { Some(database.hold_snapshot("timers").await?) } else { None };
    ensure!(time::OffsetDateTime::now_utc() < due, "the timers are stored before they are due");

    let memory = servers.iter().map(Server::resident).collect::<Result<Vec<_>>>()?;
    servers.iter().try_for_each(Server::forget_peak)?;
    let used = |servers: &[Server]| servers.iter().map(Server::processor_time).sum::<Result<Duration>>();
    let written: String = database.sql("SELECT pg_current_wal_lsn()").await?;
    let before = (used(&servers)?, postgres.processor_time()?);
    all_have_rung(&database, *count, due).await?;
    let after = (used(&servers)?, postgres.processor_time()?);
    let written: f64 = database.number(&format!("SELECT pg_current_wal_lsn() - '{written}'::pg_lsn")).await?;
    drop(snapshot);

    each_rang_once(&database, *count).await?;
    print(format_args!("{name}, last in the log"), last_in_the_log(&database).await?, "ms");
    let a_ring = |from: Duration, to: Duration| to.saturating_sub(from).as_secs_f64() * 1e6 / f64::from(*count);
    print(format_args!("{name}, processor time of servers"), a_ring(before.0, after.0), "µs a ring");
    print(format_args!("{name}, processor time of Postgres"), a_ring(before.1, after.1), "µs a ring");
    print(format_args!("{name}, write-ahead log"), written / f64::from(*count), "bytes a ring");
    print(
        format_args!("{name}, room in the log"),
        database.number::<f64>(ROOM).await? / f64::from(*count),
        "bytes a ring",
    );
    if let (Some(pushed), Some(devices)) = (&pushed, devices) {
        let posts = pushed.posted(usize::try_from(count * devices)?).await?;
        print_count(&format!("{name}, posted"), posts.len(), "messages");
        if let Some(last) = posts.last() {
            print(format_args!("{name}, last posted"), (last.at - due).as_seconds_f64() * 1_000.0, "ms");
        }
        let after = (used(&servers)?, postgres.processor_time()?);
        print(format_args!("{name}, pushed, processor time of servers"), a_ring(before.0, after.0), "µs a ring");
        print(format_args!("{name}, pushed, processor time of Postgres"), a_ring(before.1, after.1), "µs a ring");
    }
    for (server, (idle, _)) in servers.iter().zip(memory) {
        let (now, most) = server.resident()?;
        print(format_args!("{name}, memory of a server before"), idle, "MiB");
        print(format_args!("{name}, memory of a server, beyond that at most"), most - idle, "MiB");
        print(format_args!("{name}, memory of a server, beyond that afterwards"), now - idle, "MiB");
    }
    for server in servers {
        server.stop().await?;
    }
    // Sessions report their counts when they end.
    let walked = database.number::<f64>(WALKED).await? / f64::from(*count);
    print(format_args!("{name}, dead entries walked"), walked, "a ring");
    Ok(())
}

/// Stores the timers; returns the instant at which they are due.
async fn store(database: &Database, Herd { count, among, .. }: &Herd) -> Result<time::OffsetDateTime> {
    // Storing a row takes ten microseconds, and twice that on a busy machine.
    let stored = u64::from(count * among) * 30;
    let due = due::whole_second_after(time::Duration::seconds(2) + Duration::from_micros(stored));
    due::timers_at(database, count * (among - 1), BROWSERS, due + time::Duration::DAY).await?;
    due::timers_at(database, *count, BROWSERS, due).await?;
    if *among > 1 {
        // Rows are not stored in due order in practice.
        database.sql("CREATE TABLE shuffled AS SELECT * FROM timers ORDER BY random()").await?;
        let columns = "browser_id, total_seconds, sound, ends_at, created_at";
        let shuffle =
            format!("TRUNCATE timers; INSERT INTO timers ({columns}) SELECT {columns} FROM shuffled; CHECKPOINT");
        database.sql(&shuffle).await?;
    }
    database.sql("VACUUM ANALYZE timers").await?;
    Ok(due)
}

/// Fails unless each of `count` timers has one firing.
pub(super) async fn each_rang_once(database: &Database, count: u32) -> Result<()> {
    let (firings, distinct): (u32, u32) = (
        database.number("SELECT count(*) FROM firings").await?,
        database.number("SELECT count(DISTINCT row_id) FROM firings").await?,
    );
    ensure!(firings == count && distinct == count, "{count} timers make {firings} firings, {distinct} of them once");
    Ok(())
}

/// How late the last ring was committed, in milliseconds.
pub(super) async fn last_in_the_log(database: &Database) -> Result<f64> {
    let last =
        "SELECT 1000 * extract(epoch FROM max(pg_xact_commit_timestamp(xmin)) - max(scheduled_for)) FROM firings";
    database.number(last).await
}

/// Waits without many queries, which would disturb the measurement.
pub(super) async fn all_have_rung(database: &Database, count: u32, due: time::OffsetDateTime) -> Result<()> {
    let until_due = (due - time::OffsetDateTime::now_utc()).max(time::Duration::ZERO).unsigned_abs();
    let give_up = Instant::now() + until_due + Duration::from_mins(1).max(PATIENCE * count.div_ceil(1_000_000));
    loop {
        sleep(Duration::from_millis(500)).await;
        if database.number::<i64>("SELECT coalesce(sum(rings), 0) FROM batches").await? >= i64::from(count) {
            return Ok(());
        }
        ensure!(Instant::now() < give_up, "all {count} ring in time");
    }
}
