//! The headers that keep a browser from doing more with an answer than it is for, on every answer there is.

use actix_web::{
    Error,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::header::{self, HeaderName, HeaderValue},
    middleware::Next,
    web::Data,
};

use crate::{
    response::content_policy::{self, CROSS_ORIGIN_RESOURCE_POLICY},
    site::Site,
};

/// What a page of the site needs to ring, to stay lit and to fill the screen is left to it alone; the rest is
/// for nobody.
const PERMISSIONS: &str = "autoplay=(self), screen-wake-lock=(self), fullscreen=(self), accelerometer=(), camera=(), \
    display-capture=(), encrypted-media=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), \
    local-fonts=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), \
    serial=(), usb=(), xr-spatial-tracking=()";

/// What every answer says.
static ALWAYS: [(HeaderName, HeaderValue); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("permissions-policy"), HeaderValue::from_static(PERMISSIONS)),
];

/// What an answer says that does not say otherwise by itself.
static UNLESS_SAID: [(HeaderName, HeaderValue); 2] = [
    (header::CONTENT_SECURITY_POLICY, content_policy::NOTHING),
    (CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("same-origin")),
];

/// A year, for this host alone: what stands beside it is not ours to decide.
const HTTPS_FOR_A_YEAR: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Passes a request on and adds the headers to its answer.
pub(crate) async fn add<B: MessageBody>(request: ServiceRequest, next: Next<B>) -> Result<ServiceResponse<B>, Error> {
    let is_https = request.app_data::<Data<Site>>().is_some_and(|site| site.is_https());
    let mut answer = next.call(request).await?;
    let headers = answer.headers_mut();
    for (name, value) in &ALWAYS {
        headers.insert(name.clone(), value.clone());
    }
    for (name, value) in &UNLESS_SAID {
        if !headers.contains_key(name) {
            headers.insert(name.clone(), value.clone());
        }
    }
    if is_https {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HTTPS_FOR_A_YEAR);
    }
    Ok(answer)
}
