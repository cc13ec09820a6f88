//! The messages of the subject for rings: batches of the log, and heartbeats.
//!
//! The first byte is the version of the format. A message of another version, from a server of another release, is
//! treated as lost: the log has the same rings.

use bytes::{Buf as _, Bytes};
use serde::{Deserialize, Serialize};
use tokibako_domain::{
    answer::{Answer, RingAnswer},
    browser_id::BrowserId,
    firing::{Firing, Ring},
};
use tokibako_storage::{
    encoding::{self, instant, microseconds},
    log::firing_id,
};
use uuid::Uuid;

use crate::sequencer::BatchId;

/// The version of the format. Increase it when the meaning of any byte changes. What rang has a version of its own.
const FORMAT: u8 = 3;

/// A decoded message, with the rings that this process needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// Where the log ended when the heartbeat was sent.
    Heartbeat(BatchId),
    Batch(Batch),
}

/// A batch, with the rings of the browsers that have streams in this process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    pub previous: BatchId,
    pub id: BatchId,
    /// The rings, in the order of the log.
    pub firings: Vec<Firing>,
}

/// The bytes cannot be decoded: another version wrote them, or they were damaged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a message of the bus is of another version, or damaged")]
pub struct DecodeError;

impl From<postcard::Error> for DecodeError {
    fn from(_: postcard::Error) -> Self {
        Self
    }
}

impl From<tokibako_storage::Error> for DecodeError {
    fn from(_: tokibako_storage::Error) -> Self {
        Self
    }
}

/// Instants are microseconds since 1970, the precision of Postgres.
#[derive(Serialize, Deserialize)]
struct WireBatchId {
    offset: i64,
    fired_at: Option<i64>,
}

#[derive(Serialize, Deserialize)]
enum Head {
    Heartbeat(WireBatchId),
    /// Followed by this number of rings.
    Batch {
        previous: WireBatchId,
        id: WireBatchId,
        rings: u16,
    },
}

/// The browser comes before its ring, so that a reader can skip rings of other browsers without decoding them.
#[derive(Serialize, Deserialize)]
struct Entry<'a> {
    browser: [u8; 16],
    #[serde(borrow)]
    ring: &'a [u8],
}

/// The beginning of a ring. What rang follows, as in the log.
#[derive(Serialize, Deserialize)]
struct RingHead<'a> {
    row: i64,
    scheduled_for: i64,
    #[serde(borrow)]
    answered: Option<WireRingAnswer<'a>>,
}

#[derive(Serialize, Deserialize)]
struct WireRingAnswer<'a> {
    answer: &'a str,
    at: i64,
    snoozed_until: Option<i64>,
}

pub fn encode_heartbeat(last: BatchId) -> Bytes {
    let mut bytes = vec![FORMAT];
    append(&mut bytes, &Head::Heartbeat(last.into()));
    bytes.into()
}

/// Encodes a batch. The rings are in the order of the log.
pub fn encode_batch(previous: BatchId, id: BatchId, rings: &[Ring]) -> Bytes {
    let mut bytes = Vec::with_capacity(64 + 200 * rings.len());
    bytes.push(FORMAT);
    let count = u16::try_from(rings.len()).unwrap_or(u16::MAX);
    append(&mut bytes, &Head::Batch { previous: previous.into(), id: id.into(), rings: count });
    let mut encoded = Vec::with_capacity(256);
    for ring in rings {
        encoded.clear();
        append(&mut encoded, &RingHead::of(ring));
        encoded.extend(encoding::encode(&ring.subject));
        append(&mut bytes, &Entry { browser: ring.subject.browser().as_uuid().into_bytes(), ring: &encoded });
    }
    bytes.into()
}

/// Decodes a message. Of a batch it decodes only the rings of browsers for which `listens` is true.
pub fn decode(mut bytes: Bytes, listens: impl Fn(BrowserId) -> bool) -> Result<Message, DecodeError> {
    if bytes.try_get_u8() != Ok(FORMAT) {
        return Err(DecodeError);
    }
    let (head, mut rest) = postcard::take_from_bytes::<Head>(&bytes)?;
    let (previous, id, rings) = match head {
        Head::Heartbeat(last) => return Ok(Message::Heartbeat(last.try_into()?)),
        Head::Batch { previous, id, rings } => (previous.try_into()?, BatchId::try_from(id)?, rings),
    };
    let mut firings = Vec::new();
    for index in 0..rings {
        let (entry, remaining) = postcard::take_from_bytes::<Entry<'_>>(rest)?;
        rest = remaining;
        let browser = BrowserId::new(Uuid::from_bytes(entry.browser)).map_err(|_| DecodeError)?;
        if listens(browser) {
            let ring = decode_ring(browser, entry.ring)?;
            firings.push(Firing { id: firing_id(id.offset, index.into()), ring });
        }
    }
    if rest.is_empty() { Ok(Message::Batch(Batch { previous, id, firings })) } else { Err(DecodeError) }
}

fn decode_ring(browser: BrowserId, bytes: &[u8]) -> Result<Ring, DecodeError> {
    let (RingHead { row, scheduled_for, answered }, subject) = postcard::take_from_bytes(bytes)?;
    Ok(Ring {
        scheduled_for: instant(scheduled_for)?,
        subject: encoding::decode(subject, browser, row)?,
        answered: answered.map(RingAnswer::try_from).transpose()?,
    })
}

impl RingHead<'_> {
    fn of(ring: &Ring) -> Self {
        let answered = ring.answered.map(|RingAnswer { answer, at, snoozed_until }| WireRingAnswer {
            answer: answer.as_str(),
            at: microseconds(at),
            snoozed_until: snoozed_until.map(microseconds),
        });
        Self { row: ring.subject.row(), scheduled_for: microseconds(ring.scheduled_for), answered }
    }
}

impl TryFrom<WireRingAnswer<'_>> for RingAnswer {
    type Error = DecodeError;

    fn try_from(WireRingAnswer { answer, at, snoozed_until }: WireRingAnswer<'_>) -> Result<Self, DecodeError> {
        Ok(Self {
            // An answer of a newer version has ended the ring as well.
            answer: answer.parse().unwrap_or(Answer::Stop),
            at: instant(at)?,
            snoozed_until: snoozed_until.map(instant).transpose()?,
        })
    }
}

/// Encoding cannot fail, because the values are plain data in memory.
fn append(bytes: &mut Vec<u8>, value: &impl Serialize) {
    let flavor = postcard::ser_flavors::ExtendFlavor::new(std::mem::take(bytes));
    match postcard::serialize_with_flavor(value, flavor) {
        Ok(written) => *bytes = written,
        Err(error) => tracing::error!(%error, "a message for the bus could not be encoded"),
    }
}

impl From<BatchId> for WireBatchId {
    fn from(BatchId { offset, fired_at }: BatchId) -> Self {
        Self { offset, fired_at: fired_at.map(microseconds) }
    }
}

impl TryFrom<WireBatchId> for BatchId {
    type Error = DecodeError;

    fn try_from(WireBatchId { offset, fired_at }: WireBatchId) -> Result<Self, DecodeError> {
        Ok(Self { offset, fired_at: fired_at.map(instant).transpose()? })
    }
}

#[cfg(test)]
mod tests;
