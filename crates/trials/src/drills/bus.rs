//! Three processes that serve and two schedulers, connected by three NATS servers. During a herd, one NATS server and
//! later all of them are killed or frozen.

use std::{collections::HashMap, net::SocketAddr, time::Duration};

use anyhow::{Context as _, Result, bail, ensure};
use time::OffsetDateTime;
use tokio::time::{Instant, sleep};

use super::tally::Tally;
use crate::{
    client::{
        connection::Connection,
        crowd::{Crowd, Cut, Seat},
        reader::Heard,
        request,
    },
    ground::{
        database::Database,
        due,
        nats_cluster::NatsCluster,
        occurrence::{Kind, Occurrence},
        postgres::Postgres,
        server::{Server, Settings, free_address},
    },
};

const SITES: u32 = 3;
const BROWSERS: u32 = 3_000;
const HERD: usize = 10_000;

/// How many rings of the herd are received before the fault.
const HEARD_BEFORE: usize = HERD / 10;

/// How late the last ring may be, counted from the fault.
const LIMIT: time::Duration = time::Duration::seconds(3);

const PATIENCE: Duration = Duration::from_secs(30);

#[derive(Debug, Clone, Copy)]
enum Fault {
    None,
    OneKilled,
    OneFrozen,
    AllKilled,
    AllFrozen,
}

/// A process that serves a third of the browsers.
struct Site {
    server: Server,
    ops: SocketAddr,
    crowd: Crowd,
}

pub(super) async fn drill(postgres: &Postgres) -> Result<Vec<Tally>> {
    let database = postgres.create("bus").await?;
    let mut nats = NatsCluster::start().await?;
    let settings = Settings::on(&database.url).with("TOKIBAKO_BUS_URL", &nats.urls());
    let ringing = settings.clone().with("TOKIBAKO_ROLE", &"scheduler");
    let schedulers = [Server::start(&ringing).await?, Server::start(&ringing).await?];
    let mut sites = Vec::new();
    for number in 0..SITES {
        let ops = free_address()?;
        let settings = settings.clone().with("TOKIBAKO_ROLE", &"http").with("TOKIBAKO_OPS_LISTEN", &ops);
        let server = Server::start(&settings).await?;
        let browsers = (1..=BROWSERS).filter(|browser| browser % SITES == number);
        let seats = browsers.map(|browser| Seat { browser, kind: None });
        let crowd = Crowd::open(server.address()?, seats, Cut::StaysAway).await?;
        sites.push(Site { server, ops, crowd });
    }
    let mut tallies = Vec::new();
    for fault in [Fault::None, Fault::OneKilled, Fault::OneFrozen, Fault::AllFrozen, Fault::AllKilled] {
        tallies.push(herd(&database, &mut nats, &sites, fault).await?.told());
    }
    for server in sites.into_iter().map(|site| site.server).chain(schedulers) {
        server.stop().await?;
    }
    Ok(tallies)
}

/// Rings a herd with a fault in the middle, and repairs the fault afterwards.
async fn herd(database: &Database, nats: &mut NatsCluster, sites: &[Site], fault: Fault) -> Result<Tally> {
    for site in sites {
        site.follow_bus().await?;
    }
    let before: Vec<_> = sites.iter().map(|site| site.crowd.count()).collect();
    let reads = reads_of(sites).await?;
    let due = due::whole_second_after(time::Duration::seconds(3));
    let expected = due::rows_at(database, BROWSERS, (0..HERD).map(|_| due)).await?;
    let heard = || sites.iter().map(|site| site.crowd.count()).sum::<usize>() - before.iter().sum::<usize>();
    let give_up = Instant::now() + PATIENCE;
    wait_for(&heard, HEARD_BEFORE, give_up).await;
    match fault {
        Fault::None => {}
        Fault::OneKilled => nats.kill(0).await?,
        Fault::OneFrozen => nats.freeze(1)?,
        Fault::AllFrozen => (0..3).try_for_each(|number| nats.freeze(number))?,
        Fault::AllKilled => {
            for number in 0..3 {
                nats.kill(number).await?;
            }
        }
    }
    let (failed, heard_before) = (OffsetDateTime::now_utc(), heard());
    wait_for(&heard, HERD, give_up).await;
    let read = reads_of(sites).await? - reads;
    sleep(Duration::from_millis(500)).await;

    let name = format!("bus, {fault:?} with {heard_before} of {HERD} heard, the log read {read} times");
    let mut tally = Tally::new(name, LIMIT);
    let mut heard = Vec::new();
    for (site, before) in sites.iter().zip(before) {
        heard.extend(site.crowd.heard().split_off(before));
    }
    tally.enter(&expected, &heard, |due, _| due.max(failed))?;
    let places = places(database, due).await?;
    tally.require(are_in_order(&heard, &places)?, || "a stream heard rings out of order".to_owned());
    match fault {
        Fault::None => tally.require(read <= SITES.into(), || "the log was read though the bus was well".to_owned()),
        Fault::OneKilled => nats.start_one(0).await?,
        Fault::OneFrozen => nats.thaw(1)?,
        Fault::AllFrozen => (0..3).try_for_each(|number| nats.thaw(number))?,
        Fault::AllKilled => {}
    }
    Ok(tally)
}

async fn wait_for(heard: &impl Fn() -> usize, count: usize, give_up: Instant) {
    while heard() < count && Instant::now() < give_up {
        sleep(Duration::from_millis(1)).await;
    }
}

/// The place in the log and the browser of each ring of an instant.
async fn places(database: &Database, due: OffsetDateTime) -> Result<HashMap<Occurrence, (i64, String)>> {
    let rows = database
        .sql(&format!(
            "SELECT kind, row_id, (place << 12) + (id & 4095), browser_id FROM firings JOIN batches ON block = id >> 12 \
             WHERE scheduled_for = to_timestamp({})",
            due.unix_timestamp()
        ))
        .await?;
    let row = |row: &str| {
        let columns: Vec<_> = row.split('|').collect();
        let [kind, number, place, browser] = columns[..] else { bail!("a row has four columns") };
        let kind = if kind == "alarm" { Kind::Alarm } else { Kind::Timer };
        let occurrence = Occurrence::new(kind, number.parse()?, due.unix_timestamp() * 1_000);
        Ok((occurrence, (place.parse()?, browser.to_owned())))
    };
    rows.lines().map(row).collect()
}

/// Whether each browser received its rings in the order of the log.
fn are_in_order(heard: &[Heard], places: &HashMap<Occurrence, (i64, String)>) -> Result<bool> {
    let mut last = HashMap::new();
    for heard in heard {
        let (place, browser) = places.get(&Occurrence::told_by(heard)?).context("what was heard is in the log")?;
        if last.insert(browser, place).is_some_and(|last| last >= place) {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn reads_of(sites: &[Site]) -> Result<u64> {
    let mut reads = 0;
    for site in sites {
        reads += site.metric("log_reads_total").await?;
    }
    Ok(reads)
}

impl Site {
    /// Waits until the process receives its rings by the bus.
    async fn follow_bus(&self) -> Result<()> {
        let give_up = Instant::now() + PATIENCE;
        while self.metric("bus_followed").await? == 0 {
            ensure!(Instant::now() < give_up, "rings do not come by the bus");
            sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    async fn metric(&self, name: &str) -> Result<u64> {
        let answer = Connection::open(self.ops).await?.ask(&request::page("/metrics")).await?;
        let metrics = String::from_utf8(answer.body)?;
        let line = metrics.lines().find_map(|line| line.strip_prefix(&format!("tokibako_{name} ")));
        Ok(line.context("the metric is told")?.parse()?)
    }
}
