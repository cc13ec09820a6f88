//! Giving up root's rights: once Postgres runs and the listeners are bound, nothing needs them.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use nix::unistd::{Uid, setgid, setgroups, setuid};

use crate::account::Account;

/// What became of the rights of this process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rights {
    /// It never was root.
    Ordinary,
    /// It is the account of the cluster from now on.
    GivenUp(String),
    /// It is still root: the account of the cluster may not enter this folder.
    Kept(PathBuf),
}

impl Account {
    /// Makes this process the account's, for good, if it is root and the account may enter all of `folders`.
    pub(crate) fn become_it(self, folders: &[&Path]) -> Result<Rights> {
        if !Uid::effective().is_root() {
            return Ok(Rights::Ordinary);
        }
        // In what is not there, nothing has to be read.
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
