//! What a database holds, for backups of it, and the statements of a restore.
//!
//! A restore is one transaction of one session: the content of the schema `public` moves into the schema
//! [`PREVIOUS`], the file is restored into `public`, and what that has made is compared with what the migrations make of
//! an empty database. Only then it is committed. So the data that it replaces are as they were until everything is right,
//! and can be brought back afterwards. It needs no right to create databases, and no superuser.
//!
//! `scripts/restore` runs the same files where this program does not reach the database.

use std::fmt::Write as _;

use diesel::{
    OptionalExtension as _, QueryableByName, RunQueryDsl as _,
    connection::SimpleConnection as _,
    sql_query,
    sql_types::{self, Text},
};

use crate::{connections::primary, error::Error, rows::typed};

/// The schema with what the last restore has replaced. Backups leave it out.
pub const PREVIOUS: &str = "tokibako_previous";

/// The version of each migration and its statements, in order.
const MIGRATIONS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

const BEGIN: &str = include_str!("begin.sql");
const BEFORE: &str = include_str!("before.sql");
const AFTER: &str = include_str!("after.sql");
const UNDO: &str = include_str!("undo.sql");

#[derive(Debug, Clone, Copy, PartialEq, Eq, QueryableByName)]
pub struct Content {
    #[diesel(sql_type = sql_types::BigInt)]
    pub alarms: i64,
    #[diesel(sql_type = sql_types::BigInt)]
    pub timers: i64,
    #[diesel(sql_type = sql_types::BigInt)]
    pub accounts: i64,
}

impl std::fmt::Display for Content {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { alarms, timers, accounts } = self;
        write!(f, "{alarms} alarms, {timers} timers, {accounts} accounts")
    }
}

/// What the database at `url` holds; `None` if no server has ever used it. Blocks.
pub fn content(url: &str) -> Result<Option<Content>, Error> {
    let mut conn = primary::connect(url)?;
    if sql_query("SELECT 1 WHERE to_regclass('public.accounts') IS NOT NULL").execute(&mut conn)? == 0 {
        return Ok(None);
    }
    let counts = "SELECT (SELECT count(*) FROM public.alarms) AS alarms, (SELECT count(*) FROM public.timers) AS timers, \
                  (SELECT count(*) FROM public.accounts) AS accounts";
    Ok(Some(sql_query(counts).get_result(&mut conn)?))
}

/// Whether this session may create what the comparison with the migrations needs: not on a standby, nor as a role that may only
/// read.
const MAY_COMPARE: &str = "SELECT 1 WHERE current_setting('transaction_read_only') = 'off' \
     AND has_database_privilege(current_database(), 'CREATE') AND has_database_privilege(current_database(), 'TEMPORARY')";

/// The tables of others in the schema of the database at `url`, which a restore would refuse; none if the role or the database
/// cannot tell. Blocks.
pub fn foreign_tables(url: &str) -> Result<Vec<String>, Error> {
    let mut conn = primary::connect(url)?;
    if sql_query(MAY_COMPARE).execute(&mut conn)? == 0 {
        return Ok(Vec::new());
    }
    // Without a COMMIT: the connection ends, and with it everything that this has created.
    conn.batch_execute(&begin())?;
    Ok(typed::<Text, _>(sql_query("SELECT unnest(pg_temp.foreign_tables())")).load(&mut conn)?)
}

/// What the last restore has replaced, as the database says it: with its instant. Blocks.
pub fn previous(url: &str) -> Result<Option<String>, Error> {
    let comment = format!(
        "SELECT coalesce(obj_description(oid, 'pg_namespace'), '') AS name FROM pg_namespace WHERE nspname = '{PREVIOUS}'"
    );
    Ok(typed::<Text, _>(sql_query(comment)).get_result(&mut primary::connect(url)?).optional()?)
}

/// The statements before those of a file whose tables with rows are `tables`.
pub fn before(tables: &[String], may_replace: bool) -> String {
    let mut statements = begin();
    for table in tables {
        let _ = writeln!(statements, "INSERT INTO tables_in_file VALUES ('{}');", table.replace('\'', "''"));
    }
    let answer = if may_replace { "yes" } else { "no" };
    let _ = writeln!(statements, "SET LOCAL tokibako.replace = '{answer}';");
    statements + BEFORE
}

/// The statements after those of the file. They commit if everything is as it should be.
pub const fn after() -> &'static str {
    AFTER
}

/// Brings back what the last restore has replaced, and moves what it restored in its place. Blocks.
pub fn undo(url: &str) -> Result<(), Error> {
    Ok(primary::connect(url)?.batch_execute(&(begin() + UNDO))?)
}

/// Deletes what the last restore has replaced. Blocks.
pub fn drop_previous(url: &str) -> Result<(), Error> {
    let statements = format!("SET client_min_messages = warning; DROP SCHEMA IF EXISTS {PREVIOUS} CASCADE");
    Ok(primary::connect(url)?.batch_execute(&statements)?)
}

/// The beginning of the transaction, with the functions and the migrations that all statements here use.
fn begin() -> String {
    let mut statements = BEGIN.to_owned();
    for (version, migration) in MIGRATIONS {
        let _ = writeln!(
            statements,
            "INSERT INTO known_migrations VALUES ('{version}', $migration$\n{migration}$migration$);"
        );
    }
    statements
}
