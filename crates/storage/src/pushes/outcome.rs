//! Records the outcomes of posts: of each message, and of the devices and channels.

use diesel::{prelude::*, sql_query, sql_types};
use time::{Duration, OffsetDateTime};
use tokibako_domain::push::{Disposition, LONGEST_REFUSED, Purpose};

use super::{
    message::{LeasedMessage, MessageOutcome, Recipient},
    transitions::{accept_repeats, accept_rings, end, retry},
};
use crate::{
    Storage, channels as channel_table, devices as device_table,
    error::Error,
    schema::{devices, pushes},
};

/// Records outcomes; returns how many messages have lapsed, because the next attempt would come too late.
pub async fn record(storage: &Storage, sent: Vec<MessageOutcome>, now: OffsetDateTime) -> Result<usize, Error> {
    storage.background(move |conn| conn.transaction(|conn| record_all(conn, &sent, now))).await
}

fn record_all(conn: &mut PgConnection, sent: &[MessageOutcome], now: OffsetDateTime) -> Result<usize, Error> {
    let of = |next: Disposition| sent.iter().filter(move |sent| sent.next == next);
    let accepted =
        |purpose| of(Disposition::Accepted).filter(move |sent| sent.message.body.purpose() == purpose).collect();
    let (rings, repeats): (Vec<_>, Vec<_>) = (accepted(Purpose::Ring), accepted(Purpose::Repeat));
    let over = sent.iter().filter(|sent| match sent.next {
        Disposition::Accepted => !matches!(sent.message.body.purpose(), Purpose::Ring | Purpose::Repeat),
        Disposition::Gone | Disposition::Unusable | Disposition::Dropped => true,
        Disposition::Refused(_) | Disposition::Retry(_) => false,
    });

    let numbers: Vec<i64> = sent.iter().map(|sent| sent.message.device).collect();
    device_table::lock_numbers(conn, &numbers)?;
    for sent in sent.iter().filter(|sent| matches!(sent.message.to, Recipient::Channel(_))) {
        channel_table::record(conn, sent.message.device, sent.error.as_deref(), now)?;
    }
    // In the order in which an answer locks them.
    let own = pushes::table.filter(pushes::id.eq_any(sent.iter().map(|sent| sent.message.id))).order(pushes::id);
    own.select(pushes::id).for_update().load::<i64>(conn)?;
    accepted_by_services(conn, of(Disposition::Accepted), now)?;
    accept_rings(conn, &rings, now)?;
    accept_repeats(conn, &repeats, now)?;
    for sent in of(Disposition::Gone) {
        // The device may have subscribed again meanwhile.
        let Recipient::Device { address, .. } = &sent.message.to else { continue };
        let same = devices::number.eq(sent.message.device).and(devices::endpoint.eq(&address.endpoint));
        let gone: Vec<i64> = devices::table.filter(same).select(devices::number).load(conn)?;
        device_table::delete_numbers(conn, &gone)?;
    }
    for MessageOutcome { message, next, .. } in sent {
        match next {
            Disposition::Unusable => refuse(conn, message, Duration::ZERO, now)?,
            Disposition::Refused(_) => refuse(conn, message, LONGEST_REFUSED, now)?,
            Disposition::Accepted | Disposition::Gone | Disposition::Retry(_) | Disposition::Dropped => 0,
        };
    }
    end(conn, &over.collect::<Vec<_>>())?;
    retry(conn, sent, now)
}

/// Records that a device is refused. After this long it has to subscribe again.
fn refuse(
    conn: &mut PgConnection,
    message: &LeasedMessage,
    longest: Duration,
    now: OffsetDateTime,
) -> QueryResult<usize> {
    let Recipient::Device { address, .. } = &message.to else { return Ok(0) };
    let refused = sql_query(
        "UPDATE devices SET refused_since = coalesce(refused_since, $1), \
         state = CASE WHEN coalesce(refused_since, $1) <= $2 THEN 'failing' ELSE state END, \
         failing_since = CASE WHEN coalesce(refused_since, $1) <= $2 THEN $1 ELSE failing_since END \
         WHERE number = $3 AND endpoint = $4",
    );
    refused
        .bind::<sql_types::Timestamptz, _>(now)
        .bind::<sql_types::Timestamptz, _>(now - longest)
        .bind::<sql_types::BigInt, _>(message.device)
        .bind::<sql_types::Text, _>(&address.endpoint)
        .execute(conn)
}

/// Records that the services of these devices accept messages.
fn accepted_by_services<'a>(
    conn: &mut PgConnection,
    sent: impl Iterator<Item = &'a MessageOutcome>,
    now: OffsetDateTime,
) -> QueryResult<usize> {
    let numbers: Vec<i64> = sent.map(|sent| sent.message.device).collect();
    if numbers.is_empty() {
        return Ok(0);
    }
    let is_accepted = (devices::last_accepted_at.eq(now), devices::refused_since.eq(None::<OffsetDateTime>));
    diesel::update(devices::table.filter(devices::number.eq_any(numbers))).set(is_accepted).execute(conn)
}
