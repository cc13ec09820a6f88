//! What an operator should know of a database: whether it has the schema of this version, its version, its clock, the
//! settings that rings depend on, and an id by which processes recognise that they share it.

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use diesel::{
    RunQueryDsl as _,
    dsl::sql,
    migration::MigrationSource,
    pg::Pg,
    prelude::*,
    select, sql_query,
    sql_types::{self, Text},
};
use time::OffsetDateTime;

use crate::{Storage, connections::primary, error::Error, migrations::MIGRATIONS, rows::typed};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnosis {
    /// The version of Postgres, such as 15.
    pub version: i32,
    pub clock: OffsetDateTime,
    /// How long the clock took to read.
    pub round_trip: Duration,
    /// The encoding of the database; all texts here need UTF8.
    pub encoding: String,
    /// What a server has made of it.
    pub schema: SchemaState,
    /// Whether it is a standby, which takes no writes.
    pub is_standby: bool,
    /// Whether the role is a superuser, which the server does not need.
    pub is_superuser: bool,
    /// How many connections ordinary roles may open in total.
    pub connections: i32,
    /// The settings that keep committed rows through a crash, by name, that are off.
    pub unsafe_settings: Vec<String>,
}

/// The tables of a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchemaState {
    /// No server has ever used the database.
    Missing,
    /// Not all migrations of this version have run.
    Older,
    /// All of them have.
    Current,
}

type Settings = (
    sql_types::Integer,
    Text,
    sql_types::Bool,
    sql_types::Bool,
    sql_types::Bool,
    sql_types::Integer,
    sql_types::Array<Text>,
);

const QUERY: &str = "SELECT current_setting('server_version_num')::int / 10000 AS version,
    current_setting('server_encoding') AS encoding,
    to_regclass('__diesel_schema_migrations') IS NULL AS is_new,
    pg_is_in_recovery() AS is_standby,
    current_setting('is_superuser') = 'on' AS is_superuser,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS connections,
    ARRAY(SELECT name FROM pg_settings
        WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off' ORDER BY name)
        AS unsafe_settings";

impl Diagnosis {
    /// Reads the database at `url`, and changes nothing. Blocks until it answers.
    pub fn of(url: &str) -> Result<Self, Error> {
        let mut conn = primary::connect(url)?;
        let settings = typed::<Settings, _>(sql_query(QUERY));
        let (version, encoding, is_new, is_standby, is_superuser, connections, unsafe_settings) =
            settings.get_result(&mut conn)?;
        let schema = match is_migrated(&mut conn)? {
            true => SchemaState::Current,
            false if is_new => SchemaState::Missing,
            false => SchemaState::Older,
        };
        let asked = Instant::now();
        let clock = diesel::select(sql::<sql_types::Timestamptz>("clock_timestamp()")).get_result(&mut conn)?;
        Ok(Self {
            version,
            encoding,
            clock,
            round_trip: asked.elapsed(),
            schema,
            is_standby,
            is_superuser,
            connections,
            unsafe_settings,
        })
    }
}

/// Whether the database has all migrations of this version. The query does not queue behind requests, because their number says
/// nothing about the database.
pub async fn is_ready(storage: &Storage) -> Result<bool, Error> {
    storage.probe(is_migrated).await
}

fn is_migrated(conn: &mut PgConnection) -> Result<bool, Error> {
    // The table is diesel's. Without it no migration has run.
    if sql_query("SELECT 1 WHERE to_regclass('__diesel_schema_migrations') IS NOT NULL").execute(conn)? == 0 {
        return Ok(false);
    }
    let ran = typed::<Text, _>(sql_query("SELECT version FROM __diesel_schema_migrations"));
    let ran: HashSet<String> = ran.load(conn)?.into_iter().collect();
    let wanted = MigrationSource::<Pg>::migrations(&MIGRATIONS).map_err(|error| Error::Migration(error.to_string()))?;
    Ok(wanted.iter().all(|migration| ran.contains(&migration.name().version().to_string())))
}

/// A number that no other database has, of the cluster's system identifier, which survives a failover, and the
/// database's OID.
pub async fn database_name(storage: &Storage) -> Result<String, Error> {
    let name = sql::<Text>(
        "(SELECT system_identifier || '-' || oid FROM pg_control_system(), pg_database \
         WHERE datname = current_database())",
    );
    storage.background(|conn| Ok(select(name).get_result(conn)?)).await
}
