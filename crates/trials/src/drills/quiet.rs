//! Each fault with exactly one ring due, and nothing else that would wake anybody.

use std::{fs, net::SocketAddr, time::Duration};

use anyhow::{Context as _, Result};
use tempfile::NamedTempFile;
use time::OffsetDateTime;
use tokio::time::{Instant, sleep};

use super::{clock, tally::Tally};
use crate::{
    client::crowd::{Crowd, Cut, Seat},
    ground::{
        database::Database,
        due,
        link::Link,
        nats_cluster::NatsCluster,
        postgres::Postgres,
        server::{Server, Settings, free_address},
    },
};

/// How late the ring may be, counted from its due time or from when the fault is over.
const LIMIT: time::Duration = time::Duration::seconds(5);

/// How long before the ring a fault begins, and how long after it the fault is over.
const BEFORE: Duration = Duration::from_millis(500);
const AFTER: Duration = Duration::from_secs(3);

/// How long to look whether it comes a second time.
const CALM: Duration = Duration::from_secs(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    RingerKilled,
    RingerFrozen,
    /// The clock of its machine is set back, after it was ahead.
    RingerClockSet,
    SiteKilled,
    SiteFrozen,
    DatabaseKilled,
    DatabaseFrozen,
    NetworkCut,
    SessionsEnded,
    /// Just before the row is written, which is announced to nobody then.
    ListenersEnded,
    BusFrozen,
    BusKilled,
}

const ALL: [Fault; 13] = [
    Fault::None,
    Fault::RingerKilled,
    Fault::RingerFrozen,
    Fault::RingerClockSet,
    Fault::SiteKilled,
    Fault::SiteFrozen,
    Fault::DatabaseKilled,
    Fault::DatabaseFrozen,
    Fault::NetworkCut,
    Fault::SessionsEnded,
    Fault::ListenersEnded,
    Fault::BusFrozen,
    // The bus does not come back.
    Fault::BusKilled,
];

/// One process that rings, one that serves the only stream, a bus, and a database behind a proxy.
struct Scene<'a> {
    postgres: &'a mut Postgres,
    database: Database,
    link: Link,
    nats: NatsCluster,
    clock: NamedTempFile,
    ringing: Settings,
    serving: Settings,
    address: SocketAddr,
    ringer: Option<Server>,
    site: Option<Server>,
}

pub(super) async fn drill(postgres: &mut Postgres) -> Result<Vec<Tally>> {
    let mut scene = Scene::open(postgres).await?;
    let crowd = Crowd::open(scene.address, [Seat { browser: 1, kind: None }].into_iter(), Cut::Returns).await?;
    let mut tallies = Vec::new();
    for fault in ALL {
        tallies.push(ring_once(&mut scene, &crowd, fault).await?.told());
    }
    for server in [scene.site, scene.ringer].into_iter().flatten() {
        server.stop().await?;
    }
    Ok(tallies)
}

async fn ring_once(scene: &mut Scene<'_>, crowd: &Crowd, fault: Fault) -> Result<Tally> {
    let before = crowd.count();
    let due = due::whole_second_after(time::Duration::seconds(2));
    if fault == Fault::ListenersEnded {
        scene.befall(fault).await?;
    }
    let expected = due::rows_at(&scene.database, 1, [due].into_iter()).await?;
    if fault != Fault::ListenersEnded {
        until(due - BEFORE).await;
        scene.befall(fault).await?;
    }
    let begun = OffsetDateTime::now_utc();
    if fault.lasts() {
        until(due + AFTER).await;
        scene.pass(fault).await?;
    }
    let over = OffsetDateTime::now_utc();
    crowd.hear(before + 1, Instant::now() + Duration::from_secs(15)).await;
    sleep(CALM).await;

    let mut tally = Tally::new(format!("quiet, {fault:?}"), LIMIT);
    if fault.lasts() {
        tally.excuse(begun, over);
    }
    tally.enter(&expected, &crowd.heard()[before..])?;
    tally.enter_log(&scene.database, &expected).await?;
    Ok(tally)
}

async fn until(moment: OffsetDateTime) {
    sleep(Duration::try_from(moment - OffsetDateTime::now_utc()).unwrap_or_default()).await;
}

impl Fault {
    /// Whether a ring has to wait for its end.
    fn lasts(self) -> bool {
        !matches!(
            self,
            Self::None
                | Self::RingerClockSet
                | Self::SessionsEnded
                | Self::ListenersEnded
                | Self::BusFrozen
                | Self::BusKilled
        )
    }
}

impl<'a> Scene<'a> {
    async fn open(postgres: &'a mut Postgres) -> Result<Self> {
        let database = postgres.create("quiet").await?;
        let (link, nats) = (Link::to(postgres.socket()).await?, NatsCluster::start().await?);
        let (clock, address) = (NamedTempFile::new()?, free_address()?);
        fs::write(clock.path(), "+1h")?;
        let settings = Settings::on(&link.url("quiet")).with("TOKIBAKO_BUS_URL", &nats.urls());
        let ringing = clock::by(settings.clone(), clock.path())?.with("TOKIBAKO_ROLE", &"scheduler");
        let serving = settings.with("TOKIBAKO_ROLE", &"http").with("TOKIBAKO_LISTEN", &address);
        let site = Some(Server::start(&serving).await?);
        let ringer = Some(Server::start(&ringing).await?);
        Ok(Self { postgres, database, link, nats, clock, ringing, serving, address, ringer, site })
    }

    async fn befall(&mut self, fault: Fault) -> Result<()> {
        let ringer = || self.ringer.as_ref().context("it runs");
        let site = || self.site.as_ref().context("it runs");
        match fault {
            Fault::None => {}
            Fault::RingerKilled => self.ringer.take().context("it runs")?.kill().await?,
            Fault::RingerFrozen => ringer()?.freeze()?,
            Fault::RingerClockSet => fs::write(self.clock.path(), "-402d")?,
            Fault::SiteKilled => self.site.take().context("it runs")?.kill().await?,
            Fault::SiteFrozen => site()?.freeze()?,
            Fault::DatabaseKilled => self.postgres.stop_at_once().await?,
            Fault::DatabaseFrozen => self.postgres.freeze()?,
            Fault::NetworkCut => self.link.cut(),
            Fault::SessionsEnded => self.end_sessions("true").await?,
            Fault::ListenersEnded => self.end_sessions("query LIKE 'LISTEN%'").await?,
            Fault::BusFrozen => (0..self.nats.size()).try_for_each(|number| self.nats.freeze(number))?,
            Fault::BusKilled => {
                for number in 0..self.nats.size() {
                    self.nats.kill(number).await?;
                }
            }
        }
        Ok(())
    }

    async fn pass(&mut self, fault: Fault) -> Result<()> {
        match fault {
            Fault::RingerKilled => self.ringer = Some(Server::start(&self.ringing).await?),
            Fault::RingerFrozen => self.ringer.as_ref().context("it runs")?.thaw()?,
            Fault::SiteKilled => self.site = Some(Server::start(&self.serving).await?),
            Fault::SiteFrozen => self.site.as_ref().context("it runs")?.thaw()?,
            Fault::DatabaseKilled => self.postgres.boot().await?,
            Fault::DatabaseFrozen => self.postgres.thaw()?,
            Fault::NetworkCut => self.link.mend(),
            _ => {}
        }
        Ok(())
    }

    async fn end_sessions(&self, which: &str) -> Result<()> {
        let end = format!(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
             WHERE datname = 'quiet' AND pid <> pg_backend_pid() AND {which}"
        );
        self.database.number::<u32>(&end).await?;
        Ok(())
    }
}
