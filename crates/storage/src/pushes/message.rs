//! Messages of the queue, and whether they still need to be sent.

use std::{
    collections::{HashMap, HashSet},
    fmt,
};

use diesel::{prelude::*, sql_query, sql_types};
use time::OffsetDateTime;
use tokibako_domain::{
    alarm::Alarm,
    answer::{Answer, RingAnswer},
    browser_id::BrowserId,
    firing::{Kind, Ring, RingSubject},
    push::{DeviceState, Disposition, Follower, MOST_HELLOS, MessageEvent, MessageState, Purpose},
    timer::Timer,
};
use uuid::Uuid;

use crate::{
    Storage,
    alarms::AlarmRow,
    channels::Target,
    devices as device_table,
    devices::PushAddress,
    error::Error,
    faults::is_planted,
    rows::{readable, typed},
    schema::{alarms, channels, devices, pushes, timers},
    timers::TimerRow,
};

#[derive(Clone)]
pub struct LeasedMessage {
    pub id: i64,
    pub expires_at: OffsetDateTime,
    pub due_at: OffsetDateTime,
    /// How many times it was refused.
    pub failures: u32,
    pub body: MessageBody,
    /// When the lease of the process ends. A later lease of the message ends later.
    pub leased_until: OffsetDateTime,
    /// Whether another process had leased it before, which has perhaps sent it.
    pub was_leased: bool,
    /// The browser that owns its device or channel.
    pub browser: BrowserId,
    /// The row of its device or channel.
    pub device: i64,
    /// The id of the device, which it gave itself, or of the channel.
    pub device_id: Uuid,
    /// Scheme, host and port of the address.
    pub origin: String,
    pub language: String,
    pub to: Recipient,
}

#[derive(Debug, Clone)]
pub struct MessageOutcome {
    pub message: LeasedMessage,
    pub next: Disposition,
    /// Why it was not accepted: a status code or a word.
    pub error: Option<String>,
}

#[derive(Clone)]
pub enum Recipient {
    Device { address: PushAddress, hides_labels: bool },
    Channel(Target),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MessageBody {
    Ring(Ring),
    /// A ring that nobody has answered, for this time since the first message.
    Repeat(Ring, u16),
    Stop(Ring, RingAnswer),
    /// The code that the device has to send back.
    Hello(String),
    Test,
}

/// Hides the device.
impl fmt::Debug for LeasedMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeasedMessage")
            .field("id", &self.id)
            .field("purpose", &self.body.purpose())
            .finish_non_exhaustive()
    }
}

/// The browser and the id of the device or the channel with this row.
pub async fn owner(storage: &Storage, number: i64) -> Result<(BrowserId, Uuid), Error> {
    storage
        .read(move |conn| {
            let device = devices::table.find(number).select((devices::browser_id, devices::id));
            let (browser, id): (Uuid, Uuid) = match device.first(conn).optional()? {
                Some(device) => device,
                None => channels::table.find(number).select((channels::browser_id, channels::id)).first(conn)?,
            };
            Ok((BrowserId::new(browser).map_err(Error::unreadable)?, id))
        })
        .await
}

impl MessageBody {
    pub const fn purpose(&self) -> Purpose {
        match self {
            Self::Ring(_) => Purpose::Ring,
            Self::Repeat(..) => Purpose::Repeat,
            Self::Stop(..) => Purpose::Stop,
            Self::Hello(_) => Purpose::Hello,
            Self::Test => Purpose::Test,
        }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = pushes, check_for_backend(diesel::pg::Pg))]
pub(super) struct PushRow {
    pub(super) id: i64,
    pub(super) purpose: String,
    repeat: i16,
    code: Option<String>,
    due_at: OffsetDateTime,
    expires_at: OffsetDateTime,
    failures: i32,
    is_hushed: bool,
    pub(super) answer: Option<String>,
    answered_at: Option<OffsetDateTime>,
    snoozed_until: Option<OffsetDateTime>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = channels, check_for_backend(diesel::pg::Pg))]
pub(super) struct PushChannelRow {
    number: i64,
    browser_id: Uuid,
    id: Uuid,
    origin: String,
    #[diesel(embed)]
    target: Target,
    language: String,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = devices, check_for_backend(diesel::pg::Pg))]
pub(super) struct PushDeviceRow {
    number: i64,
    browser_id: Uuid,
    id: Uuid,
    #[diesel(embed)]
    address: PushAddress,
    language: String,
    hides_labels: bool,
    state: String,
    hellos: i16,
}

pub(super) enum RecipientRow {
    Device(PushDeviceRow),
    Channel(PushChannelRow),
}

impl PushRow {
    /// Which message follows if this one ends now, after it was leased.
    pub(super) fn follower(&self) -> Follower {
        let Ok(purpose) = self.purpose.parse() else { return Follower::Nothing };
        // That of an answer is its content.
        let is_answered = self.answer.is_some() && purpose != Purpose::Stop;
        let state = if is_answered { MessageState::Answered } else { MessageState::Posting };
        state.after(purpose, MessageEvent::Ended).map_or(Follower::Nothing, |(_, follower)| follower)
    }
}

/// Builds a message; `None` if it no longer needs to be sent.
pub(super) fn message(
    push: PushRow,
    to: RecipientRow,
    ring: Option<Ring>,
    (leased_until, was_leased): (OffsetDateTime, bool),
    now: OffsetDateTime,
) -> Option<LeasedMessage> {
    if push.expires_at <= now {
        return None;
    }
    let (is_active, takes_hello) = match &to {
        RecipientRow::Device(device) => (device.state == DeviceState::Active.as_str(), device.hellos < MOST_HELLOS),
        RecipientRow::Channel(_) => (true, false),
    };
    let body = match push.purpose.parse().ok()? {
        Purpose::Ring => {
            MessageBody::Ring(ring.filter(|ring| is_active && !push.is_hushed && ring.answered.is_none())?)
        }
        Purpose::Repeat => {
            let is_answered = |ring: &Ring| ring.answered.is_some() && !is_planted("repeat-after-answer");
            let ring = ring.filter(|ring| is_active && !is_answered(ring) && !ring.is_of_step())?;
            MessageBody::Repeat(ring, u16::try_from(push.repeat).ok()?)
        }
        Purpose::Stop => {
            let answer: Answer = push.answer?.parse().ok()?;
            let answered = RingAnswer { answer, at: push.answered_at?, snoozed_until: push.snoozed_until };
            MessageBody::Stop(ring.filter(|_| is_active)?, answered)
        }
        Purpose::Hello => MessageBody::Hello(push.code.filter(|_| !is_active && takes_hello)?),
        Purpose::Test if is_active => MessageBody::Test,
        Purpose::Test => return None,
    };
    let (browser, device, device_id, origin, language, to) = match to {
        RecipientRow::Device(row) => {
            let to = Recipient::Device { hides_labels: row.hides_labels, address: row.address.clone() };
            (row.browser_id, row.number, row.id, row.address.origin, row.language, to)
        }
        RecipientRow::Channel(row) => {
            (row.browser_id, row.number, row.id, row.origin, row.language, Recipient::Channel(row.target))
        }
    };
    Some(LeasedMessage {
        id: push.id,
        expires_at: push.expires_at,
        due_at: push.due_at,
        failures: u32::try_from(push.failures).unwrap_or_default(),
        body,
        leased_until,
        was_leased,
        browser: BrowserId::new(browser).ok()?,
        device,
        device_id,
        origin,
        language,
        to,
    })
}

/// The ids of the repeats among these messages whose alarm or timer was neither changed nor deleted since it rang, and
/// which no page and no person has muted.
pub(super) fn still_wanted<'a>(
    conn: &mut PgConnection,
    messages: impl Iterator<Item = (&'a PushRow, Option<&'a Ring>)>,
) -> Result<HashSet<i64>, Error> {
    let repeats = messages.filter(|(push, _)| push.purpose == Purpose::Repeat.as_str());
    let mut rings: HashMap<i64, &Ring> = repeats.filter_map(|(push, ring)| Some((push.id, ring?))).collect();
    if rings.is_empty() {
        return Ok(HashSet::new());
    }
    let muted = sql_query(
        "SELECT repeat.id FROM pushes AS repeat WHERE id = ANY ($1) AND NOT EXISTS (SELECT FROM pushes AS first \
         WHERE first.device = repeat.device AND first.row_id = repeat.row_id \
         AND first.scheduled_for = repeat.scheduled_for AND first.kind = repeat.kind AND first.purpose = 'ring' \
         AND NOT first.is_hushed)",
    );
    let ids: Vec<i64> = rings.keys().copied().collect();
    let muted = typed::<sql_types::BigInt, _>(muted.bind::<sql_types::Array<sql_types::BigInt>, _>(ids));
    for id in muted.load::<i64>(conn)? {
        rings.remove(&id);
    }
    let rows = rows_of(conn, &rings)?;
    let is_wanted = |ring: &Ring| {
        let row = rows.get(&(ring.subject.kind(), ring.subject.row()));
        row.is_some_and(|row| ring.subject.is_current(row, ring.scheduled_for))
    };
    Ok(rings.into_iter().filter(|(_, ring)| is_wanted(ring)).map(|(id, _)| id).collect())
}

/// The alarms and timers of these rings as they are now.
fn rows_of(conn: &mut PgConnection, rings: &HashMap<i64, &Ring>) -> Result<HashMap<(Kind, i64), RingSubject>, Error> {
    let numbers = |kind| -> Vec<i64> {
        rings.values().filter(|ring| ring.subject.kind() == kind).map(|ring| ring.subject.row()).collect()
    };
    let alarms = alarms::table.filter(alarms::id.eq_any(numbers(Kind::Alarm))).select(AlarmRow::as_select());
    let timers = timers::table.filter(timers::id.eq_any(numbers(Kind::Timer))).select(TimerRow::as_select());
    let alarms = readable::<_, Alarm>(alarms.load::<AlarmRow>(conn)?).map(RingSubject::Alarm);
    let timers = readable::<_, Timer>(timers.load::<TimerRow>(conn)?).map(RingSubject::Timer);
    Ok(alarms.chain(timers).map(|row| ((row.kind(), row.row()), row)).collect())
}

/// Counts codes before they are posted, so that a process that is killed repeatedly does not send one for ever.
///
/// Not in the transaction that leases the messages: devices are locked before their messages.
pub(super) fn count_hellos(conn: &mut PgConnection, leased: &[LeasedMessage]) -> Result<(), Error> {
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
