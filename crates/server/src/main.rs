//! The binary `tokibako`: reads its arguments and configuration and runs the command.

mod app;
mod bus;
mod config;
mod connections;
mod database;
mod healthcheck;
mod last_seen;
mod listeners;
mod metrics;
mod process_metrics;
mod proxy_notice;
mod push;
mod request_log;
mod stop_signals;
mod sweep;
mod telemetry;
mod time_zones;
#[cfg(target_os = "linux")]
mod vanished_peers;
mod version;
mod weather_calls;

use std::{
    io::{self, Write as _},
    path::PathBuf,
    process::ExitCode,
    time::Duration,
};

use anyhow::Result;
use clap::{Parser, Subcommand};
use tokio::runtime;
use tokio_util::sync::CancellationToken;

use app::App;
use config::Config;
use database::{CLOSE, OpenDatabase};
use healthcheck::Question;

/// Gives freed memory back to the system, which glibc's allocator keeps after a burst of large responses.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Alarms and timers that ring: serves the site, or does what the command says.
#[derive(Parser)]
#[command(version = version::LINE)]
struct Arguments {
    /// A configuration file; its keys are those of config/default.toml
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Bring the database to this version's schema and exit
    Migrate,
    /// Print how much idle browsers left behind, or delete it
    Sweep {
        /// Delete it, however much it is
        #[arg(long)]
        delete: bool,
    },
    /// Print the settings in force and the source of each
    Config,
    /// Ask the server that runs with these settings whether it is alive
    Healthcheck {
        /// Ask whether it is ready, and if not, why
        #[arg(long)]
        ready: bool,
    },
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Writing fails only if standard error is closed; then the message is lost.
            let _ = writeln!(io::stderr(), "tokibako: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<()> {
    let config = Config::load(arguments.config.as_deref())?;
    match arguments.command {
        None => on_runtime(serve(config)),
        Some(Command::Migrate) => on_runtime(migrate(config)),
        Some(Command::Sweep { delete }) => on_runtime(sweep::sweep(config, delete)),
        Some(Command::Config) => Ok(write!(io::stdout(), "{config}")?),
        Some(Command::Healthcheck { ready }) => {
            healthcheck::ask(&config, if ready { Question::Ready } else { Question::Alive })
        }
    }
}

async fn serve(config: Config) -> Result<()> {
    telemetry::start(&config);
    time_zones::install()?;
    let stop = CancellationToken::new();
    stop_signals::listen(stop.clone())?;
    App::build(&config, stop).await?.run_until_stopped().await
}

async fn migrate(config: Config) -> Result<()> {
    telemetry::start(&config);
    let database = OpenDatabase::open(&config.database, &CancellationToken::new()).await?;
    database.close_after(Ok(()), CLOSE).await
}

/// Runs `work` to its end. A query that still hangs then is abandoned.
fn on_runtime(work: impl Future<Output = Result<()>>) -> Result<()> {
    let runtime = runtime::Builder::new_multi_thread().enable_all().build()?;
    let outcome = runtime.block_on(work);
    runtime.shutdown_timeout(Duration::from_millis(100));
    outcome
}
