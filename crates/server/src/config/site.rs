//! The values of the built site's placeholders: its address, its operator, the sister tools, and the settings that the
//! privacy page describes.

use std::collections::BTreeMap;

use anyhow::Result;
use tokibako_http::{AccountSettings, SiteConfig};
use url::Url;

use super::{
    key::{self, Key},
    layers::{InvalidValue, Layers, Source},
    push::PushConfig,
    weather::WeatherSource,
};

type Parse = fn(&str) -> Result<String, InvalidValue>;

/// The placeholders that each have a setting: key, setting and parser.
static SETTINGS: [(&str, &Key, Parse); 10] = [
    (SERVICE_WORKER, &key::SERVICE_WORKER, service_worker),
    ("operator.name", &key::OPERATOR_NAME, name),
    ("operator.url", &key::OPERATOR_URL, own_site),
    ("operator.address", &key::OPERATOR_ADDRESS, line),
    ("operator.services", &key::OPERATOR_SERVICES, line),
    ("tools.url-shortener", &key::URL_SHORTENER_URL, sister_site),
    ("tools.speed-test", &key::SPEED_TEST_URL, sister_site),
    ("tools.qr-code", &key::QR_CODE_URL, sister_site),
    ("tools.image-cropper", &key::IMAGE_CROPPER_URL, sister_site),
    ("tools.time-tracker", &key::TIME_TRACKER_URL, sister_site),
];

/// What the service worker does: everything, push only, or nothing.
const SERVICE_WORKER: &str = "service-worker";

/// The values of all placeholders. The built site and this server must agree on the keys.
pub(super) fn read(
    layers: &Layers,
    origin: &str,
    weather: &WeatherSource,
    push: &PushConfig,
    retention: Option<time::Duration>,
    accounts: AccountSettings,
) -> Result<SiteConfig> {
    let on_or_off = |is_on: bool| if is_on { "on" } else { "off" }.to_owned();
    let days = retention.map_or_else(|| "off".to_owned(), |kept_for| kept_for.whole_days().to_string());
    let mut values = BTreeMap::from([
        ("origin", origin.to_owned()),
        ("retention-days", days),
        ("weather-provider", weather.name().to_owned()),
        ("push", on_or_off(push.subject.is_some())),
        ("registration", on_or_off(accounts.is_open)),
        ("failed-sign-ins", on_or_off(accounts.logs_failures)),
    ]);
    for (placeholder, key, parse) in SETTINGS {
        values.insert(placeholder, layers.parse(key, parse)?);
    }
    Ok(SiteConfig { values, picture_host: weather.picture_host().map(ToOwned::to_owned) })
}

/// The variables of settings that still have their example values, except that of the service worker.
pub(super) fn examples(layers: &Layers) -> Result<Vec<&'static str>> {
    let mut examples = Vec::new();
    for (_, key, _) in SETTINGS.iter().filter(|(placeholder, ..)| *placeholder != SERVICE_WORKER) {
        if layers.get(key)?.source == Source::Default {
            examples.push(key.variable);
        }
    }
    Ok(examples)
}

/// A name; must not be empty.
fn name(text: &str) -> Result<String, InvalidValue> {
    line(text).and_then(|name| if name.is_empty() { Err(InvalidValue) } else { Ok(name) })
}

/// The operator's website, or nothing.
fn own_site(text: &str) -> Result<String, InvalidValue> {
    if text.is_empty() { Ok(String::new()) } else { web_address(text).map(|url| shown(&url)) }
}

fn service_worker(text: &str) -> Result<String, InvalidValue> {
    if ["on", "push-only", "off"].contains(&text) { Ok(text.to_owned()) } else { Err(InvalidValue) }
}

/// Scheme, host and port.
pub(super) fn origin(text: &str) -> Result<String, InvalidValue> {
    let url = web_address(text)?;
    let is_accepted = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
    is_accepted.then(|| url.origin().ascii_serialization()).ok_or(InvalidValue)
}

/// Without trailing slashes, so that `/en` can be appended.
fn sister_site(text: &str) -> Result<String, InvalidValue> {
    let url = web_address(text)?;
    let is_accepted = url.query().is_none() && url.fragment().is_none();
    is_accepted.then(|| url.as_str().trim_end_matches('/').to_owned()).ok_or(InvalidValue)
}

/// A URL in its normal form, without a path of just `/`.
fn shown(url: &Url) -> String {
    let is_root = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
    if is_root { url.as_str().trim_end_matches('/').to_owned() } else { url.to_string() }
}

/// A URL that a page may link to: http or https only, so that it cannot run a script.
fn web_address(text: &str) -> Result<Url, InvalidValue> {
    let url = Url::parse(text).map_err(|_| InvalidValue)?;
    let is_web = matches!(url.scheme(), "http" | "https") && url.username().is_empty() && url.password().is_none();
    is_web.then_some(url).ok_or(InvalidValue)
}

fn line(text: &str) -> Result<String, InvalidValue> {
    let breaks = |letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}');
    if text.contains(breaks) { Err(InvalidValue) } else { Ok(text.trim().to_owned()) }
}

#[cfg(test)]
mod tests;
