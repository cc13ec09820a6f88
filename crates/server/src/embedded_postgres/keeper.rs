//! Keeping Postgres running: it is started again when it stops by itself.

use std::{
    thread::{self, JoinHandle},
    time::Duration,
};

use anyhow::{Result, anyhow};
use tokio_util::sync::CancellationToken;
use tracing::{error, info};

use super::{cluster::Cluster, postmaster::Postmaster};

/// How often it is looked whether Postgres is there.
const LOOK: Duration = Duration::from_millis(200);

/// How long to wait after a start that failed, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// A thread that watches over a postmaster.
pub(super) struct Keeper {
    dismissal: CancellationToken,
    thread: JoinHandle<Postmaster>,
}

impl Keeper {
    /// Watches `postmaster`, which runs on `cluster`, from now on.
    pub(super) fn watch(cluster: Cluster, postmaster: Postmaster) -> Self {
        let dismissal = CancellationToken::new();
        let dismissed = dismissal.clone();
        let thread = thread::spawn(move || keep(&cluster, postmaster, &dismissed));
        Self { dismissal, thread }
    }

    /// Ends the watch and hands the postmaster back, running or not.
    pub(super) fn dismiss(self) -> Result<Postmaster> {
        self.dismissal.cancel();
        self.thread.thread().unpark();
        self.thread.join().map_err(|_| anyhow!("the thread that watches Postgres panicked"))
    }
}

fn keep(cluster: &Cluster, mut postmaster: Postmaster, dismissed: &CancellationToken) -> Postmaster {
    let mut pause = FIRST_PAUSE;
    let mut look = LOOK;
    loop {
        thread::park_timeout(look);
        if dismissed.is_cancelled() {
            return postmaster;
        }
        look = LOOK;
        match postmaster.is_running() {
            Ok(true) => continue,
            Ok(false) => error!("Postgres stopped by itself; starting it again"),
            Err(error) => error!("cannot see whether Postgres runs: {error:#}"),
        }
        match cluster.restart(dismissed) {
            Ok(started) => {
                info!("Postgres runs again");
                postmaster = started;
                pause = FIRST_PAUSE;
            }
            Err(_) if dismissed.is_cancelled() => {}
            Err(error) => {
                error!("Postgres does not start, next try in {pause:?}: {error:#}");
                look = pause;
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
        }
    }
}
