//! Messages of the queue.

use std::fmt;

use diesel::prelude::*;
use time::OffsetDateTime;
use tokibako_domain::{
    answer::{Answer, RingAnswer},
    browser_id::BrowserId,
    firing::Ring,
    push::{DeviceState, MOST_HELLOS, Purpose},
};
use uuid::Uuid;

use crate::{
    Storage,
    channels::Target,
    devices::PushAddress,
    error::Error,
    faults::{Fault, is_planted},
    schema::{channels, devices, pushes},
};

/// A message to post.
#[derive(Clone)]
pub struct LeasedMessage {
    /// The id of the message's row.
    pub id: i64,
    /// When it expires.
    pub expires_at: OffsetDateTime,
    /// When it was due.
    pub due_at: OffsetDateTime,
    /// How many times it was refused.
    pub failures: u32,
    /// The content.
    pub body: MessageBody,
    /// When the lease of the process ends. A later lease of the message ends later.
    pub leased_until: OffsetDateTime,
    /// The browser that owns its device or channel.
    pub browser: BrowserId,
    /// The row of its device or channel.
    pub device: i64,
    /// The id of the device, which it gave itself, or of the channel.
    pub device_id: Uuid,
    /// Scheme, host and port of the address.
    pub origin: String,
    /// The code of its language.
    pub language: String,
    /// Where it is sent.
    pub to: Recipient,
}

/// Where a message is sent.
#[derive(Clone)]
pub enum Recipient {
    /// To a device.
    Device {
        /// The device's subscription.
        address: PushAddress,
        /// Whether its notifications leave out labels.
        hides_labels: bool,
    },
    /// To a channel.
    Channel(Target),
}

/// The content of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MessageBody {
    /// A ring.
    Ring(Ring),
    /// A ring that nobody has answered, for this time since the first message.
    Repeat(Ring, u16),
    /// The answer to a ring.
    Stop(Ring, RingAnswer),
    /// The code that the device has to send back.
    Hello(String),
    /// A test notification.
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
    /// The purpose of the message.
    #[must_use]
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

/// The row of a device or of a channel.
pub(super) enum RecipientRow {
    Device(PushDeviceRow),
    Channel(PushChannelRow),
}

/// Builds a message; `None` if it no longer needs to be sent.
pub(super) fn message(
    push: PushRow,
    to: RecipientRow,
    ring: Option<Ring>,
    leased_until: OffsetDateTime,
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
            let is_answered = |ring: &Ring| ring.answered.is_some() && !is_planted(Fault::RepeatAfterAnswer);
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
        browser: BrowserId::new(browser).ok()?,
        device,
        device_id,
        origin,
        language,
        to,
    })
}
