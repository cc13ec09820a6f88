//! Figures: each prints lines of `name: value unit`.

mod herd;
mod lateness;
mod nodes;
mod pages;
mod print;
mod rows;
mod streams;

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::ground::postgres::Postgres;

/// In the order in which they are measured.
const NAMES: [&str; 10] =
    ["lateness", "push-lateness", "herd", "claimers", "pushed", "nodes", "streams", "pushed-streams", "pages", "rows"];

/// Which figures to print.
#[derive(Args)]
pub(crate) struct Options {
    /// Only these
    #[arg(value_parser = NAMES)]
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
    let postgres = Postgres::start().await?;
    for name in NAMES.into_iter().filter(|name| names.is_empty() || names.iter().any(|asked| asked == name)) {
        match name {
            "lateness" => lateness::measure(&postgres).await?,
            "push-lateness" => lateness::measure_pushed(&postgres).await?,
            "herd" => herd::measure(&postgres, *million).await?,
            "claimers" => herd::measure_claimers(&postgres).await?,
            "pushed" => herd::measure_pushed(&postgres).await?,
            "nodes" => nodes::measure(&postgres, bus.as_deref()).await?,
            "streams" => streams::measure(&postgres).await?,
            "pushed-streams" => streams::measure_pushed(&postgres).await?,
            "pages" => pages::measure(&postgres).await?,
            _ => rows::measure(&postgres).await?,
        }
    }
    Ok(())
}
