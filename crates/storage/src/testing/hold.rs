//! A lock that keeps others waiting, and sight of who waits.

use diesel::{Connection as _, PgConnection, RunQueryDsl as _, connection::SimpleConnection as _, sql_query};

use super::TestDatabase;
use crate::migrations;

/// A lock that is held for as long as the value lives.
#[expect(missing_debug_implementations, reason = "a connection has none")]
pub struct Hold {
    conn: PgConnection,
    sort: &'static str,
}

impl Hold {
    /// Keeps everybody from writing to `table`, or from locking its rows.
    #[must_use]
    pub fn of_writes(database: &TestDatabase, table: &str) -> Self {
        Self::take(database, "relation", &format!("BEGIN; LOCK TABLE {table} IN EXCLUSIVE MODE"))
    }

    /// Keeps everybody from `table`.
    #[must_use]
    pub fn of_table(database: &TestDatabase, table: &str) -> Self {
        Self::take(database, "relation", &format!("BEGIN; LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE"))
    }

    /// Keeps everybody from migrating the database.
    #[must_use]
    pub fn of_migrations(database: &TestDatabase) -> Self {
        Self::take(database, "advisory", migrations::LOCK)
    }

    /// Keeps everybody from the advisory lock `number`.
    #[must_use]
    pub fn of_number(database: &TestDatabase, number: u32) -> Self {
        Self::take(database, "advisory", &format!("SELECT pg_advisory_lock({number})"))
    }

    fn take(database: &TestDatabase, sort: &'static str, lock: &str) -> Self {
        let mut conn = PgConnection::establish(&database.url()).expect("the database is there");
        conn.batch_execute(lock).expect("a lock can be had");
        Self { conn, sort }
    }

    /// How many wait for a lock of this sort.
    pub fn waiting(&mut self) -> usize {
        let waiting = format!(
            "SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database \
             WHERE datname = current_database() AND locktype = '{}' AND NOT granted",
            self.sort,
        );
        sql_query(waiting).execute(&mut self.conn).expect("the locks can be read")
    }
}
