//! A bounded load: connections that each send the next request as soon as the last is answered.

use std::{net::SocketAddr, thread, time::Duration};

use anyhow::{Context as _, Result, ensure};
use tokio::{
    runtime,
    task::JoinSet,
    time::{Instant, timeout_at},
};

use super::connection::Connection;

/// How long an answer may take beyond the end of the load.
const PATIENCE: Duration = Duration::from_secs(10);

/// A load to put on a server.
pub(crate) struct Load {
    pub(crate) server: SocketAddr,
    pub(crate) connections: u32,
    pub(crate) duration: Duration,
    /// The status that every answer must have.
    pub(crate) status: u16,
}

impl Load {
    /// Runs the load on this thread, connection `n` asking with `request(n)`; gives answers per second.
    pub(crate) async fn run(&self, request: impl Fn(u32) -> Vec<u8>) -> Result<f64> {
        let mut askers = JoinSet::new();
        let mut open = Vec::new();
        for number in 0..self.connections {
            open.push((Connection::open(self.server).await?, request(number)));
        }
        let begun = Instant::now();
        let end = begun + self.duration;
        for (mut connection, request) in open {
            let status = self.status;
            let asking = async move {
                let mut answers = 0_u32;
                while Instant::now() < end {
                    let seen = connection.status(&request).await?;
                    ensure!(seen == status, "an answer was {seen}, not {status}");
                    answers += 1;
                }
                Ok(answers)
            };
            askers.spawn(async move { timeout_at(end + PATIENCE, asking).await? });
        }
        let mut answers = 0;
        while let Some(asker) = askers.join_next().await {
            answers += asker??;
        }
        Ok(f64::from(answers) / begun.elapsed().as_secs_f64())
    }

    /// Runs the load on a thread of its own while this one does something else.
    pub(crate) fn beside(self, request: impl Fn(u32) -> Vec<u8> + Send + 'static) -> thread::JoinHandle<Result<f64>> {
        thread::spawn(move || {
            let runtime =
                runtime::Builder::new_current_thread().enable_all().build().context("a load has a runtime")?;
            runtime.block_on(self.run(request))
        })
    }
}
