//! An older server and this one on one database: each rings what the other stored, and clients receive all of it.

use std::{path::Path, time::Duration};

use anyhow::{Result, ensure};
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
        occurrence::{Kind, Occurrence},
        postgres::Postgres,
        server::{Server, Settings},
    },
};

const TIMERS: u32 = 1_000;
const BROWSERS: u32 = 50;

const LIMIT: time::Duration = time::Duration::seconds(2);

/// The rows that are written to each of the two, which both must be able to store, change and list.
const WRITES: [(&str, &str); 2] =
    [("/api/alarms", r#"{"time":"07:30","repeat":"daily"}"#), ("/api/timers", r#"{"minutes":5,"enabled":1}"#)];

pub(super) async fn drill(postgres: &Postgres, old: &Path) -> Result<Tally> {
    let database = postgres.create("versions").await?;
    let settings = Settings::on(&database.url);
    let new = Server::start(&settings).await?;
    let servers = [Server::start_binary(old, &settings).await?, new];
    let mut crowds = Vec::new();
    for server in &servers {
        let seats = (1..=BROWSERS).map(|browser| Seat { browser, kind: Some(Kind::Timer) });
        crowds.push(Crowd::open(server.address()?, seats, Cut::StaysAway).await?);
    }
    for (writer, reader) in [(0, 1), (1, 0)] {
        for (path, body) in WRITES {
            let browser = BROWSERS + 1;
            let mut connection = Connection::open(servers[writer].address()?).await?;
            let status = connection.status(&request::write(path, browser, body)).await?;
            ensure!(status == 201, "{path} was answered with {status}");
            let mut connection = Connection::open(servers[reader].address()?).await?;
            let status = connection.status(&request::read(path, browser)).await?;
            ensure!(status == 200, "the list of {path} was answered with {status}");
        }
    }
    let from = due::whole_second_after(time::Duration::seconds(2));
    due::timers_within_a_second(&database, TIMERS, BROWSERS, from).await?;
    let give_up = Instant::now() + Duration::from_secs(20);
    for crowd in &crowds {
        crowd.hear(TIMERS as usize, give_up).await;
    }
    sleep(Duration::from_millis(500)).await;

    let mut tally = Tally::new(format!("two versions, {TIMERS} due within a second"), LIMIT);
    let all: usize = database.number("SELECT count(*) FROM firings").await?;
    let distinct: usize = database.number("SELECT count(DISTINCT (kind, row_id, scheduled_for)) FROM firings").await?;
    let late = crowds.iter().flat_map(Crowd::heard).map(|heard| Ok(heard.at - Occurrence::told_by(&heard)?.due()));
    let worst = late.collect::<Result<Vec<_>>>()?.into_iter().max().unwrap_or_default();
    tally.enter_counts(TIMERS as usize, distinct, all, worst);
    for (crowd, version) in crowds.iter().zip(["older", "newer"]) {
        let heard = crowd.count();
        tally.require(heard == TIMERS as usize, || format!("the streams of the {version} server heard {heard}"));
    }
    for server in servers {
        server.stop().await?;
    }
    Ok(tally.told())
}
