//! Lists of rows as JSON. A short list is sent at once; a long one is read and sent in pieces, at the speed of the
//! client.

use std::{collections::VecDeque, time::Duration};

use actix_web::{HttpResponse, body, http::StatusCode, web::Bytes};
use futures_util::stream;
use serde_json::Error as JsonError;
use time::OffsetDateTime;
use tokibako_domain::{alarm::Alarm, timer::Timer};
use tokibako_storage::{keyed::Keyed, long_list::List};
use tokio::time::Instant;

use super::json::JSON;
use crate::{caching::NO_STORE, error::Problem, limits::LongListPermit};

/// How long a client may take to read a long list.
const LONGEST: Duration = Duration::from_mins(5);

/// The size of a list of ten alarms, so that the buffer of a typical list does not grow.
const CAPACITY: usize = 4_096;

/// A row as JSON.
pub(crate) trait JsonRow {
    /// Writes the row as of `now`.
    fn write(&self, now: OffsetDateTime, text: &mut Vec<u8>) -> Result<(), JsonError>;
}

/// A part of a response with lists.
pub(crate) enum Part {
    /// JSON before, between and after the lists.
    Text(Vec<u8>),
    /// The elements of a JSON array.
    Alarms(List<Keyed<Alarm>>),
    /// The elements of a JSON array.
    Timers(List<Keyed<Timer>>),
}

/// A response that contains lists, as of one instant.
pub(crate) struct Lists {
    parts: VecDeque<Part>,
    now: OffsetDateTime,
    /// Whether an element of the current array has been written.
    has_element: bool,
}

/// A long response that is being sent.
struct Sending {
    lists: Lists,
    until: Instant,
    _permit: LongListPermit,
}

/// 200 without a body, and without computing it.
pub(crate) fn head() -> HttpResponse {
    HttpResponse::build(StatusCode::OK).insert_header(NO_STORE).content_type(JSON).body(body::None::new())
}

impl Lists {
    /// A response of these parts, in this order.
    pub(crate) fn new(parts: impl Into<VecDeque<Part>>, now: OffsetDateTime) -> Self {
        Self { parts: parts.into(), now, has_element: false }
    }

    /// One array of these elements.
    pub(crate) fn array(elements: Part, now: OffsetDateTime) -> Self {
        Self::new([Part::Text(b"[".into()), elements, Part::Text(b"]".into())], now)
    }

    /// 200 with the whole body, or in pieces if a list is long. Only a long list calls `permit`.
    pub(crate) async fn answer(
        mut self,
        permit: impl FnOnce() -> Result<LongListPermit, Problem>,
    ) -> Result<HttpResponse, Problem> {
        let mut response = HttpResponse::build(StatusCode::OK);
        response.insert_header(NO_STORE).content_type(JSON);
        if self.parts.iter().any(Part::is_long) {
            let sending = Sending { lists: self, until: Instant::now() + LONGEST, _permit: permit()? };
            return Ok(response.streaming(stream::try_unfold(sending, Sending::next)));
        }
        let mut text = Vec::with_capacity(CAPACITY);
        while self.write_next(&mut text).await? {}
        Ok(response.body(text))
    }

    /// Writes the next rows; returns whether anything was left.
    async fn write_next(&mut self, text: &mut Vec<u8>) -> Result<bool, Problem> {
        let Some(part) = self.parts.front_mut() else { return Ok(false) };
        let has_more = match part {
            Part::Text(said) => {
                text.append(said);
                self.has_element = false;
                false
            }
            Part::Alarms(list) => match list.next_page().await? {
                Some(page) => self.write_rows(&page, text)?,
                None => false,
            },
            Part::Timers(list) => match list.next_page().await? {
                Some(page) => self.write_rows(&page, text)?,
                None => false,
            },
        };
        if !has_more {
            self.parts.pop_front();
        }
        Ok(true)
    }

    /// Writes elements of the current array; returns whether there may be more.
    fn write_rows(&mut self, rows: &[impl JsonRow], text: &mut Vec<u8>) -> Result<bool, Problem> {
        for row in rows {
            if std::mem::replace(&mut self.has_element, true) {
                text.push(b',');
            }
            row.write(self.now, text).map_err(|error| {
                tracing::error!(%error, "a row could not be written as JSON");
                Problem::Internal
            })?;
        }
        Ok(true)
    }
}

impl Sending {
    /// The next piece of the body. An error ends the connection, so that the client sees that the body is incomplete.
    async fn next(mut self) -> Result<Option<(Bytes, Self)>, Problem> {
        if Instant::now() > self.until {
            tracing::debug!("a client took too long to read a long list");
            return Err(Problem::Unavailable);
        }
        let mut text = Vec::new();
        while text.is_empty() {
            if !self.lists.write_next(&mut text).await? {
                return Ok(None);
            }
        }
        Ok(Some((text.into(), self)))
    }
}

impl Part {
    fn is_long(&self) -> bool {
        match self {
            Self::Text(_) => false,
            Self::Alarms(list) => list.is_long(),
            Self::Timers(list) => list.is_long(),
        }
    }
}
