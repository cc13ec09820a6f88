//! Masks secrets in values.

use super::key::{self, Key};

/// Values that are never printed: keys, and certificates, which are not readable.
static HIDDEN: [&Key; 5] = [&key::WEATHER_API_KEY, &key::PUSH_KEY, &key::BUS_CA, &key::BUS_CERTIFICATE, &key::BUS_KEY];

/// A value that is in force, for printing, with its secrets masked.
pub(super) fn shown(key: &Key, value: &str) -> String {
    let is_address = *key == key::BUS_URL || *key == key::WEATHER_BASE_URL;
    if is_address { refused(key, value) } else { masked(key, value).unwrap_or_else(|| value.to_owned()) }
}

/// A value that is refused, for printing. It may be in any form, so whatever could be an account or a key is masked.
pub(super) fn refused(key: &Key, value: &str) -> String {
    let addresses = || value.split(',').map(|address| masked_address(key, address)).collect::<Vec<_>>().join(",");
    masked(key, value).unwrap_or_else(addresses)
}

fn masked(key: &Key, value: &str) -> Option<String> {
    if *key == key::DATABASE_URL {
        Some(without_password(value))
    } else {
        (HIDDEN.contains(&key) && !value.is_empty()).then(|| "***".to_owned())
    }
}

/// An address without user name and password, and without its query; a user name alone may be a token.
fn masked_address(key: &Key, address: &str) -> String {
    let (scheme, rest) = match address.split_once("://") {
        Some((scheme, rest)) => (format!("{scheme}://"), rest),
        // Not a valid URL.
        None if *key == key::BUS_URL && !address.is_empty() => return "***".to_owned(),
        None => (String::new(), address),
    };
    let (account, place) = match rest.rsplit_once('@') {
        // Without a scheme or a password it is an e-mail address.
        Some((account, place)) if !scheme.is_empty() || account.contains(':') && !account.starts_with("mailto:") => {
            ("***@", place)
        }
        _ => ("", rest),
    };
    let (place, query) = place.split_once(['?', '#']).map_or((place, ""), |(place, _)| (place, "?***"));
    format!("{scheme}{account}{place}{query}")
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
