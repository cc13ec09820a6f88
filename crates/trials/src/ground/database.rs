//! A database, accessed by psql.

use std::{env, iter, path::PathBuf, process::Stdio, str::FromStr};

use anyhow::{Context as _, Result, ensure};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    process::{Child, ChildStdin, Command},
};

/// A database that accepts connections.
#[derive(Debug, Clone)]
pub(crate) struct Database {
    pub(crate) url: String,
}

/// An open transaction.
pub(crate) struct Snapshot {
    _psql: Child,
    _input: ChildStdin,
}

impl Database {
    pub(crate) fn at(url: String) -> Self {
        Self { url }
    }

    /// The URL for sessions with this application name.
    pub(crate) fn url_for(&self, application: &str) -> String {
        format!("{}&application_name={application}", self.url)
    }

    /// Runs statements; returns the rows of the last one, a line each, with `|` between columns.
    pub(crate) async fn sql(&self, statements: &str) -> Result<String> {
        let mut running = self.psql()?.spawn()?;
        let mut input = running.stdin.take().context("psql reads what it is told")?;
        // If psql stops reading before the end, it reports why.
        let _ = input.write_all(statements.as_bytes()).await;
        drop(input);
        let output = running.wait_with_output().await?;
        ensure!(output.status.success(), "psql: {}", String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8(output.stdout)?.trim().to_owned())
    }

    /// Opens a transaction that sees the table as it is now, until the returned value is dropped.
    pub(crate) async fn hold_snapshot(&self, table: &str) -> Result<Snapshot> {
        let mut running = self.psql()?.spawn()?;
        let mut input = running.stdin.take().context("psql reads what it is told")?;
        let begin = format!("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 'seen' FROM {table} LIMIT 1;\n");
        input.write_all(begin.as_bytes()).await?;
        let output = running.stdout.take().context("psql says what it is told")?;
        let seen = BufReader::new(output).lines().next_line().await?;
        ensure!(seen.as_deref() == Some("seen"), "psql sees the table");
        Ok(Snapshot { _psql: running, _input: input })
    }

    fn psql(&self) -> Result<Command> {
        let mut psql = Command::new(program("psql")?);
        psql.args(["--no-psqlrc", "--quiet", "--no-align", "--tuples-only", "--set=ON_ERROR_STOP=1"]).arg(&self.url);
        psql.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        Ok(psql)
    }

    /// The single number that a query returns.
    pub(crate) async fn number<N: FromStr>(&self, query: &str) -> Result<N> {
        self.sql(query).await?.parse().ok().with_context(|| format!("{query} gives a number"))
    }
}

/// The path of one of Postgres's programs: in the folder that the scripts found, or on the PATH, where some systems put
/// the client programs only.
pub(crate) fn program(name: &str) -> Result<PathBuf> {
    let folder =
        env::var_os("POSTGRES_PROGRAMS").context("POSTGRES_PROGRAMS names the folder of Postgres's programs")?;
    let path = env::var_os("PATH").unwrap_or_default();
    let mut places = iter::once(PathBuf::from(folder)).chain(env::split_paths(&path)).map(|place| place.join(name));
    places.find(|program| program.is_file()).with_context(|| format!("{name} is not installed"))
}
