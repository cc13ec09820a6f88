//! Drills: parts of the system are made to fail, and every ring is accounted for.

mod clock;
mod devices;
mod fault;
mod faults;
mod kill;
mod neighbour;
mod neighbours;
mod play;
mod push;
mod scene;
mod slow_link;
mod soak;
mod standby;
mod visitors;

use std::{path::PathBuf, process::ExitCode};

use anyhow::Result;
use clap::Args;

use crate::{ground::postgres::Postgres, history::judge};

/// In the order in which they run.
const NAMES: [&str; 15] = [
    "kill",
    "database",
    "servers",
    "roles",
    "clock",
    "disk",
    "stop",
    "neighbour",
    "neighbours",
    "quiet",
    "standby",
    "push",
    "bus",
    "slow-link",
    "soak",
];

/// The options of a run of drills.
#[derive(Args)]
pub(crate) struct Options {
    /// Only these; soak runs only where it is named
    #[arg(value_parser = NAMES)]
    names: Vec<String>,
    /// How often the server is killed
    #[arg(long, default_value_t = 20)]
    rounds: u32,
    /// For how many seconds the database is away, each time
    #[arg(long, default_value_t = 30)]
    away: u32,
    /// For how many minutes rings come without a pause
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(3..))]
    minutes: u32,
    /// How many of these a second
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=5_000))]
    rate: u32,
    /// The binary of an older version, for the drill that runs it beside this one
    #[arg(long)]
    old: Option<PathBuf>,
    /// A folder for the histories; `tokibako-trials check FILE` judges and draws them again
    #[arg(long)]
    save: Option<PathBuf>,
    /// Seed of the random numbers; by default another one each time
    #[arg(long)]
    seed: Option<u64>,
}

/// Runs the drills that are named, or all, and fails if one of them did.
pub(crate) async fn run(options: &Options) -> Result<ExitCode> {
    let is_asked = |name: &str| match options.names.as_slice() {
        [] => options.old.is_none() && name != "soak",
        names => names.iter().any(|asked| asked == name),
    };
    let seed = options.seed.unwrap_or_else(|| fastrand::u64(..));
    println!("seed: {seed}");
    let mut chance = fastrand::Rng::with_seed(seed);
    let (postgres, chance) = (&mut Postgres::start().await?, &mut chance);
    let mut histories = Vec::new();
    for name in NAMES.into_iter().filter(|name| is_asked(name)) {
        histories.extend(match name {
            "kill" => kill::drill(postgres, options.rounds, chance).await?,
            "database" => faults::database(postgres, options.away, chance).await?,
            "servers" => faults::servers(postgres, chance).await?,
            "roles" => faults::roles(postgres, chance).await?,
            "clock" => clock::drill(postgres, chance).await?,
            "disk" => faults::disk(postgres, chance).await?,
            "stop" => faults::stop(postgres).await?,
            "neighbour" => neighbour::drill(postgres).await?,
            "neighbours" => neighbours::drill(postgres).await?,
            "quiet" => [faults::quiet(postgres, chance).await?, push::alone(postgres, chance).await?].concat(),
            "standby" => standby::drill(chance).await?,
            "push" => push::drill(postgres, chance).await?,
            "bus" => faults::bus(postgres, chance).await?,
            "slow-link" => slow_link::drill(postgres, chance).await?,
            _ => soak::drill(postgres, options.minutes, options.rate).await?,
        });
    }
    if let Some(old) = &options.old {
        histories.extend(faults::versions(postgres, old, chance).await?);
    }
    if let Some(folder) = &options.save {
        histories.iter().try_for_each(|history| history.save_in(folder))?;
    }
    let is_passed = histories.iter().all(|history| judge(history).is_passed());
    Ok(if is_passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
