//! The server is asked to stop with thousands of open streams.

use std::time::Duration;

use anyhow::Result;
use tokio::time::Instant;

use super::tally::Tally;
use crate::{
    client::crowd::{Crowd, Cut, Seat},
    ground::{
        postgres::Postgres,
        server::{Server, Settings},
    },
};

const STREAMS: usize = 5_000;

const LIMIT: time::Duration = time::Duration::seconds(10);

pub(super) async fn drill(postgres: &Postgres) -> Result<Tally> {
    let database = postgres.create("stopping").await?;
    let server = Server::start(&Settings::on(&database.url)).await?;
    let seats = (1..=u32::try_from(STREAMS)?).map(|browser| Seat { browser, kind: None });
    let crowd = Crowd::open(server.address()?, seats, Cut::StaysAway).await?;

    let asked = Instant::now();
    server.terminate()?;
    let ((), ended) = tokio::join!(crowd.be_gone(asked + Duration::from_secs(20)), server.end());
    let took = asked.elapsed();
    let mut tally = Tally::new(format!("told to end with {STREAMS} streams open"), LIMIT);
    tally.enter_counts(0, 0, 0, took.try_into()?);
    let well_ended = crowd.ended();
    tally.require(well_ended == STREAMS, || format!("{well_ended} of {STREAMS} streams were ended in due form"));
    tally.require(ended.is_ok(), || format!("{ended:?}"));
    Ok(tally.told())
}
