//! Database sessions: how they are opened and configured, and their timeouts; prepared statements that diesel does not
//! cache.

use std::marker::PhantomData;

use diesel::{
    Connection as _, ConnectionError, PgConnection, QueryResult, RunQueryDsl,
    connection::SimpleConnection as _,
    pg::Pg,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
};

use crate::error::Error;

/// The settings of a session: statements and idle transactions have timeouts. So rows that a transaction has locked are
/// free again seconds after its process was frozen or cut off. If the database waits for that process to accept an
/// answer, only `tcp_user_timeout` ends the wait.
const SETUP: &str = "SET TIME ZONE 'UTC'; SET statement_timeout = '20s'; \
    SET idle_in_transaction_session_timeout = '5s'; SET tcp_user_timeout = '3s'";

/// libpq's parameters to detect a peer that has vanished (seconds, milliseconds, seconds, seconds, probes).
const TIMEOUTS: [(&str, u32); 5] = [
    ("connect_timeout", 3),
    ("tcp_user_timeout", 10_000),
    ("keepalives_idle", 5),
    ("keepalives_interval", 2),
    ("keepalives_count", 3),
];

/// Connects to the database at `url` without pooling, for a command or a migration. Blocks until it answers.
pub(crate) fn connect(url: &str) -> Result<PgConnection, Error> {
    PgConnection::establish(&with_timeouts(url)).map_err(|error| Error::Unavailable(error.to_string()))
}

pub(crate) fn open(url: &str) -> Result<PgConnection, ConnectionError> {
    let mut session = PgConnection::establish(url)?;
    session.batch_execute(SETUP).map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(session)
}

/// The URL with shorter timeouts of libpq, unless the operator has set them. A server that accepts and never answers,
/// or a network that drops packets, then counts as unavailable after seconds.
pub(crate) fn with_timeouts(url: &str) -> String {
    let (joint, separator) = match (url.contains("://"), url.contains('?')) {
        (true, true) => ("&", "&"),
        (true, false) => ("?", "&"),
        (false, _) => (" ", " "),
    };
    let missing: Vec<String> = TIMEOUTS
        .iter()
        .filter(|(name, _)| !url.contains(&format!("{name}=")))
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    if missing.is_empty() { url.to_owned() } else { format!("{url}{joint}{}", missing.join(separator)) }
}

/// A statement with few different SQL texts, such as one that differs only by its number of rows.
///
/// Diesel does not cache a statement that could have any number of texts, so Postgres would parse and plan it each
/// time, after another round trip. Statements whose best plan depends on the number of rows or on the size of a table
/// are not wrapped in this.
pub(crate) struct PreparedStatement<Statement>(pub(crate) Statement);

impl<Statement: QueryFragment<Pg>> QueryFragment<Pg> for PreparedStatement<Statement> {
    fn walk_ast<'b>(&'b self, pass: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_ast(pass)
    }

    fn is_safe_to_cache_prepared(&self, _: &Pg) -> QueryResult<bool> {
        Ok(true)
    }
}

/// The cache key is the SQL text.
impl<Statement> QueryId for PreparedStatement<Statement> {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Statement: Query> Query for PreparedStatement<Statement> {
    type SqlType = Statement::SqlType;
}

impl<Statement> RunQueryDsl<PgConnection> for PreparedStatement<Statement> {}

/// A statement in SQL, whose rows are tuples of these types in the order of its columns.
pub(crate) struct TypedStatement<Columns, Statement>(Statement, PhantomData<Columns>);

/// Tells the types of the columns of a statement.
pub(crate) const fn typed<Columns, Statement>(statement: Statement) -> TypedStatement<Columns, Statement> {
    TypedStatement(statement, PhantomData)
}

impl<Columns, Statement: QueryFragment<Pg>> QueryFragment<Pg> for TypedStatement<Columns, Statement> {
    fn walk_ast<'b>(&'b self, pass: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_ast(pass)
    }
}

impl<Columns, Statement> QueryId for TypedStatement<Columns, Statement> {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Columns, Statement> Query for TypedStatement<Columns, Statement> {
    type SqlType = Columns;
}

impl<Columns, Statement> RunQueryDsl<PgConnection> for TypedStatement<Columns, Statement> {}

#[cfg(test)]
mod tests {
    use diesel::{Connection as _, QueryableByName, sql_query, sql_types::BigInt};
    use time::macros::date;
    use tokibako_domain::{alarm::Alarm, occurrence::Repeat, timer::Timer};
    use uuid::Uuid;

    use super::*;
    use crate::{
        owned::OwnedRow as _,
        testing::{
            TestDatabase,
            sample::{NOW, alarm_at, browser, timer_of},
        },
    };

    #[derive(QueryableByName)]
    struct CountRow {
        #[diesel(sql_type = BigInt)]
        count: i64,
    }

    fn prepared(conn: &mut PgConnection, table: &str) -> i64 {
        let statements = format!(
            "SELECT count(*) AS count FROM pg_prepared_statements WHERE statement LIKE 'INSERT INTO \"{table}\"%'"
        );
        sql_query(statements).get_result::<CountRow>(conn).unwrap().count
    }

    #[test]
    fn inserts_share_a_statement() {
        let database = TestDatabase::create();
        let conn = &mut PgConnection::establish(&database.url()).unwrap();
        let once = Repeat::OnDate(date!(2026 - 12 - 24));
        for (time, repeat, key) in [("07:00", once, None), ("08:00", Repeat::Daily, Some(Uuid::from_u128(1)))] {
            Alarm::store(conn, alarm_at(browser(1), time, repeat, NOW), key).unwrap().unwrap();
            Timer::store(conn, timer_of(browser(1), 60, NOW), key).unwrap().unwrap();
        }
        assert_eq!((prepared(conn, "alarms"), prepared(conn, "timers")), (1, 1));
    }
}
