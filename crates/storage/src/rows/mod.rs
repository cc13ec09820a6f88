//! Rows that several readers share, as domain values.

pub mod encoding;

use std::time::Instant;

use diesel::prelude::*;
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

/// The value of a row, if it is readable.
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
