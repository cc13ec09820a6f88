//! Restarts Postgres when it ends unexpectedly.

use std::{
    thread::{self, JoinHandle},
    time::Duration,
};

use anyhow::{Result, anyhow};
use tokio_util::sync::CancellationToken;
use tracing::{error, info};

use crate::{cluster::Cluster, postmaster::Postmaster};

const CHECK_INTERVAL: Duration = Duration::from_millis(200);

/// The first and the longest pause after a start that failed.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// A thread that restarts Postgres when it ends unexpectedly.
pub(crate) struct Supervisor {
    stop: CancellationToken,
    thread: JoinHandle<Postmaster>,
}

impl Supervisor {
    pub(crate) fn watch(cluster: Cluster, postmaster: Postmaster) -> Self {
        let stop = CancellationToken::new();
        let stopped = stop.clone();
        let thread = thread::spawn(move || supervise(&cluster, postmaster, &stopped));
        Self { stop, thread }
    }

    /// Ends the supervision and returns the postmaster, whether it runs or not.
    pub(crate) fn end(self) -> Result<Postmaster> {
        self.stop.cancel();
        self.thread.thread().unpark();
        self.thread.join().map_err(|_| anyhow!("the thread that watches Postgres panicked"))
    }
}

fn supervise(cluster: &Cluster, mut postmaster: Postmaster, stopped: &CancellationToken) -> Postmaster {
    let mut pause = FIRST_PAUSE;
    let mut wait = CHECK_INTERVAL;
    loop {
        thread::park_timeout(wait);
        if stopped.is_cancelled() {
            return postmaster;
        }
        wait = CHECK_INTERVAL;
        match postmaster.is_running() {
            Ok(true) => continue,
            Ok(false) => error!("Postgres stopped by itself; starting it again"),
            Err(error) => error!("cannot see whether Postgres runs: {error:#}"),
        }
        match cluster.start(stopped) {
            Ok(started) => {
                info!("Postgres runs again");
                postmaster = started;
                pause = FIRST_PAUSE;
            }
            Err(_) if stopped.is_cancelled() => {}
            Err(error) => {
                error!("Postgres does not start, next try in {pause:?}: {error:#}");
                wait = pause;
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
        }
    }
}
