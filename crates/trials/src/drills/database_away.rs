//! Postgres is down while rows fall due, and comes back.

use std::{net::SocketAddr, time::Duration};

use anyhow::Result;
use fastrand::Rng;
use time::OffsetDateTime;
use tokio::{
    task::JoinHandle,
    time::{Instant, sleep, timeout},
};
use tokio_util::sync::CancellationToken;

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
    },
};

const ROWS: usize = 400;
const BROWSERS: u32 = 25;

/// How late a ring may be, counted from its due time or from the return of Postgres.
const LIMIT: time::Duration = time::Duration::seconds(2);

/// A write must be refused within this time, whether the database is down or frozen.
const REFUSAL: Duration = Duration::from_secs(7);

/// How Postgres fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// It crashes and is started again.
    Stopped,
    /// It is frozen with its connections open, and then resumed.
    Frozen,
}

pub(super) async fn drill(postgres: &mut Postgres, away: u32, chance: &mut Rng) -> Result<Vec<Tally>> {
    let mut tallies = Vec::new();
    for way in [Way::Stopped, Way::Frozen] {
        tallies.push(go_away(postgres, way, away, chance).await?);
    }
    Ok(tallies)
}

async fn go_away(postgres: &mut Postgres, way: Way, away: u32, chance: &mut Rng) -> Result<Tally> {
    let name = format!("database {} for {away} s", if way == Way::Stopped { "stopped" } else { "frozen" });
    let database = postgres.create(if way == Way::Stopped { "stopped" } else { "frozen" }).await?;
    let server = Server::start(&Settings::on(&database.url)).await?;
    let address = server.address()?;
    let kinds = [Kind::Alarm, Kind::Timer];
    let seats = (1..=BROWSERS).flat_map(|browser| kinds.map(|kind| Seat { browser, kind: Some(kind) }));
    let crowd = Crowd::open(address, seats, Cut::Returns).await?;

    // The first ring is due before the failure, the last ones after it.
    let begun = OffsetDateTime::now_utc().replace_millisecond(0)?;
    let span = i64::from(away) * 1_000 + 3_000;
    let dues: Vec<_> = (0..ROWS).map(|_| begun + time::Duration::milliseconds(chance.i64(1_000..span))).collect();
    let last = dues.iter().copied().max().unwrap_or(begun);
    let expected = due::rows_at(&database, BROWSERS, dues.into_iter()).await?;

    sleep(Duration::from_millis(1_500)).await;
    if way == Way::Stopped {
        postgres.stop_at_once().await?;
    } else {
        postgres.freeze()?;
    }
    let gone_at = OffsetDateTime::now_utc();
    let is_back = CancellationToken::new();
    let writes = write_on(address, is_back.clone());
    sleep(Duration::from_secs(away.into())).await;
    is_back.cancel();
    if way == Way::Stopped {
        postgres.boot().await?;
    } else {
        postgres.thaw()?;
    }
    let back_at = OffsetDateTime::now_utc();
    let cuts = crowd.cuts();

    let left = Duration::try_from(last - back_at).unwrap_or_default();
    crowd.hear(ROWS, Instant::now() + left + Duration::from_secs(6)).await;
    sleep(Duration::from_millis(500)).await;
    let mut tally = Tally::new(name, LIMIT);
    tally.excuse(gone_at, back_at);
    tally.enter(&expected, &crowd.heard())?;
    tally.enter_log(&database, &expected).await?;
    tally.require(cuts == 0, || format!("{cuts} streams were cut meanwhile"));
    let writes = writes.await?;
    let wrong = writes.iter().filter(|write| **write != Write::Refused).count();
    tally.require(wrong == 0 && !writes.is_empty(), || {
        format!("not each write was refused with 503 in time: {writes:?}")
    });
    server.stop().await?;
    Ok(tally.told())
}

/// The result of a write while the database was away.
#[derive(Debug, PartialEq, Eq)]
enum Write {
    Refused,
    Answered(u16),
    Hung,
    Failed(String),
}

/// Writes at intervals until told to stop; a write in progress at that time does not count.
fn write_on(server: SocketAddr, stop: CancellationToken) -> JoinHandle<Vec<Write>> {
    tokio::spawn(async move {
        let mut writes = Vec::new();
        let mut pause = Duration::ZERO;
        while stop.run_until_cancelled(sleep(pause)).await.is_some() {
            let Some(write) = stop.run_until_cancelled(write(server)).await else { break };
            writes.push(write);
            pause = Duration::from_millis(500);
        }
        writes
    })
}

async fn write(server: SocketAddr) -> Write {
    let request = request::write("/api/timers", 1, r#"{"minutes":5}"#);
    let answer = async { Connection::open(server).await?.status(&request).await };
    match timeout(REFUSAL, answer).await {
        Ok(Ok(503)) => Write::Refused,
        Ok(Ok(status)) => Write::Answered(status),
        Ok(Err(error)) => Write::Failed(error.to_string()),
        Err(_) => Write::Hung,
    }
}
