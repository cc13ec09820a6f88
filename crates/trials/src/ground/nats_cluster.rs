//! Three nats-servers in a cluster: on the loopback, or each on a machine of its own.

use std::{net::SocketAddr, path::Path, process::Stdio, time::Duration};

use anyhow::{Context as _, Result, bail};
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use tokio::{
    net::TcpStream,
    process::{Child, Command},
    time::{Instant, sleep},
};

use super::{
    network::{Machine, Network},
    server::free_address,
};

const SERVERS: u8 = 3;
const PATIENCE: Duration = Duration::from_secs(10);

/// The ports of one that is alone on its machine.
const CLIENTS: u16 = 4222;
const CLUSTER: u16 = 6222;

/// The running servers; dropping them kills them.
pub(crate) struct NatsCluster {
    clients: Vec<SocketAddr>,
    clusters: Vec<SocketAddr>,
    servers: Vec<Option<Child>>,
    machines: Vec<Machine>,
}

impl NatsCluster {
    /// Starts all three on the loopback and waits until they listen.
    pub(crate) async fn start() -> Result<Self> {
        let addresses = || (0..SERVERS).map(|_| free_address()).collect::<Result<Vec<_>>>();
        Self::start_at(addresses()?, addresses()?, Vec::new()).await
    }

    /// The same on machines of a network.
    pub(crate) async fn start_in(network: &Network) -> Result<Self> {
        let machines = (0..SERVERS).map(|number| network.machine(number)).collect::<Result<Vec<_>>>()?;
        let addresses =
            |port| machines.iter().map(|machine| SocketAddr::new(machine.address(), port)).collect::<Vec<_>>();
        let (clients, clusters) = (addresses(CLIENTS), addresses(CLUSTER));
        Self::start_at(clients, clusters, machines).await
    }

    async fn start_at(clients: Vec<SocketAddr>, clusters: Vec<SocketAddr>, machines: Vec<Machine>) -> Result<Self> {
        let mut nats = Self { servers: clients.iter().map(|_| None).collect(), clients, clusters, machines };
        for number in 0..nats.size() {
            nats.start_one(number).await?;
        }
        Ok(nats)
    }

    /// How many there are.
    pub(crate) fn size(&self) -> usize {
        self.servers.len()
    }

    /// Starts one server again.
    pub(crate) async fn start_one(&mut self, number: usize) -> Result<()> {
        let (client, cluster) = (self.clients[number], self.clusters[number]);
        let routes: Vec<_> = self.clusters.iter().map(|address| format!("nats://{address}")).collect();
        // Debian installs it into a folder that is not in ordinary users' PATH.
        let installed = Path::new("/usr/sbin/nats-server");
        let mut command = Command::new(if installed.exists() { installed } else { Path::new("nats-server") });
        command.args([
            "--addr",
            &client.ip().to_string(),
            "--port",
            &client.port().to_string(),
            "--cluster_name",
            "trial",
        ]);
        command.args(["--cluster", &format!("nats://{cluster}"), "--routes", &routes.join(",")]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
        let mut spawn = || command.spawn().context("nats-server runs: on Debian it is the package nats-server");
        let server = match self.machines.get(number) {
            Some(machine) => machine.within(spawn)?,
            None => spawn()?,
        };
        self.servers[number] = Some(server);
        let give_up = Instant::now() + PATIENCE;
        while TcpStream::connect(client).await.is_err() {
            if Instant::now() > give_up {
                bail!("nats-server does not listen");
            }
            sleep(Duration::from_millis(10)).await;
        }
        Ok(())
    }

    /// Whether they can be cut off.
    pub(crate) fn has_cables(&self) -> bool {
        !self.machines.is_empty()
    }

    /// Cuts one off from all others: nothing passes, and no connection ends.
    pub(crate) fn cut(&self, number: usize) -> Result<()> {
        self.machines.get(number).context("it has a cable")?.cut()
    }

    /// Lets everything pass again.
    pub(crate) fn mend(&self, number: usize) -> Result<()> {
        self.machines.get(number).context("it has a cable")?.mend()
    }

    /// Where one takes clients.
    pub(crate) fn address(&self, number: usize) -> SocketAddr {
        self.clients[number]
    }

    /// The addresses of all three, as a setting of the server.
    pub(crate) fn urls(&self) -> String {
        self.clients.iter().map(|client| format!("nats://{client}")).collect::<Vec<_>>().join(",")
    }

    /// Kills one.
    pub(crate) async fn kill(&mut self, number: usize) -> Result<()> {
        let mut server = self.servers[number].take().context("it runs")?;
        Ok(server.kill().await?)
    }

    /// Suspends one (SIGSTOP): its connections stay open, but nothing answers.
    pub(crate) fn freeze(&self, number: usize) -> Result<()> {
        self.signal(number, Signal::SIGSTOP)
    }

    /// Resumes it (SIGCONT).
    pub(crate) fn thaw(&self, number: usize) -> Result<()> {
        self.signal(number, Signal::SIGCONT)
    }

    fn signal(&self, number: usize, signal: Signal) -> Result<()> {
        let server = self.servers[number].as_ref().context("it runs")?;
        Ok(kill(Pid::from_raw(server.id().context("it runs")?.try_into()?), signal)?)
    }
}
