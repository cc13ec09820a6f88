//! A database, accessed by psql.

use std::{env, iter, path::PathBuf, process::Stdio, str::FromStr};

use anyhow::{Context as _, Result, ensure};
use tokio::{io::AsyncWriteExt as _, process::Command};

/// A database that accepts connections.
#[derive(Debug, Clone)]
pub(crate) struct Database {
    pub(crate) url: String,
}

impl Database {
    pub(crate) fn at(url: String) -> Self {
        Self { url }
    }

    pub(crate) fn name(&self) -> &str {
        self.url.split(['/', '?']).nth(3).unwrap_or_default()
    }

    /// Runs statements; returns the rows of the last one, a line each, with `|` between columns.
    pub(crate) async fn sql(&self, statements: &str) -> Result<String> {
        let mut psql = Command::new(program("psql")?);
        psql.args(["--no-psqlrc", "--quiet", "--no-align", "--tuples-only", "--set=ON_ERROR_STOP=1"]).arg(&self.url);
        psql.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        let mut running = psql.spawn()?;
        let mut input = running.stdin.take().context("psql reads what it is told")?;
        // If psql stops reading before the end, it reports why.
        let _ = input.write_all(statements.as_bytes()).await;
        drop(input);
        let output = running.wait_with_output().await?;
        ensure!(output.status.success(), "psql: {}", String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8(output.stdout)?.trim().to_owned())
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
