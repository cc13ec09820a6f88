//! A server process, to start, query, measure, stop and kill.

use std::{env, fs, net::SocketAddr, path::Path, process::Stdio, time::Duration};

use anyhow::{Context as _, Result, bail};
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    process::{Child, Command},
    time::timeout,
};

use super::{
    cpu::{self, Threads},
    memory,
};
use crate::client::{connection::Connection, request};

/// How long a start may take; the first one with an embedded Postgres creates a cluster.
const PATIENCE: Duration = Duration::from_mins(1);

/// The environment variables of a server.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    variables: Vec<(&'static str, String)>,
}

/// A running server; dropping it kills it.
pub(crate) struct Server {
    child: Child,
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
    /// Starts the binary and waits until it reports that it is ready.
    pub(crate) async fn start(settings: &Settings) -> Result<Self> {
        // Both binaries are built into the same folder.
        Self::start_binary(&env::current_exe()?.with_file_name("tokibako"), settings).await
    }

    /// The same with another binary.
    pub(crate) async fn start_binary(binary: &Path, settings: &Settings) -> Result<Self> {
        let mut command = Command::new(binary);
        command.env_clear().envs(settings.variables.iter().cloned()).kill_on_drop(true);
        command.env("PATH", env::var_os("PATH").unwrap_or_default());
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let mut lines = BufReader::new(child.stdout.take().context("its output is read")?).lines();
        let line = timeout(PATIENCE, lines.next_line()).await.context("the server is not ready in time")??;
        let line = line.context("the server ended before it was ready")?;
        let address =
            line.split_once("http://").map(|(_, address)| address.trim_end_matches('/').parse()).transpose()?;
        Ok(Self { child, address })
    }

    /// Its address.
    pub(crate) fn address(&self) -> Result<SocketAddr> {
        self.address.context("this server listens")
    }

    /// Waits until `/readyz` answers with 200.
    pub(crate) async fn be_ready(&self) -> Result<()> {
        let request = request::page("/readyz");
        timeout(PATIENCE, async {
            loop {
                let mut connection = Connection::open(self.address()?).await?;
                if connection.status(&request).await? == 200 {
                    return Ok(());
                }
            }
        })
        .await
        .context("the server does not become ready")?
    }

    /// Kills it.
    pub(crate) async fn kill(mut self) -> Result<()> {
        Ok(self.child.kill().await?)
    }

    /// Suspends it (SIGSTOP): its connections stay open, but nothing answers.
    pub(crate) fn freeze(&self) -> Result<()> {
        Ok(kill(self.number()?, Signal::SIGSTOP)?)
    }

    /// Resumes it after [`freeze`](Self::freeze).
    pub(crate) fn thaw(&self) -> Result<()> {
        Ok(kill(self.number()?, Signal::SIGCONT)?)
    }

    /// Asks it to stop (SIGTERM).
    pub(crate) fn terminate(&self) -> Result<()> {
        Ok(kill(self.number()?, Signal::SIGTERM)?)
    }

    /// Waits until it has ended; fails if its exit status is not 0.
    pub(crate) async fn end(mut self) -> Result<()> {
        let status = timeout(Duration::from_secs(30), self.child.wait()).await.context("the server does not end")??;
        if !status.success() {
            bail!("the server ended with {status}");
        }
        Ok(())
    }

    /// Asks it to stop and waits until it has.
    pub(crate) async fn stop(self) -> Result<()> {
        self.terminate()?;
        self.end().await
    }

    /// Its memory in KiB, with a proportional part of what it shares with other processes (PSS).
    pub(crate) fn memory(&self) -> Result<f64> {
        let rollup = fs::read_to_string(format!("/proc/{}/smaps_rollup", self.number()?))?;
        let pss = rollup.lines().find_map(|line| line.strip_prefix("Pss:")).context("the kernel knows")?;
        Ok(pss.trim().trim_end_matches(" kB").parse()?)
    }

    /// The memory that it has asked for and uses, in MiB.
    pub(crate) fn own_memory(&self) -> Result<f64> {
        memory::own(self.number()?)
    }

    /// The processor time that it has used so far.
    pub(crate) fn processor_time(&self) -> Result<Duration> {
        cpu::of(self.number()?)
    }

    /// The processor time of its threads.
    pub(crate) fn threads(&self) -> Result<Threads> {
        Threads::of([self.number()?])
    }

    /// Its memory now, and its peak since [`forget_peak`](Self::forget_peak), in MiB.
    pub(crate) fn resident(&self) -> Result<(f64, f64)> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.number()?))?;
        let mebibytes = |name: &str| -> Result<f64> {
            let told = status.lines().find_map(|line| line.strip_prefix(name)).context("the kernel knows")?;
            Ok(told.trim().trim_end_matches(" kB").parse::<f64>()? / 1_024.0)
        };
        Ok((mebibytes("VmRSS:")?, mebibytes("VmHWM:")?))
    }

    /// Resets the peak.
    pub(crate) fn forget_peak(&self) -> Result<()> {
        // `proc(5)`: 5 resets the peak of the resident set.
        Ok(fs::write(format!("/proc/{}/clear_refs", self.number()?), "5")?)
    }

    fn number(&self) -> Result<Pid> {
        Ok(Pid::from_raw(self.child.id().context("the server runs")?.try_into()?))
    }
}

/// A free address, for a server that must restart on the same one.
pub(crate) fn free_address() -> Result<SocketAddr> {
    Ok(std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}
