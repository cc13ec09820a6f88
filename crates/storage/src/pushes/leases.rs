//! Takes due messages from the queue, each for one process at a time.

use std::collections::{HashMap, HashSet};

use diesel::{prelude::*, sql_query, sql_types};
use time::OffsetDateTime;
use tokibako_domain::{
    firing::Ring,
    push::{Purpose, RING_DELAY, lease::LEASE},
};

use super::{
    message::{LeasedMessage, PushChannelRow, PushDeviceRow, PushRow, RecipientRow, message},
    queue, repeats,
};
use crate::{
    Storage, devices as device_table,
    error::Error,
    rows::FiringRow,
    schema::{channels, devices, firing_lane, firings, pushes},
};

/// How many messages there is room for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Room {
    /// In total.
    pub in_all: u16,
    /// For one push service.
    pub each: u16,
    /// Exceptions by origin: the room for these services, which may be zero.
    pub less: Vec<(String, u16)>,
    /// Rows of devices for which there is no room: their browsers are sent too many messages.
    pub paused: Vec<i64>,
    /// Origins for whose repeats there is no room: these services want fewer messages.
    pub without_repeats: Vec<String>,
}

/// Messages for which there is no room.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Exclusions {
    /// The origins of their services.
    pub services: Vec<String>,
    /// The rows of their devices.
    pub devices: Vec<i64>,
    /// The origins of services that get no repeats.
    pub repeats: Vec<String>,
}

/// Which messages to take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selection {
    /// Due ones of each push service: first messages before repeats, those of different browsers in turns, and of one
    /// browser the longest due first.
    Due(Room),
    /// One message to each of these origins, even if its retry is not due yet, to probe the services.
    Probes(Vec<String>),
}

/// A message with its device or channel, and with its ring if it is about one.
type LeasedRow = (PushRow, Option<PushDeviceRow>, Option<PushChannelRow>, Option<FiringRow>);

#[derive(QueryableByName)]
struct LeaseRow {
    #[diesel(sql_type = sql_types::BigInt)]
    id: i64,
    #[diesel(sql_type = sql_types::Timestamptz)]
    claimed_until: OffsetDateTime,
}

#[derive(QueryableByName)]
struct NextRow {
    #[diesel(sql_type = sql_types::Nullable<sql_types::Timestamptz>)]
    at: Option<OffsetDateTime>,
}

/// The beginning of a query: the origins of all services with waiting messages. It needs one step in the index for each
/// origin, however many messages wait.
const LANES: &str = "WITH RECURSIVE lanes (origin) AS ( \
        (SELECT origin FROM pushes WHERE accepted_at IS NULL ORDER BY origin LIMIT 1) \
        UNION ALL SELECT (SELECT pushes.origin FROM pushes WHERE accepted_at IS NULL AND pushes.origin > lanes.origin \
        ORDER BY pushes.origin LIMIT 1) FROM lanes WHERE lanes.origin IS NOT NULL \
    )";

/// Messages that may be leased.
const WAITING: &str = "accepted_at IS NULL AND (claimed_until IS NULL OR claimed_until <= $1)";

/// The end of a query: leases the messages whose ids are in `due`, except those that another process is leasing.
///
/// The ids are an array, because the planner may otherwise join them with all waiting messages.
fn lease_due() -> String {
    format!(
        "locked AS MATERIALIZED ( \
             SELECT id FROM pushes WHERE id = ANY (ARRAY(SELECT id FROM due)) AND {WAITING} FOR UPDATE SKIP LOCKED \
         ) UPDATE pushes SET claimed_until = $2 FROM locked WHERE pushes.id = locked.id \
         RETURNING pushes.id, pushes.claimed_until"
    )
}

/// How many waiting messages of a service are shared out between their browsers. One browser has at most forty.
const SHARED: i64 = 512;

/// To find the next due message of a service, only its first messages are read: more than all processes can have leased,
/// since leased messages come before the others.
const FRONT: i64 = 1_024;

/// Leases messages for half a minute. Deletes messages that no longer need to be sent.
pub async fn lease(storage: &Storage, which: Selection, now: OffsetDateTime) -> Result<Vec<LeasedMessage>, Error> {
    storage
        .background(move |conn| {
            let mut leased = conn.transaction(|conn| lease_messages(conn, which, now))?;
            if let Err(error) = count_hellos(conn, &leased) {
                // Only the codes wait for the end of their lease.
                tracing::warn!(%error, "codes for devices are posted later, because they could not be counted");
                leased.retain(|leased| leased.body.purpose() != Purpose::Hello);
            }
            Ok(leased)
        })
        .await
}

fn lease_messages(conn: &mut PgConnection, which: Selection, now: OffsetDateTime) -> Result<Vec<LeasedMessage>, Error> {
    let leases: HashMap<i64, OffsetDateTime> =
        lease_rows(conn, which, now)?.into_iter().map(|lease| (lease.id, lease.claimed_until)).collect();
    if leases.is_empty() {
        return Ok(Vec::new());
    }
    let is_its_ring = pushes::kind
        .eq(firings::kind.nullable())
        .and(pushes::row_id.eq(firings::row_id.nullable()))
        .and(pushes::scheduled_for.eq(firings::scheduled_for.nullable()))
        // Restricts the join to one partition of the log.
        .and(firing_lane(pushes::scheduled_for).eq(firings::lane.nullable()));
    let rows: Vec<LeasedRow> = pushes::table
        .left_join(devices::table.on(devices::number.eq(pushes::device)))
        .left_join(channels::table.on(channels::number.eq(pushes::device)))
        .left_join(firings::table.on(is_its_ring))
        .filter(pushes::id.eq_any(leases.keys()))
        .order((pushes::due_at, pushes::id))
        .select((
            PushRow::as_select(),
            Option::<PushDeviceRow>::as_select(),
            Option::<PushChannelRow>::as_select(),
            Option::<FiringRow>::as_select(),
        ))
        .load(conn)?;
    let rows: Vec<(PushRow, RecipientRow, Option<Ring>)> = rows
        .into_iter()
        .filter_map(|(push, device, channel, ring)| {
            let to = device.map(RecipientRow::Device).or(channel.map(RecipientRow::Channel))?;
            Some((push, to, ring.and_then(|row| row.try_into().ok())))
        })
        .collect();
    let wanted = repeats::still_wanted(conn, rows.iter().map(|(push, _, ring)| (push, ring.as_ref())))?;
    let (mut messages, mut perhaps_sent) = (Vec::new(), Vec::new());
    // A message whose device or channel was deleted meanwhile is in no row.
    let found: HashSet<i64> = rows.iter().map(|(push, _, _)| push.id).collect();
    let mut useless: Vec<i64> = leases.keys().copied().filter(|id| !found.contains(id)).collect();
    for (push, to, ring) in rows {
        let id = push.id;
        let Some(leased_until) = leases.get(&id).copied() else { continue };
        let is_repeat = push.purpose == Purpose::Repeat.as_str();
        let was_answered_amid = (is_repeat || push.purpose == Purpose::Ring.as_str()) && push.answer.is_some();
        let is_wanted = !is_repeat || wanted.contains(&id);
        if let Some(message) = message(push, to, ring, leased_until, now).filter(|_| is_wanted) {
            messages.push(message);
        } else if was_answered_amid {
            perhaps_sent.push(id);
        } else {
            useless.push(id);
        }
    }
    // First these: an answer that has expired makes room for a new one.
    delete(conn, &useless)?;
    if !perhaps_sent.is_empty() {
        // The process that was posting the ring when it was answered has ended, so the ring may have been shown.
        queue::queue_late_stops(conn, &perhaps_sent, now)?;
        delete(conn, &perhaps_sent)?;
    }
    Ok(messages)
}

fn delete(conn: &mut PgConnection, ids: &[i64]) -> QueryResult<usize> {
    if ids.is_empty() { Ok(0) } else { diesel::delete(pushes::table.filter(pushes::id.eq_any(ids))).execute(conn) }
}

/// Counts codes before they are posted, so that a process that is killed repeatedly does not send one for ever.
///
/// Not in the transaction that leases the messages: devices are locked before their messages.
fn count_hellos(conn: &mut PgConnection, leased: &[LeasedMessage]) -> Result<(), Error> {
    let hellos = leased.iter().filter(|leased| leased.body.purpose() == Purpose::Hello);
    let greeted: Vec<i64> = hellos.map(|leased| leased.device).collect();
    if greeted.is_empty() {
        return Ok(());
    }
    conn.transaction(|conn| {
        device_table::lock_numbers(conn, &greeted)?;
        let hellos = devices::table.filter(devices::number.eq_any(greeted));
        diesel::update(hellos).set(devices::hellos.eq(devices::hellos + 1)).execute(conn)?;
        Ok(())
    })
}

fn lease_rows(conn: &mut PgConnection, which: Selection, now: OffsetDateTime) -> Result<Vec<LeaseRow>, Error> {
    let until = now + LEASE;
    let lease_due = lease_due();
    let leases = match which {
        Selection::Due(Room { in_all, each, less, paused, without_repeats }) => {
            let (origins, rooms): (Vec<String>, Vec<i64>) =
                less.into_iter().map(|(origin, room)| (origin, i64::from(room))).unzip();
            let front = |is_repeat: &str| {
                format!(
                    "(SELECT id, device, due_at, is_repeat FROM pushes WHERE pushes.origin = lanes.origin \
                     AND {is_repeat} AND {WAITING} AND due_at <= $1 AND device <> ALL ($7) \
                     ORDER BY due_at LIMIT {SHARED})"
                )
            };
            let (first, repeats) = (front("NOT is_repeat"), front("is_repeat AND lanes.origin <> ALL ($8)"));
            sql_query(format!(
                "{LANES}, due AS MATERIALIZED ( \
                     SELECT next.id FROM lanes \
                     LEFT JOIN unnest($3, $4) AS less (origin, room) ON less.origin = lanes.origin \
                     CROSS JOIN LATERAL ( \
                         SELECT id FROM ( \
                             SELECT front.id, front.due_at, is_repeat, row_number() OVER (PARTITION BY is_repeat, \
                                 coalesce(devices.browser_id, channels.browser_id) ORDER BY front.due_at, front.id) AS turn \
                             FROM ({first} UNION ALL {repeats}) AS front \
                             LEFT JOIN devices ON devices.number = front.device \
                             LEFT JOIN channels ON channels.number = front.device \
                         ) AS turns ORDER BY is_repeat, turn, due_at LIMIT coalesce(less.room, $5) \
                     ) AS next LIMIT $6 \
                 ), {lease_due}"
            ))
            .bind::<sql_types::Timestamptz, _>(now)
            .bind::<sql_types::Timestamptz, _>(until)
            .bind::<sql_types::Array<sql_types::Text>, _>(origins)
            .bind::<sql_types::Array<sql_types::BigInt>, _>(rooms)
            .bind::<sql_types::BigInt, _>(i64::from(each))
            .bind::<sql_types::BigInt, _>(i64::from(in_all))
            .bind::<sql_types::Array<sql_types::BigInt>, _>(paused)
            .bind::<sql_types::Array<sql_types::Text>, _>(without_repeats)
            .load(conn)?
        }
        Selection::Probes(origins) => sql_query(format!(
            "WITH due AS MATERIALIZED ( \
                 SELECT next.id FROM unnest($3) AS probed (origin) CROSS JOIN LATERAL ( \
                     SELECT id FROM pushes WHERE pushes.origin = probed.origin AND {WAITING} \
                     AND (due_at <= $1 OR failures > 0) ORDER BY due_at LIMIT 1 \
                 ) AS next \
             ), {lease_due}"
        ))
        .bind::<sql_types::Timestamptz, _>(now)
        .bind::<sql_types::Timestamptz, _>(until)
        .bind::<sql_types::Array<sql_types::Text>, _>(origins)
        .load(conn)?,
    };
    Ok(leases)
}

/// When the next message is due, except those to services and devices for which there is no room.
pub async fn next(storage: &Storage, without: Exclusions) -> Result<Option<OffsetDateTime>, Error> {
    storage
        .background(move |conn| {
            let soonest = |is_repeat: &str| {
                format!(
                    "SELECT min(soonest.at) FROM lanes CROSS JOIN LATERAL ( \
                         SELECT min(greatest(front.due_at, front.claimed_until)) AS at FROM ( \
                             SELECT due_at, claimed_until FROM pushes WHERE pushes.origin = lanes.origin \
                             AND {is_repeat} AND accepted_at IS NULL AND device <> ALL ($3) \
                             ORDER BY due_at LIMIT {FRONT} \
                         ) AS front \
                     ) AS soonest WHERE lanes.origin <> ALL ($1)"
                )
            };
            let next = sql_query(format!(
                "{LANES} SELECT least(({}), ({} AND lanes.origin <> ALL ($4)), \
                 (SELECT min(fired_at) + make_interval(secs => $2) FROM push_batches)) AS at",
                soonest("NOT is_repeat"),
                soonest("is_repeat"),
            ));
            let next = next
                .bind::<sql_types::Array<sql_types::Text>, _>(without.services)
                .bind::<sql_types::Double, _>(RING_DELAY.as_seconds_f64())
                .bind::<sql_types::Array<sql_types::BigInt>, _>(without.devices)
                .bind::<sql_types::Array<sql_types::Text>, _>(without.repeats);
            Ok(next.get_result::<NextRow>(conn)?.at)
        })
        .await
}
