//! A temporary Postgres, as durable as in production, that can be killed and frozen.

use std::{
    fs::{self, Permissions},
    os::unix::fs::{PermissionsExt as _, chown},
    path::{Path, PathBuf},
    process::Stdio,
    thread,
    time::Duration,
};

use anyhow::{Context as _, Result, ensure};
use nix::{
    sys::signal::{Signal, kill},
    unistd::{Pid, Uid, User},
};
use tempfile::TempDir;
use tokio::{
    process::Command,
    time::{sleep, timeout},
};

use super::{
    database::{Database, program},
    link::{End, Link},
    process::{Process, children, own_memory, processor_time},
};

/// How long Postgres may take to start, recovery included.
const PATIENCE: Duration = Duration::from_mins(1);

/// A cluster in a temporary folder; dropping it ends and deletes it.
pub(crate) struct Postgres {
    folder: TempDir,
    postmaster: Option<Process>,
}

impl Postgres {
    /// Creates a cluster with Postgres's default settings and starts it.
    pub(crate) async fn start() -> Result<Self> {
        let settings = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-locale"];
        Self::made_by("initdb", &settings).await
    }

    /// A cluster whose data this program writes.
    async fn made_by(program: &str, arguments: &[&str]) -> Result<Self> {
        let mut cluster = Self { folder: open_folder()?, postmaster: None };
        give_to_account(cluster.folder.path())?;
        let mut command = cluster.command(program)?;
        let output = command.args(arguments).arg("--pgdata").arg(cluster.data()).output().await?;
        ensure!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
        cluster.boot().await?;
        Ok(cluster)
    }

    /// Creates an empty database.
    pub(crate) async fn create(&self, name: &str) -> Result<Database> {
        self.database("postgres").sql(&format!("CREATE DATABASE {name}")).await?;
        Ok(self.database(name))
    }

    /// Creates an empty database in another folder, such as one on another disk.
    pub(crate) async fn create_in(&self, folder: &Path, name: &str) -> Result<Database> {
        give_to_account(folder)?;
        let maintenance = self.database("postgres");
        maintenance.sql(&format!("CREATE TABLESPACE {name} LOCATION '{}'", folder.display())).await?;
        maintenance.sql(&format!("CREATE DATABASE {name} TABLESPACE {name}")).await?;
        Ok(self.database(name))
    }

    /// Deletes what [`create_in`](Self::create_in) has created.
    pub(crate) async fn delete_from_folder(&self, name: &str) -> Result<()> {
        let maintenance = self.database("postgres");
        maintenance.sql(&format!("DROP DATABASE {name} WITH (FORCE)")).await?;
        maintenance.sql(&format!("DROP TABLESPACE {name}")).await?;
        Ok(())
    }

    /// A link to it.
    pub(crate) async fn link(&self) -> Result<Link> {
        Link::to(End::Socket(self.folder.path().join(".s.PGSQL.5432"))).await
    }

    /// The URL of a database of whichever takes writes: the cluster behind the link, or this one.
    pub(crate) fn url_of_either(&self, link: &Link, name: &str) -> String {
        let (host, port, folder) = (link.address.ip(), link.address.port(), self.folder.path().display());
        format!("postgres://postgres@/{name}?host={host},{folder}&port={port},5432&target_session_attrs=read-write")
    }

    /// A standby of `primary`, which from now on waits for it with each commit.
    pub(crate) async fn standby_of(primary: &Self) -> Result<Self> {
        let source = format!("host={} user=postgres application_name=standby", primary.folder.path().display());
        let arguments = ["--write-recovery-conf", "--checkpoint=fast", "--dbname", &source];
        let standby = Self::made_by("pg_basebackup", &arguments).await?;
        let maintenance = primary.database("postgres");
        maintenance.sql("ALTER SYSTEM SET synchronous_standby_names = 'standby'").await?;
        maintenance.sql("SELECT pg_reload_conf()").await?;
        let is_synchronous = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
        timeout(PATIENCE, async {
            while maintenance.number::<u32>(is_synchronous).await? == 0 {
                sleep(Duration::from_millis(20)).await;
            }
            anyhow::Ok(())
        })
        .await
        .context("the standby does not follow")??;
        Ok(standby)
    }

    /// Ends that it is a standby, and waits until it takes writes.
    pub(crate) async fn promote(&self) -> Result<()> {
        let promoted = self.database("postgres").sql("SELECT pg_promote()").await?;
        ensure!(promoted == "t", "the standby is not promoted in time");
        Ok(())
    }

    /// A database of it.
    pub(crate) fn database(&self, name: &str) -> Database {
        Database::at(format!("postgres://postgres@/{name}?host={}", self.folder.path().display()))
    }

    /// Starts the postmaster and waits until it accepts connections.
    pub(crate) async fn boot(&mut self) -> Result<()> {
        program("psql")?;
        let mut postgres = self.command("postgres")?;
        // Commit times tell when a herd has ended; the connections are those of several servers.
        postgres.args(["-c", "listen_addresses=", "-c", "track_commit_timestamp=on", "-c", "max_connections=300"]);
        postgres.arg("-k").arg(self.folder.path()).arg("-D").arg(self.data());
        self.postmaster = Some(Process::start(postgres.stdout(Stdio::null()).stderr(Stdio::null()))?);
        let maintenance = self.database("postgres");
        let answers = async {
            while maintenance.sql("SELECT 1").await.is_err() {
                sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(PATIENCE, answers).await.context("Postgres does not start")
    }

    /// Ends it like a crash: no checkpoint, and recovery at the next start.
    pub(crate) async fn stop_at_once(&mut self) -> Result<()> {
        let mut postmaster = self.postmaster.take().context("Postgres runs")?;
        postmaster.signal(Signal::SIGQUIT)?;
        postmaster.0.wait().await?;
        Ok(())
    }

    /// Suspends all its processes: connections stay open, but nothing answers.
    pub(crate) fn freeze(&self) -> Result<()> {
        self.signal_all(Signal::SIGSTOP)
    }

    pub(crate) fn thaw(&self) -> Result<()> {
        self.signal_all(Signal::SIGCONT)
    }

    /// The processor time of all its processes so far; a child that has just ended is counted with its parent.
    pub(crate) fn processor_time(&self) -> Result<Duration> {
        Ok(self.processes()?.into_iter().filter_map(|process| processor_time(process).ok()).sum())
    }

    /// The memory that its processes have asked for and use, in MiB.
    pub(crate) fn memory(&self) -> Result<f64> {
        Ok(self.processes()?.into_iter().filter_map(|process| own_memory(process).ok()).sum())
    }

    fn processes(&self) -> Result<Vec<Pid>> {
        let postmaster = self.postmaster.as_ref().context("Postgres runs")?.number()?;
        Ok([vec![postmaster], children(postmaster)?].concat())
    }

    /// The processes of the sessions with this application name.
    pub(crate) async fn sessions(&self, application: &str) -> Result<Vec<Pid>> {
        let query = format!("SELECT pid FROM pg_stat_activity WHERE application_name = '{application}'");
        let sessions = self.database("postgres").sql(&query).await?;
        sessions.lines().map(|pid| Ok(Pid::from_raw(pid.parse()?))).collect()
    }

    fn signal_all(&self, signal: Signal) -> Result<()> {
        for process in self.processes()? {
            // One that has just ended needs no signal.
            let _ = kill(process, signal);
        }
        Ok(())
    }

    /// One of Postgres's programs, run as an account that it accepts.
    fn command(&self, name: &str) -> Result<Command> {
        let mut command = Command::new(program(name)?);
        command.current_dir(self.folder.path());
        if let Some(account) = account()? {
            command.uid(account.uid.as_raw()).gid(account.gid.as_raw());
        }
        Ok(command)
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let Some(postmaster) = self.postmaster.as_mut() else { return };
        // Its data are temporary, and a process that cannot be signalled has ended.
        let _ = postmaster.signal(Signal::SIGCONT).and_then(|()| postmaster.signal(Signal::SIGQUIT));
        while let Ok(None) = postmaster.0.try_wait() {
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// A temporary folder that other accounts may enter.
pub(crate) fn open_folder() -> Result<TempDir> {
    let folder = tempfile::Builder::new().prefix("tokibako-trial.").tempdir()?;
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755))?;
    Ok(folder)
}

/// The account that Postgres runs as if this process is root; Postgres refuses to run as root.
fn account() -> Result<Option<User>> {
    if !Uid::effective().is_root() {
        return Ok(None);
    }
    let account = [User::from_name("postgres")?, User::from_name("nobody")?].into_iter().flatten().next();
    account.context("there is an account for Postgres").map(Some)
}

fn give_to_account(folder: &Path) -> Result<()> {
    if let Some(account) = account()? {
        chown(folder, Some(account.uid.as_raw()), Some(account.gid.as_raw()))?;
    }
    Ok(())
}
