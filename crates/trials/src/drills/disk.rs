//! The disk of the database is full while rows fall due, and has free space again.

use std::{net::SocketAddr, time::Duration};

use anyhow::Result;
use fastrand::Rng;
use time::OffsetDateTime;
use tokio::time::{Instant, sleep};

use super::tally::Tally;
use crate::{
    client::{
        connection::Connection,
        crowd::{Crowd, Cut, Seat},
        request,
    },
    ground::{
        due,
        occurrence::Kind,
        postgres::Postgres,
        server::{Server, Settings},
        small_disk::SmallDisk,
    },
};

const ROWS: usize = 2_000;
const BROWSERS: u32 = 50;

/// The size of the disk in megabytes; an empty database takes about nine.
const DISK: u32 = 48;

const FULL: Duration = Duration::from_secs(6);

/// Writes while the disk is full, by another browser.
const WRITES: u32 = 200;
const WRITER: u32 = 999;

/// How late a ring may be, counted from its due time or from when there is free space again.
const LIMIT: time::Duration = time::Duration::seconds(3);

/// `None` if this process may not mount a small file system.
pub(super) async fn drill(postgres: &Postgres, chance: &mut Rng) -> Result<Option<Tally>> {
    if !SmallDisk::can_be_had() {
        println!("the disk full: not tried, since only root can mount a small one");
        return Ok(None);
    }
    let disk = SmallDisk::mount(DISK)?;
    let database = postgres.create_in(&disk.folder("database")?, "small").await?;
    let server = Server::start(&Settings::on(&database.url)).await?;
    let address = server.address()?;
    let kinds = [Kind::Alarm, Kind::Timer];
    let seats = (1..=BROWSERS).flat_map(|browser| kinds.map(|kind| Seat { browser, kind: Some(kind) }));
    let crowd = Crowd::open(address, seats, Cut::StaysAway).await?;

    let begun = OffsetDateTime::now_utc().replace_microsecond(0)?;
    let dues: Vec<_> = (0..ROWS).map(|_| begun + time::Duration::milliseconds(chance.i64(2_000..8_000))).collect();
    let expected = due::rows_at(&database, BROWSERS, dues.into_iter()).await?;
    sleep(Duration::from_millis(2_500)).await;
    disk.fill()?;
    let full_at = OffsetDateTime::now_utc();
    let give_up = Instant::now() + FULL;
    let writes = write(address).await?;
    let ready = Connection::open(address).await?.status(&request::page("/readyz")).await?;
    sleep(give_up.saturating_duration_since(Instant::now())).await;
    let heard_before = crowd.count();
    disk.make_room()?;
    let room_at = OffsetDateTime::now_utc();
    crowd.hear(ROWS, Instant::now() + Duration::from_secs(10)).await;
    sleep(Duration::from_millis(500)).await;

    let count = |status| writes.iter().filter(|write| **write == status).count();
    let (stored, refused) = (count(201), count(503));
    let seconds = FULL.as_secs();
    let name =
        format!("the disk full for {seconds} s: {refused} of {WRITES} writes refused, {heard_before} heard before");
    let mut tally = Tally::new(name, LIMIT);
    tally.excuse(full_at, room_at);
    tally.enter(&expected, &crowd.heard())?;
    tally.enter_log(&database, &expected).await?;
    tally.require(stored + refused == writes.len(), || format!("a write was answered otherwise: {writes:?}"));
    tally.require(refused > 0, || "no write was refused".to_owned());
    tally.require(ready == 503, || format!("/readyz answered {ready} beside refused writes"));
    let kept: usize = database.number("SELECT count(*) FROM timers WHERE label LIKE 'filling%'").await?;
    tally.require(kept == stored, || format!("{stored} writes were answered with 201, and {kept} are stored"));
    server.stop().await?;
    postgres.delete_from_folder("small").await?;
    Ok(Some(tally.told()))
}

/// The statuses of the writes.
async fn write(server: SocketAddr) -> Result<Vec<u16>> {
    let label = format!("filling {}", "x".repeat(80));
    let request = request::write("/api/timers", WRITER, &format!(r#"{{"minutes":5,"label":"{label}"}}"#));
    let mut connection = Connection::open(server).await?;
    let mut statuses = Vec::new();
    for _ in 0..WRITES {
        statuses.push(connection.status(&request).await?);
    }
    Ok(statuses)
}
