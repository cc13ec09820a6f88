//! The kinds of problems: their status code, `type` and `title`, and what the page at that address says.

use actix_web::http::StatusCode;

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ProblemKind {
    pub(super) status: StatusCode,
    /// The URI reference, relative to the server: the value of `type`.
    pub(crate) uri: &'static str,
    /// The kind in words.
    pub(crate) title: &'static str,
    /// When it occurs, and what to do.
    pub(crate) about: &'static str,
}

macro_rules! kinds {
    ($($kind:ident: $status:ident, $name:literal, $title:literal, $about:literal;)*) => {
        $(pub(super) static $kind: ProblemKind =
            ProblemKind { status: StatusCode::$status, uri: concat!("/problems/", $name), title: $title, about: $about };)*

        /// Every kind.
        pub(crate) static ALL: &[&ProblemKind] = &[$(&$kind),*];
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
