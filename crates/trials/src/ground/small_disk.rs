//! A small file system in memory, which can be filled.

use std::{
    fs,
    io::{ErrorKind, Write as _},
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, ensure};
use nix::unistd::Uid;
use tempfile::TempDir;

use super::postgres::open_folder;

/// A mounted file system; dropping it unmounts it.
pub(crate) struct SmallDisk {
    folder: TempDir,
}

impl SmallDisk {
    /// Whether this process may mount one.
    pub(crate) fn can_be_had() -> bool {
        Uid::effective().is_root()
    }

    /// Mounts an empty file system.
    pub(crate) fn mount(megabytes: u32) -> Result<Self> {
        let folder = open_folder()?;
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={megabytes}m,mode=755"), "tmpfs"]).arg(folder.path());
        ensure!(mount.status()?.success(), "cannot mount a small file system");
        Ok(Self { folder })
    }

    /// Creates an empty folder on it.
    pub(crate) fn folder(&self, name: &str) -> Result<PathBuf> {
        let folder = self.folder.path().join(name);
        fs::create_dir(&folder)?;
        Ok(folder)
    }

    /// Fills it to its last byte.
    pub(crate) fn fill(&self) -> Result<()> {
        let mut ballast = fs::File::create(self.ballast())?;
        for size in [1 << 20, 1 << 12] {
            let bytes = vec![0; size];
            loop {
                match ballast.write_all(&bytes) {
                    Ok(()) => {}
                    Err(error) if error.kind() == ErrorKind::StorageFull => break,
                    Err(error) => return Err(error).context("the disk cannot be filled"),
                }
            }
        }
        Ok(())
    }

    /// Frees the space again.
    pub(crate) fn make_room(&self) -> Result<()> {
        Ok(fs::remove_file(self.ballast())?)
    }

    fn ballast(&self) -> PathBuf {
        Path::new(self.folder.path()).join("ballast")
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily: a process that still has a file open keeps it until then.
        let _ = Command::new("umount").arg("--lazy").arg(self.folder.path()).status();
    }
}
