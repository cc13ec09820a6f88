//! The Postgres programs of this machine.

use std::{
    env,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Result, anyhow, bail};

use crate::account::Account;

/// Where Debian and its derivatives keep one folder per version, outside of `PATH`.
const VERSIONED: &str = "/usr/lib/postgresql";

/// A folder with `postgres` and `initdb`, and their version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Installation {
    pub(crate) folder: PathBuf,
    /// The major version. A cluster can be run by its own major version only.
    pub(crate) major: u32,
}

impl Installation {
    /// The installation to create a new cluster with, as `account`.
    pub(crate) fn preferred(account: Account) -> Result<Self> {
        within_reach(account).into_iter().next().ok_or_else(nothing_installed)
    }

    /// An installation of version `major` that can run the cluster in `cluster`, as `account`.
    pub(crate) fn of_version(major: u32, cluster: &Path, account: Account) -> Result<Self> {
        choose(within_reach(account), major, cluster)
    }

    pub(crate) fn program(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn at(folder: &Path) -> Option<Self> {
        // A program on the PATH may be a link into the folder with the other programs.
        let program = folder.join("postgres").canonicalize().ok()?;
        let folder = program.parent().filter(|folder| folder.join("initdb").is_file())?.to_path_buf();
        let said = Command::new(program).arg("--version").output().ok()?;
        let major = major_version(&String::from_utf8_lossy(&said.stdout))?;
        Some(Self { folder, major })
    }
}

/// The installations, without those in folders that `account` may not enter.
fn within_reach(account: Account) -> Vec<Installation> {
    let mut found = installed(&env::var_os("PATH").unwrap_or_default(), Path::new(VERSIONED));
    found.retain(|installation| account.barrier(&installation.folder).is_none());
    found
}

/// All installations, the preferred one first: those on `path`, the one that `pg_config` on it names, those below
/// `versioned` from new to old.
fn installed(path: &OsStr, versioned: &Path) -> Vec<Installation> {
    let on_path = env::split_paths(path).collect::<Vec<_>>();
    let configured = on_path.iter().map(|folder| folder.join("pg_config")).find_map(|program| {
        let said = Command::new(program).arg("--bindir").output().ok()?;
        Some(PathBuf::from(String::from_utf8(said.stdout).ok()?.trim()))
    });
    let mut versions = fs::read_dir(versioned).map_or_else(
        |_| Vec::new(),
        |entries| entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok()).collect(),
    );
    versions.sort_unstable_by(|one, other| other.cmp(one));
    let versions = versions.into_iter().map(|version| versioned.join(version.to_string()).join("bin"));

    let mut found = Vec::new();
    for installation in
        on_path.into_iter().chain(configured).chain(versions).filter_map(|folder| Installation::at(&folder))
    {
        if !found.contains(&installation) {
            found.push(installation);
        }
    }
    found
}

fn choose(found: Vec<Installation>, major: u32, cluster: &Path) -> Result<Installation> {
    if found.is_empty() {
        return Err(nothing_installed());
    }
    let versions = found.iter().map(|installation| installation.major.to_string()).collect::<Vec<_>>().join(", ");
    let Some(installation) = found.into_iter().find(|installation| installation.major == major) else {
        bail!(
            "the cluster {} was made by Postgres {major}, and only Postgres {versions} is installed; install \
             postgresql-{major}, or carry the cluster over with pg_upgrade, or set DATABASE_URL to another Postgres",
            cluster.display(),
        );
    };
    Ok(installation)
}

fn nothing_installed() -> anyhow::Error {
    anyhow!(
        "no Postgres is installed here (looked on the PATH, where pg_config points, and in {VERSIONED}/*/bin); \
         install it with `apt-get install postgresql` on Debian and Ubuntu, `dnf install postgresql-server` on \
         Fedora, `brew install postgresql` on macOS, or set DATABASE_URL to a Postgres that runs elsewhere"
    )
}

/// Extracts the 15 of `postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)`.
fn major_version(said: &str) -> Option<u32> {
    let number = said.split_whitespace().find(|word| word.starts_with(|letter: char| letter.is_ascii_digit()))?;
    number.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn program(path: &Path, says: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, format!("#!/bin/sh\necho '{says}'\n")).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn postgres(folder: &Path, says: &str) {
        program(&folder.join("postgres"), says);
        program(&folder.join("initdb"), says);
    }

    #[test]
    fn the_path_comes_first_then_pg_config_then_new_versions_before_old_ones() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().canonicalize().unwrap();
        postgres(&root.join("path"), "postgres (PostgreSQL) 14.2");
        postgres(&root.join("elsewhere"), "postgres (PostgreSQL) 13.1");
        program(&root.join("path/pg_config"), root.join("elsewhere").to_str().unwrap());
        postgres(&root.join("versioned/9/bin"), "postgres (PostgreSQL) 9.6.24");
        postgres(&root.join("versioned/17/bin"), "postgres (PostgreSQL) 17.0 (Debian 17.0-1)");
        program(&root.join("versioned/18/bin/psql"), "a client alone");
        let path = env::join_paths([root.join("absent"), root.join("path"), root.join("path")]).unwrap();

        let found = installed(&path, &root.join("versioned"));
        let versions = found.iter().map(|installation| installation.major).collect::<Vec<_>>();
        assert_eq!(versions, [14, 13, 17, 9]);

        let cluster = Path::new("/srv/cluster");
        assert_eq!(choose(found.clone(), 17, cluster).unwrap().program("initdb"), root.join("versioned/17/bin/initdb"));
        let refused = choose(found, 16, cluster).unwrap_err().to_string();
        for told in ["/srv/cluster", "made by Postgres 16", "14, 13, 17, 9", "postgresql-16", "DATABASE_URL"] {
            assert!(refused.contains(told), "{refused}");
        }
    }

    #[test]
    fn the_error_without_postgres_says_what_to_install() {
        let nowhere = tempfile::tempdir().unwrap();
        assert_eq!(installed(nowhere.path().as_os_str(), nowhere.path()), []);
        let refused = choose(Vec::new(), 15, Path::new("/srv/cluster")).unwrap_err().to_string();
        assert!(refused.contains("apt-get install postgresql") && refused.contains("DATABASE_URL"), "{refused}");
    }

    #[test]
    fn versions_are_read_from_the_output_of_the_programs() {
        #[track_caller]
        fn check(said: &str, expected: Option<u32>) {
            assert_eq!(major_version(said), expected, "{said}");
        }
        check("postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)\n", Some(15));
        check("postgres (PostgreSQL) 18beta2", Some(18));
        check("postgres (PostgreSQL)", None);
    }
}
