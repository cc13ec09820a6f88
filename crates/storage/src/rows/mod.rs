//! Rows that several readers share, as domain values.

pub mod encoding;

use std::{marker::PhantomData, time::Instant};

use diesel::{
    PgConnection, QueryResult, RunQueryDsl,
    pg::Pg,
    prelude::*,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
};
use time::OffsetDateTime;
use tokibako_domain::{
    account::{Account, AccountId, Username},
    answer::{Answer, RingAnswer},
    firing::Ring,
};
use uuid::Uuid;

use self::encoding::{ParsedText, browser, decode};
use crate::{
    error::Error,
    log_throttle::LogThrottle,
    schema::{accounts, firings},
};

/// The values of all readable rows. An unreadable row is left out and logged, so that the others stay usable. A row is
/// unreadable if its zone is missing from the time zone database, for example.
pub(crate) fn readable<Row, Value: TryFrom<Row, Error = Error>>(rows: Vec<Row>) -> impl Iterator<Item = Value> {
    rows.into_iter().filter_map(readable_one)
}

pub(crate) fn readable_one<Row, Value: TryFrom<Row, Error = Error>>(row: Row) -> Option<Value> {
    Value::try_from(row).inspect_err(left_out).ok()
}

/// Logs that a row was left out. It is throttled, because each list with the row would log it again.
fn left_out(error: &Error) {
    static LINE: LogThrottle = LogThrottle::new();
    if let Some(more) = LINE.at(Instant::now()) {
        tracing::error!(%error, more, "an unreadable row was left out");
    }
}

/// An account without the hash of its password.
#[derive(Queryable, Selectable)]
#[diesel(table_name = accounts, check_for_backend(diesel::pg::Pg))]
pub(crate) struct AccountRow {
    id: i64,
    pub(crate) browser_id: Uuid,
    username: String,
    last_visited: OffsetDateTime,
}

impl TryFrom<AccountRow> for Account {
    type Error = Error;

    fn try_from(row: AccountRow) -> Result<Self, Error> {
        Ok(Self {
            id: AccountId(row.id),
            browser: browser(row.browser_id)?,
            username: Username::parse(&row.username).map_err(Error::unreadable)?,
            last_visited: row.last_visited,
        })
    }
}

/// What rang, as it was after the ring.
#[derive(Queryable, Selectable)]
#[diesel(table_name = firings, check_for_backend(diesel::pg::Pg))]
pub(crate) struct FiringRow {
    browser_id: Uuid,
    row_id: i64,
    scheduled_for: OffsetDateTime,
    subject: Vec<u8>,
    answer: Option<ParsedText<Answer>>,
    answered_at: Option<OffsetDateTime>,
    snoozed_until: Option<OffsetDateTime>,
}

impl TryFrom<FiringRow> for Ring {
    type Error = Error;

    fn try_from(row: FiringRow) -> Result<Self, Error> {
        // An answer of a newer version has ended the ring as well.
        let answered = row.answer.zip(row.answered_at).map(|(answer, at)| RingAnswer {
            answer: answer.read().unwrap_or(Answer::Stop),
            at,
            snoozed_until: row.snoozed_until,
        });
        let subject = decode(&row.subject, browser(row.browser_id)?, row.row_id)?;
        Ok(Self { scheduled_for: row.scheduled_for, subject, answered })
    }
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
