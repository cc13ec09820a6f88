//! Security headers, on every response.

use actix_web::{
    Error,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::header::{self, HeaderName, HeaderValue},
    middleware::Next,
    web::Data,
};

use crate::{
    endpoint::ANSWER,
    response::document::{self, CROSS_ORIGIN_RESOURCE_POLICY},
    site::Site,
};

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

pub(crate) async fn add<B: MessageBody>(request: ServiceRequest, next: Next<B>) -> Result<ServiceResponse<B>, Error> {
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
