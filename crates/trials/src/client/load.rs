//! A closed-loop load: each connection sends its next request when the last one is answered.

use std::{net::SocketAddr, thread, time::Duration};

use anyhow::{Context as _, Result, ensure};
use tokio::{
    runtime,
    task::JoinSet,
    time::{Instant, timeout_at},
};

use super::connection::Connection;

/// How long a response may take beyond the end of the load.
const PATIENCE: Duration = Duration::from_secs(10);

/// A load to put on a server.
pub(crate) struct Load {
    pub(crate) server: SocketAddr,
    pub(crate) connections: u32,
    pub(crate) duration: Duration,
    /// The status that every response must have.
    pub(crate) status: u16,
}

/// The result of a load.
pub(crate) struct Answered {
    /// Responses per second.
    pub(crate) rate: f64,
    /// How long each response took.
    pub(crate) times: Vec<Duration>,
}

impl Load {
    /// Runs the load on this thread. Connection `n` sends `request(n, 0)`, `request(n, 1)` and so on.
    pub(crate) async fn run(&self, request: impl Fn(u32, u32) -> Vec<u8> + Clone + Send + 'static) -> Result<Answered> {
        let mut askers = JoinSet::new();
        let mut open = Vec::new();
        for number in 0..self.connections {
            open.push((Connection::open(self.server).await?, number));
        }
        let begun = Instant::now();
        let end = begun + self.duration;
        for (mut connection, number) in open {
            let (status, request) = (self.status, request.clone());
            let asking = async move {
                let mut times = Vec::new();
                let mut asked = Instant::now();
                for nth in 0.. {
                    if asked >= end {
                        break;
                    }
                    let seen = connection.status(&request(number, nth)).await?;
                    ensure!(seen == status, "an answer was {seen}, not {status}");
                    let answered = Instant::now();
                    times.push(answered - asked);
                    asked = answered;
                }
                Ok(times)
            };
            askers.spawn(async move { timeout_at(end + PATIENCE, asking).await? });
        }
        let mut times = Vec::new();
        while let Some(asker) = askers.join_next().await {
            times.extend(asker??);
        }
        let rate = f64::from(u32::try_from(times.len())?) / begun.elapsed().as_secs_f64();
        Ok(Answered { rate, times })
    }

    /// Runs the load on a thread of its own while the caller does something else.
    pub(crate) fn beside(
        self,
        request: impl Fn(u32, u32) -> Vec<u8> + Clone + Send + 'static,
    ) -> thread::JoinHandle<Result<Answered>> {
        thread::spawn(move || {
            let runtime =
                runtime::Builder::new_current_thread().enable_all().build().context("a load has a runtime")?;
            runtime.block_on(self.run(request))
        })
    }
}
