//! The device that a request is about or comes from.

use actix_web::{HttpRequest, http::header::HeaderName};
use uuid::Uuid;

use super::extractor::extractor;
use crate::error::Problem;

/// The header in which a page names its device, if that has a push subscription.
static X_DEVICE_ID: HeaderName = HeaderName::from_static("x-device-id");

/// The `{uuid}` of a path. It may be invalid; then there is no such device.
pub(crate) struct DevicePath(Option<Uuid>);

/// The device that the header names, if any.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DeviceHeader(pub(crate) Option<Uuid>);

impl DevicePath {
    /// The id; an invalid one is answered like a missing device.
    pub(crate) fn id(self) -> Result<Uuid, Problem> {
        self.0.ok_or(Problem::NoSuchDevice)
    }

    /// The id of a channel.
    pub(crate) fn channel(self) -> Result<Uuid, Problem> {
        self.0.ok_or(Problem::NoSuchChannel)
    }
}

impl DeviceHeader {
    /// The device that a request's header names.
    pub(crate) fn of(request: &HttpRequest) -> Self {
        Self(request.headers().get(&X_DEVICE_ID).and_then(|id| parsed(id.to_str().ok()?)))
    }
}

/// Parses the id of a device; the nil UUID is invalid.
pub(crate) fn parsed(text: &str) -> Option<Uuid> {
    Uuid::parse_str(text).ok().filter(|id| !id.is_nil())
}

extractor!(DevicePath, |request| Ok(Self(request.match_info().get("uuid").and_then(parsed))));

extractor!(DeviceHeader, |request| Ok(Self::of(request)));
