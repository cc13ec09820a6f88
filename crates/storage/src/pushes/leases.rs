//! Takes due messages from the queue, each for one process at a time.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use diesel::{
    pg::Pg,
    prelude::*,
    query_builder::{BoxedSqlQuery, SqlQuery},
    sql_query, sql_types,
};
use time::OffsetDateTime;
use tokibako_domain::{
    firing::Ring,
    push::{Follower, LEASE, Purpose, RING_DELAY},
};

use super::{
    message::{
        LeasedMessage, PushChannelRow, PushDeviceRow, PushRow, RecipientRow, count_hellos, message, still_wanted,
    },
    transitions,
};
use crate::{
    Storage,
    channels::origin_of,
    error::Error,
    faults::is_planted,
    rows::{FiringRow, typed},
    schema::{channels, devices, firing_lane, firings, pushes},
};

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Room {
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

/// What a process can send. What it cannot is left to a process that can: while an operator changes a setting, a key or the
/// version, processes differ.
#[derive(Clone)]
pub struct Reach {
    /// The public keys whose subscriptions it can send to; `None` for any.
    pub keys: Option<Vec<Vec<u8>>>,
    /// The kinds of channels that it knows; `None` for any.
    pub protocols: Option<Vec<String>>,
    /// The languages in which it has texts; `None` for any.
    pub languages: Option<Vec<String>>,
    /// Whether it calls the devices, and whether the channels, of an origin.
    pub calls: Arc<Calls>,
}

/// Whether a process calls the devices, and whether the channels, of an origin.
type Calls = dyn Fn(&str) -> (bool, bool) + Send + Sync;

impl Reach {
    /// Everything, for a sender that makes no difference.
    pub fn everything() -> Self {
        Self { keys: None, protocols: None, languages: None, calls: Arc::new(|_| (true, true)) }
    }

    fn calls(&self, queue: &str) -> (bool, bool) {
        (self.calls)(origin_of(queue))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selection {
    /// Due ones of each push service: first messages before repeats, those of different browsers in turns, and of one
    /// browser the longest due first.
    Due(Room),
    /// One message to each of these origins, even if its retry is not due yet, to probe the services.
    Probes(Vec<String>),
}

/// What a process has taken from the queue.
#[derive(Debug, Default)]
pub struct Leased {
    pub messages: Vec<LeasedMessage>,
    /// The origins of all services for which messages waited.
    pub services: Vec<String>,
}

/// A message with its device or channel, and with its ring if it is about one.
type LeasedRow = (PushRow, Option<PushDeviceRow>, Option<PushChannelRow>, Option<(FiringRow, LoggedRow)>);

/// Where a ring is in the log, and whether it has an answer.
#[derive(Queryable, Selectable, Clone, Copy, PartialEq, Eq)]
#[diesel(table_name = firings, check_for_backend(Pg))]
struct LoggedRow {
    id: i64,
    lane: i16,
    #[diesel(select_expression = firings::answer.is_not_null())]
    is_answered: bool,
}

#[derive(QueryableByName)]
struct LeaseRow {
    #[diesel(sql_type = sql_types::BigInt)]
    id: i64,
    #[diesel(sql_type = sql_types::Timestamptz)]
    claimed_until: OffsetDateTime,
    /// Whether a process has leased it before.
    #[diesel(sql_type = sql_types::Bool)]
    was_leased: bool,
}

/// The origins of all services with waiting messages. It needs one step in the index for each origin, however many messages
/// wait.
const ORIGINS: &str = "WITH RECURSIVE queues (origin) AS ( \
        (SELECT origin FROM pushes WHERE accepted_at IS NULL ORDER BY origin LIMIT 1) \
        UNION ALL SELECT (SELECT pushes.origin FROM pushes WHERE accepted_at IS NULL AND pushes.origin > queues.origin \
        ORDER BY pushes.origin LIMIT 1) FROM queues WHERE queues.origin IS NOT NULL \
    ) SELECT origin FROM queues WHERE origin IS NOT NULL";

/// The beginning of a query: the services that a process calls, with the room for each and the messages in progress.
/// [`bind_queues`] has their parameters, and those of [`OWNER`].
const QUEUES: &str = "WITH queues (origin, room, in_progress, to_devices, to_channels) AS ( \
        SELECT * FROM unnest($4, $5, $6, $7, $8))";

/// Joins a message with its device or channel, if that is still there, and says whether the process can send to it.
///
/// Each is looked up: the planner may otherwise read all devices.
const OWNER: &str = "LEFT JOIN LATERAL ( \
        SELECT browser_id, queues.to_devices AND ($1 IS NULL OR vapid_key = ANY ($1)) \
            AND ($3 IS NULL OR language = ANY ($3)) AS is_in_reach FROM devices WHERE number = pushes.device \
        UNION ALL SELECT browser_id, queues.to_channels AND ($2 IS NULL OR kind = ANY ($2)) \
            AND ($3 IS NULL OR language = ANY ($3)) FROM channels WHERE number = pushes.device OFFSET 0 \
    ) AS owner ON TRUE";

/// Messages that may be leased at `$9`.
const WAITING: &str = "accepted_at IS NULL AND (claimed_until IS NULL OR claimed_until <= $9)";

/// The end of a query: leases the messages whose ids are in `due` until `$10`, except those that another process is leasing.
///
/// The ids are an array, because the planner may otherwise join them with all waiting messages.
fn lease_due() -> String {
    format!(
        "locked AS MATERIALIZED ( \
             SELECT id, claimed_until IS NOT NULL AS was_leased FROM pushes \
             WHERE id = ANY (ARRAY(SELECT id FROM due)) AND {WAITING} FOR UPDATE SKIP LOCKED \
         ) UPDATE pushes SET claimed_until = $10 FROM locked WHERE pushes.id = locked.id \
         RETURNING pushes.id, pushes.claimed_until, was_leased"
    )
}

/// How many waiting messages of a service are shared out between their browsers. One browser has at most forty.
const SHARED: i64 = 512;

/// To find the next due message of a service, only its first messages are read: more than all processes can have leased,
/// since leased messages come before the others.
const FRONT: i64 = 1_024;

/// Leases messages for half a minute, of those that the process can send. Deletes messages that no longer need to be sent.
pub async fn lease(storage: &Storage, which: Selection, reach: &Reach, now: OffsetDateTime) -> Result<Leased, Error> {
    let reach = if is_planted("lease-out-of-reach") { Reach::everything() } else { reach.clone() };
    storage
        .background(move |conn| {
            let services: Vec<String> = typed::<sql_types::Text, _>(sql_query(ORIGINS)).load(conn)?;
            let queues = ServiceQueue::of(&services, &reach, &which);
            if queues.is_empty() {
                return Ok(Leased { messages: Vec::new(), services });
            }
            let mut messages = conn.transaction(|conn| lease_messages(conn, which, &reach, &queues, now))?;
            if let Err(error) = count_hellos(conn, &messages) {
                // Only the codes wait for the end of their lease.
                tracing::warn!(%error, "codes for devices are posted later, because they could not be counted");
                messages.retain(|leased| leased.body.purpose() != Purpose::Hello);
            }
            Ok(Leased { messages, services })
        })
        .await
}

fn lease_messages(
    conn: &mut PgConnection,
    which: Selection,
    reach: &Reach,
    queues: &[ServiceQueue],
    now: OffsetDateTime,
) -> Result<Vec<LeasedMessage>, Error> {
    let leases = lease_rows(conn, which, reach, queues, now)?;
    let mut leases: HashMap<i64, LeaseRow> = leases.into_iter().map(|lease| (lease.id, lease)).collect();
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
            Option::<(FiringRow, LoggedRow)>::as_select(),
        ))
        .load(conn)?;
    leave_to_answers(conn, &rows, &mut leases)?;
    let rows: Vec<(PushRow, RecipientRow, Option<Ring>)> = rows
        .into_iter()
        .filter_map(|(push, device, channel, ring)| {
            let to = device.map(RecipientRow::Device).or(channel.map(RecipientRow::Channel))?;
            Some((push, to, ring.and_then(|(row, _)| row.try_into().ok())))
        })
        .collect();
    let wanted = still_wanted(conn, rows.iter().map(|(push, _, ring)| (push, ring.as_ref())))?;
    let (mut messages, mut perhaps_sent) = (Vec::new(), Vec::new());
    // A message whose device or channel was deleted meanwhile is in no row.
    let found: HashSet<i64> = rows.iter().map(|(push, _, _)| push.id).collect();
    let mut useless: Vec<i64> = leases.keys().copied().filter(|id| !found.contains(id)).collect();
    for (push, to, ring) in rows {
        let id = push.id;
        let Some(lease) = leases.get(&id) else { continue };
        let is_repeat = push.purpose == Purpose::Repeat.as_str();
        let follower = push.follower();
        let is_wanted = !is_repeat || wanted.contains(&id);
        if let Some(message) =
            message(push, to, ring, (lease.claimed_until, lease.was_leased), now).filter(|_| is_wanted)
        {
            messages.push(message);
        } else if follower == Follower::Answer {
            perhaps_sent.push(id);
        } else {
            useless.push(id);
        }
    }
    // First these: an answer that has expired makes room for a new one.
    delete(conn, &useless)?;
    if !perhaps_sent.is_empty() {
        // The process that was posting the ring when it was answered has ended, so the ring may have been shown.
        transitions::queue_late_stops(conn, &perhaps_sent, now)?;
        delete(conn, &perhaps_sent)?;
    }
    Ok(messages)
}

/// Gives back the messages of rings that are being answered just now, or were since `rows` were read.
///
/// The answer may not see such a message, because it was queued after the answer had begun, and then nobody would send it after
/// the ring. Until this transaction ends, no other answer begins. A message that was leased before was there before.
fn leave_to_answers(
    conn: &mut PgConnection,
    rows: &[LeasedRow],
    leases: &mut HashMap<i64, LeaseRow>,
) -> QueryResult<()> {
    let is_new = |push: &PushRow| {
        push.purpose == Purpose::Ring.as_str() && leases.get(&push.id).is_some_and(|lease| !lease.was_leased)
    };
    let rings: Vec<(i64, LoggedRow)> =
        rows.iter().filter_map(|(push, .., ring)| Some((push.id, ring.as_ref()?.1)).filter(|_| is_new(push))).collect();
    if rings.is_empty() || is_planted("lease-during-answer") {
        return Ok(());
    }
    let free: Vec<LoggedRow> = firings::table
        .filter(firings::id.eq_any(rings.iter().map(|(_, ring)| ring.id)))
        .filter(firings::lane.eq_any(rings.iter().map(|(_, ring)| ring.lane)))
        .select(LoggedRow::as_select())
        .for_share()
        .skip_locked()
        .load(conn)?;
    let free: HashSet<(i64, bool)> = free.iter().map(|ring| (ring.id, ring.is_answered)).collect();
    let answering: Vec<i64> = rings
        .into_iter()
        .filter(|(_, ring)| !free.contains(&(ring.id, ring.is_answered)))
        .map(|(message, _)| message)
        .collect();
    if !answering.is_empty() {
        diesel::update(pushes::table.filter(pushes::id.eq_any(&answering)))
            .set(pushes::claimed_until.eq(None::<OffsetDateTime>))
            .execute(conn)?;
        leases.retain(|id, _| !answering.contains(id));
    }
    Ok(())
}

fn delete(conn: &mut PgConnection, ids: &[i64]) -> QueryResult<usize> {
    if ids.is_empty() { Ok(0) } else { diesel::delete(pushes::table.filter(pushes::id.eq_any(ids))).execute(conn) }
}

/// A service with waiting messages that the process calls.
struct ServiceQueue {
    origin: String,
    /// How many messages may be taken.
    room: u16,
    in_progress: u16,
    to_devices: bool,
    to_channels: bool,
}

impl ServiceQueue {
    /// Those of `services` from which messages may be taken.
    fn of(services: &[String], reach: &Reach, which: &Selection) -> Vec<Self> {
        let room = |origin: &String| match which {
            Selection::Due(Room { each, less, .. }) => {
                let room = less.iter().find(|(other, _)| other == origin).map_or(*each, |(_, room)| *room);
                (room, each.saturating_sub(room))
            }
            Selection::Probes(origins) => (origins.contains(origin).into(), 0),
        };
        let queues = services.iter().map(|origin| {
            let (room, in_progress) = room(origin);
            let (to_devices, to_channels) = reach.calls(origin);
            Self { origin: origin.clone(), room, in_progress, to_devices, to_channels }
        });
        queues.filter(|queue| queue.room > 0 && (queue.to_devices || queue.to_channels)).collect()
    }
}

type Query = BoxedSqlQuery<'static, Pg, SqlQuery>;

/// Binds the parameters of [`QUEUES`] and [`OWNER`], which are the first of a query.
fn bind_queues(query: SqlQuery, reach: &Reach, queues: &[ServiceQueue]) -> Query {
    query
        .into_boxed()
        .bind::<sql_types::Nullable<sql_types::Array<sql_types::Binary>>, _>(reach.keys.clone())
        .bind::<sql_types::Nullable<sql_types::Array<sql_types::Text>>, _>(reach.protocols.clone())
        .bind::<sql_types::Nullable<sql_types::Array<sql_types::Text>>, _>(reach.languages.clone())
        .bind::<sql_types::Array<sql_types::Text>, _>(
            queues.iter().map(|queue| queue.origin.clone()).collect::<Vec<_>>(),
        )
        .bind::<sql_types::Array<sql_types::BigInt>, _>(
            queues.iter().map(|queue| queue.room.into()).collect::<Vec<i64>>(),
        )
        .bind::<sql_types::Array<sql_types::BigInt>, _>(
            queues.iter().map(|queue| queue.in_progress.into()).collect::<Vec<i64>>(),
        )
        .bind::<sql_types::Array<sql_types::Bool>, _>(queues.iter().map(|queue| queue.to_devices).collect::<Vec<_>>())
        .bind::<sql_types::Array<sql_types::Bool>, _>(queues.iter().map(|queue| queue.to_channels).collect::<Vec<_>>())
}

fn lease_rows(
    conn: &mut PgConnection,
    which: Selection,
    reach: &Reach,
    queues: &[ServiceQueue],
    now: OffsetDateTime,
) -> Result<Vec<LeaseRow>, Error> {
    let until = now + LEASE;
    let lease_due = lease_due();
    let leases = match which {
        Selection::Due(Room { in_all, each: _, less: _, paused, without_repeats }) => {
            let front = |is_repeat: &str| {
                format!(
                    "(SELECT id, due_at, is_repeat, browser_id FROM pushes {OWNER} \
                     WHERE pushes.origin = queues.origin AND {is_repeat} AND {WAITING} AND due_at <= $9 \
                     AND device <> ALL ($12) AND is_in_reach IS NOT FALSE ORDER BY due_at LIMIT {SHARED})"
                )
            };
            let (first, repeats) = (front("NOT is_repeat"), front("is_repeat AND queues.origin <> ALL ($13)"));
            // Services take turns, and one with fewer messages in progress is first.
            let query = sql_query(format!(
                "{QUEUES}, due AS MATERIALIZED ( \
                     SELECT next.id FROM queues CROSS JOIN LATERAL ( \
                         SELECT id, row_number() OVER (ORDER BY is_repeat, turn, due_at) AS nth FROM ( \
                             SELECT front.id, front.due_at, is_repeat, row_number() OVER \
                                 (PARTITION BY is_repeat, browser_id ORDER BY front.due_at, front.id) AS turn \
                             FROM ({first} UNION ALL {repeats}) AS front \
                         ) AS turns ORDER BY is_repeat, turn, due_at LIMIT queues.room \
                     ) AS next ORDER BY queues.in_progress + nth LIMIT $11 \
                 ), {lease_due}"
            ));
            bind_queues(query, reach, queues)
                .bind::<sql_types::Timestamptz, _>(now)
                .bind::<sql_types::Timestamptz, _>(until)
                .bind::<sql_types::BigInt, _>(i64::from(in_all))
                .bind::<sql_types::Array<sql_types::BigInt>, _>(paused)
                .bind::<sql_types::Array<sql_types::Text>, _>(without_repeats)
                .load(conn)?
        }
        Selection::Probes(_) => {
            let query = sql_query(format!(
                "{QUEUES}, due AS MATERIALIZED ( \
                     SELECT next.id FROM queues CROSS JOIN LATERAL ( \
                         SELECT id FROM pushes {OWNER} WHERE pushes.origin = queues.origin AND {WAITING} \
                         AND (due_at <= $9 OR failures > 0) AND is_in_reach IS NOT FALSE ORDER BY due_at LIMIT queues.room \
                     ) AS next \
                 ), {lease_due}"
            ));
            let query = bind_queues(query, reach, queues);
            query.bind::<sql_types::Timestamptz, _>(now).bind::<sql_types::Timestamptz, _>(until).load(conn)?
        }
    };
    Ok(leases)
}

/// When the next message to one of `services` that the process can send and has room for is due.
///
/// These are the services of the last [`lease`]. A process that queues a message for another one wakes the others.
pub async fn next(
    storage: &Storage,
    services: Vec<String>,
    room: Room,
    reach: &Reach,
) -> Result<Option<OffsetDateTime>, Error> {
    let reach = reach.clone();
    storage
        .background(move |conn| {
            let which = Selection::Due(room.clone());
            let queues = ServiceQueue::of(&services, &reach, &which);
            // Of those that nobody has leased, the first one; leased ones are only the first of a service.
            let soonest = |is_repeat: &str| {
                let waiting = format!("pushes.origin = queues.origin AND {is_repeat} AND accepted_at IS NULL");
                let in_reach = "device <> ALL ($10) AND is_in_reach IS NOT FALSE";
                format!(
                    "SELECT min(soonest.at) FROM queues CROSS JOIN LATERAL ( \
                         (SELECT due_at AS at FROM pushes {OWNER} WHERE {waiting} AND {in_reach} \
                             AND claimed_until IS NULL ORDER BY due_at LIMIT 1) \
                         UNION ALL (SELECT greatest(due_at, claimed_until) FROM pushes {OWNER} WHERE id = ANY (ARRAY( \
                             SELECT id FROM (SELECT id, claimed_until FROM pushes WHERE {waiting} \
                             ORDER BY due_at LIMIT {FRONT}) AS front WHERE claimed_until IS NOT NULL)) AND {in_reach}) \
                     ) AS soonest"
                )
            };
            let next = sql_query(format!(
                "{QUEUES} SELECT least(({}), ({} WHERE queues.origin <> ALL ($11)), \
                 (SELECT fired_at + make_interval(secs => $9) FROM batches \
                     WHERE place > (SELECT place FROM push_position) ORDER BY place LIMIT 1)) AS at",
                soonest("NOT is_repeat"),
                soonest("is_repeat"),
            ));
            let next = bind_queues(next, &reach, &queues)
                .bind::<sql_types::Double, _>(RING_DELAY.as_seconds_f64())
                .bind::<sql_types::Array<sql_types::BigInt>, _>(room.paused)
                .bind::<sql_types::Array<sql_types::Text>, _>(room.without_repeats);
            Ok(typed::<sql_types::Nullable<sql_types::Timestamptz>, _>(next).get_result(conn)?)
        })
        .await
}
