//! Writing responses: JSON, cacheable only if it is the same for everybody, with a body whose unread bytes are counted; the
//! values in it: instants (RFC 3339 in UTC with `Z`, with seconds or milliseconds), domain values as text, steps, answers;
//! security headers; and texts that are compressed once.

pub(crate) mod document;

use std::{
    fmt,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use actix_web::{
    Error, HttpResponse, HttpResponseBuilder,
    body::{BodySize, BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::{
        header,
        header::{HeaderName, HeaderValue},
    },
    middleware::Next,
    web::{Bytes, Data},
};
use serde::{Serialize, Serializer, ser::Error as _};
use time::{OffsetDateTime, UtcOffset, format_description::well_known::Rfc3339};
use tokibako_domain::{
    answer::RingAnswer,
    browser_id::BrowserId,
    day::Weekdays,
    length::{Intervals, Step},
};
use utoipa::ToSchema;

use self::document::CROSS_ORIGIN_RESOURCE_POLICY;
use crate::{
    caching::{NO_STORE, stored_for},
    endpoint::ANSWER,
    error::Problem,
    openapi::schema,
    site::Site,
};

/// 200 with `value` as JSON.
pub(crate) fn ok(value: &impl Serialize) -> Result<HttpResponse, Problem> {
    with_json(HttpResponse::Ok().insert_header(NO_STORE), value)
}

/// 200 with `value` as JSON, which caches may keep for `time`.
pub(crate) fn shared(value: &impl Serialize, time: Duration) -> Result<HttpResponse, Problem> {
    with_json(HttpResponse::Ok().insert_header(stored_for(time)), value)
}

/// 201 with `value` as JSON and its path.
pub(crate) fn created(path: &str, value: &impl Serialize) -> Result<HttpResponse, Problem> {
    with_json(HttpResponse::Created().insert_header(NO_STORE).insert_header((header::LOCATION, path)), value)
}

/// 202 with `value` as JSON: accepted, with something still to happen.
pub(crate) fn accepted(value: &impl Serialize) -> Result<HttpResponse, Problem> {
    with_json(HttpResponse::Accepted().insert_header(NO_STORE), value)
}

pub(crate) fn accepted_without_content() -> HttpResponse {
    HttpResponse::Accepted().insert_header(NO_STORE).finish()
}

pub(crate) fn no_content() -> HttpResponse {
    HttpResponse::NoContent().insert_header(NO_STORE).finish()
}

fn with_json(response: &mut HttpResponseBuilder, value: &impl Serialize) -> Result<HttpResponse, Problem> {
    Ok(response.content_type("application/json").body(json(value)?))
}

/// The size of a list of ten alarms, so that the buffer of a typical list does not grow.
const CAPACITY: usize = 4_096;

fn json(value: &impl Serialize) -> Result<Vec<u8>, Problem> {
    let mut text = Vec::with_capacity(CAPACITY);
    serde_json::to_writer(&mut text, value).map_err(|error| {
        tracing::error!(%error, "a response could not be encoded as JSON");
        Problem::Internal
    })?;
    if text.len() > CAPACITY {
        // A client may take long to read it, and its buffer has grown to up to twice its length.
        text.shrink_to_fit();
    }
    Ok(text)
}

/// The longest piece. The server takes pieces as long as its buffer has room, so a client that does not read costs its
/// connection about this much, and the rest of the body stays here.
const PIECE: usize = 8 << 10;

/// A body, and the value that is dropped with it.
#[derive(Debug)]
pub struct GuardedBody<Guard> {
    body: BoxBody,
    /// What the body has given and was not sent yet.
    rest: Bytes,
    _guard: Guard,
}

impl<Guard> GuardedBody<Guard> {
    pub fn new(body: impl MessageBody + 'static, guard: Guard) -> Self {
        Self { body: body.boxed(), rest: Bytes::new(), _guard: guard }
    }
}

impl<Guard: Unpin> MessageBody for GuardedBody<Guard> {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_next(cx)) {
                Some(Ok(bytes)) => self.rest = bytes,
                end => return Poll::Ready(end),
            }
        }
        let piece = PIECE.min(self.rest.len());
        Poll::Ready(Some(Ok(self.rest.split_to(piece))))
    }
}

/// An instant in JSON.
#[derive(Clone, Copy, ToSchema)]
#[schema(value_type = String, format = DateTime, examples("2026-11-21T22:30:00Z"))]
pub(crate) struct Instant(pub(crate) OffsetDateTime);

/// The text is not an instant of the years 0 to 9999.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} must be an instant such as 2026-11-21T22:30:00Z")]
pub(crate) struct InstantError(&'static str);

impl Instant {
    /// Parses RFC 3339 with any offset for the field `name`.
    ///
    /// A `+` that a client did not percent-encode arrives in a query as a space and is read as `+`.
    pub(crate) fn parse(name: &'static str, text: &str) -> Result<OffsetDateTime, InstantError> {
        OffsetDateTime::parse(&text.replace(' ', "+"), &Rfc3339)
            .ok()
            .and_then(|instant| instant.checked_to_offset(UtcOffset::UTC))
            .filter(|instant| (0..=9999).contains(&instant.year()))
            .ok_or(InstantError(name))
    }
}

/// Written digit by digit, because a list of ten alarms has thirty instants: formatting them with `time` took a tenth
/// of the time of a list.
impl Serialize for Instant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (year, month, day) = self.0.to_calendar_date();
        let (hour, minute, second, millisecond) = self.0.to_hms_milli();
        let year = u16::try_from(year).map_err(S::Error::custom)?;
        let [y1, y2, y3, y4] = digits(year);
        let [_, _, m1, m2] = digits(u8::from(month).into());
        let [_, _, d1, d2] = digits(day.into());
        let [_, _, h1, h2] = digits(hour.into());
        let [_, _, n1, n2] = digits(minute.into());
        let [_, _, s1, s2] = digits(second.into());
        let [_, f1, f2, f3] = digits(millisecond);
        let mut text = [
            y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2, b'T', h1, h2, b':', n1, n2, b':', s1, s2, b'.', f1, f2, f3,
            b'Z',
        ];
        let text = if millisecond == 0 {
            text[19] = b'Z';
            &text[..20]
        } else {
            &text[..]
        };
        serializer.serialize_str(str::from_utf8(text).map_err(S::Error::custom)?)
    }
}

/// The four digits of a number below 10,000.
const fn digits(number: u16) -> [u8; 4] {
    [digit(number / 1_000), digit(number / 100), digit(number / 10), digit(number)]
}

const fn digit(number: u16) -> u8 {
    b'0' + (number % 10) as u8
}

/// A browser id in lower case with hyphens.
pub(crate) fn browser_id<S: Serializer>(browser: &BrowserId, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&browser.as_uuid())
}

/// A value as it prints itself.
pub(crate) fn text<S: Serializer>(value: &impl fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// The names of days, Monday first, or null.
#[expect(clippy::trivially_copy_pass_by_ref, clippy::ref_option, reason = "serde calls it with a reference")]
pub(crate) fn weekdays<S: Serializer>(days: &Option<Weekdays>, serializer: S) -> Result<S::Ok, S::Error> {
    match days {
        Some(days) => serializer.collect_seq(days.names()),
        None => serializer.serialize_none(),
    }
}

/// A value as it prints itself, or null.
#[expect(clippy::ref_option, reason = "serde calls it with a reference")]
pub(crate) fn text_or_null<T: fmt::Display, S: Serializer>(text: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
    match text {
        Some(text) => serializer.collect_str(text),
        None => serializer.serialize_none(),
    }
}

/// A step of a round.
#[derive(Serialize, ToSchema)]
#[schema(as = Step)]
pub(crate) struct StepView {
    #[schema(schema_with = schema::total_seconds)]
    seconds: i32,
    #[schema(required = true, schema_with = schema::label)]
    label: Option<String>,
}

impl StepView {
    pub(crate) fn all(intervals: &Intervals) -> Vec<Self> {
        let label = |step: &Step| step.label.as_ref().map(|label| label.as_str().to_owned());
        intervals.steps().map(|step| Self { seconds: step.length.total_seconds(), label: label(step) }).collect()
    }
}

/// The answer to a ring.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Answered)]
pub(crate) struct AnsweredView {
    #[schema(schema_with = schema::answer)]
    answer: &'static str,
    /// When the answer was given.
    at: Instant,
    /// Until when the answer snoozes the alarm; null if it does not.
    #[schema(required = true)]
    snoozed_until: Option<Instant>,
}

impl AnsweredView {
    pub(crate) fn of(answered: RingAnswer) -> Self {
        Self {
            answer: answered.answer.as_str(),
            at: Instant(answered.at),
            snoozed_until: answered.snoozed_until.map(Instant),
        }
    }
}

/// Pages of the site may play sounds, keep the screen on and use full screen; every other feature is denied.
const PERMISSIONS: &str = "autoplay=(self), screen-wake-lock=(self), fullscreen=(self), accelerometer=(), camera=(), \
    display-capture=(), encrypted-media=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), \
    local-fonts=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), \
    serial=(), usb=(), xr-spatial-tracking=()";

static ALWAYS: [(HeaderName, HeaderValue); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("permissions-policy"), HeaderValue::from_static(PERMISSIONS)),
];

/// Set unless the handler has set another value.
static UNLESS_SAID: [(HeaderName, HeaderValue); 2] = [
    (header::CONTENT_SECURITY_POLICY, document::NOTHING),
    (CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("same-origin")),
];

/// A year, for this host only: its subdomains may belong to others.
const HTTPS_FOR_A_YEAR: HeaderValue = HeaderValue::from_static("max-age=31536000");

pub(crate) async fn add_security_headers<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let is_https = request.app_data::<Data<Site>>().is_some_and(|site| site.is_https());
    let is_open_to_others = request.path() == ANSWER;
    let mut response = next.call(request).await?;
    let headers = response.headers_mut();
    for (name, value) in &ALWAYS {
        headers.insert(name.clone(), value.clone());
    }
    for (name, value) in &UNLESS_SAID {
        if !headers.contains_key(name) {
            headers.insert(name.clone(), value.clone());
        }
    }
    if is_open_to_others {
        // Without cookies, and for requests with a token alone (`admission`).
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    }
    if is_https {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HTTPS_FOR_A_YEAR);
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use actix_web::body::MessageBody as _;
    use futures_util::future::poll_fn;
    use time::macros::datetime;

    use super::*;

    #[tokio::test]
    async fn a_body_is_sent_in_pieces_and_its_value_is_held_until_the_last() {
        let guard = Rc::new(());
        let text: Vec<u8> = (0..20_000_u32).flat_map(u32::to_le_bytes).collect();
        let mut held = GuardedBody::new(text.clone(), Rc::clone(&guard));
        assert_eq!(held.size(), BodySize::Sized(80_000));
        let mut sent = Vec::new();
        while let Some(piece) = poll_fn(|cx| Pin::new(&mut held).poll_next(cx)).await {
            let piece = piece.unwrap();
            assert!(piece.len() <= 8_192 && Rc::strong_count(&guard) == 2);
            sent.extend_from_slice(&piece);
        }
        assert_eq!(sent, text);
        drop(held);
        assert_eq!(Rc::strong_count(&guard), 1);
    }

    #[track_caller]
    fn writes(instant: OffsetDateTime, expected: &str) {
        assert_eq!(serde_json::to_string(&Instant(instant)).unwrap(), format!("\"{expected}\""));
    }

    #[track_caller]
    fn reads(text: &str, expected: OffsetDateTime) {
        assert_eq!(Instant::parse("after", text), Ok(expected), "{text}");
    }

    #[track_caller]
    fn refuses(text: &str) {
        assert_eq!(Instant::parse("after", text), Err(InstantError("after")), "{text}");
    }

    #[test]
    fn an_instant_is_written_with_as_few_digits_as_needed() {
        writes(datetime!(2026-11-21 22:30 UTC), "2026-11-21T22:30:00Z");
        writes(datetime!(2026-11-21 22:30:00.5 UTC), "2026-11-21T22:30:00.500Z");
        writes(datetime!(2026-11-21 22:30:00.007 UTC), "2026-11-21T22:30:00.007Z");
        writes(datetime!(2026-11-21 22:30:00.000_9 UTC), "2026-11-21T22:30:00Z");
        writes(datetime!(0001-01-01 00:00 UTC), "0001-01-01T00:00:00Z");
    }

    #[test]
    fn an_instant_is_parsed_with_any_offset() {
        reads("2026-11-21T22:30:00Z", datetime!(2026-11-21 22:30 UTC));
        reads("2026-11-21t22:30:00.25z", datetime!(2026-11-21 22:30:00.25 UTC));
        reads("2026-11-22T07:30:00+09:00", datetime!(2026-11-21 22:30 UTC));
        reads("2026-11-22T07:30:00 09:00", datetime!(2026-11-21 22:30 UTC));
        reads("2026-11-21T19:00:00-03:30", datetime!(2026-11-21 22:30 UTC));
        reads("9999-12-31T23:59:59Z", datetime!(9999-12-31 23:59:59 UTC));
    }

    #[test]
    fn an_invalid_instant_is_refused() {
        refuses("");
        refuses("now");
        refuses("2026-11-21");
        refuses("2026-11-21T22:30:00");
        refuses("2026-13-01T00:00:00Z");
        refuses("2026-02-29T00:00:00Z");
        refuses("2026-11-21T24:00:00Z");
        refuses("2026-11-21T22:30:00Z\0");
        refuses("1763764200");
    }

    #[test]
    fn an_offset_that_leads_out_of_the_calendar_is_refused() {
        refuses("9999-12-31T23:59:59-00:01");
        refuses("0000-01-01T00:00:00+00:01");
        refuses("+12026-11-21T22:30:00Z");
    }
}
