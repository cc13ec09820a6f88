//! A machine's clock that is wrong, by libfaketime.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use tempfile::NamedTempFile;

use super::server::Settings;

/// The clock of the servers that have its settings.
pub(crate) struct Clock(NamedTempFile);

impl Clock {
    /// A clock that is as wrong as libfaketime writes: `+402d`, `-1h`.
    pub(crate) fn off(error: &str) -> Result<Self> {
        let clock = Self(NamedTempFile::new()?);
        clock.set(error)?;
        Ok(clock)
    }

    pub(crate) fn set(&self, error: &str) -> Result<()> {
        Ok(fs::write(self.0.path(), error)?)
    }

    pub(crate) fn settings(&self, settings: Settings) -> Result<Settings> {
        Ok(settings
            .with("LD_PRELOAD", &library()?.display())
            .with("FAKETIME_TIMESTAMP_FILE", &self.0.path().display())
            .with("FAKETIME_CACHE_DURATION", &1)
            .with("FAKETIME_DONT_FAKE_MONOTONIC", &1))
    }
}

/// The library that shifts the clock of a process.
fn library() -> Result<PathBuf> {
    let folders = fs::read_dir(Path::new("/usr/lib"))?.filter_map(|folder| Some(folder.ok()?.path()));
    let found = folders.map(|folder| folder.join("faketime/libfaketimeMT.so.1")).find(|file| file.is_file());
    found.context("libfaketime is not installed (on Debian: libfaketime)")
}
