//! The messages of the subject for rings: batches of the log, and beats.
//!
//! The first byte is the version of the format. A message of another version, from a server of another release, is
//! treated as lost: the log has the same rings.

use bytes::{Buf as _, Bytes};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use tokibako_domain::{
    browser_id::BrowserId,
    firing::{Firing, FiringId, Ring},
};
use uuid::Uuid;

use crate::{
    order::Mark,
    ring::{self, Unreadable},
};

/// The version of the format. Increase it when the meaning of any byte changes, those of a ring included.
const FORMAT: u8 = 1;

/// How many bits of a ring's id are its index in its batch, as in the log.
const INDEX_BITS: u32 = 12;

/// A decoded message, with the rings that this process needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// Where the log ended when the beat was sent.
    Beat(Mark),
    /// A batch that was committed to the log.
    Batch(Batch),
}

/// A batch, with the rings of the browsers that have streams in this process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// The batch before it in the log.
    pub after: Mark,
    /// The batch's own mark.
    pub at: Mark,
    /// The rings, in the order of the log.
    pub firings: Vec<Firing>,
}

/// Instants are microseconds since 1970, the precision of Postgres.
#[derive(Serialize, Deserialize)]
struct WireMark {
    place: i64,
    fired_at: Option<i64>,
}

#[derive(Serialize, Deserialize)]
enum Head {
    Beat(WireMark),
    /// Followed by this number of rings.
    Batch {
        after: WireMark,
        at: WireMark,
        rings: u16,
    },
}

/// The browser comes before its ring, so that a reader skips rings of other browsers without decoding them.
#[derive(Serialize, Deserialize)]
struct Entry<'a> {
    browser: [u8; 16],
    #[serde(borrow)]
    ring: &'a [u8],
}

/// Encodes a beat.
#[must_use]
pub fn beat(last: Mark) -> Bytes {
    let mut bytes = vec![FORMAT];
    append(&mut bytes, &Head::Beat(last.into()));
    bytes.into()
}

/// Encodes a batch. The rings are in the order of the log.
#[must_use]
pub fn batch(after: Mark, at: Mark, rings: &[Ring]) -> Bytes {
    let mut bytes = Vec::with_capacity(64 + 200 * rings.len());
    bytes.push(FORMAT);
    let count = u16::try_from(rings.len()).unwrap_or(u16::MAX);
    append(&mut bytes, &Head::Batch { after: after.into(), at: at.into(), rings: count });
    let mut one = Vec::with_capacity(256);
    for ring in rings {
        one.clear();
        append(&mut one, &ring::Wire::from(ring));
        append(&mut bytes, &Entry { browser: ring.rung.browser().as_uuid().into_bytes(), ring: &one });
    }
    bytes.into()
}

/// Decodes a message; of a batch, only the rings of browsers for which `listens` is true.
pub fn read(mut bytes: Bytes, listens: impl Fn(BrowserId) -> bool) -> Result<Message, Unreadable> {
    if bytes.try_get_u8() != Ok(FORMAT) {
        return Err(Unreadable);
    }
    let (head, mut rest) = postcard::take_from_bytes::<Head>(&bytes)?;
    let (after, at, rings) = match head {
        Head::Beat(last) => return Ok(Message::Beat(last.try_into()?)),
        Head::Batch { after, at, rings } => (after.try_into()?, Mark::try_from(at)?, rings),
    };
    let mut firings = Vec::new();
    for index in 0..rings {
        let (entry, others) = postcard::take_from_bytes::<Entry<'_>>(rest)?;
        rest = others;
        let browser = BrowserId::new(Uuid::from_bytes(entry.browser)).map_err(|_| Unreadable)?;
        if listens(browser) {
            let ring = postcard::from_bytes::<ring::Wire<'_>>(entry.ring)?.of(browser)?;
            firings.push(Firing { id: FiringId(at.place << INDEX_BITS | i64::from(index)), ring });
        }
    }
    if rest.is_empty() { Ok(Message::Batch(Batch { after, at, firings })) } else { Err(Unreadable) }
}

/// The values are plain data in memory, so that encoding cannot fail.
fn append(bytes: &mut Vec<u8>, value: &impl Serialize) {
    let flavor = postcard::ser_flavors::ExtendFlavor::new(std::mem::take(bytes));
    match postcard::serialize_with_flavor(value, flavor) {
        Ok(written) => *bytes = written,
        Err(error) => tracing::error!(%error, "a message for the bus could not be written"),
    }
}

impl From<Mark> for WireMark {
    fn from(Mark { place, fired_at }: Mark) -> Self {
        Self { place, fired_at: fired_at.map(ring::microseconds) }
    }
}

impl TryFrom<WireMark> for Mark {
    type Error = Unreadable;

    fn try_from(WireMark { place, fired_at }: WireMark) -> Result<Self, Unreadable> {
        let fired_at: Option<OffsetDateTime> = fired_at.map(ring::instant).transpose()?;
        Ok(Self { place, fired_at })
    }
}

#[cfg(test)]
mod tests;
