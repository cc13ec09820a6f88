//! Failures of requests: RFC 9457 problem details, and all status codes of the API's failures; and validation errors by field, so
//! that one response names them all.

use std::{
    collections::BTreeMap,
    fmt::{self, Display},
    time::{Duration, Instant},
};

use actix_web::{
    HttpResponse, ResponseError,
    http::{StatusCode, header},
};
use serde::Serialize;
use tokibako_storage::log_throttle::LogThrottle;
use utoipa::ToSchema;

use crate::{caching::NO_STORE, request::field::Sent};

/// The media type of problem details (RFC 9457, section 3).
pub(crate) const PROBLEM_JSON: &str = "application/problem+json";

/// How soon a client may retry when the database is unavailable, in seconds.
const RETRY_UNAVAILABLE: u32 = 2;

/// The jitter of that time in seconds, so that clients that were refused together do not retry together.
const SPREAD_UNAVAILABLE: u32 = 3;

macro_rules! problems {
    ($($(#[$doc:meta])* $problem:ident $(($held:ty))?: $kind:ident, $message:tt;)*) => {
        /// A request that is refused or has failed.
        #[derive(Debug, thiserror::Error)]
        pub enum Problem {
            $($(#[$doc])* #[error($message)] $problem $(($held))?,)*
        }

        impl Problem {
            fn kind(&self) -> &'static ProblemKind {
                match self {
                    $(Self::$problem { .. } => &$kind,)*
                }
            }
        }
    };
}

problems! {
    /// The browser id is missing or invalid.
    BrowserId(String): BROWSER_ID, "{0}";
    /// Body or query cannot be read.
    Malformed(String): MALFORMED, "{0}";
    OtherBrowser: OTHER_BROWSER, "browserId differs from the X-Browser-Id header";
    WrongPair: WRONG_PAIR, "no account has this name and this password";
    SignedOut: SIGNED_OUT, "nobody is signed in";
    UsernameTaken: USERNAME_TAKEN, "another account has this name";
    RegistrationClosed: REGISTRATION_CLOSED, "this server does not accept new accounts";
    OtherSite: OTHER_SITE, "requests from pages of other sites may not change anything here";
    /// A page of another site, as far as its address tells, tries to change something.
    OtherOrigin(String): OTHER_SITE, "{0}";
    Host: MALFORMED, "the header Host must be one host name or address, with a port if need be";
    /// No such row, or a row of another browser; the response does not reveal which.
    NoSuchRow: NOT_FOUND, "this browser has no alarm or timer with this id";
    NoSuchRing: NOT_FOUND, "this browser has no such ring";
    NoSuchDevice: NOT_FOUND, "this browser has no such device";
    NoSuchChannel: NOT_FOUND, "this account has no such channel";
    DeviceRemoved: DEVICE_REMOVED, "this device was removed; register it under another id";
    Renewed: RENEWED, "the account of this browser id has a new one; GET /api/user tells it to a browser that is signed in";
    NoSuchSession: NOT_FOUND, "this account has no such session";
    BadToken: BAD_TOKEN, "the token is not valid for this ring";
    PushOff: PUSH_OFF, "push is not configured on this server";
    ChannelsOff: CHANNELS_OFF, "channels are switched off on this server";
    NoSuchCity: NOT_FOUND, "the catalogue has no such city";
    WeatherOff: WEATHER_OFF, "the weather is switched off on this server";
    /// The weather provider failed, and there is no usable report.
    WeatherFailed: WEATHER_FAILED, "the weather provider failed, try again later";
    /// The weather provider took too long, and there is no usable report.
    WeatherSlow: WEATHER_SLOW, "the weather provider took too long to answer, try again later";
    NoSuchPath: NOT_FOUND, "there is nothing at this path";
    MethodNotAllowed(String): METHOD_NOT_ALLOWED, "this path only accepts {0}";
    /// The browser has as many alarms, timers or channels as are allowed, or the account has no room for a hand-over.
    Full: FULL, "there is no room for more alarms, timers or channels; delete some first";
    TooLarge(usize): TOO_LARGE, "the body may have at most {0} bytes";
    NotJson: NOT_JSON, "the body must be sent as application/json, without a content encoding";
    Validation(ValidationErrors): VALIDATION, "{0}";
    /// Too many requests or streams; the client may retry after this many seconds.
    TooMany(u32): TOO_MANY, "too many requests, try again later";
    /// Too many passwords wait to be hashed.
    Busy: UNAVAILABLE, "too many sign-ins at the moment, try again later";
    Conflict: UNAVAILABLE, "another request changed the account or its browser id meanwhile, try again";
    /// Too many requests are in progress.
    Overloaded: UNAVAILABLE, "the server has too much to do at the moment, try again later";
    Unavailable: UNAVAILABLE, "the database is unavailable, try again later";
    NotReady(&'static str): UNAVAILABLE, "{0}";
    /// A fault of the server, which is logged.
    Internal: INTERNAL, "the server failed while answering this request";
}

/// Problem details (RFC 9457).
#[derive(Serialize, ToSchema)]
#[schema(as = Problem, title = "Problem")]
pub(crate) struct Details<'a> {
    /// The kind of problem: a stable URI reference, relative to the server.
    #[serde(rename = "type")]
    #[schema(format = "uri-reference", examples("/problems/validation"))]
    kind: &'static str,
    /// The kind of problem in words.
    title: &'static str,
    /// The status code.
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// What is wrong with this request.
    detail: String,
    /// Messages by field, if values were refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    errors: Option<&'a BTreeMap<&'static str, Vec<String>>>,
}

impl Problem {
    /// A refusal of a client that may retry after `wait`.
    pub(crate) fn too_many(wait: Duration) -> Self {
        let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
        Self::TooMany(u32::try_from(seconds).unwrap_or(u32::MAX).max(1))
    }

    pub(crate) fn title(&self) -> &'static str {
        self.kind().title
    }

    /// Seconds after which the client may retry, with jitter.
    fn retry_after(&self) -> Option<u32> {
        match self {
            Self::TooMany(seconds) => Some(seconds.saturating_add(fastrand::u32(0..=1.max(seconds / 2)))),
            Self::Busy | Self::Conflict | Self::Overloaded | Self::Unavailable | Self::NotReady(_) => {
                Some(RETRY_UNAVAILABLE + fastrand::u32(0..=SPREAD_UNAVAILABLE))
            }
            _ => None,
        }
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.kind().status
    }

    fn error_response(&self) -> HttpResponse {
        let status = self.status_code();
        let ProblemKind { uri: kind, title, .. } = self.kind();
        let errors = if let Self::Validation(errors) = self { Some(errors.messages()) } else { None };
        let details = Details { kind, title, status: status.as_u16(), detail: self.to_string(), errors };
        let mut response = HttpResponse::build(status);
        response.insert_header(NO_STORE).content_type(PROBLEM_JSON);
        match self {
            Self::MethodNotAllowed(methods) => response.insert_header((header::ALLOW, methods.as_str())),
            _ => &mut response,
        };
        if let Some(seconds) = self.retry_after() {
            response.insert_header((header::RETRY_AFTER, seconds));
        }
        response.body(serde_json::to_vec(&details).unwrap_or_default())
    }
}

/// The problem of a failure of the storage, given the problem if what the request names is missing.
pub(crate) fn if_missing(missing: Problem) -> impl FnOnce(tokibako_storage::Error) -> Problem {
    move |error| if matches!(error, tokibako_storage::Error::NotFound) { missing } else { error.into() }
}

/// Failures of the storage are logged here, where they become a response.
impl From<tokibako_storage::Error> for Problem {
    fn from(error: tokibako_storage::Error) -> Self {
        match error {
            tokibako_storage::Error::NotFound => Self::NoSuchRow,
            tokibako_storage::Error::UsernameTaken => Self::UsernameTaken,
            tokibako_storage::Error::Full => Self::Full,
            tokibako_storage::Error::Renewed => Self::Renewed,
            tokibako_storage::Error::Conflict(_) => Self::Conflict,
            tokibako_storage::Error::Unavailable(_) | tokibako_storage::Error::OutOfRoom(_) => {
                // Throttled, because every request would log it while the database fails.
                static LINE: LogThrottle = LogThrottle::new();
                if let Some(more) = LINE.at(Instant::now()) {
                    tracing::warn!(%error, more, "request answered with 503");
                }
                Self::Unavailable
            }
            error => {
                tracing::error!(%error, "request answered with 500");
                Self::Internal
            }
        }
    }
}

impl From<ValidationErrors> for Problem {
    fn from(errors: ValidationErrors) -> Self {
        Self::Validation(errors)
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ProblemKind {
    status: StatusCode,
    /// The URI reference, relative to the server: the value of `type`.
    pub(crate) uri: &'static str,
    pub(crate) title: &'static str,
    /// When it occurs, and what to do.
    pub(crate) about: &'static str,
}

macro_rules! kinds {
    ($($kind:ident: $status:ident, $name:literal, $title:literal, $about:literal;)*) => {
        $(static $kind: ProblemKind =
            ProblemKind { status: StatusCode::$status, uri: concat!("/problems/", $name), title: $title, about: $about };)*

        pub(crate) static KINDS: &[&ProblemKind] = &[$(&$kind),*];
    };
}

kinds! {
    BROWSER_ID: BAD_REQUEST, "browser-id", "Browser id missing or malformed",
        "Alarms and timers belong to a browser. Send its id, a random UUID, in the header X-Browser-Id.";
    MALFORMED: BAD_REQUEST, "malformed", "Request cannot be read",
        "The body is not valid JSON, or the query cannot be decoded. The detail says where.";
    WRONG_PAIR: UNAUTHORIZED, "wrong-pair", "Wrong name or password",
        "No account has this name and this password. The answer does not say which of them is wrong.";
    SIGNED_OUT: UNAUTHORIZED, "signed-out", "Not signed in",
        "The session has ended, or there was none. Sign in, and send the cookie.";
    USERNAME_TAKEN: CONFLICT, "username-taken", "Name taken",
        "Another account has this name. Choose another one.";
    REGISTRATION_CLOSED: FORBIDDEN, "registration-closed", "Registration closed",
        "The operator of this server accepts no new accounts. Alarms and timers work without one.";
    OTHER_BROWSER: FORBIDDEN, "other-browser", "Browser ids differ",
        "The body or the query names another browser than the header X-Browser-Id. Send one of them.";
    OTHER_SITE: FORBIDDEN, "other-site", "Request from another site",
        "A page of another site tried to change something here, which is not allowed.";
    BAD_TOKEN: UNAUTHORIZED, "bad-token", "Token refused",
        "The token of a notification answers one ring on one device for an hour. It has expired, or belongs to another ring.";
    PUSH_OFF: FORBIDDEN, "push-off", "Push switched off",
        "The operator of this server has not configured notifications for closed pages.";
    CHANNELS_OFF: FORBIDDEN, "channels-off", "Channels switched off",
        "The operator of this server sends rings to no ntfy server and no webhook.";
    NOT_FOUND: NOT_FOUND, "not-found", "Not found",
        "There is nothing at this path, or the row, ring, device, channel, session or city does not exist or belongs to somebody else.";
    DEVICE_REMOVED: GONE, "device-removed", "Device removed",
        "The device was deleted, or replaced by a newer one. Register it under another id.";
    RENEWED: GONE, "renewed", "Browser id renewed",
        "The account of this browser id has a new one, which owns everything now. Ask GET /api/user for it, with the cookie of the session.";
    WEATHER_OFF: NOT_FOUND, "weather-off", "Weather switched off",
        "The operator of this server has switched the weather off.";
    WEATHER_FAILED: BAD_GATEWAY, "weather-failed", "Weather provider failed",
        "The weather provider cannot be reached or answered with an error. Try again later.";
    WEATHER_SLOW: GATEWAY_TIMEOUT, "weather-slow", "Weather provider too slow",
        "The weather provider did not answer in time. Try again later.";
    METHOD_NOT_ALLOWED: METHOD_NOT_ALLOWED, "method-not-allowed", "Method not allowed",
        "The path exists, but not with this method. The header Allow lists its methods.";
    FULL: CONFLICT, "full", "Limit reached",
        "There is no room for more. Delete something first.";
    TOO_LARGE: PAYLOAD_TOO_LARGE, "too-large", "Body too large",
        "The body is longer than this path accepts. The detail says how many bytes it may have.";
    NOT_JSON: UNSUPPORTED_MEDIA_TYPE, "unsupported-media-type", "Unsupported media type",
        "Send the body as application/json, without a content encoding.";
    VALIDATION: UNPROCESSABLE_ENTITY, "validation", "Validation failed",
        "Some fields have values that are not allowed. The member errors has the reasons by field.";
    TOO_MANY: TOO_MANY_REQUESTS, "too-many-requests", "Too many requests",
        "This address, browser or account sent too many requests. Try again after the seconds in the header Retry-After.";
    UNAVAILABLE: SERVICE_UNAVAILABLE, "unavailable", "Temporarily unavailable",
        "The server is starting, busy, or cannot reach its database. Try again after the seconds in the header Retry-After.";
    INTERNAL: INTERNAL_SERVER_ERROR, "internal", "Internal error",
        "The server failed. Its log says why; please tell the operator.";
}

/// Messages by the field they are about.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ValidationErrors(BTreeMap<&'static str, Vec<String>>);

impl ValidationErrors {
    pub(crate) fn only(field: &'static str, message: impl Display) -> Self {
        let mut errors = Self::default();
        errors.add(field, message);
        errors
    }

    pub(crate) fn add(&mut self, field: &'static str, message: impl Display) {
        self.0.entry(field).or_default().push(message.to_string());
    }

    /// Adds an error for each of these fields that is missing.
    pub(crate) fn require<const N: usize>(&mut self, fields: [(&'static str, bool); N]) {
        for (field, _) in fields.into_iter().filter(|(_, is_sent)| !is_sent) {
            self.add(field, "Required");
        }
    }

    pub(crate) fn extend(&mut self, more: Self) {
        for (field, messages) in more.0 {
            self.0.entry(field).or_default().extend(messages);
        }
    }

    pub(crate) fn take<T, E: Display>(&mut self, field: &'static str, value: Result<T, E>) -> Option<T> {
        value.map_err(|message| self.add(field, message)).ok()
    }

    /// The value, or `None` and the messages of another check.
    pub(crate) fn take_from<T>(&mut self, value: Result<T, Self>) -> Option<T> {
        value.map_err(|more| self.extend(more)).ok()
    }

    /// Both values, or the messages of both checks.
    pub(crate) fn both<T, U>(first: Result<T, Self>, second: Result<U, Self>) -> Result<(T, U), Self> {
        let mut errors = Self::default();
        match (errors.take_from(first), errors.take_from(second)) {
            (Some(first), Some(second)) => Ok((first, second)),
            _ => Err(errors),
        }
    }

    /// Parses a field with `read`, if it was sent.
    pub(crate) fn sent<V, T, E: Display>(
        &mut self,
        field: &'static str,
        Sent(value): Sent<V>,
        read: impl FnOnce(V) -> Result<T, E>,
    ) -> Option<T> {
        value.and_then(|value| self.take(field, read(value)))
    }

    /// Parses a field that must have been sent.
    pub(crate) fn required<V, T, E: Display>(
        &mut self,
        field: &'static str,
        sent: Sent<V>,
        read: impl FnOnce(V) -> Result<T, E>,
    ) -> Option<T> {
        self.require([(field, sent.is_some())]);
        self.sent(field, sent, read)
    }

    pub(crate) fn none(self) -> Result<(), Self> {
        if self.0.is_empty() { Ok(()) } else { Err(self) }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn contains(&self, field: &str) -> bool {
        self.0.contains_key(field)
    }

    pub(crate) fn messages(&self) -> &BTreeMap<&'static str, Vec<String>> {
        &self.0
    }
}

impl Display for ValidationErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "these fields have invalid values: {}", self.0.keys().copied().collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn waits(problem: &Problem) -> BTreeSet<u32> {
        let wait = |_| {
            let response = problem.error_response();
            response.headers().get(header::RETRY_AFTER).unwrap().to_str().unwrap().parse::<u32>().unwrap()
        };
        (0..1_000).map(wait).collect()
    }

    #[test]
    fn clients_refused_together_get_different_retry_times() {
        assert_eq!(waits(&Problem::TooMany(1)), (1..=2).collect());
        assert_eq!(waits(&Problem::TooMany(30)), (30..=45).collect());
        assert_eq!(waits(&Problem::TooMany(u32::MAX)), [u32::MAX].into());
        for problem in [Problem::Unavailable, Problem::Overloaded, Problem::Busy, Problem::NotReady("why")] {
            assert_eq!(waits(&problem), (2..=5).collect());
        }
    }
}
