//! The lateness of rings: from the due instant to the arrival at the client's socket, or at a push service.

use std::time::Duration;

use anyhow::{Result, ensure};
use tokio::time::{Instant, sleep};

use super::print::{print, print_spread};
use crate::{
    client::{
        connection::Connection,
        crowd::{Crowd, Seat},
        load::Load,
        request,
    },
    ground::{
        due,
        occurrence::Occurrence,
        postgres::Postgres,
        pushed::Pushed,
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

/// How long the push service takes for a post, and timers so far apart that each finds an idle server.
const TAKES: Duration = Duration::from_millis(1);
const PUSHED: i32 = 20;
const PUSHED_APART: time::Duration = time::Duration::milliseconds(700);

pub(super) async fn measure(postgres: &Postgres) -> Result<()> {
    let database = postgres.create("lateness").await?;
    let server = Server::start(&Settings::on(&database.url)).await?;
    let crowd = Crowd::open(server.address()?, [Seat::of(1)]).await?;
    let mut connection = Connection::open(server.address()?).await?;

    for heard in 1..=ONE_BY_ONE {
        start_timer(&mut connection).await?;
        crowd.hear(heard, Instant::now() + Duration::from_secs(5)).await;
    }
    print_spread("ring lateness, idle, one by one", &lateness(&crowd, ONE_BY_ONE)?);
    print_spread("ring lateness, idle, 100 a second", &start_many(&mut connection, &crowd).await?);

    let duration = Duration::from_millis(5_500);
    let load = Load { server: server.address()?, connections: LOAD, duration, status: 200 };
    let load = load.beside(|number, _| request::read("/api/alarms", 1_000 + number));
    sleep(Duration::from_millis(500)).await;
    print_spread("ring lateness, under load, 100 a second", &start_many(&mut connection, &crowd).await?);
    print("requests answered meanwhile", load.join().unwrap()?.rate, "/s");
    server.stop().await
}

/// Measures the lateness of posts when no page is open.
pub(super) async fn measure_pushed(postgres: &Postgres) -> Result<()> {
    let database = postgres.create("push_lateness").await?;
    let pushed = Pushed::taking(TAKES).await?;
    let server = Server::start(&pushed.settings(Settings::on(&database.url))).await?;
    pushed.subscribe(&database, server.address()?, 1, 1).await?;
    let first = due::whole_second_after(time::Duration::seconds(2));
    let dues: Vec<_> = (0..PUSHED).map(|number| first + PUSHED_APART * number).collect();
    for due in &dues {
        due::timers_at(&database, 1, 1, *due).await?;
    }
    let posts = pushed.posted(dues.len()).await?;
    let late = posts.iter().zip(&dues).map(|(post, due)| post.at - *due);
    print_spread("push lateness, idle, one by one", &Spread::of(late));
    server.stop().await
}

/// Starts many timers and waits until all have rung.
async fn start_many(connection: &mut Connection, crowd: &Crowd) -> Result<Spread> {
    for _ in 0..TOGETHER {
        start_timer(connection).await?;
        sleep(APART).await;
    }
    crowd.hear(TOGETHER, Instant::now() + Duration::from_secs(5)).await;
    lateness(crowd, TOGETHER)
}

/// Starts a timer of the shortest length.
async fn start_timer(connection: &mut Connection) -> Result<()> {
    let status = connection.status(&request::write("/api/timers", 1, r#"{"seconds":1,"enabled":1}"#)).await?;
    ensure!(status == 201, "a timer is made, not {status}");
    Ok(())
}

/// The lateness of all that was heard since this was last asked.
fn lateness(crowd: &Crowd, count: usize) -> Result<Spread> {
    let heard = crowd.take_heard();
    ensure!(heard.len() == count, "{} of {count} timers rang", heard.len());
    let late = heard.iter().map(|heard| Ok(heard.at - Occurrence::told_by(&heard.data)?.due()));
    Ok(Spread::of(late.collect::<Result<Vec<_>>>()?))
}
