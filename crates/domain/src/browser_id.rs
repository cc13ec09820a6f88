//! The id of a browser, which owns alarms and timers, and how many of each it may own.

use std::{fmt, str::FromStr};

use thiserror::Error;
use uuid::Uuid;

/// The id of a browser: any UUID but the nil one.
///
/// `Debug` hides the value, because the id is all that is needed to read a browser's data and must never reach a log.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BrowserId(Uuid);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BrowserIdError {
    /// Not the 36 characters of a hyphenated UUID (RFC 9562, section 4).
    #[error("a browser id must be a hyphenated UUID such as 3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c")]
    NotAUuid,
    /// The nil UUID, which a browser with broken storage might send.
    #[error("a browser id cannot be the nil UUID")]
    Nil,
}

impl BrowserId {
    /// Accepts any UUID but the nil one.
    pub fn new(uuid: Uuid) -> Result<Self, BrowserIdError> {
        if uuid.is_nil() {
            return Err(BrowserIdError::Nil);
        }
        Ok(Self(uuid))
    }

    pub const fn as_uuid(self) -> Uuid {
        self.0
    }
}

impl FromStr for BrowserId {
    type Err = BrowserIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.len() != uuid::fmt::Hyphenated::LENGTH {
            return Err(BrowserIdError::NotAUuid);
        }
        let uuid = Uuid::try_parse(text).map_err(|_| BrowserIdError::NotAUuid)?;
        Self::new(uuid)
    }
}

impl fmt::Debug for BrowserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BrowserId(…)")
    }
}

/// The limit of alarms, and separately of timers, of one browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowLimit(u16);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("must be between 1 and 1000")]
pub struct RowLimitError;

impl RowLimit {
    /// The highest limit. No account gets more rows of a kind by a hand-over either.
    pub const HIGHEST: Self = Self(1_000);

    pub fn new(rows: u16) -> Result<Self, RowLimitError> {
        if (1..=Self::HIGHEST.0).contains(&rows) { Ok(Self(rows)) } else { Err(RowLimitError) }
    }

    pub fn admits(self, rows: i64) -> bool {
        rows <= i64::from(self.0)
    }
}

impl Default for RowLimit {
    fn default() -> Self {
        Self(500)
    }
}
