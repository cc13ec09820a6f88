//! Drills: parts of the system are made to fail, and every ring is accounted for.

mod answers;
mod bus;
mod clock;
mod cut;
mod database_away;
mod disk;
mod freeze;
mod guesses;
mod kill;
mod neighbour;
mod poison;
mod push;
mod quiet;
mod roles;
mod soak;
mod standby;
mod stop;
mod tally;
mod two_servers;
mod versions;

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Result, bail};
use clap::Args;
use tally::Tally;

use crate::ground::postgres::Postgres;

const NAMES: [&str; 19] = [
    "kill",
    "answers",
    "database",
    "servers",
    "roles",
    "freeze",
    "cut",
    "clock",
    "poison",
    "disk",
    "stop",
    "neighbour",
    "guesses",
    "push",
    "bus",
    "slow-link",
    "standby",
    "quiet",
    "soak",
];

/// The options of a run of drills.
#[derive(Args)]
pub(crate) struct Options {
    /// Only these: kill, answers, database, servers, roles, freeze, cut, clock, poison, disk, stop, neighbour, guesses, push, bus,
    /// slow-link, standby, quiet; and soak, which runs where it is named alone
    names: Vec<String>,
    /// How often the server is killed
    #[arg(long, default_value_t = 20)]
    rounds: u32,
    /// For how many seconds the database is away, each time
    #[arg(long, default_value_t = 30)]
    away: u32,
    /// For how many seconds a password is guessed
    #[arg(long, default_value_t = 60)]
    guessing: u32,
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
    if let Some(unknown) = options.names.iter().find(|name| !NAMES.contains(&name.as_str())) {
        bail!("no drill is called {unknown}; there are {}", NAMES.join(", "));
    }
    let is_asked = |name: &str| {
        (options.names.is_empty() && options.old.is_none()) || options.names.iter().any(|asked| asked == name)
    };
    let seed = options.seed.unwrap_or_else(|| fastrand::u64(..));
    println!("seed: {seed}");
    let mut chance = fastrand::Rng::with_seed(seed);
    let mut tallies = Vec::new();
    if is_asked("kill") {
        tallies.push(kill::drill(options.rounds, &mut chance).await?);
    }
    let mut postgres = Postgres::start().await?;
    if is_asked("answers") {
        tallies.push(answers::drill(&postgres, options.rounds, &mut chance).await?);
    }
    if is_asked("database") {
        tallies.extend(database_away::drill(&mut postgres, options.away, &mut chance).await?);
    }
    if is_asked("servers") {
        tallies.push(two_servers::drill(&postgres).await?);
    }
    if is_asked("roles") {
        tallies.extend(roles::drill(&postgres).await?);
    }
    if is_asked("freeze") {
        tallies.push(freeze::drill(&postgres, &mut chance).await?);
    }
    if is_asked("cut") {
        tallies.push(cut::drill(&postgres, &mut chance).await?);
    }
    if is_asked("clock") {
        tallies.extend(clock::drill(&postgres, &mut chance).await?);
    }
    if is_asked("poison") {
        tallies.extend(poison::drill(&postgres).await?);
    }
    if is_asked("disk") {
        tallies.extend(disk::drill(&postgres, &mut chance).await?);
    }
    if is_asked("stop") {
        tallies.push(stop::drill(&postgres).await?);
    }
    if is_asked("neighbour") {
        tallies.push(neighbour::drill(&postgres).await?);
    }
    if is_asked("quiet") {
        tallies.extend(quiet::drill(&mut postgres).await?);
        tallies.push(push::alone(&postgres).await?);
    }
    if is_asked("standby") {
        tallies.extend(standby::drill().await?);
    }
    if is_asked("push") {
        tallies.extend(push::drill(&postgres, &mut chance).await?);
    }
    if is_asked("bus") {
        tallies.extend(bus::drill(&postgres).await?);
    }
    if is_asked("slow-link") {
        tallies.extend(bus::slow(&postgres).await?);
    }
    if options.names.iter().any(|name| name == "soak") {
        tallies.push(soak::drill(&postgres, options.minutes, options.rate).await?);
    }
    if let Some(old) = &options.old {
        tallies.push(versions::drill(&postgres, old).await?);
    }
    if let Some(folder) = &options.save {
        tallies.iter().try_for_each(|tally| tally.save(folder))?;
    }
    let mut is_passed = tallies.iter().all(Tally::is_passed);
    if is_asked("guesses") {
        is_passed &= guesses::drill(&postgres, options.guessing).await?.is_passed();
    }
    Ok(if is_passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
