//! Which device a request is about, or comes from.

use std::{
    convert::Infallible,
    future::{Ready, ready},
};

use actix_web::{FromRequest, HttpRequest, dev::Payload, http::header::HeaderName};
use uuid::Uuid;

use crate::error::Problem;

/// The header by which a page whose device is rung by push names the device.
static X_DEVICE_ID: HeaderName = HeaderName::from_static("x-device-id");

/// The `{uuid}` of a path, which may be none at all: no device has such an id.
pub(crate) struct DevicePath(Option<Uuid>);

/// The device that the header names, if it does.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DeviceHeader(pub(crate) Option<Uuid>);

impl DevicePath {
    /// The id, or what is said of a device that is not there.
    pub(crate) fn id(self) -> Result<Uuid, Problem> {
        self.0.ok_or(Problem::NoSuchDevice)
    }
}

impl DeviceHeader {
    /// The device that a request's header names.
    pub(crate) fn of(request: &HttpRequest) -> Self {
        Self(request.headers().get(&X_DEVICE_ID).and_then(|id| parsed(id.to_str().ok()?)))
    }
}

/// The id of a device; the nil UUID is none.
pub(crate) fn parsed(text: &str) -> Option<Uuid> {
    Uuid::parse_str(text).ok().filter(|id| !id.is_nil())
}

impl FromRequest for DevicePath {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self(request.match_info().get("uuid").and_then(parsed))))
    }
}

impl FromRequest for DeviceHeader {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self::of(request)))
    }
}
