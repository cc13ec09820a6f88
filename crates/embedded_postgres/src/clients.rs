//! The client programs of Postgres, such as `pg_dump`.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result};

use crate::{
    account::Account,
    cluster::{self, Cluster},
    installation::Installation,
};

/// The client programs for one database.
#[derive(Debug)]
pub struct Clients {
    /// The folder of the programs; `None` if they are on the `PATH`.
    folder: Option<PathBuf>,
    /// The account that runs them; `None` for that of this process.
    account: Option<Account>,
}

impl Clients {
    /// Those of the version of the cluster below `data_dir`, if there is one. The account that owns it runs them:
    /// nothing in its folder decides what root runs.
    pub fn of_cluster(data_dir: &Path) -> Result<Option<Self>> {
        if !cluster::exists(&data_dir.join("postgres"))? {
            return Ok(None);
        }
        let cluster = Cluster::open(data_dir)?;
        Ok(Some(Self { folder: Some(cluster.installation.folder), account: Some(cluster.account) }))
    }

    /// Those of this machine.
    pub fn installed() -> Result<Self> {
        let path = env::var_os("PATH").unwrap_or_default();
        if env::split_paths(&path).any(|folder| folder.join("pg_dump").is_file()) {
            return Ok(Self { folder: None, account: None });
        }
        let installation = Installation::preferred(Account::for_new_cluster()?)
            .context("the clients of Postgres are missing; on Debian: apt-get install postgresql-client")?;
        Ok(Self { folder: Some(installation.folder), account: None })
    }

    pub fn command(&self, program: &str) -> Command {
        let path = self.folder.as_ref().map_or_else(|| PathBuf::from(program), |folder| folder.join(program));
        // The account may not be allowed into the working folder of this process.
        let mut command = self.account.map_or_else(|| Command::new(&path), |account| account.command(&path));
        command.current_dir("/");
        command
    }
}
