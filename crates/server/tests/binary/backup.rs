//! Backups of an embedded Postgres, by root or by the user who runs the server.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::{Command, Output},
};

use serde_json::json;

use crate::process::{Server, open_folder, refusal, tokibako};

fn script(name: &str, data_dir: &Path) -> Command {
    let mut command = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts").join(name));
    command.env_remove("DATABASE_URL").env_remove("DATABASE_URL_FILE").env("TOKIBAKO_DATA_DIR", data_dir);
    command
}

/// A command of the binary, which does the same.
fn command(name: &str, data_dir: &Path) -> Command {
    let mut command = tokibako(&[("TOKIBAKO_DATA_DIR", &data_dir.to_string_lossy())]);
    command.env_remove("DATABASE_URL").arg(name);
    command
}

/// The standard output of a script that must succeed.
#[track_caller]
fn done(script: &mut Command) -> String {
    let Output { status, stdout, stderr } = script.output().unwrap();
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

#[test]
fn an_embedded_database_is_backed_up_with_and_without_a_server_and_restored_without() {
    let folder = open_folder();
    let (live, cold) = (folder.path().join("live.dump"), folder.path().join("cold.dump"));
    let server = Server::embedded(folder.path());
    let timer = server.create("/api/timers", &json!({"minutes": 5}));
    assert!(done(script("backup", folder.path()).arg(&live)).contains("0 alarms, 1 timers"));
    server.create("/api/timers", &json!({"minutes": 6}));
    let said = refusal(script("restore", folder.path()).arg("--replace").arg(&live));
    assert!(said.contains("stop every server first"), "{said}");
    let beside = folder.path().join("beside.dump");
    assert!(done(command("backup", folder.path()).arg(&beside)).contains("0 alarms, 2 timers"));
    assert!(server.stop().success());

    assert!(done(script("backup", folder.path()).arg(&cold)).contains("0 alarms, 2 timers"));
    assert!(done(script("restore", folder.path()).arg("--replace").arg(&beside)).contains("0 alarms, 2 timers"));
    assert!(done(command("restore", folder.path()).arg("--replace").arg(&live)).contains("0 alarms, 1 timers"));
    let cold = folder.path().join("again.dump");
    assert!(done(command("backup", folder.path()).arg(&cold)).contains("0 alarms, 1 timers"));
    assert_eq!(fs::metadata(&cold).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(!folder.path().join("postgres/postmaster.pid").exists());
    let server = Server::embedded(folder.path());
    assert_eq!(server.read("/api/timers"), json!([timer]));
    assert!(server.stop().success());
}

/// The account of the database owns the folder, and root makes the backups.
#[test]
fn a_backup_runs_no_program_that_the_folder_of_the_database_names() {
    let folder = open_folder();
    assert!(Server::embedded(folder.path()).stop().success());
    let (programs, ran) = (folder.path().join("x/bin"), folder.path().join("ran"));
    fs::create_dir_all(&programs).unwrap();
    for program in ["postgres", "pg_isready", "pg_ctl", "psql", "pg_dump"] {
        let path = programs.join(program);
        fs::write(&path, format!("#!/bin/sh\n: >{}\n", ran.display())).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let version = format!("../../..{}/x\n", folder.path().display());
    fs::write(folder.path().join("postgres/PG_VERSION"), version).unwrap();
    let said = refusal(script("backup", folder.path()).arg(folder.path().join("tokibako.dump")));
    assert!(said.contains("is not the number of a version"), "{said}");
    refusal(command("backup", folder.path()).arg(folder.path().join("tokibako.dump")));
    assert!(!ran.exists());
}

#[test]
fn a_backup_of_nothing_creates_nothing() {
    let folder = open_folder();
    let file = folder.path().join("tokibako.dump");
    let said = refusal(command("backup", folder.path()).arg(&file));
    assert!(said.contains("there is no embedded Postgres"), "{said}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// The next one is not stopped by what a killed one has left behind.
#[test]
fn a_backup_that_fails_leaves_nothing_behind() {
    let folder = open_folder();
    let file = folder.path().join("tokibako.dump");
    fs::write(folder.path().join("tokibako.dump.partial"), "half").unwrap();
    let mut nowhere = tokibako(&[("DATABASE_URL", "postgres:///tokibako?host=/nowhere")]);
    let said = refusal(nowhere.arg("backup").arg(&file));
    assert!(said.contains("nothing was written"), "{said}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
