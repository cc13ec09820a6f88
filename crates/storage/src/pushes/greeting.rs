//! Messages that are about no ring, for a device or a channel.

use diesel::prelude::*;
use time::OffsetDateTime;
use tokibako_domain::push::{GREETING_LIFETIME, Purpose};

use crate::{error::Error, schema::pushes, signals::notifications};

/// Queues a code, or without one a test. It replaces a waiting one.
pub(crate) fn queue(
    conn: &mut PgConnection,
    device: i64,
    origin: String,
    code: Option<String>,
    due_at: OffsetDateTime,
    now: OffsetDateTime,
) -> Result<(), Error> {
    let purpose = if code.is_some() { Purpose::Hello } else { Purpose::Test };
    let waiting = pushes::table.filter(pushes::device.eq(device).and(pushes::purpose.eq(purpose.as_str())));
    diesel::delete(waiting).execute(conn)?;
    diesel::insert_into(pushes::table)
        .values((
            pushes::device.eq(device),
            pushes::origin.eq(origin),
            pushes::purpose.eq(purpose.as_str()),
            pushes::code.eq(code),
            pushes::due_at.eq(due_at),
            pushes::expires_at.eq(now + GREETING_LIFETIME),
        ))
        .execute(conn)?;
    notifications::notify_pushes(conn)
}
