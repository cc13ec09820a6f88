//! The cost of nine thousand open streams, and how late each of them receives its ring.

use std::{collections::HashSet, time::Duration};

use anyhow::Result;
use tokio::time::{Instant, sleep};

use super::{
    herd::last_in_the_log,
    print::{print, print_count, print_spread},
};
use crate::{
    client::crowd::{Crowd, Cut, Seat},
    ground::{
        due,
        occurrence::Occurrence,
        postgres::Postgres,
        server::{Server, Settings},
        spread::Spread,
    },
};

const STREAMS: u32 = 9_000;
const RINGS: u32 = 10_000;

/// Long enough for a ping on every stream.
const IDLE: Duration = Duration::from_secs(17);

pub(super) async fn measure(postgres: &Postgres) -> Result<()> {
    let database = postgres.create("streams").await?;
    let server = Server::start(&Settings::on(&database.url)).await?;
    // Warms the server up, so that one-time costs are not counted.
    drop(open(&server, 100).await?);
    sleep(Duration::from_secs(1)).await;
    let before = server.memory()?;
    let begun = Instant::now();
    let crowd = open(&server, STREAMS).await?;
    print(format_args!("opening {STREAMS} streams"), begun.elapsed().as_secs_f64() * 1_000.0, "ms");
    sleep(IDLE).await;
    let a_stream = |kibibytes: f64| (kibibytes - before) / f64::from(STREAMS);
    print("memory without streams", before / 1_024.0, "MiB");
    print("memory a stream, idle", a_stream(server.memory()?), "KiB");

    let due = due::whole_second_after(time::Duration::seconds(2));
    due::timers_at(&database, RINGS, STREAMS, due).await?;
    crowd.hear(RINGS as usize, Instant::now() + Duration::from_secs(30)).await;
    // Waits for duplicates that arrive later.
    sleep(Duration::from_secs(1)).await;
    let heard = crowd.heard();
    let rung = heard.iter().map(Occurrence::told_by).collect::<Result<HashSet<_>>>()?;
    let late = Spread::of(heard.iter().map(|heard| heard.at - due));
    print_spread(&format!("herd of {RINGS} on {STREAMS} streams, on its socket"), &late);
    let last = last_in_the_log(&database).await?;
    print(format_args!("herd of {RINGS} on {STREAMS} streams, last in the log"), last, "ms");
    print_count("missing", RINGS as usize - rung.len(), "rings");
    print_count("doubled", heard.len() - rung.len(), "rings");
    print_count("cut", crowd.cuts(), "streams");
    print("memory a stream, after the herd", a_stream(server.memory()?), "KiB");
    server.stop().await
}

async fn open(server: &Server, count: u32) -> Result<Crowd> {
    let seats = (1..=count).map(|browser| Seat { browser, kind: None });
    Crowd::open(server.address()?, seats, Cut::StaysAway).await
}
