//! A bus: one `nats-server` on the loopback interface.

use std::{net::SocketAddr, path::Path, process::Stdio, time::Duration};

use anyhow::{Context as _, Result};
use nix::unistd::Pid;
use tokio::{
    net::TcpStream,
    process::{Child, Command},
    time::{sleep, timeout},
};

use super::{cpu::Threads, memory, server::free_address};

/// How long its start may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// A running nats-server; dropping it kills it.
pub(crate) struct Bus {
    address: SocketAddr,
    child: Child,
}

impl Bus {
    /// Starts the program on a free port.
    pub(crate) async fn start(program: &Path) -> Result<Self> {
        let address = free_address()?;
        let mut command = Command::new(program);
        command.args(["--addr", &address.ip().to_string(), "--port", &address.port().to_string()]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
        let child = command.spawn().with_context(|| format!("{} can be started", program.display()))?;
        let opens = async {
            while TcpStream::connect(address).await.is_err() {
                sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(PATIENCE, opens).await.context("the bus does not start")?;
        Ok(Self { address, child })
    }

    /// The processor time of its threads.
    pub(crate) fn threads(&self) -> Result<Threads> {
        Threads::of([self.number()?])
    }

    /// The memory that it has asked for and uses, in MiB.
    pub(crate) fn memory(&self) -> Result<f64> {
        memory::own(self.number()?)
    }

    fn number(&self) -> Result<Pid> {
        Ok(Pid::from_raw(self.child.id().context("the bus runs")?.try_into()?))
    }

    /// Its address.
    pub(crate) fn url(&self) -> String {
        format!("nats://{}", self.address)
    }
}
