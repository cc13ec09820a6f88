//! The cost of each additional process that serves, for rings that none of its streams needs.

use std::{path::Path, time::Duration};

use anyhow::{Result, ensure};
use time::OffsetDateTime;
use tokio::time::{Instant, sleep, sleep_until};

use super::{
    herd::{BROWSERS, all_have_rung, each_rang_once, last_in_the_log},
    print::print,
};
use crate::{
    client::crowd::{Crowd, Cut, Seat},
    ground::{
        bus::Bus,
        cpu::Threads,
        due,
        postgres::Postgres,
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
    for nodes in NODES {
        ring(postgres, nodes, None).await?;
    }
    if let Some(program) = bus {
        for nodes in NODES {
            ring(postgres, nodes, Some(&Bus::start(program).await?)).await?;
        }
    }
    Ok(())
}

async fn ring(postgres: &Postgres, nodes: u32, bus: Option<&Bus>) -> Result<()> {
    let (by, of) = if bus.is_some() { (", by the bus", "bus") } else { ("", "log") };
    let name = format!("herd of {RINGS} beside {nodes} that only serve{by}");
    let database = postgres.create(&format!("nodes_{nodes}_{of}")).await?;
    let settings = |application: &str, role: &str| {
        let settings = Settings::on(&database.url_for(application)).with("TOKIBAKO_ROLE", &role);
        bus.map_or(settings.clone(), |bus| settings.with("TOKIBAKO_BUS_URL", &bus.url()))
    };
    let rings = Server::start(&settings(RINGING, "scheduler")).await?;
    let (mut serve, mut crowds) = (Vec::new(), Vec::new());
    for node in 0..nodes {
        let server = Server::start(&settings(SERVING, "http")).await?;
        let seats = (1..=STREAMS).map(|seat| Seat { browser: BROWSERS + node * STREAMS + seat, kind: None });
        crowds.push(Crowd::open(server.address()?, seats, Cut::StaysAway).await?);
        serve.push(server);
    }
    let first = due::whole_second_after(FIRST_AFTER);
    due::timers_at(&database, FIRST_RINGS, BROWSERS, first).await?;
    all_have_rung(&database, FIRST_RINGS, first).await?;
    sleep(CATCH_UP).await;

    let due = due::whole_second_after(time::Duration::seconds(17));
    due::timers_at(&database, RINGS, BROWSERS, due).await?;
    database.sql("VACUUM ANALYZE timers").await?;

    let idle = (Instant::now(), Used::so_far(postgres, &serve).await?);
    sleep(PERIOD).await;
    let begun = (Instant::now(), Used::so_far(postgres, &serve).await?);
    ensure!(OffsetDateTime::now_utc() < due, "the timers are stored before they are due");
    let of_bus = || bus.map(Bus::threads).transpose();
    let (before, bus_before) = ((rings.threads()?, postgres.processor_time()?), of_bus()?);
    all_have_rung(&database, FIRST_RINGS + RINGS, due).await?;
    sleep(CATCH_UP).await;
    let (after, bus_after) = ((rings.threads()?, postgres.processor_time()?), of_bus()?);
    sleep_until(begun.0 + PERIOD).await;
    let ended = (Instant::now(), Used::so_far(postgres, &serve).await?);
    each_rang_once(&database, FIRST_RINGS + RINGS).await?;
    ensure!(crowds.iter().all(|crowd| crowd.count() == 0 && crowd.cuts() == 0), "nobody hears a ring of somebody else");

    let a_ring = |time: Duration| time.as_secs_f64() * 1e6 / f64::from(RINGS);
    print(format_args!("{name}, last in the log"), last_in_the_log(&database).await?, "ms");
    print(format_args!("{name}, processor time of who rings"), a_ring(after.0.since(&before.0)), "µs a ring");
    print(format_args!("{name}, processor time of Postgres"), a_ring(after.1.saturating_sub(before.1)), "µs a ring");
    if let (Some(before), Some(after)) = (bus_before, bus_after) {
        print(format_args!("{name}, processor time of the bus"), a_ring(after.since(&before)), "µs a ring");
    }
    let share = (ended.0 - begun.0).as_secs_f64() / (begun.0 - idle.0).as_secs_f64();
    let (of_idle, of_herd) = (begun.1.since(&idle.1), ended.1.since(&begun.1));
    for (what, idle, herd) in
        [("of Postgres for each of them", of_idle.0, of_herd.0), ("of each of them", of_idle.1, of_herd.1)]
    {
        // Subtracts the cost of the same time without rings.
        let time = a_ring(herd.saturating_sub(idle.mul_f64(share))) / f64::from(nodes);
        print(format_args!("{name}, processor time {what}"), time, "µs a ring");
    }
    drop(crowds);
    for server in serve.into_iter().chain([rings]) {
        server.stop().await?;
    }
    Ok(())
}

/// The processor time of the serving processes: in Postgres, and their own.
struct Used {
    postgres: Threads,
    servers: Vec<Threads>,
}

impl Used {
    async fn so_far(postgres: &Postgres, servers: &[Server]) -> Result<Self> {
        let postgres = postgres.threads_of(SERVING).await?;
        Ok(Self { postgres, servers: servers.iter().map(Server::threads).collect::<Result<_>>()? })
    }

    fn since(&self, before: &Self) -> (Duration, Duration) {
        let servers = self.servers.iter().zip(&before.servers).map(|(now, before)| now.since(before));
        (self.postgres.since(&before.postgres), servers.sum())
    }
}
