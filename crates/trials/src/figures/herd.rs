//! Herds: very many timers due at one instant, measured by the log of firings.

use std::time::Duration;

use anyhow::{Result, ensure};
use time::OffsetDateTime;
use tokio::time::{Instant, sleep};

use super::print::{print, print_processor_time};
use crate::ground::{
    database::Database,
    due,
    postgres::Postgres,
    pushed::Pushed,
    server::{Server, Settings},
};

/// The browsers that own the timers.
pub(super) const BROWSERS: u32 = 9_000;

/// The network delay of a distant database, in each direction.
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
    /// How many processes ring, and how many batches each of them claims concurrently.
    rings: u32,
    claimers: u8,
    is_far: bool,
    /// How many devices with push each browser has; `None` turns push off.
    devices: Option<u32>,
}

impl Herd {
    fn of(count: u32) -> Self {
        Self { name: format!("herd of {count}"), count, rings: 1, claimers: 2, is_far: false, devices: None }
    }
}

/// A herd of one process: as many timers as are plausible, or a million.
pub(super) async fn measure(postgres: &Postgres, is_million: bool) -> Result<()> {
    let counts: &[u32] = if is_million { &[1_000_000] } else { &[10_000, 100_000] };
    for count in counts {
        ring(postgres, Herd::of(*count)).await?;
    }
    Ok(())
}

/// A herd with one and with several concurrent claims, in one process and in two; then with a distant database, where
/// claims mostly wait.
pub(super) async fn measure_claimers(postgres: &Postgres) -> Result<()> {
    for (rings, claimers) in [(1, 1), (1, 2), (2, 2)] {
        let name = format!("herd of 100000, processes {rings}, claimers of each {claimers}");
        ring(postgres, Herd { name, rings, claimers, ..Herd::of(100_000) }).await?;
    }
    for claimers in [1, 8] {
        let name = format!("herd of 40000, 10 ms there and back, claimers {claimers}");
        ring(postgres, Herd { name, claimers, is_far: true, ..Herd::of(40_000) }).await?;
    }
    Ok(())
}

/// A herd of browsers without devices, and one of browsers with three devices each.
pub(super) async fn measure_pushed(postgres: &Postgres) -> Result<()> {
    for devices in [0, 3] {
        let name = format!("herd of 10000, {devices} devices a browser");
        ring(postgres, Herd { name, devices: Some(devices), ..Herd::of(10_000) }).await?;
    }
    Ok(())
}

async fn ring(postgres: &Postgres, Herd { name, count, rings, claimers, is_far, devices }: Herd) -> Result<()> {
    let letters = name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' });
    let database = postgres.create(&letters.collect::<String>()).await?;
    let link = postgres.link().await?;
    link.set_delay(AWAY);
    let url = if is_far { link.url(database.name()) } else { database.url.clone() };
    let settings = Settings::on(&url).with("TOKIBAKO_CLAIMERS", &claimers);
    let pushed = Pushed::taking(TAKES).await?;
    let settings = if devices.is_some() { pushed.settings(settings) } else { settings };
    let mut servers = Vec::new();
    for _ in 0..rings {
        servers.push(Server::start(&settings).await?);
    }
    if let Some(devices) = devices {
        pushed.subscribe(&database, servers[0].address()?, BROWSERS, devices).await?;
    }
    // Storing a row takes ten microseconds, and twice that on a busy machine.
    let stored = Duration::from_micros(u64::from(count) * 30);
    let due = due::whole_second_after(time::Duration::seconds(2) + stored);
    due::timers_at(&database, count, BROWSERS, due).await?;
    database.sql("VACUUM ANALYZE timers").await?;
    ensure!(OffsetDateTime::now_utc() < due, "the timers are stored before they are due");

    let memory = servers.iter().map(Server::resident).collect::<Result<Vec<_>>>()?;
    servers.iter().try_for_each(Server::forget_peak)?;
    let used = || {
        let servers = servers.iter().map(Server::processor_time).sum::<Result<Duration>>()?;
        anyhow::Ok((servers, postgres.processor_time()?))
    };
    let written: String = database.sql("SELECT pg_current_wal_lsn()").await?;
    let before = used()?;
    let print_used = |what: &str| {
        let after = used()?;
        print_processor_time(&name, &format!("{what}of servers"), after.0.saturating_sub(before.0), count);
        print_processor_time(&name, &format!("{what}of Postgres"), after.1.saturating_sub(before.1), count);
        anyhow::Ok(())
    };
    all_have_rung(&database, count, due).await?;
    print_used("")?;
    each_rang_once(&database, count).await?;
    print(format_args!("{name}, last in the log"), last_in_the_log(&database).await?, "ms");
    for (what, bytes) in [
        ("write-ahead log", format!("SELECT pg_current_wal_lsn() - '{written}'::pg_lsn")),
        ("room in the log", ROOM.to_owned()),
    ] {
        print(format_args!("{name}, {what}"), database.number::<f64>(&bytes).await? / f64::from(count), "bytes a ring");
    }
    if let Some(devices) = devices {
        let posts = pushed.posted(usize::try_from(count * devices)?).await?;
        print(format_args!("{name}, posted"), f64::from(count * devices), "messages");
        if let Some(last) = posts.last() {
            print(format_args!("{name}, last posted"), (last.at - due).as_seconds_f64() * 1_000.0, "ms");
        }
        print_used("until then ")?;
    }
    for (server, (idle, _)) in servers.iter().zip(memory) {
        let (now, most) = server.resident()?;
        for (when, memory) in [("before", idle), ("beyond that at most", most - idle), ("beyond it now", now - idle)] {
            print(format_args!("{name}, memory of a server, {when}"), memory, "MiB");
        }
    }
    for server in servers {
        server.stop().await?;
    }
    // Sessions report their counts when they end.
    let walked = database.number::<f64>(WALKED).await? / f64::from(count);
    print(format_args!("{name}, dead entries walked"), walked, "a ring");
    Ok(())
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
    Ok(due::last_in_the_log(database).await?.1.as_seconds_f64() * 1_000.0)
}

/// Waits without many queries, which would disturb the measurement.
pub(super) async fn all_have_rung(database: &Database, count: u32, due: OffsetDateTime) -> Result<()> {
    let until_due = (due - OffsetDateTime::now_utc()).max(time::Duration::ZERO).unsigned_abs();
    let give_up = Instant::now() + until_due + Duration::from_mins(1).max(PATIENCE * count.div_ceil(1_000_000));
    loop {
        sleep(Duration::from_millis(500)).await;
        if database.number::<i64>("SELECT coalesce(sum(rings), 0) FROM batches").await? >= i64::from(count) {
            return Ok(());
        }
        ensure!(Instant::now() < give_up, "all {count} ring in time");
    }
}
