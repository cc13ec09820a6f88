//! A small disk in memory, which can be filled.

use std::{
    fs,
    io::{ErrorKind, Write as _},
    path::PathBuf,
    process::Command,
};

use anyhow::{Context as _, Result, ensure};
use nix::unistd::Uid;
use tempfile::TempDir;

use super::postgres::open_folder;

/// Megabytes; an empty database takes about nine.
const SIZE: usize = 48;

/// A mounted file system; dropping it unmounts it.
pub(crate) struct Disk {
    folder: TempDir,
}

impl Disk {
    /// Whether this process may mount one.
    pub(crate) fn can_be_had() -> bool {
        Uid::effective().is_root()
    }

    pub(crate) fn mount() -> Result<Self> {
        let folder = open_folder()?;
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={SIZE}m,mode=755"), "tmpfs"]).arg(folder.path());
        ensure!(mount.status()?.success(), "cannot mount a small file system");
        fs::create_dir(folder.path().join("database"))?;
        Ok(Self { folder })
    }

    /// A folder for a database.
    pub(crate) fn database(&self) -> PathBuf {
        self.folder.path().join("database")
    }

    /// Fills it to its last byte.
    pub(crate) fn fill(&self) -> Result<()> {
        match fs::File::create(self.ballast())?.write_all(&vec![0; SIZE << 20]) {
            Err(error) if error.kind() == ErrorKind::StorageFull => Ok(()),
            other => other.context("the disk is not full"),
        }
    }

    /// Frees the space again.
    pub(crate) fn make_room(&self) -> Result<()> {
        Ok(fs::remove_file(self.ballast())?)
    }

    fn ballast(&self) -> PathBuf {
        self.folder.path().join("ballast")
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // Lazily: a process that still has a file open keeps it until then.
        let _ = Command::new("umount").arg("--lazy").arg(self.folder.path()).status();
    }
}
