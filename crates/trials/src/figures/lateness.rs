//! The lateness of rings: from the due instant to the arrival at the client's socket.

use std::time::Duration;

use anyhow::{Result, ensure};
use tokio::time::{Instant, sleep};

use super::print::{print, print_spread};
use crate::{
    client::{
        connection::Connection,
        crowd::{Crowd, Cut, Seat},
        load::Load,
        request,
    },
    ground::{
        occurrence::Occurrence,
        postgres::Postgres,
        server::{Server, Settings},
        spread::Spread,
    },
};

/// Timers one after the other; before each the scheduler is asleep.
const ONE_BY_ONE: usize = 8;

/// Timers that run at the same time, and the interval between their starts.
const TOGETHER: usize = 200;
const APART: Duration = Duration::from_millis(10);

/// Connections that send requests without a pause while the timers run.
const LOAD: u32 = 16;

pub(super) async fn measure(postgres: &Postgres) -> Result<()> {
    let database = postgres.create("lateness").await?;
    let server = Server::start(&Settings::on(&database.url)).await?;
    let crowd = Crowd::open(server.address()?, [Seat { browser: 1, kind: None }].into_iter(), Cut::StaysAway);
    let crowd = crowd.await?;
    let mut connection = Connection::open(server.address()?).await?;

    for heard in 1..=ONE_BY_ONE {
        start_timer(&mut connection).await?;
        crowd.hear(heard, Instant::now() + Duration::from_secs(5)).await;
    }
    print_spread("ring lateness, idle, one by one", &lateness(&crowd, 0, ONE_BY_ONE)?);

    let together = start_many(&mut connection, &crowd).await?;
    print_spread("ring lateness, idle, 100 a second", &together);

    let duration = Duration::from_millis(5_500);
    let load = Load { server: server.address()?, connections: LOAD, duration, status: 200 };
    let load = load.beside(|number, _| request::read("/api/alarms", 1_000 + number));
    sleep(Duration::from_millis(500)).await;
    let loaded = start_many(&mut connection, &crowd).await?;
    print_spread("ring lateness, under load, 100 a second", &loaded);
    print("requests answered meanwhile", load.join().unwrap()?.rate, "/s");
    server.stop().await
}

/// Starts many timers and waits until all have rung.
async fn start_many(connection: &mut Connection, crowd: &Crowd) -> Result<Spread> {
    let before = crowd.count();
    for _ in 0..TOGETHER {
        start_timer(connection).await?;
        sleep(APART).await;
    }
    crowd.hear(before + TOGETHER, Instant::now() + Duration::from_secs(5)).await;
    lateness(crowd, before, TOGETHER)
}

/// Starts a timer of the shortest length.
async fn start_timer(connection: &mut Connection) -> Result<()> {
    let answer = connection.ask(&request::write("/api/timers", 1, r#"{"seconds":1,"enabled":1}"#)).await?;
    ensure!(answer.status == 201, "a timer is made, not {}", answer.status);
    Ok(())
}

/// The lateness of the rings from number `from` on.
fn lateness(crowd: &Crowd, from: usize, count: usize) -> Result<Spread> {
    let heard = crowd.heard();
    ensure!(heard.len() == from + count, "{} of {count} timers rang", heard.len() - from);
    let late = heard[from..].iter().map(|heard| Ok(heard.at - Occurrence::told_by(heard)?.due()));
    Ok(Spread::of(late.collect::<Result<Vec<_>>>()?))
}
