//! The binary `tokibako`: reads its arguments and configuration and runs the command.

mod account;
mod app;
mod backup;
mod config;
mod connections;
mod database;
mod doctor;
mod healthcheck;
mod listeners;
mod metrics;
mod push;
mod sweep;
mod telemetry;
mod time_zones;

use std::{
    io::{self, Write as _},
    path::PathBuf,
    process::ExitCode,
    time::Duration,
};

use account::AccountCommand;
use anyhow::Result;
use app::App;
use clap::{CommandFactory as _, Parser, Subcommand};
use clap_complete::{Shell, generate};
use clap_mangen::Man;
use config::Config;
use database::{CLOSE, OpenDatabase};
use healthcheck::{ALIVE, READY};
use tokio::runtime;
use tokio_util::sync::CancellationToken;

/// Gives freed memory back to the system, which glibc's allocator keeps after a burst of large responses. Without huge pages,
/// because a burst leaves whole ones behind for a few bytes.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Alarms and timers that ring: serves the site, or does what the command says.
#[derive(Parser)]
#[command(version = crate::telemetry::VERSION_LINE)]
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
    /// List, create, change or delete accounts, also while a server runs
    Account {
        #[command(subcommand)]
        command: AccountCommand,
    },
    /// Print everything that an account owns, as JSON
    Export {
        /// The name of the account
        name: String,
    },
    /// Back up the database into a new file, also while a server runs
    Backup {
        /// The file
        file: PathBuf,
    },
    /// Restore a backup into an empty database, or undo the last restore, while no server runs
    Restore(backup::Restore),
    /// Print the settings in force and the source of each
    Config,
    /// Say what is wrong on this machine or with these settings, and what to do about it
    Doctor,
    /// Ask the server that runs with these settings whether it is alive
    Healthcheck {
        /// Ask whether it is ready, and if not, why
        #[arg(long)]
        ready: bool,
    },
    /// Print the completions of a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    Manual,
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
    let config = || Config::load(arguments.config.as_deref());
    match &arguments.command {
        None => on_runtime(serve(config()?)),
        Some(Command::Migrate) => on_runtime(migrate(config()?)),
        Some(Command::Sweep { delete }) => on_runtime(sweep::sweep(config()?, *delete)),
        Some(Command::Account { command }) => on_runtime(account::run(config()?, command)),
        Some(Command::Export { name }) => on_runtime(account::export(config()?, name)),
        Some(Command::Backup { file }) => on_runtime(backup::backup(config()?, file.clone())),
        Some(Command::Restore(asked)) => on_runtime(backup::restore(config()?, asked.clone())),
        Some(Command::Config) => Ok(write!(io::stdout(), "{}", config()?)?),
        Some(Command::Doctor) => doctor::examine(&config()?),
        Some(Command::Healthcheck { ready }) => healthcheck::ask(&config()?, if *ready { READY } else { ALIVE }),
        Some(Command::Completions { shell }) => {
            generate(*shell, &mut Arguments::command(), "tokibako", &mut io::stdout());
            Ok(())
        }
        Some(Command::Manual) => Ok(Man::new(Arguments::command()).render(&mut io::stdout())?),
    }
}

async fn serve(config: Config) -> Result<()> {
    telemetry::start(&config);
    time_zones::install()?;
    let stop = CancellationToken::new();
    app::listen_for_signals(stop.clone())?;
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
