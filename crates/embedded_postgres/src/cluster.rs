//! The cluster on disk, and how Postgres is run on it.

use std::{
    ffi::OsString,
    fs::{self, OpenOptions},
    io::{self, ErrorKind},
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result, anyhow, bail};
use tokio_util::sync::CancellationToken;

use crate::{
    account::Account,
    creation::{self, DATABASE, USER},
    installation::Installation,
    postmaster::{Postmaster, check_socket_path},
};

/// How the settings differ from Postgres's defaults. Commits are durable (`fsync` and `synchronous_commit` stay on),
/// the log contains no rows, and memory is sized for a small machine.
const SETTINGS: [&str; 15] = [
    "listen_addresses=",
    "unix_socket_permissions=0700",
    "max_connections=100",
    "shared_buffers=128MB",
    "max_wal_size=2GB",
    "wal_compression=on",
    "random_page_cost=1.1",
    "jit=off",
    "max_parallel_workers_per_gather=0",
    "timezone=UTC",
    "log_timezone=UTC",
    "log_checkpoints=off",
    "log_line_prefix=%m [%p] ",
    "log_error_verbosity=terse",
    "log_min_error_statement=panic",
];

/// An existing cluster, the programs of its version, and the account that owns it.
#[derive(Debug)]
pub(crate) struct Cluster {
    pub(crate) folder: PathBuf,
    pub(crate) installation: Installation,
    pub(crate) account: Account,
    log: PathBuf,
}

impl Cluster {
    /// Opens the cluster below `data_dir`, or creates it.
    pub(crate) fn open(data_dir: &Path) -> Result<Self> {
        let entry = data_dir.join("postgres");
        if !exists(&entry)? {
            if entry.is_symlink() {
                bail!(
                    "{} links to a cluster that is gone; bring it back, or remove the link to start afresh",
                    entry.display(),
                );
            }
            let account = Account::for_new_cluster()?;
            creation::create(&entry, &Installation::preferred(account)?, account)?;
        }
        let folder = entry.canonicalize()?;
        let version = version_of(&folder)?;
        let account = Account::of_cluster(&folder)?;
        let installation = Installation::of_version(version, &folder, account)?;
        if let Some(barrier) = account.barrier(&folder) {
            bail!(
                "Postgres runs as {account}, which may not enter {}; move the data folder and name its new place in \
                 TOKIBAKO_DATA_DIR, or set DATABASE_URL",
                barrier.display(),
            );
        }
        check_socket_path(&folder)?;
        Ok(Self { folder, installation, account, log: data_dir.join("postgres.log") })
    }

    /// Ensures that a postmaster runs on it, and waits until it is ready.
    pub(crate) fn start(&self, stop: &CancellationToken) -> Result<Postmaster> {
        Postmaster::start(&mut self.command()?, &self.folder, &self.log, stop)
    }

    /// The URL of the server's database, for libpq.
    pub(crate) fn url(&self) -> String {
        let folder = self.folder.to_string_lossy();
        let host = folder.bytes().map(|byte| match byte {
            byte if byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte) => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        });
        format!("postgres://{USER}@/{DATABASE}?host={}", host.collect::<String>())
    }

    fn command(&self) -> Result<Command> {
        let log = OpenOptions::new().create(true).append(true).mode(0o600).open(&self.log);
        let log = log.with_context(|| format!("cannot write {}", self.log.display()))?;
        // The server opens the log as root at the first start, and may run as the account at the next one.
        self.account.own(&log)?;
        let mut command = self.account.command(&self.installation.program("postgres"));
        command.arg("-D").arg(&self.folder).args(["-p", "5432"]);
        for setting in SETTINGS {
            command.arg("-c").arg(setting);
        }
        command.arg("-c").arg(socket_setting(&self.folder));
        command.current_dir(&self.folder).stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        Ok(command)
    }
}

/// Whether there is a cluster; fails if this account may not look.
pub(crate) fn exists(entry: &Path) -> Result<bool> {
    entry.try_exists().map_err(|error| unreadable(entry, &error))
}

/// A path below the data folder that this account may not read.
pub(crate) fn unreadable(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!(
        "this account may not read {}: {error}; run the command as root, or as the account that owns the data folder",
        path.display()
    )
}

/// The setting is a comma-separated list; the quotes keep a folder whose name has a comma or a space in one entry.
fn socket_setting(folder: &Path) -> OsString {
    let folder = folder.to_string_lossy().replace('"', "\"\"");
    format!("unix_socket_directories=\"{folder}\"").into()
}

/// The major version that created the cluster in `folder`, from its `PG_VERSION`.
fn version_of(folder: &Path) -> Result<u32> {
    let file = folder.join("PG_VERSION");
    let content = fs::read_to_string(&file).map_err(|error| match error.kind() {
        ErrorKind::NotFound => {
            anyhow!(
                "{} is no Postgres cluster: it has no PG_VERSION; move it away or set DATABASE_URL",
                folder.display()
            )
        }
        _ => unreadable(&file, &error),
    })?;
    content.trim().parse().with_context(|| format!("{} does not name a usable version", file.display()))
}
