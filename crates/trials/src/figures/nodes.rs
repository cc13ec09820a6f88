//! The cost of each additional process that serves, for rings that none of its streams needs.

use std::{path::Path, time::Duration};

use anyhow::{Result, ensure};
use time::OffsetDateTime;
use tokio::time::{Instant, sleep, sleep_until};

use super::{
    herd::{BROWSERS, all_have_rung, each_rang_once, last_in_the_log},
    print::{print, print_processor_time},
};
use crate::{
    client::crowd::{Crowd, Seat},
    ground::{
        due,
        nats::Nats,
        postgres::Postgres,
        process::Threads,
        server::{Server, Settings},
    },
};

/// The numbers of serving processes.
const NODES: [u32; 4] = [1, 2, 4, 8];

/// The number of due timers, all of browsers without streams.
const RINGS: u32 = 40_000;

/// The number of rings before the measurement, and how long after the start they are due. Otherwise these would count as
/// a cost of the rings: new sessions load catalogues and plans when they first read the log, and ten seconds after the
/// start each process records which browsers have opened a stream.
const FIRST_RINGS: u32 = 2_000;
const FIRST_AFTER: time::Duration = time::Duration::seconds(11);

/// The number of streams on each process.
const STREAMS: u32 = 150;

/// How long the cost without rings and the cost with them are measured. It is the interval of pings, so that each stream
/// sends one in each of the two periods.
const PERIOD: Duration = Duration::from_secs(15);

/// How long the processes have to read the log to its end: they look once a second at least.
const CATCH_UP: Duration = Duration::from_millis(1_500);

/// The application names of the database sessions.
const RINGING: &str = "ringing";
const SERVING: &str = "serving";

/// Measures without a bus and, if `bus` names a nats-server, with one.
pub(super) async fn measure(postgres: &Postgres, bus: Option<&Path>) -> Result<()> {
    for program in [None].into_iter().chain(bus.map(Some)) {
        for nodes in NODES {
            let bus = match program {
                Some(program) => Some(Nats::start_program(program).await?),
                None => None,
            };
            ring(postgres, nodes, bus.as_ref()).await?;
        }
    }
    Ok(())
}

async fn ring(postgres: &Postgres, nodes: u32, bus: Option<&Nats>) -> Result<()> {
    let (by, of) = if bus.is_some() { (", by the bus", "bus") } else { ("", "log") };
    let name = format!("herd of {RINGS} beside {nodes} that only serve{by}");
    let database = postgres.create(&format!("nodes_{nodes}_{of}")).await?;
    let settings = |application: &str, role: &str| {
        let url = format!("{}&application_name={application}", database.url);
        let settings = Settings::on(&url).with("TOKIBAKO_ROLE", &role);
        bus.map_or(settings.clone(), |bus| settings.with("TOKIBAKO_BUS_URL", &bus.urls()))
    };
    let rings = Server::start(&settings(RINGING, "scheduler")).await?;
    let (mut serve, mut crowds) = (Vec::new(), Vec::new());
    for node in 0..nodes {
        let server = Server::start(&settings(SERVING, "http")).await?;
        let seats = (1..=STREAMS).map(|seat| Seat::of(BROWSERS + node * STREAMS + seat));
        crowds.push(Crowd::open(server.address()?, seats).await?);
        serve.push(server);
    }
    let first = due::whole_second_after(FIRST_AFTER);
    due::timers_at(&database, FIRST_RINGS, BROWSERS, first).await?;
    all_have_rung(&database, FIRST_RINGS, first).await?;
    sleep(CATCH_UP).await;

    let due = due::whole_second_after(time::Duration::seconds(17));
    due::timers_at(&database, RINGS, BROWSERS, due).await?;
    database.sql("VACUUM ANALYZE timers").await?;

    // Of the serving processes: in Postgres, and their own.
    let used = async || {
        let servers = serve.iter().map(|server| server.process.number()).collect::<Result<Vec<_>>>()?;
        anyhow::Ok([Threads::of(postgres.sessions(SERVING).await?)?, Threads::of(servers)?])
    };
    let idle = (Instant::now(), used().await?);
    sleep(PERIOD).await;
    let begun = (Instant::now(), used().await?);
    ensure!(OffsetDateTime::now_utc() < due, "the timers are stored before they are due");
    let of_bus = || bus.map(|bus| Threads::of([bus.process(0)?.number()?])).transpose();
    let (before, bus_before) = ((rings.threads()?, postgres.processor_time()?), of_bus()?);
    all_have_rung(&database, FIRST_RINGS + RINGS, due).await?;
    sleep(CATCH_UP).await;
    let (after, bus_after) = ((rings.threads()?, postgres.processor_time()?), of_bus()?);
    sleep_until(begun.0 + PERIOD).await;
    let ended = (Instant::now(), used().await?);
    each_rang_once(&database, FIRST_RINGS + RINGS).await?;
    ensure!(crowds.iter().all(|crowd| crowd.count() == 0 && crowd.cuts() == 0), "nobody hears a ring of somebody else");

    print(format_args!("{name}, last in the log"), last_in_the_log(&database).await?, "ms");
    print_processor_time(&name, "of who rings", after.0.since(&before.0), RINGS);
    print_processor_time(&name, "of Postgres", after.1.saturating_sub(before.1), RINGS);
    if let (Some(before), Some(after)) = (bus_before, bus_after) {
        print_processor_time(&name, "of the bus", after.since(&before), RINGS);
    }
    let share = (ended.0 - begun.0).as_secs_f64() / (begun.0 - idle.0).as_secs_f64();
    for (number, whose) in ["of Postgres for each of them", "of each of them"].into_iter().enumerate() {
        let (of_idle, of_herd) = (begun.1[number].since(&idle.1[number]), ended.1[number].since(&begun.1[number]));
        // Subtracts the cost of the same time without rings.
        print_processor_time(&name, whose, of_herd.saturating_sub(of_idle.mul_f64(share)) / nodes, RINGS);
    }
    drop(crowds);
    for server in serve.into_iter().chain([rings]) {
        server.stop().await?;
    }
    Ok(())
}
