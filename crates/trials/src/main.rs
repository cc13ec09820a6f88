//! Trials of the whole server from outside: figures measure its speed, drills its resilience.
//!
//! `scripts/bench` and `scripts/drill` run them; `docs/benchmarks.md` says what each means.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a trial that meets what it did not expect has failed, and it speaks by printing"
)]

mod client;
mod drills;
mod figures;
mod ground;
mod history;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Result;
use clap::{Parser, Subcommand};
use history::History;
use tokio::signal::unix::{SignalKind, signal};

/// Trials of the whole server from outside.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    trial: Trial,
}

#[derive(Subcommand)]
enum Trial {
    /// Measure the speed of the server and print one figure per line
    Figures(figures::Options),
    /// Kill, stop and restart parts, and count lost and duplicated rings
    Drills(drills::Options),
    /// Judge a history that a drill has saved
    Check {
        /// The history
        file: PathBuf,
        /// Draw it as lanes over time
        #[arg(long)]
        picture: bool,
    },
}

fn main() -> Result<ExitCode> {
    let Arguments { trial } = Arguments::parse();
    rlimit::increase_nofile_limit(u64::MAX)?;
    // One thread, so that the clients leave the other cores to the server.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        tokio::select! {
            outcome = run(trial) => outcome,
            // A trial that is interrupted ends all processes that it has started.
            () = interruption() => Ok(ExitCode::FAILURE),
        }
    })
}

async fn run(trial: Trial) -> Result<ExitCode> {
    match trial {
        Trial::Figures(options) => figures::run(&options).await.map(|()| ExitCode::SUCCESS),
        Trial::Drills(options) => drills::run(&options).await,
        Trial::Check { file, picture } => check(&file, picture),
    }
}

/// Judges a saved history, and draws it if it is asked to.
fn check(file: &Path, is_drawn: bool) -> Result<ExitCode> {
    let history = History::read(file)?;
    if is_drawn {
        print!("{}", history::picture(&history));
    }
    let verdict = history::judge(&history);
    println!("{verdict}");
    Ok(if verdict.is_passed() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Waits for a signal to end the trial.
async fn interruption() {
    let mut signals =
        [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()].map(|kind| signal(kind).unwrap());
    let [interrupt, terminate, hangup] = &mut signals;
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
        _ = hangup.recv() => {}
    }
}
