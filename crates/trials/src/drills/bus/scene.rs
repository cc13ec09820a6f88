//! Three processes that serve and two that ring, by a bus; herds of rings, and who heard what of them in which order.

use std::{collections::HashSet, net::SocketAddr, time::Duration};

use anyhow::{Result, ensure};
use time::OffsetDateTime;
use tokio::time::{Instant, sleep};

use crate::{
    client::{
        crowd::{Crowd, Cut, Seat},
        metrics::Metrics,
        reader::Heard,
    },
    ground::{
        database::Database,
        due,
        occurrence::Occurrence,
        postgres::Postgres,
        server::{Server, Settings, free_address},
    },
};

pub(super) const SITES: u32 = 3;
const BROWSERS: u32 = 3_000;

/// How many rings are due at one instant.
pub(super) const HERD: usize = 10_000;

/// How long after its instant, or after a fault, the last ring may come.
pub(super) const LIMIT: time::Duration = time::Duration::seconds(3);

/// How long to look whether anything is heard twice.
pub(super) const CALM: Duration = Duration::from_millis(500);

const PATIENCE: Duration = Duration::from_secs(30);

pub(super) struct Scene {
    pub(super) database: Database,
    schedulers: Vec<Server>,
    sites: Vec<Site>,
}

/// A process that serves a third of the browsers.
struct Site {
    server: Server,
    ops: SocketAddr,
    crowd: Crowd,
}

/// A herd that is on its way.
pub(super) struct Herd<'a> {
    scene: &'a Scene,
    /// From when on it could ring: the database may have taken longer to store it than there was time.
    pub(super) owed: OffsetDateTime,
    pub(super) expected: HashSet<Occurrence>,
    /// What each site had heard before.
    before: Vec<usize>,
    reads: u64,
    give_up: Instant,
}

impl Scene {
    /// Starts all of it; `bus` names the servers of the bus for each site, and for the others.
    pub(super) async fn open(postgres: &Postgres, name: &str, bus: impl Fn(Option<u32>) -> String) -> Result<Self> {
        let database = postgres.create(name).await?;
        let settings =
            |role, site| Settings::on(&database.url).with("TOKIBAKO_BUS_URL", &bus(site)).with("TOKIBAKO_ROLE", &role);
        let ringing = settings("scheduler", None);
        let schedulers = vec![Server::start(&ringing).await?, Server::start(&ringing).await?];
        let mut sites = Vec::new();
        for number in 0..SITES {
            let ops = free_address()?;
            let server = Server::start(&settings("http", Some(number)).with("TOKIBAKO_OPS_LISTEN", &ops)).await?;
            let browsers = (1..=BROWSERS).filter(|browser| browser % SITES == number);
            let seats = browsers.map(|browser| Seat { browser, kind: None });
            let crowd = Crowd::open(server.address()?, seats, Cut::StaysAway).await?;
            sites.push(Site { server, ops, crowd });
        }
        Ok(Self { database, schedulers, sites })
    }

    /// Puts a herd there once all sites hear by the bus.
    pub(super) async fn herd(&self) -> Result<Herd<'_>> {
        for site in &self.sites {
            site.follow_bus().await?;
        }
        let (before, reads) = (self.sites.iter().map(|site| site.crowd.count()).collect(), self.reads().await?);
        let due = due::whole_second_after(time::Duration::seconds(3));
        let expected = due::rows_at(&self.database, BROWSERS, (0..HERD).map(|_| due)).await?;
        let owed = due.max(OffsetDateTime::now_utc());
        Ok(Herd { scene: self, owed, expected, before, reads, give_up: Instant::now() + PATIENCE })
    }

    /// How often the log was read in all.
    async fn reads(&self) -> Result<u64> {
        let mut reads = 0;
        for site in &self.sites {
            reads += site.metric("log_reads_total").await?;
        }
        Ok(reads)
    }

    pub(super) async fn close(self) -> Result<()> {
        for server in self.sites.into_iter().map(|site| site.server).chain(self.schedulers) {
            server.stop().await?;
        }
        Ok(())
    }
}

impl Herd<'_> {
    /// How much of it was heard.
    pub(super) fn count(&self) -> usize {
        let all: usize = self.scene.sites.iter().map(|site| site.crowd.count()).sum();
        all - self.before.iter().sum::<usize>()
    }

    /// Waits until so much of it was heard, but not for ever.
    pub(super) async fn hear(&self, count: usize) {
        while self.count() < count && Instant::now() < self.give_up {
            sleep(Duration::from_millis(1)).await;
        }
    }

    /// How often the log was read for it.
    pub(super) async fn reads(&self) -> Result<u64> {
        Ok(self.scene.reads().await? - self.reads)
    }

    /// What each site has heard of it.
    pub(super) fn heard(&self) -> Vec<Vec<Heard>> {
        let sites = self.scene.sites.iter().zip(&self.before);
        sites.map(|(site, before)| site.crowd.heard().split_off(*before)).collect()
    }

    /// How long after it could ring each site heard its last.
    pub(super) fn last(&self) -> Vec<time::Duration> {
        let last = |heard: Vec<Heard>| heard.iter().map(|heard| heard.at - self.owed).max().unwrap_or_default();
        self.heard().into_iter().map(last).collect()
    }
}

impl Site {
    /// Waits until its rings come by the bus.
    async fn follow_bus(&self) -> Result<()> {
        let give_up = Instant::now() + PATIENCE;
        while self.metric("bus_followed").await? == 0 {
            ensure!(Instant::now() < give_up, "rings do not come by the bus");
            sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    async fn metric(&self, name: &str) -> Result<u64> {
        Metrics::read(self.ops).await?.number(name)
    }
}
