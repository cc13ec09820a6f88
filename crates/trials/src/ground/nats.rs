//! The bus: one nats-server, or several in a cluster.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use anyhow::{Context as _, Result};
use nix::sys::signal::Signal;
use tokio::{
    net::TcpStream,
    process::Command,
    time::{sleep, timeout},
};

use super::{network::Network, process::Process, server::free_address};

const PATIENCE: Duration = Duration::from_secs(10);

/// The ports of one that has an address of its own.
const CLIENTS: u16 = 4222;
const CLUSTER: u16 = 6222;

/// Running nats-servers; dropping them kills them.
pub(crate) struct Nats {
    program: PathBuf,
    clients: Vec<SocketAddr>,
    clusters: Vec<SocketAddr>,
    servers: Vec<Option<Process>>,
}

impl Nats {
    /// Starts so many on the loopback, in a cluster, and waits until they listen.
    pub(crate) async fn start(size: usize) -> Result<Self> {
        let addresses = || (0..size).map(|_| free_address()).collect::<Result<Vec<_>>>();
        Self::start_at(addresses()?, addresses()?).await
    }

    /// Starts one at each address of the network that this thread is in.
    pub(crate) async fn start_in_network() -> Result<Self> {
        let at = |port| Network::addresses().map(|address| SocketAddr::new(address, port)).collect();
        Self::start_at(at(CLIENTS), at(CLUSTER)).await
    }

    /// Starts one of this program.
    pub(crate) async fn start_program(program: &Path) -> Result<Self> {
        Self::start_all(program.to_owned(), vec![free_address()?], vec![free_address()?]).await
    }

    async fn start_at(clients: Vec<SocketAddr>, clusters: Vec<SocketAddr>) -> Result<Self> {
        // Debian installs it into a folder that is not in ordinary users' PATH.
        let installed = Path::new("/usr/sbin/nats-server");
        let program = if installed.exists() { installed } else { Path::new("nats-server") };
        Self::start_all(program.to_owned(), clients, clusters).await
    }

    async fn start_all(program: PathBuf, clients: Vec<SocketAddr>, clusters: Vec<SocketAddr>) -> Result<Self> {
        let mut nats = Self { program, servers: clients.iter().map(|_| None).collect(), clients, clusters };
        for number in 0..nats.size() {
            nats.start_one(number).await?;
        }
        Ok(nats)
    }

    pub(crate) fn size(&self) -> usize {
        self.servers.len()
    }

    /// Starts one server again.
    pub(crate) async fn start_one(&mut self, number: usize) -> Result<()> {
        let client = self.clients[number];
        let routes: Vec<_> = self.clusters.iter().map(|address| format!("nats://{address}")).collect();
        let mut command = Command::new(&self.program);
        command.args(["--addr", &client.ip().to_string(), "--port", &client.port().to_string()]);
        command.args(["--cluster_name", "trial", "--cluster", &routes[number], "--routes", &routes.join(",")]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        self.servers[number] = Some(Process::start(&mut command)?);
        let listens = async {
            while TcpStream::connect(client).await.is_err() {
                sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(PATIENCE, listens).await.context("nats-server does not listen")
    }

    /// Where one takes clients.
    pub(crate) fn address(&self, number: usize) -> SocketAddr {
        self.clients[number]
    }

    /// The addresses of all, as a setting of the server.
    pub(crate) fn urls(&self) -> String {
        self.clients.iter().map(|client| format!("nats://{client}")).collect::<Vec<_>>().join(",")
    }

    pub(crate) fn process(&self, number: usize) -> Result<&Process> {
        self.servers[number].as_ref().context("a nats-server runs")
    }

    pub(crate) async fn kill(&mut self, number: usize) -> Result<()> {
        self.servers[number].take().context("a nats-server runs")?.kill().await
    }

    /// Suspends one: its connections stay open, but nothing answers.
    pub(crate) fn freeze(&self, number: usize) -> Result<()> {
        self.process(number)?.signal(Signal::SIGSTOP)
    }

    pub(crate) fn thaw(&self, number: usize) -> Result<()> {
        self.process(number)?.signal(Signal::SIGCONT)
    }
}
