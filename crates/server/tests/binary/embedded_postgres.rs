//! The embedded Postgres, tested with the real programs.

use std::{
    fs,
    os::unix::{
        fs::{MetadataExt as _, PermissionsExt as _, chown},
        process::CommandExt as _,
    },
    path::Path,
    thread,
    time::{Duration, Instant},
};

use nix::{
    errno::Errno,
    sys::signal::{self, Signal},
    unistd::{Pid, Uid, User},
};
use serde_json::json;

use crate::process::{Server, binary, open_folder, refusal, tokibako, until};

/// The process id of the postmaster of a data folder; `None` after an orderly stop.
fn postmaster(data_dir: &Path) -> Option<Pid> {
    let file = fs::read_to_string(data_dir.join("postgres/postmaster.pid")).ok()?;
    Some(Pid::from_raw(file.lines().next()?.parse().ok()?))
}

fn is_gone(pid: Pid) -> bool {
    signal::kill(pid, None) == Err(Errno::ESRCH)
}

#[test]
fn a_second_start_finds_the_rows_of_the_first() {
    let folder = open_folder();
    let data_dir = folder.path().join("deep/data");
    let server = Server::embedded(&data_dir);
    let timer = server.create("/api/timers", &json!({"minutes": 5}));
    assert!(postmaster(&data_dir).is_some());
    assert!(server.stop().success());
    assert_eq!(postmaster(&data_dir), None);

    let server = Server::embedded(&data_dir);
    assert_eq!(server.read("/api/timers")[0]["id"], timer["id"]);
    assert!(server.stop().success());
}

#[test]
fn the_server_is_neither_root_nor_superuser() {
    let (folder, site) = (open_folder(), open_folder());
    let settings =
        [("TOKIBAKO_DATA_DIR", folder.path().to_str().unwrap()), ("TOKIBAKO_SITE_DIR", site.path().to_str().unwrap())];
    let server = Server::start(&mut tokibako(&settings));
    let postgres = postmaster(folder.path()).unwrap();
    let uid_of = |pid: Pid| fs::metadata(format!("/proc/{pid}")).unwrap().uid();
    assert_ne!(uid_of(server.pid()), 0);
    assert_eq!(uid_of(server.pid()), uid_of(postgres));
    let log = fs::metadata(folder.path().join("postgres.log")).unwrap();
    assert_eq!(log.mode() & 0o077, 0);
    let cluster = folder.path().join("postgres");
    let url = format!("postgres://tokibako@/tokibako?host={}", cluster.display());
    let is_superuser = tokibako_storage::migrations::MigratableDatabase::at(&url).unwrap().is_superuser();
    assert!(!is_superuser.unwrap());

    // The server, no longer root, starts Postgres again.
    signal::kill(postgres, Signal::SIGKILL).unwrap();
    until("Postgres runs again", || postmaster(folder.path()).is_some_and(|pid| pid != postgres && !is_gone(pid)));
    until("the server is ready", || server.status_of("/readyz") == 200);
    server.create("/api/timers", &json!({"minutes": 5}));
    assert!(server.stop().success());
}

#[test]
fn the_postgres_of_a_killed_server_is_adopted() {
    let folder = open_folder();
    let server = Server::embedded(folder.path());
    let postgres = postmaster(folder.path()).unwrap();
    let timer = server.create("/api/timers", &json!({"minutes": 5}));
    server.signal(Signal::SIGKILL);
    server.ended();
    assert!(!is_gone(postgres));

    let server = Server::embedded(folder.path());
    assert_eq!(postmaster(folder.path()), Some(postgres));
    assert_eq!(server.read("/api/timers")[0]["id"], timer["id"]);
    assert!(server.stop().success());
    assert_eq!(postmaster(folder.path()), None);
}

#[test]
fn the_remains_of_a_crash_do_not_prevent_a_start() {
    let folder = open_folder();
    let server = Server::embedded(folder.path());
    let postgres = postmaster(folder.path()).unwrap();
    let timer = server.create("/api/timers", &json!({"minutes": 5}));
    server.signal(Signal::SIGKILL);
    server.ended();
    signal::kill(postgres, Signal::SIGKILL).unwrap();
    until("the postmaster is gone", || is_gone(postgres));
    assert_eq!(postmaster(folder.path()), Some(postgres));

    let server = Server::embedded(folder.path());
    assert_ne!(postmaster(folder.path()), Some(postgres));
    assert_eq!(server.read("/api/timers")[0]["id"], timer["id"]);
    assert!(server.stop().success());
}

#[test]
fn a_stale_process_id_of_another_program_does_not_prevent_a_start() {
    let folder = open_folder();
    assert!(Server::embedded(folder.path()).stop().success());
    let lines = format!("{}\n/elsewhere\n1763000000\n5432\n/elsewhere\n\n 1 1\nready\n", Pid::this());
    fs::write(folder.path().join("postgres/postmaster.pid"), lines).unwrap();

    let server = Server::embedded(folder.path());
    assert_ne!(postmaster(folder.path()), Some(Pid::this()));
    assert!(server.stop().success());
}

#[test]
fn an_interrupted_first_start_begins_again() {
    let folder = open_folder();
    fs::create_dir_all(folder.path().join("postgres.new/base")).unwrap();
    assert!(Server::embedded(folder.path()).stop().success());
    assert!(!folder.path().join("postgres.new").exists());
}

#[test]
fn a_postgres_that_dies_is_restarted() {
    let folder = open_folder();
    let server = Server::embedded(folder.path());
    let postgres = postmaster(folder.path()).unwrap();
    let timer = server.create("/api/timers", &json!({"minutes": 5}));
    signal::kill(postgres, Signal::SIGQUIT).unwrap();
    until("another Postgres runs", || postmaster(folder.path()).is_some_and(|pid| pid != postgres));
    until("the server is ready again", || server.status_of("/readyz") == 200);
    assert_eq!(server.read("/api/timers")[0]["id"], timer["id"]);
    assert!(server.stop().success());
}

#[test]
fn a_slow_start_of_postgres_does_not_delay_the_stop() {
    let folder = open_folder();
    assert!(Server::embedded(folder.path()).stop().success());
    let version = fs::read_to_string(folder.path().join("postgres/PG_VERSION")).unwrap();
    let programs = folder.path().join("programs");
    fs::create_dir(&programs).unwrap();
    let says = format!("[ \"$1\" = --version ] && exec echo 'postgres (PostgreSQL) {}'", version.trim());
    for program in ["postgres", "initdb"] {
        let path = programs.join(program);
        fs::write(&path, format!("#!/bin/sh\n{says}\n: >starting\nexec sleep 600\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let settings = [("TOKIBAKO_DATA_DIR", folder.path().to_str().unwrap()), ("PATH", &path)];
    let server = Server::starting(&mut tokibako(&settings));
    until("Postgres is starting", || folder.path().join("postgres/starting").exists());

    let told = Instant::now();
    assert_eq!(server.stop().code(), Some(1));
    assert!(told.elapsed() < Duration::from_secs(10), "{:?}", told.elapsed());
}

/// After a power failure another Postgres of the machine may get the process id of ours.
#[test]
fn a_stale_process_id_of_another_postgres_neither_prevents_a_start_nor_stops_that_one() {
    let (folder, elsewhere) = (open_folder(), open_folder());
    let stranger = Server::embedded(elsewhere.path());
    let strange = postmaster(elsewhere.path()).unwrap();
    assert!(Server::embedded(folder.path()).stop().success());
    let place = folder.path().join("postgres");
    let lines = format!("{strange}\n{0}\n1763000000\n5432\n{0}\n\n 1 1\nready\n", place.display());
    fs::write(place.join("postmaster.pid"), lines).unwrap();

    let server = Server::embedded(folder.path());
    assert_ne!(postmaster(folder.path()), Some(strange));
    assert!(server.stop().success());
    assert!(!is_gone(strange));
    stranger.create("/api/timers", &json!({"minutes": 5}));
    assert!(stranger.stop().success());
}

#[test]
fn a_second_server_on_a_data_folder_waits_until_the_first_has_stopped() {
    let folder = open_folder();
    let first = Server::embedded(folder.path());
    let timer = first.create("/api/timers", &json!({"minutes": 5}));
    let second = thread::scope(|scope| {
        let second = scope.spawn(|| Server::embedded(folder.path()));
        assert!(first.stop().success());
        second.join().unwrap()
    });
    assert_eq!(second.read("/api/timers")[0]["id"], timer["id"]);
    assert!(second.stop().success());
}

#[test]
fn a_data_folder_with_too_long_a_path_for_a_socket_is_refused() {
    let folder = open_folder();
    let data_dir = folder.path().join("x".repeat(100));
    let said = refusal(&mut tokibako(&[("TOKIBAKO_DATA_DIR", data_dir.to_str().unwrap())]));
    assert!(said.contains("choose a shorter TOKIBAKO_DATA_DIR"), "{said}");
    assert!(!data_dir.join("postgres").exists());
}

/// When the tests run as an ordinary user, every other test shows the same.
#[test]
fn an_ordinary_user_runs_postgres_as_oneself() {
    let nobody = User::from_name("nobody").unwrap().unwrap();
    let folder = open_folder();
    let data_dir = folder.path().join("data");
    let copy = folder.path().join("tokibako");
    fs::copy(env!("CARGO_BIN_EXE_tokibako"), &copy).unwrap();
    fs::create_dir(&data_dir).unwrap();
    let mut command = binary(&copy, &[("TOKIBAKO_DATA_DIR", data_dir.to_str().unwrap())]);
    if Uid::effective().is_root() {
        chown(&data_dir, Some(nobody.uid.as_raw()), Some(nobody.gid.as_raw())).unwrap();
        command.uid(nobody.uid.as_raw()).gid(nobody.gid.as_raw());
    }
    let server = Server::start(command.current_dir("/"));
    let owner = fs::metadata(data_dir.join("postgres")).unwrap().uid();
    assert_eq!(owner, fs::metadata(&data_dir).unwrap().uid());
    assert_eq!(server.status_of("/readyz"), 200);
    assert!(server.stop().success());
}

#[test]
fn a_folder_that_the_account_cannot_enter_links_to_one_that_it_can() {
    let closed = tempfile::tempdir().unwrap();
    fs::set_permissions(closed.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let server = Server::embedded(closed.path());
    let timer = server.create("/api/timers", &json!({"minutes": 5}));
    assert!(server.stop().success());
    let server = Server::embedded(closed.path());
    assert_eq!(server.read("/api/timers")[0]["id"], timer["id"]);
    assert!(server.stop().success());

    let cluster = closed.path().join("postgres").canonicalize().unwrap();
    // Only root runs Postgres as another account.
    assert_eq!(cluster.starts_with("/var/lib/tokibako"), Uid::effective().is_root());
    fs::remove_dir_all(cluster).unwrap();
}

#[test]
fn a_cluster_of_a_version_that_is_not_installed_is_refused() {
    let folder = open_folder();
    assert!(Server::embedded(folder.path()).stop().success());
    fs::write(folder.path().join("postgres/PG_VERSION"), "9\n").unwrap();
    let said = refusal(&mut tokibako(&[("TOKIBAKO_DATA_DIR", folder.path().to_str().unwrap())]));
    assert!(said.contains("was made by Postgres 9") && said.contains("DATABASE_URL"), "{said}");
}

/// Whoever followed "move it away" would move the data of a running site.
#[test]
fn a_cluster_that_this_account_may_not_read_is_one() {
    let folder = open_folder();
    let cluster = folder.path().join("postgres");
    fs::create_dir(&cluster).unwrap();
    fs::write(cluster.join("PG_VERSION"), "15\n").unwrap();
    let checked = |readable: &Path| {
        fs::set_permissions(readable, fs::Permissions::from_mode(0o700)).unwrap();
        for arguments in [&["migrate"][..], &["backup", "/tmp/tokibako-never.dump"], &["account", "list"]] {
            let mut command = tokibako(&[("TOKIBAKO_DATA_DIR", folder.path().to_str().unwrap())]);
            // As root, another account is one that may not.
            if Uid::effective().is_root() {
                command.uid(65_534).gid(65_534);
            }
            let said = refusal(command.args(arguments));
            assert!(said.contains("this account may not read") && !said.contains("move it away"), "{said}");
        }
        fs::set_permissions(readable, fs::Permissions::from_mode(0o755)).unwrap();
    };
    if Uid::effective().is_root() {
        checked(&cluster);
        checked(folder.path());
    }
}

#[test]
fn a_folder_with_something_else_is_not_changed() {
    let folder = open_folder();
    fs::create_dir(folder.path().join("postgres")).unwrap();
    fs::write(folder.path().join("postgres/letter.txt"), "dear").unwrap();
    let said = refusal(&mut tokibako(&[("TOKIBAKO_DATA_DIR", folder.path().to_str().unwrap())]));
    assert!(said.contains("is no Postgres cluster"), "{said}");
    assert!(folder.path().join("postgres/letter.txt").exists());
}
