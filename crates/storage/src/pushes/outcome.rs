//! Records the outcomes of messages, and deletes expired ones.

use diesel::{prelude::*, sql_query, sql_types};
use time::OffsetDateTime;
use tokibako_domain::push::{Next, Purpose, State};

use super::{batch, message::Taken, queue};
use crate::{
    Storage, devices as device_table,
    error::Error,
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
    storage.ringing(move |conn| conn.transaction(|conn| record_all(conn, &sent, now))).await
}

fn record_all(conn: &mut PgConnection, sent: &[Sent], now: OffsetDateTime) -> Result<usize, Error> {
    let of = |next: Next| sent.iter().filter(move |sent| sent.next == next);
    let ids = |next| of(next).map(|sent| sent.taken.id).collect::<Vec<_>>();
    let mut over = ids(Next::Dropped);
    over.extend(ids(Next::Refused));
    let (rings, greetings): (Vec<_>, Vec<_>) =
        of(Next::Accepted).partition(|sent| sent.taken.says.purpose() == Purpose::Ring);
    over.extend(greetings.iter().map(|sent| sent.taken.id));

    let numbers: Vec<i64> = sent.iter().map(|sent| sent.taken.device).collect();
    device_table::lock_numbers(conn, &numbers)?;
    accept(conn, &rings, &greetings, now)?;
    for sent in of(Next::Gone) {
        // The device may have subscribed again meanwhile.
        let same = devices::number.eq(sent.taken.device).and(devices::endpoint_digest.eq(&sent.taken.digest));
        let gone: Vec<i64> = devices::table.filter(same).select(devices::number).load(conn)?;
        device_table::delete_numbers(conn, &gone)?;
        over.push(sent.taken.id);
    }
    for sent in of(Next::Refused) {
        let same = devices::number.eq(sent.taken.device).and(devices::endpoint_digest.eq(&sent.taken.digest));
        let failing = (devices::state.eq(State::Failing.as_str()), devices::failing_since.eq(now));
        diesel::update(devices::table.filter(same)).set(failing).execute(conn)?;
    }
    if !over.is_empty() {
        diesel::delete(pushes::table.filter(pushes::id.eq_any(over))).execute(conn)?;
    }
    retry(conn, sent, now)
}

fn accept(conn: &mut PgConnection, rings: &[&Sent], others: &[&Sent], now: OffsetDateTime) -> Result<(), Error> {
    let devices_of = |sent: &[&Sent]| sent.iter().map(|sent| sent.taken.device).collect::<Vec<_>>();
    if !others.is_empty() {
        let own = devices::table.filter(devices::number.eq_any(devices_of(others)));
        diesel::update(own).set(devices::last_accepted_at.eq(now)).execute(conn)?;
    }
    if rings.is_empty() {
        return Ok(());
    }
    let own = devices::table.filter(devices::number.eq_any(devices_of(rings)));
    let unheard = devices::unheard.eq(devices::unheard + 1);
    diesel::update(own).set((devices::last_accepted_at.eq(now), unheard)).execute(conn)?;
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

fn retry(conn: &mut PgConnection, sent: &[Sent], now: OffsetDateTime) -> Result<usize, Error> {
    let again = sent.iter().filter_map(|sent| match sent.next {
        Next::Retry(pause) => Some((sent.taken.id, now + pause)),
        _ => None,
    });
    let (ids, due): (Vec<i64>, Vec<OffsetDateTime>) = again.unzip();
    if ids.is_empty() {
        return Ok(0);
    }
    sql_query(
        "UPDATE pushes SET failures = failures + 1, due_at = again.due_at, claimed_until = NULL \
         FROM unnest($1, $2) AS again (id, due_at) WHERE pushes.id = again.id AND pushes.accepted_at IS NULL",
    )
    .bind::<sql_types::Array<sql_types::BigInt>, _>(&ids)
    .bind::<sql_types::Array<sql_types::Timestamptz>, _>(due)
    .execute(conn)?;
    // If a ring was answered while its message was posted, no retry is needed.
    let lapsed = pushes::table.filter(pushes::id.eq_any(&ids).and(pushes::due_at.ge(pushes::expires_at)));
    let lapsed = diesel::delete(lapsed).execute(conn)?;
    let answered = pushes::purpose.eq(Purpose::Ring.as_str()).and(pushes::answer.is_not_null());
    diesel::delete(pushes::table.filter(pushes::id.eq_any(&ids).and(answered))).execute(conn)?;
    Ok(lapsed)
}

/// Returns messages that were taken but not posted to the queue.
pub async fn release(storage: &Storage, ids: Vec<i64>) -> Result<(), Error> {
    storage
        .ringing(move |conn| {
            let taken = pushes::table.filter(pushes::id.eq_any(ids));
            diesel::update(taken).set(pushes::claimed_until.eq(None::<OffsetDateTime>)).execute(conn)?;
            Ok(())
        })
        .await
}

/// Makes all retries to an origin due at once, because the service answers again.
pub async fn hasten(storage: &Storage, origin: String, now: OffsetDateTime) -> Result<usize, Error> {
    let hastened = storage
        .ringing(move |conn| {
            let hastened = sql_query(
                "UPDATE pushes SET due_at = $1 WHERE lane = hashtext($2) AND accepted_at IS NULL AND failures > 0 \
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
        .ringing(move |conn| {
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
