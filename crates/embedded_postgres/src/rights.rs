//! Drops root's privileges once Postgres runs and the listeners are bound: nothing needs them after that.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use nix::unistd::{Uid, setgid, setgroups, setuid};

use crate::account::Account;

/// The result of dropping privileges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rights {
    /// The process was not root.
    Ordinary,
    /// The process now runs as the account of the cluster.
    GivenUp(String),
    /// The process is still root, because the account of the cluster may not enter this folder.
    Kept(PathBuf),
}

impl Account {
    /// Switches this process to the account for good, if it is root and the account may enter all of `folders`.
    pub(crate) fn become_it(self, folders: &[&Path]) -> Result<Rights> {
        if !Uid::effective().is_root() {
            return Ok(Rights::Ordinary);
        }
        // A folder that does not exist needs no check.
        for folder in folders.iter().filter_map(|folder| folder.canonicalize().ok()) {
            if let Some(barrier) = self.barrier(&folder) {
                return Ok(Rights::Kept(barrier));
            }
        }
        let (uid, gid) = self.ids();
        setgroups(&[]).and_then(|()| setgid(gid)).and_then(|()| setuid(uid)).context("cannot give up root's rights")?;
        Ok(Rights::GivenUp(self.to_string()))
    }
}
