//! A database for each test, on the cluster that the test run started.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc,
    reason = "a test that has no database has failed"
)]

pub mod alarms;
pub mod hold;
pub mod machine;
pub mod sample;
pub mod timers;
mod wait;

use std::{
    fs,
    hash::{DefaultHasher, Hasher as _},
    num::NonZeroU8,
    path::Path,
    sync::{
        LazyLock,
        atomic::{AtomicU32, Ordering},
    },
    thread::sleep,
    time::Duration,
};

use ::time::OffsetDateTime;
use diesel::{
    Connection as _, PgConnection, QueryableByName, RunQueryDsl as _, connection::SimpleConnection as _, sql_query,
    sql_types::Text,
};

pub use self::wait::until;
use crate::{Error, PoolSizes, Storage, database, due, migrations};

/// The variable that names the cluster: a URL of its maintenance database, as a superuser.
pub const CLUSTER: &str = "TOKIBAKO_TEST_DATABASE_URL";

/// How many requests are served concurrently.
pub const REQUEST_CONNECTIONS: u8 = database::REQUEST_CONNECTIONS.get();

/// How many queries of tasks of the process run concurrently.
pub const BACKGROUND_CONNECTIONS: u8 = database::BACKGROUND_CONNECTIONS;

static COUNT: AtomicU32 = AtomicU32::new(0);

/// The template of these migrations. A cluster that outlives an edit of them gets another one.
static TEMPLATE: LazyLock<String> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    let entries = fs::read_dir(folder).expect("the migrations can be listed").flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.path().join("up.sql")).filter(|file| file.exists()).collect();
    files.sort_unstable();
    let mut hasher = DefaultHasher::new();
    for file in files {
        hasher.write(&fs::read(file).expect("a migration can be read"));
    }
    format!("tokibako_template_{:016x}", hasher.finish())
});

/// A migrated, empty database; dropped with this value.
#[derive(Debug)]
pub struct TestDatabase {
    cluster: String,
    name: String,
}

impl TestDatabase {
    /// Creates a database from the migrated template, which the first test of a run creates.
    #[must_use]
    pub fn create() -> Self {
        let cluster = std::env::var(CLUSTER).unwrap_or_else(|_| {
            panic!("{CLUSTER} is not set: run `scripts/test`, which starts a Postgres for the tests")
        });
        let name = format!("test_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let mut conn = PgConnection::establish(&cluster).unwrap_or_else(|error| panic!("{CLUSTER}: {error}"));
        make_template(&cluster, &mut conn);
        conn.batch_execute(&format!("CREATE DATABASE {name} TEMPLATE {}", *TEMPLATE)).expect("a database can be made");
        Self { cluster, name }
    }

    /// The URL of the database.
    #[must_use]
    pub fn url(&self) -> String {
        database_url(&self.cluster, &self.name)
    }

    /// A storage on the database.
    #[must_use]
    pub fn storage(&self) -> Storage {
        Storage::new(&self.url())
    }

    /// A storage with this many concurrent claims.
    #[must_use]
    pub fn storage_with_claimers(&self, claimers: u8) -> Storage {
        let claimers = NonZeroU8::new(claimers).expect("somebody claims");
        Storage::with_connections(&self.url(), PoolSizes { claimers, ..PoolSizes::default() })
    }

    /// An open connection to the database.
    #[must_use]
    pub fn session(&self) -> TestSession {
        TestSession(PgConnection::establish(&self.url()).expect("the database is there"))
    }

    /// Executes statements that no production code would.
    pub fn execute(&self, sql: &str) {
        self.session().execute(sql);
    }

    /// Appends the rings that a query returns to the log; see [`logging`].
    pub fn log(&self, rings: &str) {
        self.execute(&logging(rings));
    }

    /// The column `value` of a query's result, as text.
    #[must_use]
    pub fn query(&self, sql: &str) -> Vec<String> {
        self.session().query(sql)
    }

    /// Waits until a query returns true.
    pub async fn wait_for(&self, query: &str) {
        let mut conn = PgConnection::establish(&self.url()).expect("the database is there");
        until(query, async || {
            let is_so = sql_query(format!("SELECT 1 WHERE ({query})")).execute(&mut conn);
            is_so.expect("the query is one") == 1
        })
        .await;
    }

    /// Sets whether the database accepts connections; if not, existing ones are ended.
    pub fn admit_connections(&self, admitted: bool) {
        let name = &self.name;
        let mut conn = PgConnection::establish(&self.cluster).expect("the cluster is there");
        // Committed before the sessions are ended, so that none of them can reconnect.
        conn.batch_execute(&format!("ALTER DATABASE {name} ALLOW_CONNECTIONS {admitted}"))
            .expect("a superuser may close a database");
        let end = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
        let mut quiet = if admitted { 3 } else { 0 };
        // A session that was admitted just before may be listed a moment later.
        while quiet < 3 {
            let ended = sql_query(&end).execute(&mut conn).expect("a superuser may end sessions");
            quiet = if ended == 0 { quiet + 1 } else { 0 };
            sleep(Duration::from_millis(10));
        }
    }
}

/// A connection to a [`TestDatabase`], for tests with many queries: opening one takes longer than most of them.
#[expect(missing_debug_implementations, reason = "a connection has none")]
pub struct TestSession(PgConnection);

impl TestSession {
    /// Executes statements.
    pub fn execute(&mut self, sql: &str) {
        self.0.batch_execute(sql).expect("the statement is one");
    }

    /// The column `value` of a query's result, as text.
    pub fn query(&mut self, sql: &str) -> Vec<String> {
        let rows: Vec<TextRow> = sql_query(sql).load(&mut self.0).expect("the query is one");
        rows.into_iter().map(|row| row.value).collect()
    }
}

/// Statements that append rings of timers of a minute to the log, a thousand rings per batch. The query returns their
/// browsers, rows, due instants, instants of the ring, and labels.
#[must_use]
pub fn logging(rings: &str) -> String {
    // The label in the encoding of a ring: whether there is one, its size in groups of seven bits, its bytes.
    const LABEL: &str = "CASE WHEN label IS NULL THEN '\\x00'::bytea ELSE '\\x01'::bytea || \
        CASE WHEN size < 128 THEN set_byte('\\x00', 0, size) \
        ELSE set_byte(set_byte('\\x0000', 0, 128 | size & 127), 1, size >> 7) END || convert_to(label, 'UTF8') END";
    format!(
        "INSERT INTO firings (id, lane, browser_id, kind, row_id, scheduled_for, fired_at, is_step, subject) \
         SELECT ((last.block + 1 + rank / 1000) << 12) + rank % 1000, firing_lane(scheduled_for), browser_id, 'timer', \
             row_id, scheduled_for, fired_at, false, '\\x0100056368696d65'::bytea || {LABEL} || '\\x0178'::bytea \
         FROM (SELECT row_number() OVER () - 1 AS rank, *, octet_length(label) AS size FROM ({rings}) AS ring \
             (browser_id, row_id, scheduled_for, fired_at, label)) AS ranked, \
             (SELECT coalesce(max(block), 0) AS block FROM batches) AS last; \
         INSERT INTO batches (block, rings, fired_at) SELECT id >> 12, count(*), max(fired_at) FROM firings \
         WHERE id >> 12 > (SELECT coalesce(max(block), 0) FROM batches) GROUP BY id >> 12 ORDER BY id >> 12; \
         SELECT setval('firing_blocks', max(block)) FROM batches",
    )
}

impl Storage {
    /// Checks that the database answers a request.
    pub async fn ping(&self) -> Result<(), Error> {
        self.read(|conn| Ok(conn.batch_execute("SELECT 1")?)).await
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        if let Ok(mut conn) = PgConnection::establish(&self.cluster) {
            // A database that cannot be dropped disappears with the cluster at the end of the run.
            let _ = conn.batch_execute(&format!("DROP DATABASE {} WITH (FORCE)", self.name));
        }
    }
}

/// When the next row is due.
pub async fn next_due(storage: &Storage) -> Option<OffsetDateTime> {
    let next = due::next(storage, &machine::right_clock(), due::ExcludedRows::default()).await;
    next.expect("the database is there").earliest()
}

#[derive(QueryableByName)]
struct TextRow {
    #[diesel(sql_type = Text)]
    value: String,
}

/// Migrates the template, once per cluster, in the first test process.
fn make_template(cluster: &str, conn: &mut PgConnection) {
    sql_query("SELECT pg_advisory_lock(74630003)").execute(conn).expect("a lock can be had");
    let template = TEMPLATE.as_str();
    let exists = sql_query(format!("SELECT 1 FROM pg_database WHERE datname = '{template}' AND datistemplate"))
        .execute(conn)
        .expect("the catalogue can be read");
    if exists == 0 {
        let url = database_url(cluster, template);
        conn.batch_execute(&format!("DROP DATABASE IF EXISTS {template}")).expect("a half-made template can go");
        conn.batch_execute(&format!("CREATE DATABASE {template}")).expect("a template can be made");
        migrations::MigratableDatabase::at(&url)
            .and_then(migrations::MigratableDatabase::migrate)
            .expect("the migrations run");
        conn.batch_execute(&format!("ALTER DATABASE {template} IS_TEMPLATE true")).expect("a template can be marked");
    }
    sql_query("SELECT pg_advisory_unlock(74630003)").execute(conn).expect("a lock can be given back");
}

/// The cluster's URL with another database name.
fn database_url(cluster: &str, database: &str) -> String {
    let (address, parameters) = cluster.split_once('?').map_or((cluster, ""), |(address, rest)| (address, rest));
    let server = address.rsplit_once('/').map_or(address, |(server, _)| server);
    if parameters.is_empty() { format!("{server}/{database}") } else { format!("{server}/{database}?{parameters}") }
}
