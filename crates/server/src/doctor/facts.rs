//! The facts that `tokibako doctor` judges, read from this machine, its database and the settings.

use std::{
    path::{Path, PathBuf, absolute},
    time::SystemTime,
};

use anyhow::{Context as _, Result};
use nix::unistd::Uid;
use rustix::fs::{Access, access, statvfs};
use time::OffsetDateTime;
use tokibako_domain::zone::ZoneDatabase;
use tokibako_embedded_postgres::EmbeddedPostgres;
use tokibako_push::channel::hosts::Hosts;
use tokibako_storage::connections::diagnosis::Diagnosis;

use crate::{
    config::{Config, Database},
    healthcheck::{self, READY},
    time_zones,
};

#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent facts, and no state")]
pub(super) struct Facts {
    pub(super) machine_clock: OffsetDateTime,
    pub(super) database: DatabaseFact,
    /// How many connections one process opens at most.
    pub(super) most_connections: i32,
    /// The release of the system's time zones; `None` if there are none, or if it is unknown.
    pub(super) zones: Option<String>,
    pub(super) built_in_zones: &'static str,
    /// Names of zones that the system lacks.
    pub(super) zones_left_behind: Vec<String>,
    /// The room on the disk of the embedded Postgres, in bytes: free and in total.
    pub(super) disk: Option<(u64, u64)>,
    /// How many files the process may open.
    pub(super) files: u64,
    pub(super) is_root: bool,
    pub(super) public_url: String,
    pub(super) is_local: bool,
    pub(super) has_trusted_proxies: bool,
    pub(super) push_contact: Option<String>,
    /// Whether channels may call every address, those of this network included.
    pub(super) calls_any_host: bool,
    pub(super) is_registration_open: bool,
    /// The folder of the site, if it has no site.
    pub(super) empty_site_dir: Option<PathBuf>,
    /// The settings of the operator that still have their example values.
    pub(super) examples: Vec<&'static str>,
    /// What the server that runs with these settings says; `None` if it cannot be asked.
    pub(super) server: Option<Result<(), String>>,
}

#[derive(Clone)]
pub(super) enum DatabaseFact {
    Answered(Diagnosis),
    /// The reason why it does not answer.
    Unreachable(String),
    /// The embedded one runs only while a server does.
    Stopped(PathBuf),
    /// The reason why the embedded one cannot start.
    Unusable(String),
}

impl Facts {
    /// Reads everything that can be read without changing anything.
    pub(super) fn read(config: &Config) -> Self {
        let (database, disk) = match &config.database {
            Database::At(url) => (DatabaseFact::of(url), None),
            Database::Embedded(folder) => (DatabaseFact::of_embedded(folder), room(folder)),
        };
        let can_be_asked = config.ops_listen.is_some() || config.role.serves();
        let ask = || healthcheck::ask(config, READY).map_err(|error| format!("{error:#}"));
        let requests = i32::from(config.connections.requests.get());
        Self {
            machine_clock: SystemTime::now().into(),
            database,
            most_connections: requests + i32::from(config.connections.claimers.get()) + OTHER_CONNECTIONS,
            zones: time_zones::system_release(),
            built_in_zones: ZoneDatabase::built_in_release(),
            zones_left_behind: time_zones::names_left_behind(),
            disk,
            files: rlimit::Resource::NOFILE.get_hard().unwrap_or(u64::MAX),
            is_root: Uid::effective().is_root(),
            public_url: config.push.site.clone(),
            is_local: config.listen.is_loopback(),
            has_trusted_proxies: !config.trusted_proxies.is_empty(),
            push_contact: config.push.subject.clone(),
            calls_any_host: config.push.channel_hosts == Hosts::Any,
            is_registration_open: config.accounts.is_open,
            empty_site_dir: config
                .site_dir
                .clone()
                .filter(|folder| config.role.serves() && !folder.join("pages").exists()),
            examples: config.examples.clone(),
            server: can_be_asked.then(ask),
        }
    }
}

/// Connections of a process besides those of requests and claimers (`tokibako_storage`): tasks, and the listener.
const OTHER_CONNECTIONS: i32 = 7;

impl DatabaseFact {
    fn of(url: &str) -> Self {
        match Diagnosis::of(url) {
            Ok(diagnosis) => Self::Answered(diagnosis),
            Err(error) => Self::Unreachable(on_one_line(&error.to_string())),
        }
    }

    /// The database of a server that runs on `folder`.
    fn of_embedded(folder: &Path) -> Self {
        match EmbeddedPostgres::url_of_running(folder) {
            Ok(Some(url)) => Self::of(&url),
            Ok(None) => match check_writable(folder).and_then(|()| EmbeddedPostgres::check_programs(folder)) {
                Ok(()) => Self::Stopped(folder.to_path_buf()),
                Err(error) => Self::Unusable(format!("{error:#}")),
            },
            Err(error) => Self::Unreachable(format!("{error:#}")),
        }
    }
}

/// The free and the total bytes of the disk on which `folder` is, or will be.
fn room(folder: &Path) -> Option<(u64, u64)> {
    let disk = statvfs(existing(folder)?).ok()?;
    Some((disk.f_bavail * disk.f_frsize, disk.f_blocks * disk.f_frsize))
}

/// Fails unless this account can write into `folder`, or create it.
fn check_writable(folder: &Path) -> Result<()> {
    let existing = existing(folder).context("the data folder has no path")?;
    access(&existing, Access::WRITE_OK | Access::EXEC_OK)
        .with_context(|| format!("this account cannot write {}", existing.display()))
}

/// `folder`, or the nearest one above it that exists.
fn existing(folder: &Path) -> Option<PathBuf> {
    absolute(folder).ok()?.ancestors().find(|folder| folder.exists()).map(Path::to_path_buf)
}

/// Reasons of libpq have several lines, and end with an empty one.
fn on_one_line(reason: &str) -> String {
    reason.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("; ")
}
