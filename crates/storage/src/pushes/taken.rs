//! What is to be sent, taken by one process at a time.

use std::fmt;

use diesel::{dsl::sql, prelude::*, sql_query, sql_types};
use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    answer::{Answer, Answered},
    firing::Ring,
    push::{MOST_HELLOS, Purpose, State},
};
use uuid::Uuid;

use super::queue;
use crate::{
    Storage,
    devices::Address,
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
    pub address: Address,
    /// The code of its language.
    pub language: String,
    /// Whether its notifications leave labels out.
    pub hides_labels: bool,
    pub(super) digest: Vec<u8>,
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
struct DeviceRow {
    number: i64,
    id: Uuid,
    endpoint_digest: Vec<u8>,
    #[diesel(embed)]
    address: Address,
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
    let rows: Vec<(PushRow, DeviceRow, Option<FiringRow>)> = pushes::table
        .inner_join(devices::table.on(devices::number.eq(pushes::device)))
        .left_join(firings::table.on(is_its_ring))
        .filter(pushes::id.eq_any(ids))
        .order((pushes::due_at, pushes::id))
        .select((PushRow::as_select(), DeviceRow::as_select(), Option::<FiringRow>::as_select()))
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
fn message(push: PushRow, device: DeviceRow, firing: Option<FiringRow>, now: OffsetDateTime) -> Option<Taken> {
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
        address: device.address,
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
