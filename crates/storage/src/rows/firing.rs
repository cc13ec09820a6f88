//! Rows of `firings`: what rang, as it was after the ring.

use diesel::prelude::*;
use time::OffsetDateTime;
use tokibako_domain::{
    answer::{Answer, RingAnswer},
    firing::{Firing, FiringId, Ring},
};
use uuid::Uuid;

use super::{
    columns::{self, ParsedText},
    encoding::decode,
};
use crate::{error::Error, schema::firings};

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
        let subject = decode(&row.subject, columns::browser(row.browser_id)?, row.row_id)?;
        Ok(Self { scheduled_for: row.scheduled_for, subject, answered })
    }
}

pub(crate) struct PlacedRow(pub(crate) FiringId, pub(crate) FiringRow);

impl TryFrom<PlacedRow> for Firing {
    type Error = Error;

    fn try_from(PlacedRow(id, row): PlacedRow) -> Result<Self, Error> {
        Ok(Self { id, ring: Ring::try_from(row)? })
    }
}
