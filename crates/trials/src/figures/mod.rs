//! Figures: each prints lines of `name: value unit`.

mod herd;
mod lateness;
mod nodes;
mod pages;
mod print;
mod push_lateness;
mod rows;
mod streams;

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;

use crate::ground::postgres::Postgres;

const NAMES: [&str; 12] = [
    "lateness",
    "herd",
    "scattered",
    "old-snapshot",
    "claimers",
    "nodes",
    "push-lateness",
    "pushed",
    "streams",
    "pushed-streams",
    "pages",
    "rows",
];

/// Which figures to print.
#[derive(Args)]
pub(crate) struct Options {
    /// Only these: lateness, herd, scattered, old-snapshot, claimers, nodes, push-lateness, pushed, streams, pushed-streams, pages, rows
    names: Vec<String>,
    /// For herd: a million timers
    #[arg(long)]
    million: bool,
    /// For nodes: with a bus as well, for which this nats-server is started
    #[arg(long)]
    bus: Option<PathBuf>,
}

/// Measures what is named, or everything, each on a fresh database of one cluster; the herd of a million where asked for.
pub(crate) async fn run(Options { names, million, bus }: &Options) -> Result<()> {
    if let Some(unknown) = names.iter().find(|name| !NAMES.contains(&name.as_str())) {
        bail!("no figure is called {unknown}; there are {}", NAMES.join(", "));
    }
    let is_asked = |name: &str| names.is_empty() || names.iter().any(|asked| asked == name);
    let postgres = Postgres::start().await?;
    if is_asked("lateness") {
        lateness::measure(&postgres).await?;
    }
    if is_asked("herd") {
        herd::measure(&postgres, *million).await?;
    }
    if is_asked("scattered") {
        herd::measure_scattered(&postgres).await?;
    }
    if is_asked("old-snapshot") {
        herd::measure_old_snapshot(&postgres).await?;
    }
    if is_asked("claimers") {
        herd::measure_claimers(&postgres).await?;
    }
    if is_asked("nodes") {
        nodes::measure(&postgres, bus.as_deref()).await?;
    }
    if is_asked("push-lateness") {
        push_lateness::measure(&postgres).await?;
        push_lateness::measure_beside(&postgres).await?;
    }
    if is_asked("pushed") {
        herd::measure_pushed(&postgres).await?;
    }
    if is_asked("streams") {
        streams::measure(&postgres).await?;
    }
    if is_asked("pushed-streams") {
        streams::measure_pushed(&postgres).await?;
    }
    if is_asked("pages") {
        pages::measure(&postgres).await?;
    }
    if is_asked("rows") {
        rows::measure(&postgres).await?;
    }
    Ok(())
}
