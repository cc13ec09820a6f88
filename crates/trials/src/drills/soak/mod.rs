//! Rings without a pause, for as long as is wanted: none is lost or doubled, and nothing grows.

mod account;
mod growth;
mod timers;

use std::{net::SocketAddr, path::Path, time::Duration};

use anyhow::Result;
use time::OffsetDateTime;
use tokio::time::{Instant, sleep, sleep_until};

use super::tally::Tally;
use crate::{
    client::{
        crowd::{Crowd, Cut, Seat},
        metrics::Metrics,
    },
    ground::{
        bus::Bus,
        postgres::Postgres,
        server::{Server, Settings, free_address},
    },
};
use account::{Account, GRACE};
use growth::Growth;
use timers::Timers;

/// How many processes serve, and how many streams each of them has.
const SITES: u32 = 2;
const STREAMS: u32 = 150;

/// How many ring.
const SCHEDULERS: u32 = 2;

/// How late a ring may be.
const LIMIT: time::Duration = time::Duration::seconds(2);

/// How often it is looked whether anything has grown.
const LOOKS: u32 = 60;

/// What the log may take for each ring, its indexes and the places of its batches included, and before the first.
const ROOM_A_RING: f64 = 600.0;
const ROOM: f64 = 16.0 * MIB;

/// How long a ring stays in the log at most: an hour and forty minutes, and ten until the next purge.
const KEPT: Duration = Duration::from_mins(110);

/// How long dead rows may stay: autovacuum looks once a minute, and a timer dies when it is set and when it rings.
const DEAD: Duration = Duration::from_mins(4);
const DEATHS: u32 = 2;

const MIB: f64 = 1_048_576.0;

/// A process, and what it is called here.
struct Process {
    name: String,
    server: Server,
    ops: SocketAddr,
}

pub(super) async fn drill(postgres: &Postgres, minutes: u32, rate: u32) -> Result<Tally> {
    let database = postgres.create("soak").await?;
    let bus = Bus::start(nats_server()).await?;
    let mut processes = Vec::new();
    for (role, count) in [("scheduler", SCHEDULERS), ("http", SITES)] {
        for number in 1..=count {
            let ops = free_address()?;
            let settings = Settings::on(&database.url).with("TOKIBAKO_BUS_URL", &bus.url());
            let settings = settings.with("TOKIBAKO_ROLE", &role).with("TOKIBAKO_OPS_LISTEN", &ops);
            processes.push(Process { name: format!("{role} {number}"), server: Server::start(&settings).await?, ops });
        }
    }
    let mut crowds = Vec::new();
    for (number, process) in processes.iter().skip(SCHEDULERS as usize).enumerate() {
        let first = 1 + u32::try_from(number)? * STREAMS;
        let seats = (first..first + STREAMS).map(|browser| Seat { browser, kind: None });
        crowds.push(Crowd::open(process.server.address()?, seats, Cut::StaysAway).await?);
    }

    let timers = Timers::make(&database, rate, SITES * STREAMS).await?;
    let (mut account, mut growth) = (Account::default(), Growth::default());
    let mut tally = Tally::new(format!("{rate} rings a second for {minutes} minutes"), LIMIT);
    let all = Duration::from_mins(minutes.into());
    let (begun, look_every) = (Instant::now(), all / LOOKS);
    let first = OffsetDateTime::now_utc().replace_nanosecond(0)?;
    let mut looks = 0;
    for second in 0..minutes * 60 {
        sleep_until(begun + Duration::from_secs(second.into())).await;
        account.expect(timers.set(&database, second, first).await?);
        account.hear(crowds.iter().flat_map(Crowd::take_heard), OffsetDateTime::now_utc())?;
        if begun.elapsed() < look_every * looks {
            continue;
        }
        looks += 1;
        let elapsed = begun.elapsed();
        for process in &processes {
            growth.add(&process.name, elapsed, process.server.own_memory()?);
        }
        growth.add("the bus", elapsed, bus.memory()?);
        growth.add("Postgres", elapsed, postgres.memory()?);
        let state = State::read(&processes).await?;
        println!("  {:.1} min: {}; {state}; {account}", elapsed.as_secs_f64() / 60.0, growth.last());
        state.judge(&mut tally, rate, elapsed);
    }
    let give_up = Instant::now() + GRACE;
    while account.is_waiting() && Instant::now() < give_up {
        sleep(Duration::from_millis(100)).await;
        account.hear(crowds.iter().flat_map(Crowd::take_heard), OffsetDateTime::now_utc())?;
    }
    account.close(&mut tally);
    growth.judge(&mut tally);
    let cuts: usize = crowds.iter().map(Crowd::cuts).sum();
    tally.require(cuts == 0, || format!("{cuts} streams were cut"));
    for Process { server, .. } in processes {
        server.stop().await?;
    }
    Ok(tally.told())
}

/// Debian installs it where the PATH of ordinary users does not lead.
fn nats_server() -> &'static Path {
    let installed = Path::new("/usr/sbin/nats-server");
    if installed.exists() { installed } else { Path::new("nats-server") }
}

/// What the processes tell of the log and of what is dead.
struct State {
    partitions: u64,
    log_bytes: u64,
    dead: u64,
    gaps: u64,
    reads: u64,
}

impl State {
    async fn read(processes: &[Process]) -> Result<Self> {
        let mut state = Self { partitions: 0, log_bytes: 0, dead: 0, gaps: 0, reads: 0 };
        for process in processes {
            let metrics = Metrics::read(process.ops).await?;
            if process.name.starts_with("http") {
                state.gaps += metrics.number("bus_gaps_total")?;
                state.reads += metrics.number("log_reads_total")?;
            } else {
                // Each tells the same of the database, of when it last looked.
                state.partitions = state.partitions.max(metrics.number("log_partitions")?);
                state.log_bytes = state.log_bytes.max(metrics.number("log_bytes")?);
                state.dead = state.dead.max(metrics.number("dead_rows{table=\"timers\"}")?);
            }
        }
        Ok(state)
    }

    #[expect(clippy::cast_precision_loss, reason = "they are no more than thousands of millions")]
    fn judge(&self, tally: &mut Tally, rate: u32, elapsed: Duration) {
        let (log, room) =
            (self.log_bytes as f64, ROOM + ROOM_A_RING * f64::from(rate) * elapsed.min(KEPT).as_secs_f64());
        tally.require(log <= room, || format!("the log takes {:.0} MiB, more than {:.0}", log / MIB, room / MIB));
        let dead = u64::from(rate * DEATHS) * DEAD.as_secs();
        tally.require(self.dead <= dead, || format!("{} dead rows, more than {dead}", self.dead));
    }
}

impl std::fmt::Display for State {
    #[expect(clippy::cast_precision_loss, reason = "they are no more than thousands of millions")]
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { partitions, log_bytes, dead, gaps, reads } = self;
        let log = *log_bytes as f64 / MIB;
        write!(out, "log {log:.0} MiB in {partitions} partitions, {dead} dead rows, {gaps} gaps, {reads} reads")
    }
}
