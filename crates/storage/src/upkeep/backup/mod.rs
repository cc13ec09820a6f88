//! What a database holds, for backups of it, and the statements that a restore runs beside the file.

use diesel::{QueryableByName, RunQueryDsl as _, sql_query, sql_types};

use crate::{connections::session, error::Error};

/// The statements before a restored backup: they begin a transaction and empty the database.
pub const BEFORE: &str = include_str!("before.sql");

/// The statements after it: they revoke what the backup may not bring back, and commit.
pub const AFTER: &str = include_str!("after.sql");

/// How much a database holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, QueryableByName)]
pub struct Content {
    /// The number of alarms.
    #[diesel(sql_type = sql_types::BigInt)]
    pub alarms: i64,
    /// The number of timers.
    #[diesel(sql_type = sql_types::BigInt)]
    pub timers: i64,
    /// The number of accounts.
    #[diesel(sql_type = sql_types::BigInt)]
    pub accounts: i64,
}

impl Content {
    /// Whether nobody would miss it.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.alarms + self.timers + self.accounts == 0
    }
}

impl std::fmt::Display for Content {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { alarms, timers, accounts } = self;
        write!(f, "{alarms} alarms, {timers} timers, {accounts} accounts")
    }
}

/// What the database at `url` holds; `None` if no server has ever used it. Blocks.
pub fn content(url: &str) -> Result<Option<Content>, Error> {
    let mut conn = session::connect(url)?;
    if sql_query("SELECT 1 WHERE to_regclass('public.accounts') IS NOT NULL").execute(&mut conn)? == 0 {
        return Ok(None);
    }
    let counts = "SELECT (SELECT count(*) FROM alarms) AS alarms, (SELECT count(*) FROM timers) AS timers, \
                  (SELECT count(*) FROM accounts) AS accounts";
    Ok(Some(sql_query(counts).get_result(&mut conn)?))
}

/// Whether somebody else is connected to the database at `url`. Blocks.
pub fn is_in_use(url: &str) -> Result<bool, Error> {
    let others = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() \
                  AND backend_type = 'client backend'";
    Ok(sql_query(others).execute(&mut session::connect(url)?)? > 0)
}
