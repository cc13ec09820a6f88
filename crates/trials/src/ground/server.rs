//! A server process, to start, measure, stop and kill.

use std::{env, fs, net::SocketAddr, path::Path, process::Stdio, time::Duration};

use anyhow::{Context as _, Result};
use nix::sys::signal::Signal;
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    process::Command,
    time::{sleep, timeout},
};

use super::process::{Process, Threads, processor_time};
use crate::client::{connection::Connection, request};

/// How long a start may take; the first one with an embedded Postgres creates a cluster.
const PATIENCE: Duration = Duration::from_mins(1);

/// How long a server may take to end, whatever is open.
const ENDS_WITHIN: Duration = Duration::from_secs(10);

/// The environment variables of a server.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    variables: Vec<(&'static str, String)>,
}

/// A running server; dropping it kills it.
pub(crate) struct Server {
    pub(crate) process: Process,
    address: Option<SocketAddr>,
}

impl Settings {
    /// The settings of a server with the database at `url`, on a port of its own choice.
    pub(crate) fn on(url: &str) -> Self {
        let site = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../frontend/dist");
        Self {
            variables: vec![
                ("DATABASE_URL", url.to_owned()),
                ("TOKIBAKO_LISTEN", "127.0.0.1:0".to_owned()),
                ("TOKIBAKO_SITE_DIR", site.display().to_string()),
                ("TOKIBAKO_RATE_LIMIT", "off".to_owned()),
                ("TOKIBAKO_LOG", env::var("TOKIBAKO_LOG").unwrap_or_else(|_| "off".to_owned())),
            ],
        }
    }

    /// Adds a variable.
    pub(crate) fn with(mut self, variable: &'static str, value: &impl ToString) -> Self {
        self.variables.retain(|(name, _)| *name != variable);
        self.variables.push((variable, value.to_string()));
        self
    }
}

impl Server {
    /// Starts the binary beside this one, into whose folder both are built, and waits until it reports that it is ready.
    pub(crate) async fn start(settings: &Settings) -> Result<Self> {
        Self::start_binary(&env::current_exe()?.with_file_name("tokibako"), settings).await
    }

    pub(crate) async fn start_binary(binary: &Path, settings: &Settings) -> Result<Self> {
        let mut command = Command::new(binary);
        command.env_clear().envs(settings.variables.iter().cloned());
        command.env("PATH", env::var_os("PATH").unwrap_or_default());
        let mut process = Process::start(command.stdin(Stdio::null()).stdout(Stdio::piped()))?;
        let mut lines = BufReader::new(process.0.stdout.take().context("its output is read")?).lines();
        let line = timeout(PATIENCE, lines.next_line()).await.context("the server is not ready in time")??;
        let line = line.context("the server ended before it was ready")?;
        let address =
            line.split_once("http://").map(|(_, address)| address.trim_end_matches('/').parse()).transpose()?;
        Ok(Self { process, address })
    }

    pub(crate) fn address(&self) -> Result<SocketAddr> {
        self.address.context("this server listens")
    }

    pub(crate) async fn kill(self) -> Result<()> {
        self.process.kill().await
    }

    /// Asks it to stop (SIGTERM) and waits until it has.
    pub(crate) async fn stop(self) -> Result<()> {
        self.process.signal(Signal::SIGTERM)?;
        self.process.end(ENDS_WITHIN).await
    }

    /// The memory of the process in KiB, with a proportional part of what it shares with other processes (PSS).
    pub(crate) fn memory(&self) -> Result<f64> {
        Ok(self.process.memory("smaps_rollup", "Pss:")? * 1_024.0)
    }

    /// The processor time that it has used so far.
    pub(crate) fn processor_time(&self) -> Result<Duration> {
        processor_time(self.process.number()?)
    }

    /// The processor time of its threads.
    pub(crate) fn threads(&self) -> Result<Threads> {
        Threads::of([self.process.number()?])
    }

    /// The memory of the process now, and its peak since [`forget_peak`](Self::forget_peak), in MiB.
    pub(crate) fn resident(&self) -> Result<(f64, f64)> {
        Ok((self.process.memory("status", "VmRSS:")?, self.process.memory("status", "VmHWM:")?))
    }

    pub(crate) fn forget_peak(&self) -> Result<()> {
        // `proc(5)`: 5 resets the peak of the resident set.
        Ok(fs::write(format!("/proc/{}/clear_refs", self.process.number()?), "5")?)
    }
}

/// Waits until `/readyz` at this address answers with 200.
pub(crate) async fn be_ready(address: SocketAddr) -> Result<()> {
    let readiness = async {
        while Connection::open(address).await?.status(&request::page("/readyz")).await? != 200 {
            sleep(Duration::from_millis(5)).await;
        }
        Ok(())
    };
    timeout(PATIENCE, readiness).await.context("the server does not become ready")?
}

/// A free address, for a server that must restart on the same one: clients have others, so none takes it meanwhile.
pub(crate) fn free_address() -> Result<SocketAddr> {
    Ok(std::net::TcpListener::bind("127.0.1.1:0")?.local_addr()?)
}
