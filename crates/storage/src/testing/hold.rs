//! Locks that block other transactions, for tests.

use diesel::{Connection as _, PgConnection, RunQueryDsl as _, connection::SimpleConnection as _, sql_query};

use super::{TestDatabase, until};
use crate::migrations;

/// A lock that is held until this value is dropped.
#[expect(missing_debug_implementations, reason = "a connection has none")]
pub struct Hold(PgConnection);

impl Hold {
    /// Blocks writes to `table` and locks on its rows.
    #[must_use]
    pub fn of_writes(database: &TestDatabase, table: &str) -> Self {
        Self::of_what(database, &format!("BEGIN; LOCK TABLE {table} IN EXCLUSIVE MODE"))
    }

    /// Blocks every access to `table`.
    #[must_use]
    pub fn of_table(database: &TestDatabase, table: &str) -> Self {
        Self::of_what(database, &format!("BEGIN; LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE"))
    }

    /// Blocks migrations.
    #[must_use]
    pub fn of_migrations(database: &TestDatabase) -> Self {
        Self::of_what(database, migrations::LOCK)
    }

    /// Holds the advisory lock `number`.
    #[must_use]
    pub fn of_number(database: &TestDatabase, number: u32) -> Self {
        Self::of_what(database, &format!("SELECT pg_advisory_lock({number})"))
    }

    /// Locks the rows of these statements in an open transaction.
    #[must_use]
    pub fn of_rows(database: &TestDatabase, statements: &str) -> Self {
        Self::of_what(database, &format!("BEGIN; {statements}"))
    }

    fn of_what(database: &TestDatabase, lock: &str) -> Self {
        let mut conn = PgConnection::establish(&database.url()).expect("the database is there");
        conn.batch_execute(lock).expect("a lock can be had");
        Self(conn)
    }

    /// Executes more statements in the same transaction, and commits it.
    pub fn commit(mut self, statements: &str) {
        self.0.batch_execute(&format!("{statements}; COMMIT")).expect("the transaction goes on");
    }

    /// How many sessions wait for this lock.
    pub fn waiting(&mut self) -> usize {
        // Otherwise a transaction sees the same sessions each time.
        self.0.batch_execute("SELECT pg_stat_clear_snapshot()").expect("the sessions can be looked at");
        let waiting = "SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))";
        sql_query(waiting).execute(&mut self.0).expect("the sessions can be looked at")
    }

    /// Waits until exactly this many sessions wait for this lock; fails if there are more.
    pub async fn until_waiting(&mut self, expected: usize) {
        let are_there = async || {
            let waiting = self.waiting();
            assert!(waiting <= expected, "{waiting} wait, and not {expected}");
            waiting == expected
        };
        until(&format!("{expected} wait for the lock"), are_there).await;
    }
}
