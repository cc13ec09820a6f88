//! What becomes of leased messages, and of their devices and channels: the outcomes of posts are recorded, and what was not posted
//! is returned to the queue. The states of a message are at the head of `transitions`.

use diesel::{prelude::*, sql_query, sql_types};
use time::{Duration, OffsetDateTime};
use tokibako_domain::push::{Disposition, LEASE, LONGEST_REFUSED, Purpose, REPEAT_INTERVAL};

use super::{
    message::{LeasedMessage, MessageBody, MessageOutcome, Recipient},
    transitions::{queue_late_stops, queue_repeats},
};
use crate::{
    Storage, channels as channel_table, devices as device_table,
    error::Error,
    faults::is_planted,
    rows::typed,
    schema::{devices, pushes},
    signals::wakeup,
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

/// Records that rings were accepted, and queues their first repeats.
fn accept_rings(conn: &mut PgConnection, rings: &[&MessageOutcome], now: OffsetDateTime) -> Result<(), Error> {
    if rings.is_empty() {
        return Ok(());
    }
    // Accepted is accepted, whoever holds the lease now. Another process that does posts the message again.
    let ids: Vec<i64> = rings.iter().map(|sent| sent.message.id).collect();
    // A channel reports nothing, so what it has accepted counts as shown: the answer is sent for as long.
    let of_channels = rings.iter().filter(|sent| matches!(sent.message.to, Recipient::Channel(_)));
    let of_channels: Vec<i64> = of_channels.map(|sent| sent.message.id).collect();
    if !of_channels.is_empty() {
        let accepted = pushes::table.filter(pushes::id.eq_any(of_channels));
        diesel::update(accepted).set(pushes::shown_at.eq(now)).execute(conn)?;
    }
    let sent: Vec<(i64, bool)> = diesel::update(pushes::table.filter(pushes::id.eq_any(ids)))
        .set((pushes::accepted_at.eq(now), pushes::claimed_until.eq(None::<OffsetDateTime>)))
        .returning((pushes::id, pushes::answer.is_not_null()))
        .get_results(conn)?;
    let answered: Vec<i64> = sent.into_iter().filter_map(|(id, is_answered)| is_answered.then_some(id)).collect();
    if !answered.is_empty() {
        queue_late_stops(conn, &answered, now)?;
    }
    // The ring of a step ends by itself, and a channel gets no repeats.
    let is_lasting = |sent: &&&MessageOutcome| matches!((&sent.message.body, &sent.message.to), (MessageBody::Ring(ring), Recipient::Device { .. }) if !ring.is_of_step());
    let lasting = rings.iter().filter(is_lasting);
    queue_repeats(conn, &lasting.map(|sent| sent.message.id).collect::<Vec<_>>(), now)?;
    Ok(())
}

/// Queues the next repeats after these, or deletes those that were the last ones.
fn accept_repeats(conn: &mut PgConnection, repeats: &[&MessageOutcome], now: OffsetDateTime) -> Result<(), Error> {
    let (ids, until) = leases(repeats.iter().map(|sent| &sent.message));
    if ids.is_empty() {
        return Ok(());
    }
    let is_answered = pushes::id.eq_any(&ids).and(pushes::answer.is_not_null());
    let answered: Vec<i64> = pushes::table.filter(is_answered).select(pushes::id).for_update().load(conn)?;
    if !answered.is_empty() {
        queue_late_stops(conn, &answered, now)?;
        // One that another process has leased since is posted once more, and its answer after that.
        sql_query(format!("DELETE FROM pushes USING {} AND pushes.answer IS NOT NULL", own()))
            .bind::<sql_types::Array<sql_types::BigInt>, _>(&ids)
            .bind::<sql_types::Array<sql_types::Timestamptz>, _>(&until)
            .execute(conn)?;
    }
    sql_query(format!(
        "UPDATE pushes SET due_at = $3 + make_interval(secs => $4), repeat = repeat + 1, failures = 0, \
         claimed_until = NULL FROM {}",
        own()
    ))
    .bind::<sql_types::Array<sql_types::BigInt>, _>(&ids)
    .bind::<sql_types::Array<sql_types::Timestamptz>, _>(&until)
    .bind::<sql_types::Timestamptz, _>(now)
    .bind::<sql_types::Double, _>(REPEAT_INTERVAL.as_seconds_f64())
    .execute(conn)?;
    let is_last = pushes::claimed_until.is_null().and(pushes::due_at.ge(pushes::expires_at));
    diesel::delete(pushes::table.filter(pushes::id.eq_any(ids).and(is_last))).execute(conn)?;
    Ok(())
}

/// Messages whose lease is still the one under which they were posted. Others are another process's business.
fn own() -> &'static str {
    if is_planted("outcome-of-any-lease") {
        return "unnest($1, $2) AS own (id, leased_until) WHERE pushes.id = own.id";
    }
    "unnest($1, $2) AS own (id, leased_until) WHERE pushes.id = own.id AND pushes.claimed_until = own.leased_until"
}

fn leases<'a>(messages: impl Iterator<Item = &'a LeasedMessage>) -> (Vec<i64>, Vec<OffsetDateTime>) {
    messages.map(|message| (message.id, message.leased_until)).unzip()
}

/// Deletes messages that need no other attempt.
fn end(conn: &mut PgConnection, sent: &[&MessageOutcome]) -> QueryResult<usize> {
    let (ids, until) = leases(sent.iter().map(|sent| &sent.message));
    if ids.is_empty() {
        return Ok(0);
    }
    sql_query(format!("DELETE FROM pushes USING {}", own()))
        .bind::<sql_types::Array<sql_types::BigInt>, _>(ids)
        .bind::<sql_types::Array<sql_types::Timestamptz>, _>(until)
        .execute(conn)
}

fn retry(conn: &mut PgConnection, sent: &[MessageOutcome], now: OffsetDateTime) -> Result<usize, Error> {
    let again = || sent.iter().filter(|sent| sent.next.pause().is_some());
    let (ids, until) = leases(again().map(|sent| &sent.message));
    let due: Vec<OffsetDateTime> = again().filter_map(|sent| Some(now + sent.next.pause()?)).collect();
    if ids.is_empty() {
        return Ok(0);
    }
    let given_back = sql_query(format!(
        "UPDATE pushes SET failures = failures + 1, due_at = own.due_at, claimed_until = {GIVEN_BACK} \
         FROM unnest($1, $2, $3, $4) AS own (id, leased_until, was_leased, due_at) \
         WHERE pushes.id = own.id AND pushes.claimed_until = own.leased_until AND pushes.accepted_at IS NULL \
         RETURNING pushes.id"
    ));
    let given_back = given_back
        .bind::<sql_types::Array<sql_types::BigInt>, _>(&ids)
        .bind::<sql_types::Array<sql_types::Timestamptz>, _>(until)
        .bind::<sql_types::Array<sql_types::Bool>, _>(were_leased(again().map(|sent| &sent.message)))
        .bind::<sql_types::Array<sql_types::Timestamptz>, _>(due);
    let given_back: Vec<i64> = typed::<sql_types::BigInt, _>(given_back).load(conn)?;
    let unsent = || pushes::id.eq_any(&given_back);
    // If a ring was answered or muted while its message was posted, no retry is needed.
    let is_ring = || pushes::purpose.eq_any([Purpose::Ring.as_str(), Purpose::Repeat.as_str()]);
    let is_over = || is_ring().and(pushes::answer.is_not_null().or(pushes::is_hushed));
    let perhaps_sent =
        unsent().and(is_ring()).and(pushes::answer.is_not_null()).and(pushes::claimed_until.is_not_null());
    let perhaps_sent: Vec<i64> = pushes::table.filter(perhaps_sent).select(pushes::id).load(conn)?;
    if !perhaps_sent.is_empty() {
        queue_late_stops(conn, &perhaps_sent, now)?;
    }
    diesel::delete(pushes::table.filter(unsent().and(is_over()))).execute(conn)?;
    let is_late = pushes::due_at.ge(pushes::expires_at);
    let late: Vec<bool> =
        diesel::delete(pushes::table.filter(unsent().and(is_late))).returning(pushes::is_repeat).get_results(conn)?;
    // A device whose repeat lapses was sent the ring.
    Ok(late.iter().filter(|is_repeat| !**is_repeat).count())
}

/// The end of a lease that is given back without an outcome that says that the message was sent: as if there had been no lease or,
/// if another process may have sent the message before, over by now.
const GIVEN_BACK: &str = "CASE WHEN own.was_leased THEN own.leased_until - interval '30 seconds' END";
const _: () = assert!(LEASE.whole_seconds() == 30, "the interval is that of a lease");

fn were_leased<'a>(messages: impl Iterator<Item = &'a LeasedMessage>) -> Vec<bool> {
    messages.map(|message| message.was_leased).collect()
}

/// Returns messages that were leased but not posted to the queue.
pub async fn release(storage: &Storage, messages: Vec<LeasedMessage>) -> Result<(), Error> {
    let (ids, until) = leases(messages.iter());
    let were_leased = were_leased(messages.iter());
    storage
        .background(move |conn| {
            let released = sql_query(format!(
                "UPDATE pushes SET claimed_until = {GIVEN_BACK} \
                 FROM unnest($1, $2, $3) AS own (id, leased_until, was_leased) \
                 WHERE pushes.id = own.id AND pushes.claimed_until = own.leased_until"
            ));
            let released = released
                .bind::<sql_types::Array<sql_types::BigInt>, _>(ids)
                .bind::<sql_types::Array<sql_types::Timestamptz>, _>(until)
                .bind::<sql_types::Array<sql_types::Bool>, _>(were_leased)
                .execute(conn)?;
            if released > 0 {
                // Other processes sleep until the leases end.
                wakeup::notify_pushes(conn)?;
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
