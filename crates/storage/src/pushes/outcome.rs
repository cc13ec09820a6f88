//! Records the outcomes of messages, and deletes expired ones.

use diesel::{prelude::*, sql_query, sql_types};
use time::{Duration, OffsetDateTime};
use tokibako_domain::push::{LONGEST_REFUSED, Next, Purpose};

use super::{batch, message::Taken, queue};
use crate::{
    Storage, devices as device_table,
    error::Error,
    notifications,
    schema::{devices, pushes},
};

/// A message that was posted, and what to do next.
#[derive(Debug, Clone)]
pub struct Sent {
    /// The message.
    pub taken: Taken,
    /// What to do next.
    pub next: Next,
}

#[derive(QueryableByName)]
struct Expired {
    #[diesel(sql_type = sql_types::BigInt)]
    unsent: i64,
}

/// Records outcomes; returns how many messages have lapsed, because the next attempt would come too late.
pub async fn record(storage: &Storage, sent: Vec<Sent>, now: OffsetDateTime) -> Result<usize, Error> {
    storage.background(move |conn| conn.transaction(|conn| record_all(conn, &sent, now))).await
}

fn record_all(conn: &mut PgConnection, sent: &[Sent], now: OffsetDateTime) -> Result<usize, Error> {
    let of = |next: Next| sent.iter().filter(move |sent| sent.next == next);
    let (rings, others): (Vec<_>, Vec<_>) =
        of(Next::Accepted).partition(|sent| sent.taken.says.purpose() == Purpose::Ring);
    let over = sent.iter().filter(|sent| match sent.next {
        Next::Accepted => sent.taken.says.purpose() != Purpose::Ring,
        Next::Gone | Next::Unusable | Next::Dropped => true,
        Next::Refused(_) | Next::Retry(_) => false,
    });

    let numbers: Vec<i64> = sent.iter().map(|sent| sent.taken.device).collect();
    device_table::lock_numbers(conn, &numbers)?;
    accept(conn, &rings, &others, now)?;
    for sent in of(Next::Gone) {
        // The device may have subscribed again meanwhile.
        let same = devices::number.eq(sent.taken.device).and(devices::endpoint_digest.eq(&sent.taken.digest));
        let gone: Vec<i64> = devices::table.filter(same).select(devices::number).load(conn)?;
        device_table::delete_numbers(conn, &gone)?;
    }
    for Sent { taken, next } in sent {
        match next {
            Next::Unusable => refuse(conn, taken, Duration::ZERO, now)?,
            Next::Refused(_) => refuse(conn, taken, LONGEST_REFUSED, now)?,
            Next::Accepted | Next::Gone | Next::Retry(_) | Next::Dropped => 0,
        };
    }
    end(conn, &over.collect::<Vec<_>>())?;
    retry(conn, sent, now)
}

/// Records that a device is refused. After this long it has to subscribe again.
fn refuse(conn: &mut PgConnection, taken: &Taken, longest: Duration, now: OffsetDateTime) -> QueryResult<usize> {
    let refused = sql_query(
        "UPDATE devices SET refused_since = coalesce(refused_since, $1), \
         state = CASE WHEN coalesce(refused_since, $1) <= $2 THEN 'failing' ELSE state END, \
         failing_since = CASE WHEN coalesce(refused_since, $1) <= $2 THEN $1 ELSE failing_since END \
         WHERE number = $3 AND endpoint_digest = $4",
    );
    refused
        .bind::<sql_types::Timestamptz, _>(now)
        .bind::<sql_types::Timestamptz, _>(now - longest)
        .bind::<sql_types::BigInt, _>(taken.device)
        .bind::<sql_types::Binary, _>(&taken.digest)
        .execute(conn)
}

fn accept(conn: &mut PgConnection, rings: &[&Sent], others: &[&Sent], now: OffsetDateTime) -> Result<(), Error> {
    let devices_of = |sent: &[&Sent]| sent.iter().map(|sent| sent.taken.device).collect::<Vec<_>>();
    let is_accepted = (devices::last_accepted_at.eq(now), devices::refused_since.eq(None::<OffsetDateTime>));
    if !others.is_empty() {
        let own = devices::table.filter(devices::number.eq_any(devices_of(others)));
        diesel::update(own).set(is_accepted).execute(conn)?;
    }
    if rings.is_empty() {
        return Ok(());
    }
    let own = devices::table.filter(devices::number.eq_any(devices_of(rings)));
    let unheard = devices::unheard.eq(devices::unheard + 1);
    diesel::update(own).set((is_accepted, unheard)).execute(conn)?;
    // Accepted is accepted, whoever holds the lease now. Another process that does posts the message again.
    let ids: Vec<i64> = rings.iter().map(|sent| sent.taken.id).collect();
    let sent: Vec<(i64, bool)> = diesel::update(pushes::table.filter(pushes::id.eq_any(ids)))
        .set((pushes::accepted_at.eq(now), pushes::claimed_until.eq(None::<OffsetDateTime>)))
        .returning((pushes::id, pushes::answer.is_not_null()))
        .get_results(conn)?;
    let answered: Vec<i64> = sent.into_iter().filter_map(|(id, is_answered)| is_answered.then_some(id)).collect();
    if !answered.is_empty() {
        queue::queue_late_stops(conn, &answered, now)?;
    }
    Ok(())
}

/// Messages whose lease is still the one under which they were posted. Others are another process's business.
const OWN: &str = "unnest($1, $2) AS own (id, leased_until) \
                   WHERE pushes.id = own.id AND pushes.claimed_until = own.leased_until";

fn leases<'a>(taken: impl Iterator<Item = &'a Taken>) -> (Vec<i64>, Vec<OffsetDateTime>) {
    taken.map(|taken| (taken.id, taken.leased_until)).unzip()
}

/// Deletes messages that need no other attempt.
fn end(conn: &mut PgConnection, sent: &[&Sent]) -> QueryResult<usize> {
    let (ids, until) = leases(sent.iter().map(|sent| &sent.taken));
    if ids.is_empty() {
        return Ok(0);
    }
    sql_query(format!("DELETE FROM pushes USING {OWN}"))
        .bind::<sql_types::Array<sql_types::BigInt>, _>(ids)
        .bind::<sql_types::Array<sql_types::Timestamptz>, _>(until)
        .execute(conn)
}

fn retry(conn: &mut PgConnection, sent: &[Sent], now: OffsetDateTime) -> Result<usize, Error> {
    let again = || sent.iter().filter(|sent| sent.next.pause().is_some());
    let (ids, until) = leases(again().map(|sent| &sent.taken));
    let due: Vec<OffsetDateTime> = again().filter_map(|sent| Some(now + sent.next.pause()?)).collect();
    if ids.is_empty() {
        return Ok(0);
    }
    sql_query(
        "UPDATE pushes SET failures = failures + 1, due_at = own.due_at, claimed_until = NULL \
         FROM unnest($1, $2, $3) AS own (id, leased_until, due_at) \
         WHERE pushes.id = own.id AND pushes.claimed_until = own.leased_until AND pushes.accepted_at IS NULL",
    )
    .bind::<sql_types::Array<sql_types::BigInt>, _>(&ids)
    .bind::<sql_types::Array<sql_types::Timestamptz>, _>(until)
    .bind::<sql_types::Array<sql_types::Timestamptz>, _>(due)
    .execute(conn)?;
    // If a ring was answered while its message was posted, no retry is needed.
    let unsent = || pushes::id.eq_any(&ids).and(pushes::claimed_until.is_null()).and(pushes::accepted_at.is_null());
    let is_late = pushes::due_at.ge(pushes::expires_at);
    let lapsed = diesel::delete(pushes::table.filter(unsent().and(is_late))).execute(conn)?;
    let is_answered = pushes::purpose.eq(Purpose::Ring.as_str()).and(pushes::answer.is_not_null());
    diesel::delete(pushes::table.filter(unsent().and(is_answered))).execute(conn)?;
    Ok(lapsed)
}

/// Returns messages that were leased but not posted to the queue.
pub async fn release(storage: &Storage, taken: Vec<Taken>) -> Result<(), Error> {
    let (ids, until) = leases(taken.iter());
    storage
        .background(move |conn| {
            let released = sql_query(format!("UPDATE pushes SET claimed_until = NULL FROM {OWN}"))
                .bind::<sql_types::Array<sql_types::BigInt>, _>(ids)
                .bind::<sql_types::Array<sql_types::Timestamptz>, _>(until)
                .execute(conn)?;
            if released > 0 {
                // Other processes sleep until the leases end.
                notifications::notify_pushes(conn)?;
            }
            Ok(())
        })
        .await
}

/// Makes all retries to an origin due at once, because the service answers again.
pub async fn hasten(storage: &Storage, origin: String, now: OffsetDateTime) -> Result<usize, Error> {
    let hastened = storage
        .background(move |conn| {
            let hastened = sql_query(
                "UPDATE pushes SET due_at = $1 WHERE origin = $2 AND accepted_at IS NULL AND failures > 0 \
                 AND due_at > $1 AND (claimed_until IS NULL OR claimed_until <= $1)",
            );
            let hastened = hastened.bind::<sql_types::Timestamptz, _>(now).bind::<sql_types::Text, _>(origin);
            Ok(hastened.execute(conn)?)
        })
        .await?;
    storage.wakeup().pushes_now();
    Ok(hastened)
}

/// Deletes messages that are of no use any more; returns how many of them were never sent.
pub async fn expire(storage: &Storage, now: OffsetDateTime) -> Result<usize, Error> {
    storage
        .background(move |conn| {
            let expired = sql_query(
                "WITH expired AS (DELETE FROM pushes WHERE expires_at <= $1 RETURNING accepted_at) \
                 SELECT count(*) AS unsent FROM expired WHERE accepted_at IS NULL",
            );
            batch::forget(conn, now)?;
            let Expired { unsent } = expired.bind::<sql_types::Timestamptz, _>(now).get_result(conn)?;
            Ok(usize::try_from(unsent).unwrap_or_default())
        })
        .await
}
