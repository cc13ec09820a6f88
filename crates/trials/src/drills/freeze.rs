//! A server is frozen during its claims while another one rings, and resumed later.

use std::time::Duration;

use anyhow::Result;
use fastrand::Rng;
use time::OffsetDateTime;
use tokio::time::{Instant, sleep, sleep_until};

use super::tally::Tally;
use crate::{
    client::crowd::{Crowd, Cut, Seat},
    ground::{
        due,
        occurrence::Kind,
        postgres::Postgres,
        server::{Server, Settings},
    },
};

const ROWS: usize = 2_000;
const BROWSERS: u32 = 100;

/// How often one of the two is frozen, and for how long: longer than an inactive process can hold its rows.
const ROUNDS: u32 = 3;
const FROZEN: Duration = Duration::from_secs(8);

/// A claim may be inactive for a second, and a session whose answers are not acknowledged ends after three.
const LIMIT: time::Duration = time::Duration::seconds(5);

pub(super) async fn drill(postgres: &Postgres, chance: &mut Rng) -> Result<Tally> {
    let database = postgres.create("frozen_server").await?;
    let settings = Settings::on(&database.url);
    let (frozen, other) = (Server::start(&settings).await?, Server::start(&settings).await?);
    let kinds = [Kind::Alarm, Kind::Timer];
    let seats = (1..=BROWSERS).flat_map(|browser| kinds.map(|kind| Seat { browser, kind: Some(kind) }));
    let crowd = Crowd::open(other.address()?, seats, Cut::StaysAway).await?;

    let mut tally = Tally::new(format!("a server frozen {ROUNDS} times for {} s", FROZEN.as_secs()), LIMIT);
    for _ in 0..ROUNDS {
        let before = crowd.count();
        let begun = OffsetDateTime::now_utc().replace_microsecond(0)?;
        let dues = (0..ROWS).map(|_| begun + time::Duration::milliseconds(chance.i64(1_500..4_000)));
        let expected = due::rows_at(&database, BROWSERS, dues.collect::<Vec<_>>().into_iter()).await?;
        sleep(Duration::from_millis(chance.u64(1_600..3_500))).await;
        frozen.freeze()?;
        let thaw_at = Instant::now() + FROZEN;
        crowd.hear(before + ROWS, thaw_at).await;
        let heard_meanwhile = crowd.count() - before;
        sleep_until(thaw_at).await;
        frozen.thaw()?;
        // Waits for the rows that it held, and for duplicates.
        sleep(Duration::from_secs(2)).await;
        tally.enter(&expected, &crowd.heard()[before..])?;
        tally.enter_log(&database, &expected).await?;
        tally.require(heard_meanwhile == ROWS, || format!("{heard_meanwhile} of {ROWS} rang while it was frozen"));
    }
    frozen.be_ready().await?;
    frozen.stop().await?;
    other.stop().await?;
    Ok(tally.told())
}
