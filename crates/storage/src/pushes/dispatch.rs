//! What is to be sent: taken by one process at a time, and what came of it.

use std::fmt;

use diesel::{dsl::sql, prelude::*, sql_query, sql_types};
use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    answer::{Answer, Answered},
    firing::Ring,
    push::{MOST_HELLOS, Next, Purpose, State},
};
use uuid::Uuid;

use super::queue;
use crate::{
    Storage, devices as device_table,
    error::Error,
    rows::FiringRow,
    schema::{devices, firings, pushes},
};

/// How long a process may take over what it took; then it is anybody's.
pub(super) const LEASE: Duration = Duration::seconds(30);

/// Which messages are taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Which {
    /// The longest due, but none to these origins.
    Due {
        /// How many at most.
        limit: u16,
        /// Push services that are left alone for now.
        without: Vec<String>,
    },
    /// One to this origin, also one that would be tried later: whether the service answers again.
    Probe(String),
}

/// A message to be sent.
#[derive(Clone)]
pub struct Taken {
    /// Its number.
    pub id: i64,
    /// When it is of no use any more.
    pub expires_at: OffsetDateTime,
    /// When it was due.
    pub due_at: OffsetDateTime,
    /// How often it could not be sent.
    pub failures: u32,
    /// What it says.
    pub says: Due,
    /// The number of its device.
    pub device: i64,
    /// The device's own id.
    pub device_id: Uuid,
    /// Where it goes.
    pub endpoint: String,
    /// Scheme, host and port of that.
    pub origin: String,
    /// The device's public key.
    pub p256dh: Vec<u8>,
    /// The device's secret.
    pub auth: Vec<u8>,
    /// Our public key to which the subscription is bound.
    pub vapid_key: Vec<u8>,
    /// The code of its language.
    pub language: String,
    /// Whether its notifications leave labels out.
    pub hides_labels: bool,
    digest: Vec<u8>,
}

/// What a message says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Due {
    /// It rings.
    Ring(Ring),
    /// A ring was answered.
    Stop(Ring, Answered),
    /// The code that the device is to send back.
    Hello(String),
    /// That it works.
    Test,
}

/// Leaves the device out.
impl fmt::Debug for Taken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Taken").field("id", &self.id).field("purpose", &self.says.purpose()).finish_non_exhaustive()
    }
}

impl Due {
    /// What it is for.
    #[must_use]
    pub const fn purpose(&self) -> Purpose {
        match self {
            Self::Ring(_) => Purpose::Ring,
            Self::Stop(..) => Purpose::Stop,
            Self::Hello(_) => Purpose::Hello,
            Self::Test => Purpose::Test,
        }
    }
}

/// A message that was sent, and what follows from that.
#[derive(Debug, Clone)]
pub struct Sent {
    /// The message.
    pub taken: Taken,
    /// What follows.
    pub next: Next,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = pushes, check_for_backend(diesel::pg::Pg))]
struct PushRow {
    id: i64,
    purpose: String,
    code: Option<String>,
    due_at: OffsetDateTime,
    expires_at: OffsetDateTime,
    failures: i32,
    answer: Option<String>,
    answered_at: Option<OffsetDateTime>,
    snoozed_until: Option<OffsetDateTime>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = devices, check_for_backend(diesel::pg::Pg))]
struct AddressRow {
    number: i64,
    id: Uuid,
    endpoint: String,
    origin: String,
    endpoint_digest: Vec<u8>,
    p256dh: Vec<u8>,
    auth: Vec<u8>,
    vapid_key: Vec<u8>,
    language: String,
    hides_labels: bool,
    state: String,
    hellos: i16,
}

#[derive(QueryableByName)]
struct IdRow {
    #[diesel(sql_type = sql_types::BigInt)]
    id: i64,
}

/// What may be taken at all.
const WAITING: &str = "pushes.accepted_at IS NULL AND (pushes.claimed_until IS NULL OR pushes.claimed_until <= $1)";

/// Takes messages for half a minute, the longest due first. What need not be sent any more is deleted.
pub async fn take(storage: &Storage, which: Which, now: OffsetDateTime) -> Result<Vec<Taken>, Error> {
    storage.ringing(move |conn| conn.transaction(|conn| take_some(conn, which, now))).await
}

fn take_some(conn: &mut PgConnection, which: Which, now: OffsetDateTime) -> Result<Vec<Taken>, Error> {
    let (filter, limit, origins) = match which {
        Which::Due { limit, without } => ("pushes.due_at <= $1 AND devices.origin <> ALL ($3)", limit.into(), without),
        Which::Probe(origin) => {
            ("(pushes.due_at <= $1 OR pushes.failures > 0) AND devices.origin = ANY ($3)", 1, vec![origin])
        }
    };
    let query = format!(
        "WITH due AS MATERIALIZED ( \
             SELECT pushes.id FROM pushes JOIN devices ON devices.number = pushes.device \
             WHERE {WAITING} AND {filter} ORDER BY pushes.due_at LIMIT $4 FOR UPDATE OF pushes SKIP LOCKED \
         ) UPDATE pushes SET claimed_until = $2 FROM due WHERE pushes.id = due.id RETURNING pushes.id"
    );
    let ids: Vec<IdRow> = sql_query(query)
        .bind::<sql_types::Timestamptz, _>(now)
        .bind::<sql_types::Timestamptz, _>(now + LEASE)
        .bind::<sql_types::Array<sql_types::Text>, _>(origins)
        .bind::<sql_types::BigInt, _>(limit)
        .load(conn)?;
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<i64> = ids.into_iter().map(|row| row.id).collect();
    let is_its_ring = pushes::kind
        .eq(firings::kind.nullable())
        .and(pushes::row_id.eq(firings::row_id.nullable()))
        .and(pushes::scheduled_for.eq(firings::scheduled_for.nullable()));
    let rows: Vec<(PushRow, AddressRow, Option<FiringRow>)> = pushes::table
        .inner_join(devices::table.on(devices::number.eq(pushes::device)))
        .left_join(firings::table.on(is_its_ring))
        .filter(pushes::id.eq_any(ids))
        .order((pushes::due_at, pushes::id))
        .select((PushRow::as_select(), AddressRow::as_select(), Option::<FiringRow>::as_select()))
        .load(conn)?;
    let (mut taken, mut useless, mut greeted, mut perhaps_sent) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (push, device, firing) in rows {
        let (id, number, is_hello) = (push.id, device.number, push.purpose == Purpose::Hello.as_str());
        let was_answered_amid = push.purpose == Purpose::Ring.as_str() && push.answer.is_some();
        if let Some(message) = message(push, device, firing, now) {
            taken.push(message);
            if is_hello {
                greeted.push(number);
            }
        } else {
            useless.push(id);
            if was_answered_amid {
                perhaps_sent.push(id);
            }
        }
    }
    if !perhaps_sent.is_empty() {
        // The process that was sending it when it was answered has ended: it may be on the screen.
        queue::queue_late_stops(conn, &perhaps_sent, now)?;
    }
    if !useless.is_empty() {
        diesel::delete(pushes::table.filter(pushes::id.eq_any(useless))).execute(conn)?;
    }
    if !greeted.is_empty() {
        // Counted before it is sent: a process that is killed must not send it again and again.
        let hellos = devices::table.filter(devices::number.eq_any(greeted));
        diesel::update(hellos).set(devices::hellos.eq(devices::hellos + 1)).execute(conn)?;
    }
    Ok(taken)
}

/// The message, unless it need not be sent any more.
fn message(push: PushRow, device: AddressRow, firing: Option<FiringRow>, now: OffsetDateTime) -> Option<Taken> {
    if push.expires_at <= now {
        return None;
    }
    let is_active = device.state == State::Active.as_str();
    let ring = firing.and_then(|row| Ring::try_from(row).ok());
    let says = match push.purpose.parse().ok()? {
        Purpose::Ring => Due::Ring(ring.filter(|ring| is_active && ring.answered.is_none())?),
        Purpose::Stop => {
            let answer: Answer = push.answer?.parse().ok()?;
            let answered = Answered { answer, at: push.answered_at?, snoozed_until: push.snoozed_until };
            Due::Stop(ring.filter(|_| is_active)?, answered)
        }
        Purpose::Hello => Due::Hello(push.code.filter(|_| !is_active && device.hellos < MOST_HELLOS)?),
        Purpose::Test if is_active => Due::Test,
        Purpose::Test => return None,
    };
    Some(Taken {
        id: push.id,
        expires_at: push.expires_at,
        due_at: push.due_at,
        failures: u32::try_from(push.failures).unwrap_or_default(),
        says,
        device: device.number,
        device_id: device.id,
        endpoint: device.endpoint,
        origin: device.origin,
        p256dh: device.p256dh,
        auth: device.auth,
        vapid_key: device.vapid_key,
        language: device.language,
        hides_labels: device.hides_labels,
        digest: device.endpoint_digest,
    })
}

/// When the next message is to be sent, but none to these origins.
pub async fn next(storage: &Storage, without: Vec<String>) -> Result<Option<OffsetDateTime>, Error> {
    storage
        .ringing(move |conn| {
            let due = sql::<sql_types::Nullable<sql_types::Timestamptz>>("min(greatest(due_at, claimed_until))");
            let waiting = pushes::table
                .inner_join(devices::table.on(devices::number.eq(pushes::device)))
                .filter(pushes::accepted_at.is_null().and(devices::origin.ne_all(without)))
                .select(due);
            Ok(waiting.first(conn)?)
        })
        .await
}

/// Notes what came of messages; returns how many have lapsed, because they would be tried again too late.
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

    accept(conn, &rings, &greetings, now)?;
    for sent in of(Next::Gone) {
        // It may have subscribed anew meanwhile.
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
    diesel::update(pushes::table.filter(pushes::id.eq_any(&ids)))
        .set((pushes::accepted_at.eq(now), pushes::claimed_until.eq(None::<OffsetDateTime>)))
        .execute(conn)?;
    queue::queue_late_stops(conn, &ids, now)?;
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
    // Answered while it was being sent, it need not be sent again.
    let lapsed = pushes::table.filter(pushes::id.eq_any(&ids).and(pushes::due_at.ge(pushes::expires_at)));
    let lapsed = diesel::delete(lapsed).execute(conn)?;
    let answered = pushes::purpose.eq(Purpose::Ring.as_str()).and(pushes::answer.is_not_null());
    diesel::delete(pushes::table.filter(pushes::id.eq_any(&ids).and(answered))).execute(conn)?;
    Ok(lapsed)
}

/// Gives messages back that were taken and not sent.
pub async fn release(storage: &Storage, ids: Vec<i64>) -> Result<(), Error> {
    storage
        .ringing(move |conn| {
            let taken = pushes::table.filter(pushes::id.eq_any(ids));
            diesel::update(taken).set(pushes::claimed_until.eq(None::<OffsetDateTime>)).execute(conn)?;
            Ok(())
        })
        .await
}

/// Has all that waits for another attempt at an origin tried at once: the service answers again.
pub async fn hasten(storage: &Storage, origin: String, now: OffsetDateTime) -> Result<usize, Error> {
    let hastened = storage
        .ringing(move |conn| {
            let hastened = sql_query(
                "UPDATE pushes SET due_at = $1 FROM devices WHERE devices.number = pushes.device AND devices.origin = $2 \
                 AND pushes.accepted_at IS NULL AND pushes.failures > 0 AND pushes.due_at > $1 \
                 AND (pushes.claimed_until IS NULL OR pushes.claimed_until <= $1)",
            );
            let hastened = hastened.bind::<sql_types::Timestamptz, _>(now).bind::<sql_types::Text, _>(origin);
            Ok(hastened.execute(conn)?)
        })
        .await?;
    storage.wakeup().pushes_now();
    Ok(hastened)
}

/// Deletes what is of no use any more; returns how many of it were never sent.
pub async fn expire(storage: &Storage, now: OffsetDateTime) -> Result<usize, Error> {
    storage
        .ringing(move |conn| {
            let over = pushes::expires_at.le(now);
            let unsent = diesel::delete(pushes::table.filter(over.and(pushes::accepted_at.is_null()))).execute(conn)?;
            diesel::delete(pushes::table.filter(over)).execute(conn)?;
            Ok(unsent)
        })
        .await
}
