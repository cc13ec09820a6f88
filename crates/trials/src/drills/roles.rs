//! Serving and scheduling in separate processes; one of two schedulers is killed during a herd.

use std::{collections::HashSet, time::Duration};

use anyhow::{Result, ensure};
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
        occurrence::{Kind, Occurrence},
        postgres::Postgres,
        server::{Server, Settings},
    },
};

/// Timers of the shortest length, started at intervals.
const FRESH: usize = 50;
const APART: Duration = Duration::from_millis(40);

/// Rows that are due at one instant.
const HERD: usize = 10_000;
const BROWSERS: u32 = 500;

/// How late such a timer may ring across processes, and a herd one of whose schedulers is killed.
const FRESH_LIMIT: time::Duration = time::Duration::milliseconds(250);
const HERD_LIMIT: time::Duration = time::Duration::seconds(3);

pub(super) async fn drill(postgres: &Postgres) -> Result<Vec<Tally>> {
    let database = postgres.create("roles").await?;
    let settings = Settings::on(&database.url);
    let site = Server::start(&settings.clone().with("TOKIBAKO_ROLE", &"http")).await?;
    let ringing = settings.with("TOKIBAKO_ROLE", &"scheduler");
    let (first, second) = (Server::start(&ringing).await?, Server::start(&ringing).await?);
    let kinds = [Kind::Alarm, Kind::Timer];
    let seats = (1..=BROWSERS).flat_map(|browser| kinds.map(|kind| Seat { browser, kind: Some(kind) }));
    let crowd = Crowd::open(site.address()?, seats, Cut::StaysAway).await?;

    let mut connection = Connection::open(site.address()?).await?;
    let mut expected = HashSet::new();
    for _ in 0..FRESH {
        let answer = connection.ask(&request::write("/api/timers", 1, r#"{"seconds":1,"enabled":1}"#)).await?;
        ensure!(answer.status == 201, "a timer is made, not {}", answer.status);
        expected.insert(Occurrence::of_running_timer(&answer.body)?);
        sleep(APART).await;
    }
    crowd.hear(FRESH, Instant::now() + Duration::from_secs(5)).await;
    let mut fresh = Tally::new("one process serves, two ring, fresh timers", FRESH_LIMIT);
    fresh.enter(&expected, &crowd.heard())?;
    let fresh = fresh.told();

    let due = due::whole_second_after(time::Duration::seconds(3));
    let expected = due::rows_at(&database, BROWSERS, (0..HERD).map(|_| due)).await?;
    crowd.hear(FRESH + HERD / 10, Instant::now() + Duration::from_secs(10)).await;
    first.kill().await?;
    let killed_after = OffsetDateTime::now_utc() - due;
    let heard_before = crowd.count() - FRESH;
    crowd.hear(FRESH + HERD, Instant::now() + Duration::from_secs(30)).await;
    sleep(Duration::from_millis(500)).await;
    let milliseconds = killed_after.whole_milliseconds();
    let name = format!("one of two schedulers killed {milliseconds} ms into a herd, {heard_before} heard");
    let mut herd = Tally::new(name, HERD_LIMIT);
    herd.enter(&expected, &crowd.heard()[FRESH..])?;
    herd.require(heard_before < HERD, || "the herd was over before the kill".to_owned());
    second.stop().await?;
    site.stop().await?;
    Ok(vec![fresh, herd.told()])
}
