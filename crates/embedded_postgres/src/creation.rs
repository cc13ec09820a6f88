//! Creates a cluster atomically: complete or not at all.

use std::{
    fs::{self, DirBuilder, File, OpenOptions, Permissions},
    io::{self, Write as _},
    os::unix::fs::{DirBuilderExt as _, PermissionsExt as _, symlink},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use anyhow::{Context as _, Result, bail};
use nix::unistd::Uid;
use tracing::{info, warn};

use crate::{account::Account, installation::Installation, postmaster::check_socket_path};

/// The superuser of the cluster. No connection uses it.
const SUPERUSER: &str = "postgres";

/// The role that the server connects as, and the database that it owns.
pub(crate) const USER: &str = "tokibako";
pub(crate) const DATABASE: &str = "tokibako";

/// Where root puts the cluster if Postgres's account cannot enter the data folder.
const REACHABLE: &str = "/var/lib/tokibako";

/// Creates a cluster at `folder` with the server's database in it.
///
/// The cluster is built in a temporary folder and renamed when it is complete, so an interrupted start leaves nothing
/// that looks like a cluster.
pub(crate) fn create(folder: &Path, installation: &Installation, account: Account) -> Result<()> {
    let place = place_for(folder, account)?;
    check_socket_path(&place)?;
    let draft = place.with_extension("new");
    if draft.exists() {
        fs::remove_dir_all(&draft)?;
    }
    DirBuilder::new().mode(0o700).create(&draft).with_context(|| {
        let data_dir = place.parent().unwrap_or(&place).display();
        format!(
            "cannot write the data folder {data_dir}; give it to {account}, choose another with TOKIBAKO_DATA_DIR, or \
             set DATABASE_URL"
        )
    })?;
    account.own(&File::open(&draft)?)?;
    info!("creating a Postgres cluster in {}", place.display());
    let mut initdb = account.command(&installation.program("initdb"));
    initdb.args(["--encoding=UTF8", "--no-locale", "--auth=trust"]).args(["--username", SUPERUSER]);
    finished(initdb.arg("--pgdata").arg(&draft).current_dir(&draft), "")?;
    let mut single = account.command(&installation.program("postgres"));
    single.arg("--single").arg("-D").arg(&draft).arg("postgres").current_dir(&draft);
    // One statement per line, because `CREATE DATABASE` cannot run in a transaction.
    finished(&mut single, &format!("CREATE ROLE {USER} LOGIN;\nCREATE DATABASE {DATABASE} OWNER {USER};\n"))?;
    // Only connections over the socket are allowed, and only the owner of its folder can reach the socket.
    fs::write(draft.join("pg_hba.conf"), "local all all trust\n")?;
    let mut settings = OpenOptions::new().append(true).open(draft.join("postgresql.conf"))?;
    settings.write_all(b"\nlisten_addresses = ''\nunix_socket_permissions = 0700\n")?;
    fs::rename(&draft, &place)?;
    if place != folder {
        symlink(&place, folder)?;
    }
    Ok(())
}

/// `folder` itself; if Postgres's account cannot enter it, a system folder that `folder` then links to.
fn place_for(folder: &Path, account: Account) -> Result<PathBuf> {
    let parent = folder.parent().context("the data folder has no path")?;
    let Some(barrier) = account.barrier(parent) else { return Ok(folder.to_path_buf()) };
    let unreachable = format!(
        "Postgres runs as {account}, which may not enter {}; choose a reachable TOKIBAKO_DATA_DIR or set DATABASE_URL",
        barrier.display(),
    );
    if !Uid::effective().is_root() {
        bail!(unreachable);
    }
    open_folder(Path::new(REACHABLE)).with_context(|| unreachable.clone())?;
    if account.barrier(Path::new(REACHABLE)).is_some() {
        bail!(unreachable);
    }
    let place = Path::new(REACHABLE).join(uuid::Uuid::new_v4().to_string());
    warn!(
        "Postgres runs as {account}, which may not enter {}: the cluster goes to {}, and {} links to it",
        barrier.display(),
        place.display(),
        folder.display(),
    );
    Ok(place)
}

/// Creates `folder` unless it exists. Postgres's account can pass through it, regardless of the umask.
pub(crate) fn open_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
    fs::set_permissions(folder, Permissions::from_mode(0o755))
}

/// Runs a command to its end; an error contains its standard error.
fn finished(command: &mut Command, input: &str) -> Result<Output> {
    let program = command.get_program().to_string_lossy().into_owned();
    let mut run = || {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            stdin.write_all(input.as_bytes())?;
        }
        child.wait_with_output()
    };
    let output = run().with_context(|| format!("cannot run {program}"))?;
    if !output.status.success() {
        bail!("{program} failed ({}): {}", output.status, String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(output)
}
