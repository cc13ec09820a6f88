//! The cost of nine thousand open streams, and how late each of them receives its ring.

use std::{collections::HashSet, time::Duration};

use anyhow::{Result, ensure};
use time::OffsetDateTime;
use tokio::time::{Instant, sleep};

use super::{
    herd::last_in_the_log,
    print::{print, print_processor_time, print_spread},
};
use crate::{
    client::crowd::{Crowd, Seat},
    ground::{
        database::Database,
        due,
        occurrence::Occurrence,
        postgres::Postgres,
        pushed::{Arrival, Pushed},
        server::{Server, Settings},
        spread::Spread,
    },
};

const STREAMS: u32 = 9_000;
const RINGS: u32 = 10_000;

/// Long enough for a ping on every stream.
const IDLE: Duration = Duration::from_secs(17);

/// Devices of each browser that are rung by push; its stream is on the first of them. How long a service takes for a post.
const DEVICES: u32 = 3;
const TAKES: Duration = Duration::from_millis(1);

/// Streams alone, and what they cost in memory.
pub(super) async fn measure(postgres: &Postgres) -> Result<()> {
    let database = postgres.create("streams").await?;
    let server = Server::start(&Settings::on(&database.url)).await?;
    // Warms the server up, so that one-time costs are not counted.
    drop(open(&server, 100, None).await?);
    sleep(Duration::from_secs(1)).await;
    let before = server.memory()?;
    let crowd = open(&server, STREAMS, None).await?;
    sleep(IDLE).await;
    let a_stream = |kibibytes: f64| (kibibytes - before) / f64::from(STREAMS);
    print("memory without streams", before / 1_024.0, "MiB");
    print("memory a stream, idle", a_stream(server.memory()?), "KiB");
    let name = format!("herd of {RINGS} on {STREAMS} streams");
    ring(&name, postgres, &database, &server, &crowd).await?;
    print("memory a stream, after the herd", a_stream(server.memory()?), "KiB");
    server.stop().await
}

/// Measures a herd where each browser has devices that are rung by push as well.
pub(super) async fn measure_pushed(postgres: &Postgres) -> Result<()> {
    let name = format!("herd of {RINGS} on {STREAMS} streams, {DEVICES} devices a browser");
    let database = postgres.create("streams_pushed").await?;
    let pushed = Pushed::taking(TAKES).await?;
    let server = Server::start(&pushed.settings(Settings::on(&database.url))).await?;
    pushed.subscribe(&database, server.address()?, STREAMS, DEVICES).await?;
    let crowd = open(&server, STREAMS, Some(1)).await?;
    let due = ring(&name, postgres, &database, &server, &crowd).await?;
    let posts = pushed.posted(usize::try_from(RINGS * DEVICES)?).await?;
    for (whose, is_open) in [("with the stream", true), ("others", false)] {
        let is_on_stream = |post: &&Arrival| post.path.ends_with("-1") == is_open;
        let late = Spread::of(posts.iter().filter(is_on_stream).map(|post| post.at - due));
        print_spread(&format!("{name}, posted to devices: {whose}"), &late);
    }
    server.stop().await
}

/// Has all timers ring at one instant, and every stream hear its own; gives that instant.
async fn ring(
    name: &str,
    postgres: &Postgres,
    database: &Database,
    server: &Server,
    crowd: &Crowd,
) -> Result<OffsetDateTime> {
    let due = due::whole_second_after(time::Duration::seconds(3));
    due::timers_at(database, RINGS, STREAMS, due).await?;
    database.sql("VACUUM ANALYZE timers").await?;
    let before = (server.threads()?, postgres.processor_time()?);
    ensure!(OffsetDateTime::now_utc() < due, "the timers are stored before they are due");
    crowd.hear(RINGS as usize, Instant::now() + Duration::from_secs(30)).await;
    let after = (server.threads()?, postgres.processor_time()?);
    // Waits for duplicates that arrive later.
    sleep(Duration::from_secs(1)).await;
    let heard = crowd.heard();
    let rung = heard.iter().map(|heard| Occurrence::told_by(&heard.data)).collect::<Result<HashSet<_>>>()?;
    print_spread(&format!("{name}, on its socket"), &Spread::of(heard.iter().map(|heard| heard.at - due)));
    print(format_args!("{name}, last in the log"), last_in_the_log(database).await?, "ms");
    print_processor_time(name, "of the server", after.0.since(&before.0), RINGS);
    print_processor_time(name, "of Postgres", after.1.saturating_sub(before.1), RINGS);
    let (rung, heard, cuts) = (rung.len(), heard.len(), crowd.cuts());
    let is_whole = rung == RINGS as usize && heard == rung && cuts == 0;
    ensure!(is_whole, "{rung} of {RINGS} were heard, {heard} in all, {cuts} streams were cut");
    Ok(due)
}

async fn open(server: &Server, count: u32, device: Option<u32>) -> Result<Crowd> {
    let begun = Instant::now();
    let crowd = Crowd::open(server.address()?, (1..=count).map(|browser| Seat { device, ..Seat::of(browser) })).await?;
    print(format_args!("opening {count} streams"), begun.elapsed().as_secs_f64() * 1_000.0, "ms");
    Ok(crowd)
}
