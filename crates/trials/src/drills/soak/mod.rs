//! Rings without a pause, for as long as is wanted: none is lost or doubled, and nothing grows. There is a history of each
//! stretch, because one of days would not fit into memory.

mod growth;
mod timers;

use std::{collections::HashSet, time::Duration};

use anyhow::{Context as _, Result};
use time::OffsetDateTime;
use tokio::time::{Instant, sleep, sleep_until};

use super::scene::Scene;
use crate::{
    client::{crowd::Crowd, metrics::Metrics},
    ground::{nats::Nats, postgres::Postgres},
    history::History,
};
use growth::Growth;
use timers::Timers;

/// How many processes serve, how many streams each of them has, and how many ring.
const SITES: u32 = 2;
const BROWSERS: u32 = 100;
const SCHEDULERS: usize = 2;

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

/// How long a ring is waited for. One that comes again later was not expected.
const GRACE: Duration = Duration::from_secs(30);

const MIB: f64 = 1_048_576.0;

pub(super) async fn drill(postgres: &mut Postgres, minutes: u32, rate: u32) -> Result<Vec<History>> {
    let mut scene = Scene::new(postgres, "soak").await?;
    let bus = Nats::start(1).await?;
    scene.settings = scene.settings.with("TOKIBAKO_BUS_URL", &bus.urls());
    for _ in 0..SCHEDULERS {
        scene.start("scheduler", []).await?;
    }
    for number in 0..SITES {
        scene.start("http", (1..=BROWSERS * SITES).filter(|browser| browser / 2 % SITES == number)).await?;
    }
    let timers = Timers::make(&scene.database, rate, SITES * BROWSERS).await?;
    let (mut growth, mut histories) = (Growth::default(), Vec::new());
    let mut open = History::new(String::new(), LIMIT);
    let mut history = History::new(format!("soak, {rate} rings a second for {minutes} minutes"), LIMIT);
    let all = Duration::from_mins(minutes.into());
    let (begun, look_every) = (Instant::now(), all / LOOKS);
    let first = OffsetDateTime::now_utc().replace_nanosecond(0)?;
    let mut looks = 0;
    for second in 0..minutes * 60 {
        sleep_until(begun + Duration::from_secs(second.into())).await;
        let set = timers.set(&scene.database, second, first).await?;
        open.enter(&set, &scene.crowds().flat_map(Crowd::take_heard).collect::<Vec<_>>())?;
        let elapsed = begun.elapsed();
        if elapsed < look_every * looks {
            continue;
        }
        looks += 1;
        for (number, node) in scene.nodes.iter().enumerate() {
            let name = if number < SCHEDULERS { "scheduler" } else { "site" };
            growth.add(&format!("{name} {number}"), elapsed, node.server()?.process.own_memory()?);
        }
        growth.add("the bus", elapsed, bus.process(0)?.own_memory()?);
        growth.add("Postgres", elapsed, scene.postgres.memory()?);
        println!("  {:.1} min: MiB of {}", elapsed.as_secs_f64() / 60.0, growth.last());
        let stretch = open.cut_off(format!("  soak, stretch {looks}"), OffsetDateTime::now_utc() - GRACE).told();
        histories.extend(history.add(stretch));
        look_at_log(&scene, &mut history, rate, elapsed).await?;
    }
    sleep(GRACE).await;
    open.enter(&HashSet::new(), &scene.crowds().flat_map(Crowd::take_heard).collect::<Vec<_>>())?;
    histories
        .extend(history.add(open.cut_off("  soak, the last stretch".to_owned(), OffsetDateTime::now_utc()).told()));
    growth.judge(&mut history);
    let cuts: usize = scene.crowds().map(Crowd::cuts).sum();
    history.require(cuts == 0, || format!("{cuts} streams were cut"));
    histories.extend([history.told(), scene.close().await?]);
    Ok(histories)
}

/// Judges the size of the log and of what is dead.
async fn look_at_log(scene: &Scene<'_>, history: &mut History, rate: u32, elapsed: Duration) -> Result<()> {
    let told = Metrics::read(scene.nodes.first().context("one rings")?.ops).await?;
    let partitions = told.number("log_partitions")?;
    let size = "SELECT sum(pg_total_relation_size(inhrelid)) + pg_total_relation_size('batches') FROM pg_inherits \
                WHERE inhparent = 'firings'::regclass";
    let log: f64 = scene.database.number(size).await?;
    let dead = "SELECT n_dead_tup FROM pg_stat_user_tables WHERE relname = 'timers'";
    let dead: u64 = scene.database.number(dead).await?;
    let gaps: u64 = scene.metrics("bus_gaps_total").await?.iter().sum();
    let reads: u64 = scene.metrics("log_reads_total").await?.iter().sum();
    println!("    log {:.0} MiB in {partitions} partitions, {dead} dead rows, {gaps} gaps, {reads} reads", log / MIB);
    let room = ROOM + ROOM_A_RING * f64::from(rate) * elapsed.min(KEPT).as_secs_f64();
    history.require(log <= room, || format!("the log takes {:.0} MiB, more than {:.0}", log / MIB, room / MIB));
    let most = u64::from(rate * DEATHS) * DEAD.as_secs();
    history.require(dead <= most, || format!("{dead} dead rows, more than {most}"));
    Ok(())
}
