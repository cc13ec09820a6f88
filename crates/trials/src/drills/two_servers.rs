//! Two servers on one database, with ten thousand timers due within one second.

use std::time::Duration;

use anyhow::Result;
use tokio::time::{Instant, sleep};

use super::tally::Tally;
use crate::{
    client::crowd::{Crowd, Cut, Seat},
    ground::{
        due,
        occurrence::{Kind, Occurrence},
        postgres::Postgres,
        server::{Server, Settings},
    },
};

const TIMERS: u32 = 10_000;
const BROWSERS: u32 = 500;

const LIMIT: time::Duration = time::Duration::seconds(2);

pub(super) async fn drill(postgres: &Postgres) -> Result<Tally> {
    let database = postgres.create("two_servers").await?;
    let settings = Settings::on(&database.url);
    let servers = [Server::start(&settings).await?, Server::start(&settings).await?];
    let mut crowds = Vec::new();
    for server in &servers {
        let seats = (1..=BROWSERS).map(|browser| Seat { browser, kind: Some(Kind::Timer) });
        crowds.push(Crowd::open(server.address()?, seats, Cut::StaysAway).await?);
    }
    let from = due::whole_second_after(time::Duration::seconds(2));
    due::timers_within_a_second(&database, TIMERS, BROWSERS, from).await?;
    let give_up = Instant::now() + Duration::from_secs(20);
    for crowd in &crowds {
        crowd.hear(TIMERS as usize, give_up).await;
    }
    sleep(Duration::from_millis(500)).await;

    let mut tally = Tally::new(format!("two servers, {TIMERS} due within a second"), LIMIT);
    let all: usize = database.number("SELECT count(*) FROM firings").await?;
    let distinct: usize = database.number("SELECT count(DISTINCT (kind, row_id, scheduled_for)) FROM firings").await?;
    let worst = crowds.iter().flat_map(Crowd::heard).map(|heard| {
        let due = Occurrence::told_by(&heard)?.due();
        Ok(heard.at - due)
    });
    let worst = worst.collect::<Result<Vec<_>>>()?.into_iter().max().unwrap_or_default();
    tally.enter_counts(TIMERS as usize, distinct, all, worst);
    for crowd in &crowds {
        let heard = crowd.count();
        tally.require(heard == TIMERS as usize, || format!("the streams of one server heard {heard}"));
    }
    for server in servers {
        server.stop().await?;
    }
    Ok(tally.told())
}
