//! Restoring a backup: the procedure of docs/operations.md, an hour after the backup.

use std::{
    env, fs,
    io::{BufRead as _, BufReader},
    os::unix::fs::{PermissionsExt as _, symlink},
    path::Path,
    process::{Command, Output, Stdio},
};

use reqwest::blocking::Response;
use serde_json::{Value, json};
use time::{Duration, OffsetDateTime, macros::format_description};
use tokibako_domain::{
    alarm::{Alarm, AlarmId, Arming},
    browser_id::BrowserId,
    channel::RingFilter,
    firing::Kind,
    occurrence::Repeat,
    timer::{Countdown, Timer, TimerId},
};
use tokibako_storage::{
    Storage, alarms, channels, devices,
    log::{self, ReplayFrom},
    owned,
    testing::{
        TestDatabase, next_due,
        sample::{alarm_at, channel_of, device_of, timer_of},
    },
    timers,
};
use tokio::runtime::Runtime;
use uuid::Uuid;

use crate::process::{BROWSER, Server, client, refusal, tokibako, until};

const PASSWORD: &str = "correct horse battery";

#[test]
fn a_database_restored_after_an_hour_rings_again() {
    let runtime = Runtime::new().unwrap();
    let (old, new) = (TestDatabase::create(), TestDatabase::create());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tokibako.dump");

    // A timer that has rung.
    let server = Server::start(&mut tokibako(&[("DATABASE_URL", &old.url())]));
    server.create("/api/timers", &json!({"seconds": 1, "enabled": 1}));
    let storage = old.storage();
    let settled = |storage: &Storage| runtime.block_on(next_due(storage));
    until("the timer has rung", || settled(&storage).is_none());
    assert!(server.stop().success());

    // The backup was taken an hour ago.
    let now = OffsetDateTime::now_utc().replace_nanosecond(0).unwrap();
    let world = runtime.block_on(World::at(now - Duration::HOUR, now, &storage));
    drop(storage);
    done(script("backup", &old).arg(&file));
    done(script("restore", &new).arg(&file));

    let server = Server::start(&mut tokibako(&[("DATABASE_URL", &new.url())]));
    let storage = new.storage();
    until("what fell due is dealt with", || settled(&storage).is_some_and(|due| due > now));
    let (alarms, timers) = runtime.block_on(async {
        (alarms::list(&storage, browser()).await.unwrap(), timers::list(&storage, browser()).await.unwrap())
    });
    for (id, arming) in &world.alarms {
        assert_eq!(alarms.iter().find(|alarm| alarm.id == *id).unwrap().arming, *arming, "{id:?}");
    }
    for (id, countdown) in &world.timers {
        assert_eq!(timers.iter().find(|timer| timer.id == *id).unwrap().countdown, *countdown, "{id:?}");
    }
    // The log has these rings only: no ring of before the backup again, and none that is too late.
    assert_eq!(alarms.len(), world.alarms.len());
    assert_eq!(timers.len(), world.timers.len() + 1);
    let rung = |kind| runtime.block_on(rung(&storage, kind));
    assert_eq!(rung(Kind::Alarm), world.late_alarms);
    assert_eq!(rung(Kind::Timer)[1..], world.late_timers);
    assert_eq!(replayed(&server, "alarms", world.late_alarms.len()), ["ALARM_TRIGGER"; 2]);
    assert_eq!(replayed(&server, "timers", 1 + world.late_timers.len()), ["TIMER_COMPLETE"; 2]);
    assert!(server.stop().success());
}

/// A stolen browser id, and a device of somebody who was signed out, must not be valid again.
#[test]
fn a_restore_after_a_password_change_revives_neither_the_old_browser_id_nor_its_devices_and_keeps_its_channels() {
    let runtime = Runtime::new().unwrap();
    let (old, new) = (TestDatabase::create(), TestDatabase::create());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tokibako.dump");
    let server = Server::start(&mut tokibako(&[("DATABASE_URL", &old.url())]));
    let cookie = sign_on(&server);
    server.create("/api/timers", &json!({"minutes": 5}));
    let storage = old.storage();
    let put = |browser| {
        runtime.block_on(devices::put(&storage, device_of(browser, 1), "code".to_owned(), OffsetDateTime::now_utc()))
    };
    put(browser()).unwrap();
    let visitor = BrowserId::new(Uuid::from_u128(7)).unwrap();
    put(visitor).unwrap();
    let channel = channel_of(browser(), 1, RingFilter::Always);
    runtime.block_on(channels::create(&storage, channel, OffsetDateTime::now_utc())).unwrap();
    old.execute(
        "INSERT INTO pushes (device, origin, purpose, due_at, expires_at)
            SELECT number, origin, 'test', now() + interval '1 hour', now() + interval '2 hours' FROM channels",
    );

    done(command("backup", &old).arg(&file));
    let change = client().post(server.url("/api/password")).header("X-Browser-Id", BROWSER);
    let body = json!({"oldPassword": PASSWORD, "newPassword": "another correct battery"});
    let changed = change.header("Cookie", &cookie).json(&body).send().unwrap();
    assert_eq!(changed.status().as_u16(), 200);
    assert_eq!(server.read("/api/timers")["type"], "/problems/renewed");
    assert!(server.stop().success());
    done(command("restore", &new).arg(&file));
    let waiting = "SELECT purpose AS value FROM pushes WHERE device IN (SELECT number FROM channels)";
    assert_eq!(new.query(waiting), ["test"]);

    let server = Server::start(&mut tokibako(&[("DATABASE_URL", &new.url())]));
    assert_eq!(server.read("/api/timers"), json!([]));
    let user = client().get(server.url("/api/user")).header("Cookie", &cookie).header("X-Browser-Id", BROWSER);
    assert_eq!(user.send().unwrap().status().as_u16(), 401);
    let storage = new.storage();
    let devices_of = |browser| runtime.block_on(devices::list(&storage, browser)).unwrap().len();
    assert_eq!((devices_of(browser()), devices_of(visitor)), (0, 1));
    // The password is that of the backup again; who signs in gets everything under the new id.
    let account = account(&server, "login");
    let account: Value = account.json().unwrap();
    let renewed: BrowserId = account["uuid"].as_str().unwrap().parse().unwrap();
    assert_ne!(renewed, browser());
    assert_eq!(runtime.block_on(timers::list(&storage, renewed)).unwrap().len(), 1);
    assert_eq!(devices_of(renewed), 0);
    assert_eq!(runtime.block_on(channels::list(&storage, renewed)).unwrap().len(), 1);
    assert!(server.stop().success());
}

#[test]
fn a_restore_overwrites_nothing_without_being_told_to() {
    let runtime = Runtime::new().unwrap();
    let (old, new) = (TestDatabase::create(), TestDatabase::create());
    let folder = tempfile::tempdir().unwrap();
    let (file, broken) = (folder.path().join("tokibako.dump"), folder.path().join("broken.dump"));
    let now = OffsetDateTime::now_utc();
    let count = |database: &TestDatabase| {
        let storage = database.storage();
        runtime.block_on(async { timers::list(&storage, browser()).await.unwrap().len() })
    };
    let add = |database: &TestDatabase| {
        let storage = database.storage();
        runtime.block_on(async { timers::insert(&storage, timer_of(browser(), 600, now)).await.unwrap() });
    };
    add(&old);
    add(&new);
    add(&new);
    done(script("backup", &old).arg(&file));

    for program in [script, command] {
        let said = refusal(program("backup", &old).arg(&file));
        assert!(said.contains("exists already"), "{said}");
        let said = refusal(program("restore", &new).arg(&file));
        assert!(said.contains("holds 0 alarms, 2 timers, 0 accounts"), "{said}");
    }

    let whole = fs::read(&file).unwrap();
    fs::write(&broken, &whole[..whole.len() / 2]).unwrap();
    for program in [script, command] {
        let said = refusal(program("restore", &new).arg("--replace").arg(&broken));
        assert!(said.contains("nothing was restored"), "{said}");
        assert_eq!(count(&new), 2);
    }

    let held = new.storage();
    runtime.block_on(held.ping()).unwrap();
    for program in [script, command] {
        let said = refusal(program("restore", &new).arg("--replace").arg(&file));
        assert!(said.contains("stop every server first"), "{said}");
    }
    drop(held);
    until("nobody is connected", || {
        script("restore", &new).arg("--replace").arg(&file).output().unwrap().status.success()
    });
    assert_eq!(count(&new), 1);
}

/// Each of these files fails at another point; what the database holds stays as it is, to the byte.
#[test]
fn a_wrong_file_changes_nothing() {
    let runtime = Runtime::new().unwrap();
    let (old, new) = (TestDatabase::create(), TestDatabase::create());
    let folder = tempfile::tempdir().unwrap();
    let now = OffsetDateTime::now_utc();
    for (database, count) in [(&old, 30), (&new, 2)] {
        let storage = database.storage();
        runtime.block_on(async {
            for _ in 0..count {
                timers::insert(&storage, timer_of(browser(), 600, now)).await.unwrap();
            }
        });
    }
    let file = |name: &str| folder.path().join(name);
    let dumped = |name: &str, database: &TestDatabase, arguments: &[&str]| {
        let file = file(name);
        done(dump(database).args(["--format", "custom", "--file"]).arg(&file).args(arguments));
        file
    };
    let changed = |name: &str, statements: &str| {
        let database = TestDatabase::create();
        database.execute(statements);
        dumped(name, &database, &[])
    };
    let written = |name: &str, bytes: &[u8]| {
        fs::write(file(name), bytes).unwrap();
        file(name)
    };
    let whole = fs::read(dumped("whole", &old, &[])).unwrap();
    let mut flipped = whole.clone();
    // The rows are compressed, so a wrong byte among them is noticed.
    let tables: Vec<_> = (0..whole.len()).filter(|at| whole[*at..].starts_with(&[0x78, 0x9c])).collect();
    let longest = tables.windows(2).max_by_key(|pair| pair[1] - pair[0]).unwrap();
    flipped[longest[0] + 20] ^= 0x40;
    let mut altered = whole.clone();
    let at = whole.windows(7).position(|bytes| bytes == b"<= 1439").unwrap();
    altered[at + 6] = b'8';
    let text = file("text");
    done(dump(&old).arg("--file").arg(&text));

    let empty = "DROP SCHEMA public CASCADE; CREATE SCHEMA public";
    let other =
        "DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE TABLE orders AS SELECT generate_series(1, 1000)";
    let elsewhere = format!("{empty}; CREATE SCHEMA shop; CREATE TABLE shop.orders (id INTEGER)");
    let files = [
        (changed("empty", empty), "of another program, or of an empty database"),
        (changed("other", other), "of another program, or of an empty database"),
        (changed("elsewhere", &elsewhere), "of another program, or of an empty database"),
        (written("truncated", &whole[..whole.len() / 2]), ""),
        (written("short", &whole[..whole.len() - 1]), ""),
        (written("flipped", &flipped), ""),
        (written("altered", &altered), "is not as a version of Tokibako creates it"),
        (text, "custom format of pg_dump"),
        (written("picture", b"\x89PNG\r\n\x1a\n"), "custom format of pg_dump"),
        (written("nothing", b""), "custom format of pg_dump"),
        (
            changed("newer", "INSERT INTO __diesel_schema_migrations (version) VALUES ('20991231000000')"),
            "newer version of Tokibako (migrations 20991231000000)",
        ),
        (
            changed("ancient", "UPDATE __diesel_schema_migrations SET version = '2020' WHERE version LIKE '20261123%'"),
            "before 1.0",
        ),
        (changed("missing", "DROP TABLE city_lists"), "it lacks city_lists"),
        (dumped("without", &old, &["--exclude-table", "timers"]), "it lacks timers"),
        (dumped("rowless", &old, &["--exclude-table-data", "timers"]), "it lacks the rows of timers"),
        (dumped("schema", &old, &["--schema-only"]), "without their rows"),
        (changed("column", "ALTER TABLE alarms DROP COLUMN label"), "it lacks alarms.label"),
        (changed("index", "DROP INDEX timers_client_key"), "it lacks timers_client_key"),
        (changed("type", "ALTER TABLE browsers ALTER seen_at TYPE TEXT"), "browsers.seen_at is not as"),
        (changed("extra", "CREATE TABLE orders (id INTEGER)"), "no part of Tokibako: orders"),
        (changed("view", "CREATE VIEW mine AS SELECT * FROM alarms"), "no part of Tokibako: mine"),
        (
            changed(
                "sequence",
                "INSERT INTO timers (browser_id, total_seconds, sound, remaining_ms, created_at)
                     VALUES (gen_random_uuid(), 60, 'chime', 0, now()); ALTER SEQUENCE timers_id_seq RESTART",
            ),
            "timers_id_seq is behind its rows",
        ),
    ];
    let before = text_of(&new);
    assert!(before.contains("COPY public.timers"), "{before}");
    for (index, (file, reason)) in files.into_iter().enumerate() {
        // The statements that find the others are the same for both.
        let programs: &[fn(&str, &TestDatabase) -> Command] = if index < 10 { &[script, command] } else { &[command] };
        for program in programs {
            let said = refusal(program("restore", &new).arg("--replace").arg(&file));
            assert!(said.contains(reason), "{}: {said}", file.display());
            assert!(said.contains("nothing was restored"), "{}: {said}", file.display());
            assert_eq!(text_of(&new), before, "{}", file.display());
        }
    }
}

/// Whenever the program or its session with the database ends in the middle of a restore, the database holds what it did, a
/// server uses it, and the restore can be repeated.
#[test]
fn a_restore_that_is_killed_changes_nothing_and_can_be_repeated() {
    let (old, new) = (TestDatabase::create(), TestDatabase::create());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tokibako.dump");
    let timers = "INSERT INTO timers (browser_id, total_seconds, sound, label, remaining_ms, created_at) \
                  SELECT gen_random_uuid(), 60, 'chime', 'of ' || n, 1000, now() FROM generate_series(1, ";
    old.execute(&format!("{timers} 3000) n"));
    new.execute(&format!("{timers} 40) n"));
    done(command("backup", &old).arg(&file));
    let before = text_of(&new);

    // Of what it has to write, a `pg_restore` writes only the first bytes, and then waits until it may end, or its parent has.
    let path = env::var("PATH").unwrap();
    let program = env::split_paths(&path).map(|folder| folder.join("pg_restore")).find(|program| program.is_file());
    let program = program.unwrap().display().to_string();
    let whole = done(Command::new(&program).args(["--no-owner", "--schema", "public", "--file", "-"]).arg(&file)).len();
    let (slow, may_end) = (folder.path().join("pg_restore"), folder.path().join("may-end"));
    let write = |bytes: usize| {
        let script = format!(
            "#!/bin/sh\ncase \"$*\" in *--list*) exec {program} \"$@\" ;; esac\n{program} \"$@\" | head -c {bytes}\n\
             until [ -e {} ] || ! kill -0 $PPID 2>/dev/null; do sleep 0.05; done\n",
            may_end.display()
        );
        fs::write(&slow, script).unwrap();
        fs::set_permissions(&slow, fs::Permissions::from_mode(0o755)).unwrap();
    };
    let slowly = format!("{}:{path}", folder.path().display());
    // Another database, because a restore refuses one in which somebody else has a session.
    let sessions = |state: &str| {
        let url = new.url();
        let name = url.split('?').next().unwrap().rsplit('/').next().unwrap();
        let sessions = format!("FROM pg_stat_activity WHERE datname = '{name}' AND backend_type = 'client backend'");
        (sessions.clone(), old.query(&format!("SELECT count(*)::text AS value {sessions} {state}")) != ["0"])
    };
    // That of `psql`: those that look at the database before it are read at any moment, too.
    let restoring = "AND application_name = 'psql'";
    let stands_still =
        format!("{restoring} AND (state = 'idle in transaction' OR state = 'active' AND wait_event = 'ClientRead')");
    for (bytes, ends_session) in
        [(0, false), (whole / 4, false), (whole / 2, true), (whole * 3 / 4, false), (whole, true)]
    {
        write(bytes);
        let mut restore = command("restore", &new);
        restore.env("PATH", &slowly).arg("--replace").arg(&file).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut restore = restore.spawn().unwrap();
        until("the restore stands still", || sessions(&stands_still).1);
        if ends_session {
            let ended = format!("SELECT pg_terminate_backend(pid)::text AS value {} {restoring}", sessions("").0);
            assert_eq!(old.query(&ended), ["true"]);
            fs::write(&may_end, "").unwrap();
            let Output { status, stderr, .. } = restore.wait_with_output().unwrap();
            fs::remove_file(&may_end).unwrap();
            let said = String::from_utf8(stderr).unwrap();
            assert!(status.code() == Some(1) && said.contains("nothing was restored"), "{said}");
        } else {
            restore.kill().unwrap();
            restore.wait().unwrap();
        }
        until("the session has ended", || !sessions("").1);
        assert_eq!(text_of(&new), before, "after {bytes} of {whole} bytes");
    }
    let server = Server::start(&mut tokibako(&[("DATABASE_URL", &new.url())]));
    assert!(server.stop().success());
    until("nobody is connected", || !sessions("").1);
    let said = done(command("restore", &new).arg("--replace").arg(&file));
    assert!(said.contains("restored 0 alarms, 3000 timers"), "{said}");
}

/// It is compared with the schema of its own version, and the next server migrates it.
#[test]
fn a_backup_of_an_older_version_is_restored() {
    let (old, new) = (TestDatabase::create(), TestDatabase::create());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tokibako.dump");
    old.execute(
        "DROP SCHEMA public CASCADE; CREATE SCHEMA public;
            CREATE TABLE __diesel_schema_migrations (
                version VARCHAR(50) PRIMARY KEY NOT NULL, run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP)",
    );
    let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    for folder in ["2026-11-23-200500_baseline", "2026-11-26-113520_rules"] {
        old.execute(&fs::read_to_string(migrations.join(folder).join("up.sql")).unwrap());
        let version = folder.split('_').next().unwrap().replace('-', "");
        old.execute(&format!("INSERT INTO __diesel_schema_migrations VALUES ('{version}')"));
    }
    old.execute(&format!(
        "INSERT INTO timers (browser_id, total_seconds, sound, remaining_ms, created_at)
            VALUES ('{BROWSER}', 60, 'chime', 60000, now())"
    ));
    done(command("backup", &old).arg(&file));
    for program in [script, command] {
        done(program("restore", &new).arg("--replace").arg(&file));
    }
    let server = Server::start(&mut tokibako(&[("DATABASE_URL", &new.url())]));
    assert_eq!(server.read("/api/timers").as_array().unwrap().len(), 1);
    assert!(server.stop().success());
}

/// Another program may use the same database by mistake: it loses nothing, whatever the options are.
#[test]
fn a_restore_takes_nothing_from_another_program() {
    let (old, shared, shop) = (TestDatabase::create(), TestDatabase::create(), TestDatabase::create());
    let folder = tempfile::tempdir().unwrap();
    let (file, second) = (folder.path().join("tokibako.dump"), folder.path().join("shared.dump"));
    done(command("backup", &old).arg(&file));
    shop.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    for database in [&shared, &shop] {
        database.execute("CREATE TABLE orders AS SELECT generate_series(1, 1000) AS id");
        let before = text_of(database);
        for program in [script, command] {
            for arguments in [&[][..], &["--replace"]] {
                let said = refusal(program("restore", database).args(arguments).arg(&file));
                assert!(said.contains("no part of Tokibako (orders)"), "{said}");
                assert_eq!(text_of(database), before);
            }
        }
    }
    // And a backup of such a database can be restored: it says what it leaves out.
    for program in [script, command] {
        let Output { status, stdout, stderr } = program("backup", &shared).arg(&second).output().unwrap();
        let said = String::from_utf8([stdout, stderr].concat()).unwrap();
        assert!(status.success() && said.contains("orders is no part of Tokibako"), "{said}");
        done(program("restore", &old).arg("--replace").arg(&second));
        fs::remove_file(&second).unwrap();
    }
}

#[test]
fn what_a_restore_replaces_can_be_brought_back() {
    for program in [script, command] {
        is_brought_back(program);
    }
}

/// The role of a server owns its database, and may neither create another one nor do what superusers may.
fn is_brought_back(program: fn(&str, &TestDatabase) -> Command) {
    let runtime = Runtime::new().unwrap();
    let (old, new) = (TestDatabase::create(), TestDatabase::create());
    let folder = tempfile::tempdir().unwrap();
    let (file, again) = (folder.path().join("tokibako.dump"), folder.path().join("again.dump"));
    for (database, seconds) in [(&old, 60), (&new, 120), (&new, 180)] {
        let storage = database.storage();
        let timer = timer_of(browser(), seconds, OffsetDateTime::now_utc());
        runtime.block_on(async { timers::insert(&storage, timer).await.unwrap() });
    }
    let lengths = || new.query("SELECT total_seconds::text AS value FROM public.timers ORDER BY id");
    // What belongs to an extension stays where it is.
    new.execute("CREATE EXTENSION pg_trgm");
    done(program("backup", &old).arg(&file));
    let said = refusal(program("restore", &new).arg("--undo"));
    assert!(said.contains("nothing that a restore has replaced"), "{said}");

    let url = given_to_a_role(&new);
    let said = refusal(program("restore", &new).arg("--replace").arg(&file));
    assert!(said.contains("belong to the role tokibako_test_owner"), "{said}");
    let as_owner = |name: &str| {
        let mut command = program(name, &new);
        command.env("DATABASE_URL", &url);
        command
    };
    let restored = |arguments: &[&str]| done(as_owner("restore").args(arguments));
    let replaced = text_of(&new);
    let said = done(as_owner("restore").arg("--replace").arg(&file));
    assert!(said.contains("kept aside"), "{said}");
    assert_eq!(lengths(), ["60"]);
    // A server uses it, and a backup of it does not hold what was replaced.
    let server = Server::start(&mut tokibako(&[("DATABASE_URL", &url)]));
    server.create("/api/timers", &json!({"minutes": 4, "enabled": 0}));
    let said = refusal(as_owner("restore").arg("--undo"));
    assert!(said.contains("stop every server first"), "{said}");
    assert!(server.stop().success());
    done(as_owner("backup").arg(&again));
    let listed = done(Command::new("pg_restore").arg("--list").arg(&again));
    assert!(!listed.contains("tokibako_previous"), "{listed}");

    restored(&["--undo"]);
    assert_eq!(text_of(&new), replaced);
    restored(&["--undo"]);
    assert_eq!(lengths(), ["60", "240"]);
    // The next restore keeps what it replaces instead.
    done(as_owner("restore").arg("--replace").arg(&file));
    restored(&["--undo"]);
    assert_eq!(lengths(), ["60", "240"]);
    restored(&["--drop-previous"]);
    let said = refusal(as_owner("restore").arg("--undo"));
    assert!(said.contains("nothing that a restore has replaced"), "{said}");
    assert_eq!(lengths(), ["60", "240"]);
}

/// A nightly backup may run as a role that can only read.
#[test]
fn a_role_that_may_only_read_can_back_up() {
    let database = TestDatabase::create();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tokibako.dump");
    given_to_a_role(&database);
    database.execute(
        "DO $$ BEGIN CREATE ROLE tokibako_test_reader LOGIN;
            EXCEPTION WHEN duplicate_object OR unique_violation THEN END $$;
        GRANT SELECT ON ALL TABLES IN SCHEMA public TO tokibako_test_reader;
        GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO tokibako_test_reader",
    );
    let url = database.url().replace("://postgres@", "://tokibako_test_reader@");
    for program in [script, command] {
        done(program("backup", &database).env("DATABASE_URL", &url).arg(&file));
        done(command("restore", &TestDatabase::create()).arg(&file));
        fs::remove_file(&file).unwrap();
    }
}

/// What ended since must not become valid again when a restore is undone either.
#[test]
fn nobody_is_signed_in_after_an_undone_restore() {
    let (old, new) = (TestDatabase::create(), TestDatabase::create());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tokibako.dump");
    done(command("backup", &old).arg(&file));
    let server = Server::start(&mut tokibako(&[("DATABASE_URL", &new.url())]));
    sign_on(&server);
    assert!(server.stop().success());
    done(command("restore", &new).arg("--replace").arg(&file));
    done(command("restore", &new).arg("--undo"));
    let kept = "SELECT concat_ws(' ', (SELECT count(*) FROM sessions), count(*)) AS value FROM accounts";
    assert_eq!(new.query(kept), ["0 1"]);
    let ids = new.query("SELECT browser_id::text AS value FROM accounts");
    assert_ne!(ids, [BROWSER]);
}

/// The URL of a database that belongs, with its tables, to a role without other rights.
fn given_to_a_role(database: &TestDatabase) -> String {
    database.execute(
        "DO $$
        DECLARE it TEXT;
        BEGIN
            CREATE ROLE tokibako_test_owner LOGIN;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN
        END $$;
        DO $$
        DECLARE it TEXT;
        BEGIN
            EXECUTE format('ALTER DATABASE %I OWNER TO tokibako_test_owner', current_database());
            FOR it IN
                SELECT format('TABLE %s', oid::regclass) FROM pg_class
                    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
                UNION ALL SELECT 'SEQUENCE firing_blocks'
                UNION ALL SELECT format('FUNCTION %s', oid::regprocedure) FROM pg_proc
                    WHERE pronamespace = 'public'::regnamespace AND NOT EXISTS (
                        SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
            LOOP
                EXECUTE 'ALTER ' || it || ' OWNER TO tokibako_test_owner';
            END LOOP;
        END $$",
    );
    database.url().replace("://postgres@", "://tokibako_test_owner@")
}

/// In a folder where others may create files, none of them decides where a backup goes or who reads it.
#[test]
fn a_backup_follows_no_link_and_uses_no_file_of_others() {
    let database = TestDatabase::create();
    let folder = tempfile::tempdir().unwrap();
    let (file, partial) = (folder.path().join("tokibako.dump"), folder.path().join("tokibako.dump.partial"));
    let victim = folder.path().join("victim");
    for program in [script, command] {
        fs::write(&victim, "mine").unwrap();
        symlink(&victim, &partial).unwrap();
        done(program("backup", &database).arg(&file));
        assert_eq!(fs::read(&victim).unwrap(), b"mine");
        let made = fs::symlink_metadata(&file).unwrap();
        assert!(made.is_file() && made.permissions().mode() & 0o777 == 0o600, "{made:?}");
        fs::remove_file(&file).unwrap();
        let _ = fs::remove_file(&partial);

        fs::write(&partial, "").unwrap();
        fs::set_permissions(&partial, fs::Permissions::from_mode(0o666)).unwrap();
        done(program("backup", &database).arg(&file));
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        fs::remove_file(&file).unwrap();
        let _ = fs::remove_file(&partial);
    }
}

/// What was stored before the backup, and its expected state after the restore.
struct World {
    alarms: Vec<(AlarmId, Arming)>,
    timers: Vec<(TimerId, Countdown)>,
    /// The due instants of alarms that ring late.
    late_alarms: Vec<OffsetDateTime>,
    late_timers: Vec<OffsetDateTime>,
}

impl World {
    /// Stores rows as of `then`; `now` is the time of the restore.
    async fn at(then: OffsetDateTime, now: OffsetDateTime, storage: &Storage) -> Self {
        let (lately, long_ago, later) =
            (now - Duration::minutes(5), now - Duration::minutes(30), now + Duration::hours(6));
        let alarm = async |at: OffsetDateTime, repeat| {
            let time = at.format(format_description!("[hour]:[minute]")).unwrap();
            let alarm = alarms::insert(storage, alarm_at(browser(), &time, repeat, then)).await.unwrap();
            (alarm.id, alarm.arming.next_trigger().unwrap())
        };
        let changed_alarm = async |id, change: fn(Alarm, OffsetDateTime) -> Alarm, at| {
            owned::update::<Alarm, _>(storage, browser(), id, move |alarm| Ok::<_, ()>(change(alarm, at)))
                .await
                .unwrap()
                .unwrap()
        };
        let (daily, daily_due) = alarm(lately, Repeat::Daily).await;
        let (once, once_due) = alarm(lately, Repeat::Once).await;
        let (missed, missed_due) = alarm(long_ago, Repeat::Daily).await;
        let (missed_once, _) = alarm(long_ago, Repeat::Once).await;
        let (armed, armed_due) = alarm(later, Repeat::Daily).await;
        let (off, _) = alarm(lately, Repeat::Daily).await;
        changed_alarm(off, Alarm::toggled, then).await;
        let (snoozed, _) = alarm(later, Repeat::Daily).await;
        let snoozed_until = changed_alarm(snoozed, Alarm::snoozed, now - Duration::minutes(4)).await.arming;
        let (missed_snooze, scheduled) = alarm(later, Repeat::Daily).await;
        changed_alarm(missed_snooze, Alarm::snoozed, then).await;

        let timer = async |length: Duration| {
            timers::insert(storage, timer_of(browser(), length.whole_seconds(), then)).await.unwrap().id
        };
        let changed_timer = async |id, change: fn(Timer, OffsetDateTime) -> Timer, at| {
            owned::update::<Timer, _>(storage, browser(), id, move |timer| Ok::<_, ()>(change(timer, at)))
                .await
                .unwrap()
                .unwrap()
        };
        let three_hours = Duration::hours(3);
        let running = timer(three_hours).await;
        let late = timer(Duration::minutes(55)).await;
        let missed_timer = timer(Duration::minutes(30)).await;
        let paused = timer(three_hours).await;
        changed_timer(paused, Timer::toggled, then + Duration::minutes(10)).await;
        let reset = timer(three_hours).await;
        changed_timer(reset, |timer, _| timer.reset(), then).await;

        Self {
            alarms: vec![
                (daily, Arming::Scheduled(daily_due + Duration::DAY)),
                (once, Arming::Off),
                (missed, Arming::Scheduled(missed_due + Duration::DAY)),
                (missed_once, Arming::Off),
                (armed, Arming::Scheduled(armed_due)),
                (off, Arming::Off),
                (snoozed, snoozed_until),
                (missed_snooze, Arming::Scheduled(scheduled)),
            ],
            timers: vec![
                (running, Countdown::Running(then + three_hours)),
                (late, Countdown::COMPLETED),
                (missed_timer, Countdown::COMPLETED),
                (paused, Countdown::Stopped(three_hours - Duration::minutes(10))),
                (reset, Countdown::Stopped(three_hours)),
            ],
            late_alarms: vec![daily_due, once_due],
            late_timers: vec![then + Duration::minutes(55)],
        }
    }
}

fn browser() -> BrowserId {
    BROWSER.parse().unwrap()
}

/// The due instants of the rings in the log, in order.
async fn rung(storage: &Storage, kind: Kind) -> Vec<OffsetDateTime> {
    let since = OffsetDateTime::UNIX_EPOCH;
    let replay = log::replay(storage, browser(), Some(kind), ReplayFrom::Start, since).await.unwrap();
    replay.missed.iter().map(|firing| firing.ring.scheduled_for).collect()
}

/// The first rings that a reconnecting stream replays.
fn replayed(server: &Server, kind: &str, count: usize) -> Vec<String> {
    let path = format!("/api/{kind}/notifications?browserId={BROWSER}&lastEventId=0");
    let stream = client().get(server.url(&path)).send().unwrap();
    let lines = BufReader::new(stream).lines().map(Result::unwrap);
    let events = lines.filter_map(|line| serde_json::from_str::<Value>(line.strip_prefix("data:")?).ok());
    events.filter_map(|event| event["type"].as_str().map(str::to_owned)).take(count).collect()
}

/// Registers; returns the session cookie.
fn sign_on(server: &Server) -> String {
    let answer = account(server, "register");
    assert_eq!(answer.status().as_u16(), 201);
    answer.headers().get("set-cookie").unwrap().to_str().unwrap().split_once(';').unwrap().0.to_owned()
}

fn account(server: &Server, call: &str) -> Response {
    let request = client().post(server.url(&format!("/api/{call}"))).header("X-Browser-Id", BROWSER);
    request.json(&json!({"username": "Annabella", "password": PASSWORD})).send().unwrap()
}

/// A script of the project, with this database.
fn script(name: &str, database: &TestDatabase) -> Command {
    let mut command = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts").join(name));
    command.env("DATABASE_URL", database.url());
    command
}

/// A command of the binary, with this database.
fn command(name: &str, database: &TestDatabase) -> Command {
    let mut command = tokibako(&[("DATABASE_URL", &database.url())]);
    command.arg(name);
    command
}

/// Runs a script that must succeed; returns its standard output.
#[track_caller]
fn done(script: &mut Command) -> String {
    let Output { status, stdout, stderr } = script.output().unwrap();
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

fn dump(database: &TestDatabase) -> Command {
    let mut command = Command::new("pg_dump");
    command.args(["--no-owner", "--no-privileges", "--dbname", &database.url()]);
    command
}

/// Everything that a database holds, as text. What makes each dump different is left out.
fn text_of(database: &TestDatabase) -> String {
    let dumped = done(dump(database).args(["--exclude-schema", "tokibako_previous"]));
    dumped.lines().filter(|line| !line.contains("restrict ")).fold(String::new(), |text, line| text + line + "\n")
}
