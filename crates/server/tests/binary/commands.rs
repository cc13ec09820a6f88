//! Commands and settings of the binary.

use std::{
    fs,
    io::Write as _,
    os::unix::fs::chown,
    path::Path,
    process::{Command, Stdio},
};

use nix::unistd::Uid;

use crate::process::{Server, free_port, refusal, tokibako};

#[test]
fn config_prints_the_settings_without_secrets() {
    let settings = [("DATABASE_URL", "postgres://me:secret@db/site"), ("TOKIBAKO_ROLE", "http")];
    let output = tokibako(&settings).arg("config").output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    assert!(printed.contains("postgres://me:***@db/site") && !printed.contains("secret"), "{printed}");
    assert!(printed.contains("# environment: TOKIBAKO_ROLE"), "{printed}");
}

#[test]
fn every_command_refuses_wrong_settings_by_name() {
    for command in ["config", "migrate", "healthcheck"] {
        let said = refusal(tokibako(&[("TOKIBAKO_ROLE", "both")]).arg(command));
        assert!(said.starts_with("tokibako: TOKIBAKO_ROLE cannot be \"both\""), "{said}");
    }
    let said = refusal(&mut tokibako(&[("TOKIBAKO_LITSEN", "127.0.0.1:0")]));
    assert!(said.starts_with("tokibako: TOKIBAKO_LITSEN is not a setting"), "{said}");
}

#[test]
fn the_first_line_of_the_log_names_the_version() {
    let database = tokibako_storage::testing::TestDatabase::create();
    let version = tokibako(&[]).arg("--version").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    assert!(version.starts_with(&format!("tokibako {}", env!("CARGO_PKG_VERSION"))), "{version}");
    let said = tokibako(&[("DATABASE_URL", &database.url())]).arg("migrate").output().unwrap();
    let said = String::from_utf8(said.stderr).unwrap();
    assert!(said.lines().next().is_some_and(|line| line.ends_with(version.trim())), "{said}");
}

/// What `createdb` makes on a machine without a locale: texts are cut, or refused, at the first letter that is not English.
#[test]
fn a_database_in_another_encoding_is_refused_with_what_to_do() {
    let cluster = std::env::var(tokibako_storage::testing::CLUSTER).unwrap();
    let run = |sql: &str| {
        let done = Command::new("psql").args(["--quiet", "--dbname", &cluster, "--command", sql]).status().unwrap();
        assert!(done.success(), "{sql}");
    };
    for encoding in ["SQL_ASCII", "LATIN1"] {
        let name = format!("test_{}_{}", std::process::id(), encoding.to_lowercase());
        run(&format!("CREATE DATABASE {name} ENCODING '{encoding}' TEMPLATE template0 LOCALE 'C'"));
        let url = cluster.replacen("/postgres?", &format!("/{name}?"), 1);
        let said = refusal(&mut tokibako(&[("DATABASE_URL", &url)]));
        for part in [encoding, "createdb --encoding UTF8 --template template0"] {
            assert!(said.contains(part), "{said}");
        }
        let output = tokibako(&[("DATABASE_URL", &url)]).arg("doctor").output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains(&format!("WRONG  database: its encoding is {encoding}")), "{said}");
        run(&format!("DROP DATABASE {name}"));
    }
}

#[test]
fn the_file_can_be_chosen_on_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    fs::write(&file, "log_format = \"json\"\n").unwrap();
    let output = tokibako(&[]).arg("config").arg("--config").arg(&file).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let line = printed.lines().find(|line| line.starts_with("log_format")).unwrap();
    assert!(line.contains("\"json\"") && line.ends_with(file.to_str().unwrap()), "{line}");
}

#[test]
fn the_healthcheck_follows_the_server() {
    let database = tokibako_storage::testing::TestDatabase::create();
    let site = free_port();
    let ops = free_port();
    let url = database.url();
    let settings = [("DATABASE_URL", &*url), ("TOKIBAKO_LISTEN", &*site), ("TOKIBAKO_OPS_LISTEN", &*ops)];
    let [database_url, by_site, by_ops] = settings;
    assert!(refusal(tokibako(&[by_site]).arg("healthcheck")).contains("nobody answers"));

    let server = Server::start(&mut tokibako(&settings));
    for settings in [&[database_url, by_site][..], &[database_url, by_ops]] {
        assert!(tokibako(settings).arg("healthcheck").status().unwrap().success());
    }
    assert!(server.stop().success());
    assert!(refusal(tokibako(&[by_site]).arg("healthcheck")).contains("nobody answers"));
}

#[test]
fn the_healthcheck_of_a_scheduler_uses_its_ops_address() {
    let said = refusal(tokibako(&[("TOKIBAKO_ROLE", "scheduler")]).arg("healthcheck"));
    assert!(said.contains("TOKIBAKO_OPS_LISTEN"), "{said}");
}

#[test]
fn sweep_prints_what_is_idle_and_deletes_it_if_told_to() {
    let database = tokibako_storage::testing::TestDatabase::create();
    database.execute(
        "INSERT INTO timers (browser_id, total_seconds, sound, remaining_ms, created_at) \
         SELECT gen_random_uuid(), 60, 'chime', 0, now() - interval '401 days' FROM generate_series(1, 60); \
         INSERT INTO browsers (id, seen_at) SELECT browser_id, created_at FROM timers",
    );
    let sweep = |arguments: &[&str]| {
        let output = tokibako(&[("DATABASE_URL", &*database.url())]).arg("sweep").args(arguments).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    for _ in 0..2 {
        let said = sweep(&[]);
        assert!(said.contains("To be deleted: 60 of 60 browsers and 0 of 0 sessions.\nNothing was deleted"), "{said}");
    }
    let said = sweep(&["--delete"]);
    assert!(said.ends_with("\nDeleted 60 browsers with 60 alarms and timers and 0 accounts.\n"), "{said}");
    assert!(sweep(&[]).contains("To be deleted: 0 of 0 browsers"));
}

#[test]
fn the_doctor_examines_the_database_and_the_server() {
    let database = tokibako_storage::testing::TestDatabase::create();
    let (site, url) = (free_port(), database.url());
    let settings = [("DATABASE_URL", &*url), ("TOKIBAKO_LISTEN", &*site)];
    let examine = || {
        let output = tokibako(&settings).arg("doctor").output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, said) = examine();
    assert_eq!(code, Some(1));
    assert!(said.contains("the role is a superuser"), "{said}");
    assert!(said.contains(&format!("WRONG  server: nobody answers at {site}")), "{said}");
    // The cluster of tests is not durable.
    assert!(said.contains("WRONG  durability: after a crash saved alarms may be lost: off is fsync"), "{said}");

    let server = Server::start(&mut tokibako(&settings));
    let (_, said) = examine();
    assert!(said.contains("ok     server: it runs and is ready"), "{said}");
    assert!(server.stop().success());

    let away = tokibako(&[("DATABASE_URL", "postgres://me:secret@127.0.0.1:1/site")]).arg("doctor").output().unwrap();
    let said = String::from_utf8([away.stdout, away.stderr].concat()).unwrap();
    assert!(said.contains("WRONG  database: it does not answer") && !said.contains("secret"), "{said}");
    let lines: Vec<_> = said.lines().collect();
    assert!(lines.iter().all(|line| !line.trim().is_empty() && !line.starts_with('\t')), "{said}");
}

#[test]
fn the_doctor_says_why_the_embedded_postgres_cannot_start() {
    let folder = tempfile::tempdir().unwrap();
    let examine = |data_dir: &Path| {
        let output = tokibako(&[("TOKIBAKO_DATA_DIR", data_dir.to_str().unwrap())]).arg("doctor").output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let said = examine(&folder.path().join("new"));
    assert!(said.starts_with("note   database: the embedded Postgres in "), "{said}");
    // Nothing can be written there, not even by root.
    let said = examine(Path::new("/proc/self/data"));
    assert!(
        said.contains("WRONG  database: the embedded Postgres cannot start: this account cannot write /proc/"),
        "{said}"
    );
    let cluster = folder.path().join("old/postgres");
    fs::create_dir_all(&cluster).unwrap();
    if Uid::effective().is_root() {
        chown(&cluster, Some(65_534), Some(65_534)).unwrap();
    }
    fs::write(cluster.join("PG_VERSION"), "9\n").unwrap();
    let said = examine(&folder.path().join("old"));
    assert!(said.contains("cannot start: the cluster ") && said.contains("made by Postgres 9"), "{said}");
}

#[test]
fn an_operator_manages_accounts() {
    let database = tokibako_storage::testing::TestDatabase::create();
    let url = database.url();
    let settings = [("DATABASE_URL", &*url)];
    let run = |arguments: &[&str], typed: &str| {
        let mut command = tokibako(&settings);
        let mut child = command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(!said.contains("three blue mice") && !said.contains("four grey cats"), "{said}");
        (output.status.success(), said)
    };
    let (done, said) = run(&["account", "create", "Hanako"], "three blue mice\n");
    assert!(done, "{said}");
    let (done, said) = run(&["account", "create", "hanako"], "three blue mice\n");
    assert!(!done && said.contains("there is an account with this name"), "{said}");
    let (done, said) = run(&["account", "create", "Taro"], "123456\n");
    assert!(!done && said.contains("among the first that guessers try"), "{said}");
    let (_, said) = run(&["account", "list"], "");
    assert!(said.contains("Hanako\tcreated ") && said.contains("0 alarms\t0 timers\t0 sessions"), "{said}");

    let server = Server::start(&mut tokibako(&settings));
    let sign_in = |password: &str| {
        let body = serde_json::json!({ "username": "Hanako", "password": password });
        server.post_status("/api/login", &body)
    };
    assert_eq!(sign_in("three blue mice"), 200);
    let (done, said) = run(&["account", "password", "Hanako"], "four grey cats\n");
    assert!(done, "{said}");
    assert_eq!((sign_in("three blue mice"), sign_in("four grey cats")), (401, 200));
    let (_, said) = run(&["account", "list"], "");
    assert!(said.contains("1 sessions"), "{said}");
    assert!(run(&["account", "end-sessions", "Hanako"], "").0);
    let (_, said) = run(&["account", "list"], "");
    assert!(said.contains("0 sessions"), "{said}");

    let (_, said) = run(&["export", "Hanako"], "");
    let json = said.get(said.find("{\n").unwrap()..=said.rfind('}').unwrap()).unwrap();
    let exported: serde_json::Value = serde_json::from_str(json).unwrap();
    assert_eq!(exported["account"]["username"], "Hanako");
    assert!(run(&["account", "delete", "Hanako"], "").0);
    assert_eq!(sign_in("four grey cats"), 401);
    let (done, said) = run(&["export", "Hanako"], "");
    assert!(!done && said.contains("there is no account with this name"), "{said}");
    assert!(server.stop().success());
}
