//! Masks secrets in values.

use super::key::{self, Key};

/// Values that are never printed: keys, and certificates, which are not readable.
static HIDDEN: [&Key; 5] = [&key::WEATHER_API_KEY, &key::PUSH_KEY, &key::BUS_CA, &key::BUS_CERTIFICATE, &key::BUS_KEY];

/// A value for printing, with its secrets masked.
pub(super) fn shown(key: &Key, value: &str) -> String {
    if *key == key::DATABASE_URL || *key == key::WEATHER_BASE_URL {
        without_password(value)
    } else if *key == key::BUS_URL {
        value.split(',').map(without_account).collect::<Vec<_>>().join(",")
    } else if HIDDEN.contains(&key) && !value.is_empty() {
        "***".to_owned()
    } else {
        value.to_owned()
    }
}

/// The URL with three stars for each password. If the text is not a valid URL, it hides too much rather than too
/// little.
pub(super) fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        let is_a_word = url.chars().all(|letter| letter.is_ascii_alphabetic());
        return if is_a_word { url.to_owned() } else { "***".to_owned() };
    };
    let (account, place) = rest.rsplit_once('@').map_or((None, rest), |(account, place)| (Some(account), place));
    let (place, query) = place.split_once('?').map_or((place, None), |(place, query)| (place, Some(query)));
    let account = account.map(|account| match account.split_once(':') {
        Some((user, _)) => format!("{user}:***@"),
        None => format!("{account}@"),
    });
    let query = query.map(|query| {
        let parameters = query.split('&').map(|parameter| match parameter.split_once('=') {
            Some((name, _)) if name.contains("pass") => format!("{name}=***"),
            _ => parameter.to_owned(),
        });
        format!("?{}", parameters.collect::<Vec<_>>().join("&"))
    });
    format!("{scheme}://{}{place}{}", account.unwrap_or_default(), query.unwrap_or_default())
}

/// The URL without user name and password; a user name alone may be a token.
fn without_account(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, place))) => format!("{scheme}://***@{place}"),
        (Some(_), None) => url.to_owned(),
        // Not a valid URL.
        (None, _) if url.is_empty() => String::new(),
        (None, _) => "***".to_owned(),
    }
}
