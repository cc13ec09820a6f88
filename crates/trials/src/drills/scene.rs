//! The processes of a drill, who has streams to them, and all that can fail around them.

use std::{net::SocketAddr, path::Path, sync::Arc, time::Duration};

use anyhow::{Context as _, Result, ensure};
use nix::sys::signal::Signal;
use tokio::time::{Instant, sleep};

use super::devices::Devices;
use crate::{
    client::{
        crowd::{Crowd, Seat},
        metrics::Metrics,
    },
    ground::{
        clock::Clock,
        database::Database,
        disk::Disk,
        link::Link,
        nats::Nats,
        postgres::Postgres,
        server::{Server, Settings, be_ready, free_address},
    },
    history::History,
};

/// How long rings, and the bus, are waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long a process may take to end with its streams open: they are closed over some seconds.
const ENDS_WITHIN: time::Duration = time::Duration::seconds(10);

pub(crate) struct Scene<'a> {
    pub(super) name: String,
    pub(super) postgres: &'a mut Postgres,
    pub(super) database: Database,
    /// Those of a process that is started next.
    pub(super) settings: Settings,
    pub(super) nodes: Vec<Node>,
    /// How many browsers there are.
    pub(super) browsers: u32,
    /// Whether each process that serves has a stream of every browser.
    pub(super) is_shared: bool,
    /// Between the first process and the database, or its server of the bus.
    pub(super) link: Option<Link>,
    pub(super) clock: Option<Clock>,
    pub(super) disk: Option<Disk>,
    pub(super) nats: Option<Nats>,
    pub(super) devices: Option<Arc<Devices>>,
}

/// A process.
pub(super) struct Node {
    settings: Settings,
    pub(super) address: SocketAddr,
    pub(super) ops: SocketAddr,
    pub(super) server: Option<Server>,
    pub(super) crowd: Option<Crowd>,
}

impl<'a> Scene<'a> {
    /// A scene without processes, on a database of its own.
    pub(super) async fn new(postgres: &'a mut Postgres, name: &str) -> Result<Self> {
        let database = postgres.create(&name.replace('-', "_")).await?;
        Ok(Self::on(postgres, name, database))
    }

    pub(super) fn on(postgres: &'a mut Postgres, name: &str, database: Database) -> Self {
        Self {
            name: name.to_owned(),
            postgres,
            settings: Settings::on(&database.url),
            database,
            nodes: Vec::new(),
            browsers: 0,
            is_shared: false,
            link: None,
            clock: None,
            disk: None,
            nats: None,
            devices: None,
        }
    }

    /// Starts a process, and opens the streams of these browsers to it.
    pub(super) async fn start(&mut self, role: &str, browsers: impl IntoIterator<Item = u32>) -> Result<()> {
        self.start_binary(None, role, browsers).await
    }

    pub(super) async fn start_binary(
        &mut self,
        binary: Option<&Path>,
        role: &str,
        browsers: impl IntoIterator<Item = u32>,
    ) -> Result<()> {
        let (address, ops) = (free_address()?, free_address()?);
        let settings = self.settings.clone().with("TOKIBAKO_ROLE", &role);
        let settings = settings.with("TOKIBAKO_LISTEN", &address).with("TOKIBAKO_OPS_LISTEN", &ops);
        let server = match binary {
            Some(binary) => Server::start_binary(binary, &settings).await?,
            None => Server::start(&settings).await?,
        };
        let browsers: Vec<_> = browsers.into_iter().collect();
        self.browsers = browsers.iter().copied().fold(self.browsers, u32::max);
        let crowd = if browsers.is_empty() {
            None
        } else {
            Some(Crowd::open(address, browsers.into_iter().flat_map(Seat::mixed)).await?)
        };
        self.nodes.push(Node { settings, address, ops, server: Some(server), crowd });
        Ok(())
    }

    pub(super) fn crowds(&self) -> impl Iterator<Item = &Crowd> {
        self.nodes.iter().filter_map(|node| node.crowd.as_ref())
    }

    pub(super) fn devices(&self) -> Result<&Devices> {
        self.devices.as_deref().context("there are devices")
    }

    pub(super) fn link(&self) -> Result<&Link> {
        self.link.as_ref().context("there is a link")
    }

    /// Waits until the streams have heard so many rings, but not for ever.
    pub(super) async fn hear(&self, count: usize, patience: Duration) {
        let give_up = Instant::now() + patience;
        while self.crowds().map(Crowd::count).sum::<usize>() < count && Instant::now() < give_up {
            sleep(Duration::from_millis(1)).await;
        }
    }

    /// Waits until all that serve hear by the bus, if there is one.
    pub(super) async fn follow_bus(&self) -> Result<()> {
        let give_up = Instant::now() + PATIENCE;
        while self.nats.is_some() && self.metrics("bus_followed").await?.contains(&0) {
            ensure!(Instant::now() < give_up, "rings do not come by the bus");
            sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    /// A metric of all that serve.
    pub(super) async fn metrics(&self, name: &str) -> Result<Vec<u64>> {
        let mut numbers = Vec::new();
        for node in self.nodes.iter().filter(|node| node.crowd.is_some()) {
            numbers.push(Metrics::read(node.ops).await?.number(name)?);
        }
        Ok(numbers)
    }

    /// Asks all processes to stop while their streams are open, which must be ended in due form.
    pub(super) async fn close(self) -> Result<History> {
        let streams: usize = self.crowds().map(|crowd| crowd.size).sum();
        let mut history = History::new(format!("{}, ended with {streams} streams", self.name), ENDS_WITHIN);
        let mut worst = Duration::ZERO;
        for node in self.nodes {
            let ended = node.crowd.as_ref().map(|crowd| (crowd, crowd.ended()));
            node.crowd.iter().for_each(Crowd::stay_away);
            let asked = Instant::now();
            node.server.context("it runs")?.stop().await?;
            worst = worst.max(asked.elapsed());
            if let Some((crowd, before)) = ended {
                // The last of what it has sent is still on its way.
                sleep(Duration::from_millis(200)).await;
                let ended = crowd.ended() - before;
                history.require(ended == crowd.size, || format!("{ended} of {} were ended in due form", crowd.size));
            }
        }
        if self.disk.is_some() {
            self.postgres.delete_from_folder("small").await?;
        }
        history.count(0, 0, 0, worst.try_into()?);
        Ok(history.told())
    }
}

impl Node {
    pub(super) fn server(&self) -> Result<&Server> {
        self.server.as_ref().context("a process runs")
    }

    pub(super) async fn kill(&mut self) -> Result<()> {
        self.server.take().context("a process runs")?.kill().await
    }

    /// Starts it again after it was killed.
    pub(super) async fn restart(&mut self) -> Result<()> {
        self.server = Some(Server::start(&self.settings).await?);
        be_ready(self.ops).await
    }

    /// Suspends it: its connections stay open, but nothing answers.
    pub(super) fn freeze(&self) -> Result<()> {
        self.server()?.process.signal(Signal::SIGSTOP)
    }

    pub(super) fn thaw(&self) -> Result<()> {
        self.server()?.process.signal(Signal::SIGCONT)
    }
}
