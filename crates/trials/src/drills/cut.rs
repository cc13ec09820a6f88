//! The network between one server and the database is cut during its claims, while another server goes on.

use std::time::Duration;

use anyhow::Result;
use fastrand::Rng;
use time::OffsetDateTime;
use tokio::time::{Instant, sleep};

use super::tally::Tally;
use crate::{
    client::crowd::{Crowd, Cut, Seat},
    ground::{
        due,
        link::Link,
        occurrence::Kind,
        postgres::Postgres,
        server::{Server, Settings},
    },
};

const ROWS: usize = 2_000;
const BROWSERS: u32 = 50;

const AWAY: Duration = Duration::from_secs(10);

/// The same limit as for a frozen server.
const LIMIT: time::Duration = time::Duration::seconds(5);

pub(super) async fn drill(postgres: &Postgres, chance: &mut Rng) -> Result<Tally> {
    let database = postgres.create("cut").await?;
    let link = Link::to(postgres.socket()).await?;
    let far = Server::start(&Settings::on(&link.url("cut"))).await?;
    let near = Server::start(&Settings::on(&database.url)).await?;
    let kinds = [Kind::Alarm, Kind::Timer];
    let seats = || (1..=BROWSERS).flat_map(|browser| kinds.map(|kind| Seat { browser, kind: Some(kind) }));
    let at_near = Crowd::open(near.address()?, seats(), Cut::StaysAway).await?;
    let at_far = Crowd::open(far.address()?, seats(), Cut::StaysAway).await?;

    let begun = OffsetDateTime::now_utc().replace_microsecond(0)?;
    let dues: Vec<_> = (0..ROWS).map(|_| begun + time::Duration::milliseconds(chance.i64(1_500..5_000))).collect();
    let expected = due::rows_at(&database, BROWSERS, dues.into_iter()).await?;
    sleep(Duration::from_millis(chance.u64(1_600..3_000))).await;
    link.cut();
    let cut_at = Instant::now();
    at_near.hear(ROWS, cut_at + AWAY).await;
    sleep(AWAY.saturating_sub(cut_at.elapsed())).await;
    let heard_far = at_far.count();
    link.mend();
    let mended = Instant::now();
    at_far.hear(ROWS, mended + Duration::from_secs(15)).await;
    let caught_up = mended.elapsed();
    sleep(Duration::from_millis(500)).await;

    let (away, lost, late) = (AWAY.as_secs(), link.dropped(), caught_up.as_secs_f64());
    let name =
        format!("cut off for {away} s: {lost} bytes lost, {heard_far} heard there before, caught up after {late:.1} s");
    let mut tally = Tally::new(name, LIMIT);
    tally.enter(&expected, &at_near.heard())?;
    let mut beyond = Tally::new("beyond the cut", AWAY.try_into().map(|away: time::Duration| away * 3)?);
    beyond.enter(&expected, &at_far.heard())?;
    tally.require(beyond.is_passed(), || format!("{beyond}"));
    tally.require(heard_far < ROWS, || "all had rung before the cut".to_owned());
    far.be_ready().await?;
    far.stop().await?;
    near.stop().await?;
    Ok(tally.told())
}
