//! Rows of several browsers, found by one plan.

use diesel::{
    AppearsOnTable, QueryResult, SelectableExpression,
    expression::{Expression, ValidGrouping},
    pg::Pg,
    query_builder::{AstPass, QueryFragment, QueryId},
    sql_types::{Array, Uuid as SqlUuid},
};
use tokibako_domain::browser_id::BrowserId;
use uuid::Uuid;

/// Any of several browsers, to the right of an `=`.
///
/// Where Postgres sees how many there are, a plan made for just that many looks cheaper than one for any number, so it
/// makes a new one each time, which takes as long as the rows of a few browsers. Of an array that is only computed as
/// the query runs it sees nothing, and keeps its plan.
#[derive(QueryId, ValidGrouping)]
pub(crate) struct OneOf(Vec<Uuid>);

impl OneOf {
    pub(crate) fn of(browsers: &[BrowserId]) -> Self {
        Self(browsers.iter().copied().map(BrowserId::as_uuid).collect())
    }
}

impl Expression for OneOf {
    type SqlType = SqlUuid;
}

impl QueryFragment<Pg> for OneOf {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("ANY(ARRAY(SELECT unnest(");
        out.push_bind_param::<Array<SqlUuid>, _>(&self.0)?;
        out.push_sql(")))");
        Ok(())
    }
}

impl<Table> AppearsOnTable<Table> for OneOf {}

impl<Table> SelectableExpression<Table> for OneOf {}

#[cfg(test)]
mod tests {
    use diesel::{Connection as _, ExpressionMethods as _, PgConnection, QueryDsl as _, RunQueryDsl as _};

    use super::*;
    use crate::{
        schema::alarms,
        testing::{TestDatabase, sample::browser},
    };

    #[test]
    fn few_browsers_and_many_are_found_by_one_plan() {
        let database = TestDatabase::create();
        let mut session = PgConnection::establish(&database.url()).unwrap();
        for count in 1..=20 {
            let browsers: Vec<_> = (1..=count).map(browser).collect();
            let rows = alarms::table.filter(alarms::browser_id.eq(OneOf::of(&browsers)));
            assert_eq!(rows.count().get_result(&mut session), Ok(0_i64));
        }
        // Postgres makes five plans before it thinks of keeping one.
        let kept = "(SELECT generic_plans FROM pg_prepared_statements WHERE statement LIKE '%unnest%')";
        let kept = diesel::select(diesel::dsl::sql::<diesel::sql_types::BigInt>(kept));
        assert_eq!(kept.get_result(&mut session), Ok(15_i64));
    }
}
