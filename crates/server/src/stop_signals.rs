//! Signals: the first SIGTERM or SIGINT shuts down gracefully, the second exits immediately.

use anyhow::Result;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

/// What a shell reports for a program that Ctrl-C has ended.
const INTERRUPTED: i32 = 130;

/// Cancels `stop` on the first SIGTERM or SIGINT, ends the process on the next.
pub(crate) fn listen(stop: CancellationToken) -> Result<()> {
    let (mut terminated, mut interrupted) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::spawn(async move {
        loop {
            tokio::select! {
                _ = terminated.recv() => {}
                _ = interrupted.recv() => {}
            }
            if stop.is_cancelled() {
                warn!("second signal to stop: stopping at once");
                std::process::exit(INTERRUPTED);
            }
            info!("stopping");
            stop.cancel();
        }
    });
    Ok(())
}
