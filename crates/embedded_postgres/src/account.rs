//! The system account that Postgres runs as: Postgres refuses to run as root. Once it runs and the listeners are bound, this
//! process needs no rights of root either, and drops them.

use std::{
    env, fs, io,
    os::unix::{
        fs::{MetadataExt as _, fchown},
        process::CommandExt as _,
    },
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, bail};
use nix::unistd::{Gid, Uid, User, setgid, setgroups, setuid};

/// The account that owns a cluster's files and runs its programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Account {
    uid: Uid,
    gid: Gid,
}

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
    /// For a new cluster: if this process is root, `postgres` or else `nobody`; otherwise this process's own account.
    pub(crate) fn for_new_cluster() -> Result<Self> {
        if !Uid::effective().is_root() {
            return Ok(Self { uid: Uid::effective(), gid: Gid::effective() });
        }
        for name in ["postgres", "nobody"] {
            if let Some(user) = User::from_name(name)? {
                return Ok(Self { uid: user.uid, gid: user.gid });
            }
        }
        bail!(
            "Postgres does not run as root, and there is no account `postgres` or `nobody` to run it as; \
             add one, start as another account, or set DATABASE_URL to a Postgres that runs already"
        )
    }

    /// For the existing cluster in `folder`: the owner of its files.
    pub(crate) fn of_cluster(folder: &Path) -> Result<Self> {
        let metadata = fs::metadata(folder).with_context(|| format!("cannot look at {}", folder.display()))?;
        let owner = Self { uid: Uid::from_raw(metadata.uid()), gid: Gid::from_raw(metadata.gid()) };
        let me = Uid::effective();
        if owner.uid.is_root() || (!me.is_root() && owner.uid != me) {
            bail!(
                "the cluster {} belongs to {owner}, and this is {}; give it to an account other than root with \
                 `chown -R`, start as its owner or as root, choose another folder with TOKIBAKO_DATA_DIR, or set \
                 DATABASE_URL",
                folder.display(),
                Self { uid: me, gid: Gid::effective() },
            );
        }
        Ok(owner)
    }

    /// A command that runs as this account, in a process group of its own: Ctrl-C in a terminal must reach only the
    /// server, which still needs Postgres while it shuts down.
    pub(crate) fn command(self, program: &Path) -> Command {
        let mut command = Command::new(program);
        if self.uid != Uid::effective() {
            command.uid(self.uid.as_raw()).gid(self.gid.as_raw());
        }
        // Postgres must neither inherit settings from our environment (language, port, folder) nor see the server's
        // secrets.
        for (name, _) in env::vars_os() {
            let name = name.to_string_lossy();
            if ["PG", "LC_", "DATABASE_URL", "TOKIBAKO_"].iter().any(|prefix| name.starts_with(prefix)) {
                command.env_remove(name.as_ref());
            }
        }
        command.env("LC_ALL", "C").process_group(0);
        command
    }

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
        let given_up = setgroups(&[]).and_then(|()| setgid(self.gid)).and_then(|()| setuid(self.uid));
        given_up.context("cannot give up root's rights")?;
        Ok(Rights::GivenUp(self.to_string()))
    }

    /// Makes this account the owner of an open file, if this process is root.
    pub(crate) fn own(self, file: &fs::File) -> io::Result<()> {
        if Uid::effective().is_root() { fchown(file, Some(self.uid.as_raw()), Some(self.gid.as_raw())) } else { Ok(()) }
    }

    /// The first folder on the way to `path` that this account may not enter.
    pub(crate) fn barrier(self, path: &Path) -> Option<PathBuf> {
        let mut folders = path.ancestors().filter(|folder| !folder.as_os_str().is_empty()).collect::<Vec<_>>();
        folders.reverse();
        folders.into_iter().find(|folder| !self.may_enter(folder)).map(Path::to_path_buf)
    }

    fn may_enter(self, folder: &Path) -> bool {
        let Ok(metadata) = fs::metadata(folder) else { return false };
        let bit = if metadata.uid() == self.uid.as_raw() {
            0o100
        } else if metadata.gid() == self.gid.as_raw() {
            0o010
        } else {
            0o001
        };
        metadata.mode() & bit != 0
    }
}

impl std::fmt::Display for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match User::from_uid(self.uid) {
            Ok(Some(user)) => write!(f, "the account `{}`", user.name),
            _ => write!(f, "the account {}", self.uid),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn the_barrier_is_the_outermost_closed_folder() {
        let home = tempfile::tempdir().unwrap();
        let inner = home.path().join("closed/open/data");
        fs::create_dir_all(&inner).unwrap();
        let mode = |folder: &Path, mode| fs::set_permissions(folder, fs::Permissions::from_mode(mode)).unwrap();
        let stranger = Account { uid: Uid::from_raw(4_000_001), gid: Gid::from_raw(4_000_001) };
        mode(home.path(), 0o755);
        assert_eq!(stranger.barrier(&inner), None);
        mode(&home.path().join("closed"), 0o750);
        assert_eq!(stranger.barrier(&inner), Some(home.path().join("closed")));
        mode(home.path(), 0o700);
        assert_eq!(stranger.barrier(&inner), Some(home.path().to_path_buf()));
        let owner = fs::metadata(home.path()).unwrap();
        let owner = Account { uid: Uid::from_raw(owner.uid()), gid: Gid::from_raw(owner.gid()) };
        assert_eq!(owner.barrier(&inner), None);
    }
}
