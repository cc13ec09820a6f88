//! Three nats-servers in a cluster on the loopback interface.

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

use super::server::free_address;

const SERVERS: usize = 3;
const PATIENCE: Duration = Duration::from_secs(10);

/// The running servers; dropping them kills them.
pub(crate) struct NatsCluster {
    clients: Vec<SocketAddr>,
    servers: Vec<Option<Child>>,
    clusters: Vec<SocketAddr>,
}

impl NatsCluster {
    /// Starts all three and waits until they listen.
    pub(crate) async fn start() -> Result<Self> {
        let addresses = || (0..SERVERS).map(|_| free_address()).collect::<Result<Vec<_>>>();
        let (clients, clusters) = (addresses()?, addresses()?);
        let mut nats = Self { clients, servers: (0..SERVERS).map(|_| None).collect(), clusters };
        for number in 0..SERVERS {
            nats.start_one(number).await?;
        }
        Ok(nats)
    }

    /// Starts one server again.
    pub(crate) async fn start_one(&mut self, number: usize) -> Result<()> {
        let (client, cluster) = (self.clients[number], self.clusters[number]);
        let routes: Vec<_> = self.clusters.iter().map(|address| format!("nats://{address}")).collect();
        // Debian installs it into a folder that is not in ordinary users' PATH.
        let installed = Path::new("/usr/sbin/nats-server");
        let mut command = Command::new(if installed.exists() { installed } else { Path::new("nats-server") });
        command.args(["--addr", "127.0.0.1", "--port", &client.port().to_string(), "--cluster_name", "trial"]);
        command.args(["--cluster", &format!("nats://{cluster}"), "--routes", &routes.join(",")]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
        self.servers[number] =
            Some(command.spawn().context("nats-server runs: on Debian it is the package nats-server")?);
        let give_up = Instant::now() + PATIENCE;
        while TcpStream::connect(client).await.is_err() {
            if Instant::now() > give_up {
                bail!("nats-server does not listen");
            }
            sleep(Duration::from_millis(10)).await;
        }
        Ok(())
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
