//! Caches prepared statements that diesel does not cache.

use diesel::{
    PgConnection, QueryResult, RunQueryDsl,
    pg::Pg,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
};

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

#[cfg(test)]
mod tests {
    use diesel::{Connection as _, QueryableByName, sql_query, sql_types::BigInt};
    use time::macros::date;
    use tokibako_domain::repeat::Repeat;
    use uuid::Uuid;

    use super::*;
    use crate::{
        alarms,
        testing::{
            TestDatabase,
            sample::{NOW, alarm_at, browser, timer_of},
        },
        timers,
    };

    #[derive(QueryableByName)]
    struct CountRow {
        #[diesel(sql_type = BigInt)]
        count: i64,
    }

    fn kept(conn: &mut PgConnection, table: &str) -> i64 {
        let kept = format!(
            "SELECT count(*) AS count FROM pg_prepared_statements WHERE statement LIKE 'INSERT INTO \"{table}\"%'"
        );
        sql_query(kept).get_result::<CountRow>(conn).unwrap().count
    }

    #[test]
    fn inserts_share_a_statement() {
        let database = TestDatabase::create();
        let conn = &mut PgConnection::establish(&database.url()).unwrap();
        let once = Repeat::OnDate(date!(2026 - 12 - 24));
        for (time, repeat, key) in [("07:00", once, None), ("08:00", Repeat::Daily, Some(Uuid::from_u128(1)))] {
            alarms::store(conn, alarm_at(browser(1), time, repeat, NOW), key).unwrap().unwrap();
            timers::store(conn, timer_of(browser(1), 60, NOW), key).unwrap().unwrap();
        }
        assert_eq!((kept(conn, "alarms"), kept(conn, "timers")), (1, 1));
    }
}
