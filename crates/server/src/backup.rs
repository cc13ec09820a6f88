//! `tokibako backup` and `tokibako restore`: the whole database in one file, by Postgres's own programs.
//!
//! `scripts/backup` and `scripts/restore` do the same where these programs are only in the container of the database.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read as _, Seek as _, Write as _},
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
};

use anyhow::{Context as _, Result, anyhow, ensure};
use percent_encoding::percent_decode_str;
use rustix::fs::statvfs;
use tokibako_embedded_postgres::Clients;
use tokibako_storage::upkeep::backup::{self, Content, content, drop_previous, foreign_tables, previous};
use tokio::task::spawn_blocking;
use tokio_util::sync::CancellationToken;
use tracing::warn;

use crate::{
    config::{Config, Database},
    database::{CLOSE, OpenDatabase},
    telemetry,
};

/// The options of both programs: a restore gives everything to the role that runs it.
const OWNERLESS: [&str; 2] = ["--no-owner", "--no-privileges"];

/// How much room a restore needs for each byte of a backup as text, for tables, indexes and the write-ahead log, and beside it.
const ROOM_FOR_TEXT: u64 = 4;
const ROOM: u64 = 64 << 20;

const SCHEMA: [&str; 2] = ["--schema", "public"];

/// Writes a backup into a new file that only its owner can read: it holds labels, names of accounts, and hashes of
/// passwords.
pub(crate) async fn backup(config: Config, file: PathBuf) -> Result<()> {
    telemetry::start(&config);
    let clients = clients_of(&config.database)?.context(
        "there is no embedded Postgres in the data folder; set TOKIBAKO_DATA_DIR, or DATABASE_URL for another Postgres",
    )?;
    ensure!(!file.exists(), "{} exists already", file.display());
    // An incomplete file must not look like a backup. A process that was killed leaves one behind.
    let partial = PathBuf::from(format!("{}.partial", file.display()));
    let _ = fs::remove_file(&partial);
    let opened = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&partial);
    let out = opened.with_context(|| format!("cannot write {}", partial.display()))?;
    let held = match dump_from(&config.database, clients, out).await {
        Ok(held) => held,
        Err(error) => {
            let _ = fs::remove_file(&partial);
            return Err(error.context("nothing was written"));
        }
    };
    fs::rename(&partial, &file)?;
    Ok(writeln!(io::stdout(), "{}: {held}", file.display())?)
}

/// What a restore is to do.
#[derive(Clone, clap::Args)]
pub(crate) struct Restore {
    /// Replace what the database holds; it is kept aside until the next restore
    #[arg(long)]
    replace: bool,
    /// Bring back what the last restore replaced, and keep aside what it restored
    #[arg(long, conflicts_with_all = ["replace", "file"])]
    undo: bool,
    /// Delete what the last restore replaced
    #[arg(long, conflicts_with_all = ["replace", "file", "undo"])]
    drop_previous: bool,
    /// The file
    #[arg(required_unless_present_any = ["undo", "drop_previous"])]
    file: Option<PathBuf>,
}

/// Restores a backup, or undoes the last restore, in one transaction. The next server that starts migrates a backup of an
/// older version, and rings what fell due meanwhile.
pub(crate) async fn restore(config: Config, asked: Restore) -> Result<()> {
    telemetry::start(&config);
    let file = asked.file.map(|file| File::open(&file).with_context(|| format!("cannot read {}", file.display())));
    let file = file.transpose()?;
    let database = OpenDatabase::unmigrated(&config.database, &CancellationToken::new()).await?;
    let url = database.url().to_owned();
    let done = spawn_blocking(move || {
        let Some(file) = file else {
            return if asked.undo { undo(&url) } else { Ok(drop_previous(&url).map(|()| "deleted".to_owned())?) };
        };
        let clients = match clients_of(&config.database)? {
            Some(clients) => clients,
            None => Clients::installed()?,
        };
        if let Database::Embedded(data_dir) = &config.database {
            ensure_room(&clients, &file, statvfs(data_dir).map(|disk| disk.f_bavail * disk.f_frsize)?)?;
        }
        load(&clients, &url, file, asked.replace)
    });
    let done = done.await.map_err(Into::into).flatten();
    let report = database.close_after(done, CLOSE).await?;
    Ok(writeln!(io::stdout(), "{report}")?)
}

fn undo(url: &str) -> Result<String> {
    backup::undo(url).context("nothing was changed")?;
    Ok(format!("the database holds {} again; the same command takes this back", held(url)?))
}

/// The clients for a database; `None` if it does not exist yet.
fn clients_of(database: &Database) -> Result<Option<Clients>> {
    match database {
        Database::At(_) => Clients::installed().map(Some),
        Database::Embedded(data_dir) => Clients::of_cluster(data_dir),
    }
}

async fn dump_from(database: &Database, clients: Clients, out: File) -> Result<Content> {
    let opened = match OpenDatabase::running(database)? {
        Some(running) => running,
        None => OpenDatabase::unmigrated(database, &CancellationToken::new()).await?,
    };
    let url = opened.url().to_owned();
    let dumped = spawn_blocking(move || dump(&clients, &url, out)).await.map_err(Into::into).flatten();
    opened.close_after(dumped, CLOSE).await
}

fn dump(clients: &Clients, url: &str, mut out: File) -> Result<Content> {
    let held = held(url)?;
    let mut command = connecting(clients, "pg_dump", url);
    command.args(["--format", "custom", "--exclude-schema", backup::PREVIOUS]).args(OWNERLESS);
    for table in foreign_tables(url)? {
        warn!(
            "the table {table} is no part of Tokibako: it is not in the backup; move it to another schema or database"
        );
        command.args(["--exclude-table", &format!("public.\"{}\"", table.replace('"', "\"\""))]);
    }
    let mut pg_dump = started(command.stdin(Stdio::null()))?;
    // By this process, so that the file belongs to whoever runs it, and so that both end together.
    io::copy(pg_dump.stdout.as_mut().context("pg_dump has an output")?, &mut out)?;
    ended_well(&mut pg_dump, "pg_dump")?;
    out.sync_all()?;
    Ok(held)
}

fn load(clients: &Clients, url: &str, file: File, replace: bool) -> Result<String> {
    let had = previous(url)?;
    fill(clients, url, file, replace).context("nothing was restored; the database is as it was")?;
    let kept = if previous(url)? == had {
        ""
    } else {
        "; what it replaced is kept aside: `restore --undo` brings it back, `restore --drop-previous` deletes it"
    };
    Ok(format!("restored {}{kept}", held(url)?))
}

/// Refuses a file for which the disk of the embedded Postgres, with `free` bytes, has no room. Postgres stops when it cannot
/// write its write-ahead log, and then needs some room to start at all.
fn ensure_room(clients: &Clients, mut file: &File, free: u64) -> Result<()> {
    let mut command = clients.command("pg_restore");
    command.args(OWNERLESS).args(SCHEMA).args(["--file", "-"]).stderr(Stdio::null());
    let mut pg_restore = started(command.stdin(file.try_clone()?))?;
    let text = io::copy(pg_restore.stdout.as_mut().context("pg_restore has an output")?, &mut io::sink())?;
    // What is wrong with a file is said when it is restored.
    pg_restore.wait()?;
    file.rewind()?;
    let needed = text * ROOM_FOR_TEXT + ROOM;
    ensure!(
        free >= needed,
        "nothing was restored: it needs about {} MiB on the disk of the data folder, and {} MiB are free",
        needed >> 20,
        free >> 20
    );
    Ok(())
}

fn held(url: &str) -> Result<Content> {
    content(url)?.context("the database holds no data of Tokibako")
}

/// Replaces the content of the database. Without the COMMIT, Postgres rolls back, also if this process is killed.
fn fill(clients: &Clients, url: &str, mut file: File, replace: bool) -> Result<()> {
    let before = backup::before(&tables_with_rows(clients, file.try_clone()?)?, replace);
    file.rewind()?;
    let mut command = connecting(clients, "psql", url);
    command.args(["--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", "--set", "SHOW_CONTEXT=never"]);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut psql = command.spawn().context("psql does not start")?;
    let mut statements = psql.stdin.take().context("psql has an input")?;
    let mut refusals = psql.stderr.take().context("psql has an error output")?;
    // Read meanwhile, so that psql never waits for it.
    let refusals = thread::spawn(move || {
        let mut report = String::new();
        refusals.read_to_string(&mut report).map(|_| report)
    });
    let read = (|| -> Result<()> {
        statements.write_all(before.as_bytes())?;
        let mut command = clients.command("pg_restore");
        command.args(OWNERLESS).args(SCHEMA).args(["--file", "-"]);
        let mut pg_restore = started(command.stdin(file))?;
        io::copy(pg_restore.stdout.as_mut().context("pg_restore has an output")?, &mut statements)?;
        ended_well(&mut pg_restore, "pg_restore")?;
        Ok(statements.write_all(backup::after().as_bytes())?)
    })();
    drop(statements);
    let status = psql.wait()?;
    let report = refusals.join().map_err(|_| anyhow!("the messages of psql cannot be read"))??;
    // If psql fails, the reason is its own, not that nobody reads the rest.
    ensure!(status.success(), "{}", reason_of(&report));
    read
}

/// The tables of which the file has rows, if only none.
fn tables_with_rows(clients: &Clients, file: File) -> Result<Vec<String>> {
    let mut command = clients.command("pg_restore");
    let listed = command.args(SCHEMA).arg("--list").stdin(file).stderr(Stdio::piped()).output()?;
    let report = String::from_utf8_lossy(&listed.stderr);
    ensure!(listed.status.success(), "the file is not in the custom format of pg_dump: {}", report.trim_end());
    let list = String::from_utf8_lossy(&listed.stdout);
    Ok(list
        .lines()
        .filter_map(|line| Some(line.split_once(" TABLE DATA public ")?.1.split(' ').next()?.into()))
        .collect())
}

/// The error of psql without where it was read.
fn reason_of(report: &str) -> &str {
    let error = report.lines().find_map(|line| Some(line.split_once("ERROR:  ")?.1));
    error.unwrap_or(report).trim_end()
}

/// A program that connects to the database. Other users can see the arguments of a process, so a password is passed in the
/// environment.
fn connecting(clients: &Clients, program: &str, url: &str) -> Command {
    let (url, password) = without_password(url);
    let mut command = clients.command(program);
    if let Some(password) = password {
        command.env("PGPASSWORD", password);
    }
    command.args(["--dbname", &url]);
    command
}

fn without_password(url: &str) -> (String, Option<String>) {
    let parts = url.split_once("://").and_then(|(scheme, rest)| {
        let authority = rest.split(['/', '?']).next()?;
        let (user, password) = authority.rsplit_once('@')?.0.split_once(':')?;
        let password = percent_decode_str(password).decode_utf8().ok()?.into_owned();
        Some((format!("{scheme}://{user}{}", rest.get(authority.rfind('@')?..)?), password))
    });
    parts.map_or_else(|| (url.to_owned(), None), |(url, password)| (url, Some(password)))
}

fn started(command: &mut Command) -> Result<Child> {
    command.stdout(Stdio::piped()).spawn().with_context(|| format!("{} does not start", name(command).display()))
}

fn name(command: &Command) -> &Path {
    Path::new(command.get_program())
}

/// Waits for a program, which has reported on standard error what is wrong.
fn ended_well(program: &mut Child, name: &str) -> Result<()> {
    let status = program.wait()?;
    ensure!(status.success(), "{name} failed");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_restore_for_which_the_disk_has_no_room_is_refused() {
        let Ok(clients) = Clients::installed() else { panic!("the tests of this crate need the clients of Postgres") };
        let file = tempfile::tempfile().unwrap();
        let refused = ensure_room(&clients, &file, ROOM - 1).unwrap_err().to_string();
        assert_eq!(
            refused,
            "nothing was restored: it needs about 64 MiB on the disk of the data folder, and 63 MiB are free"
        );
        ensure_room(&clients, &file, ROOM).unwrap();
    }

    #[test]
    fn passwords_are_taken_out_of_urls() {
        #[track_caller]
        fn check(url: &str, expected: &str, password: Option<&str>) {
            assert_eq!(without_password(url), (expected.to_owned(), password.map(str::to_owned)), "{url}");
        }
        check(
            "postgres://ann:p%40ss@db:5432/toki?sslmode=require",
            "postgres://ann@db:5432/toki?sslmode=require",
            Some("p@ss"),
        );
        check("postgres://ann:a@b@one:1,two:2/toki", "postgres://ann@one:1,two:2/toki", Some("a@b"));
        for url in ["postgres://ann@db/toki", "postgres://tokibako@/tokibako?host=/a:b@c", "host=db user=ann"] {
            check(url, url, None);
        }
    }
}
