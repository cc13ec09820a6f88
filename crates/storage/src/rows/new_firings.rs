//! New rows of `firings`.

use diesel::{
    prelude::*,
    sql_query,
    sql_types::{self, Array, BigInt, Binary, Bool, Text, Timestamptz},
};
use time::OffsetDateTime;
use tokibako_domain::firing::NewFiring;
use uuid::Uuid;

use super::encoding::encode;
use crate::connections::session::PreparedStatement;

/// What happens if the log already has a ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DuplicatePolicy {
    /// The insert fails with a unique violation.
    Fail,
    /// The ring is skipped. This costs a search for each ring, so it is only used after a failure.
    Skip,
}

/// A batch of rings as columns, for `unnest`.
#[derive(Default)]
pub(crate) struct NewFirings {
    /// The index of the ring in its batch.
    index: Vec<i64>,
    browser_id: Vec<Uuid>,
    kind: Vec<&'static str>,
    row_id: Vec<i64>,
    scheduled_for: Vec<OffsetDateTime>,
    is_step: Vec<bool>,
    subject: Vec<Vec<u8>>,
}

impl NewFirings {
    pub(crate) fn new(rings: &[NewFiring]) -> Self {
        let mut new = Self::default();
        for (index, NewFiring { scheduled_for, subject }) in (0..).zip(rings) {
            new.index.push(index);
            new.browser_id.push(subject.browser().as_uuid());
            new.kind.push(subject.kind().as_str());
            new.row_id.push(subject.row());
            new.scheduled_for.push(*scheduled_for);
            new.is_step.push(subject.is_step());
            new.subject.push(encode(subject));
        }
        new
    }

    /// Appends all of them, in their own block; returns how many were new.
    ///
    /// The arrays are expanded in a select list, because in FROM each of them would be stored before it is read.
    pub(crate) fn insert(
        &self,
        fired_at: OffsetDateTime,
        repeated: DuplicatePolicy,
        conn: &mut PgConnection,
    ) -> QueryResult<usize> {
        const COLUMNS: &str = "browser_id, kind, row_id, scheduled_for, is_step, subject";
        let on_conflict = match repeated {
            DuplicatePolicy::Fail => "",
            DuplicatePolicy::Skip => " ON CONFLICT (kind, row_id, scheduled_for, lane) DO NOTHING",
        };
        let insert = sql_query(format!(
            "WITH block AS MATERIALIZED (SELECT nextval('firing_blocks') << 12 AS first) \
             INSERT INTO firings (id, fired_at, lane, {COLUMNS}) \
             SELECT block.first + index, $1, firing_lane(scheduled_for), {COLUMNS} \
             FROM block, (SELECT unnest($2), unnest($3), unnest($4), unnest($5), unnest($6), unnest($7), unnest($8)) \
             AS ring (index, {COLUMNS}){on_conflict}"
        ));
        let insert = insert
            .into_boxed()
            .bind::<Timestamptz, _>(fired_at)
            .bind::<Array<BigInt>, _>(&self.index)
            .bind::<Array<sql_types::Uuid>, _>(&self.browser_id)
            .bind::<Array<Text>, _>(&self.kind)
            .bind::<Array<BigInt>, _>(&self.row_id)
            .bind::<Array<Timestamptz>, _>(&self.scheduled_for)
            .bind::<Array<Bool>, _>(&self.is_step)
            .bind::<Array<Binary>, _>(&self.subject);
        PreparedStatement(insert).execute(conn)
    }
}
