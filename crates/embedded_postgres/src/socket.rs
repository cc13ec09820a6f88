//! The folder of the Unix socket: the cluster's own, or a shorter one where that path is too long.

use std::{
    env, fs,
    io::ErrorKind,
    os::unix::fs::{DirBuilderExt as _, MetadataExt as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};

use crate::account::Account;

/// Part of the socket's file name. Nothing listens on TCP.
pub(crate) const PORT: u16 = 5432;

/// The longest path of a socket, its terminating zero included.
const MAX_PATH: usize = 108;

/// Creates the folder for the socket of `cluster`'s postmaster, accessible to `account` only.
pub(crate) fn folder_for(cluster: &Path, account: Account) -> Result<PathBuf> {
    if fits(cluster) {
        return Ok(cluster.to_path_buf());
    }
    let metadata = fs::metadata(cluster)?;
    let short = env::temp_dir().join(format!("tokibako-{:x}-{:x}", metadata.dev(), metadata.ino()));
    if !fits(&short) {
        bail!(
            "a socket's path may have {MAX_PATH} bytes, which {} and {} both exceed; choose a shorter \
             TOKIBAKO_DATA_DIR or set DATABASE_URL",
            cluster.display(),
            short.display(),
        );
    }
    closed_folder(&short, account).with_context(|| format!("cannot use {} for Postgres's socket", short.display()))?;
    Ok(short)
}

fn fits(folder: &Path) -> bool {
    folder.join(format!(".s.PGSQL.{PORT}")).as_os_str().len() < MAX_PATH
}

/// Creates `folder` for `account` only. An existing folder must have the same owner and mode, because anybody may
/// create folders in its parent.
fn closed_folder(folder: &Path, account: Account) -> Result<()> {
    match fs::DirBuilder::new().mode(0o700).create(folder) {
        Ok(()) => account.take(folder)?,
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        Err(error) => return Err(error.into()),
    }
    let metadata = fs::symlink_metadata(folder)?;
    if !metadata.is_dir() || !account.owns(&metadata) || metadata.mode() & 0o077 != 0 {
        bail!("it is there already and not {account}'s alone; remove it");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_107_bytes_fits_and_one_of_108_does_not() {
        let file = format!("/.s.PGSQL.{PORT}").len();
        assert!(fits(Path::new(&"x".repeat(107 - file))));
        assert!(!fits(Path::new(&"x".repeat(108 - file))));
    }

    #[test]
    fn a_short_folder_is_created_once_and_refused_if_others_may_read_it() {
        let place = tempfile::tempdir().unwrap();
        let account = Account::for_new_cluster().unwrap();
        let folder = place.path().join("socket");
        closed_folder(&folder, account).unwrap();
        closed_folder(&folder, account).unwrap();
        fs::set_permissions(&folder, std::os::unix::fs::PermissionsExt::from_mode(0o750)).unwrap();
        let refused = closed_folder(&folder, account).unwrap_err().to_string();
        assert!(refused.contains("remove it"), "{refused}");
    }
}
