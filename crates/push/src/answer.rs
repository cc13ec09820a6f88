//! Reads what a push service answered.

use reqwest::{
    Response,
    header::{HeaderMap, RETRY_AFTER},
};
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc2822};
use tokibako_domain::push::Reply;

/// How many bytes of a body are read. A service's reason is a single word.
const LIMIT: usize = 1_024;

/// The reason that a service gives when the subscription is bound to another VAPID key.
const OTHER_KEY: &str = "VapidPkHashMismatch";

/// The longest `Retry-After` that is respected.
const LONGEST_WAIT: i64 = 24 * 60 * 60;

/// Reads a response that arrived at `now`.
pub(crate) async fn read(mut response: Response, now: OffsetDateTime) -> Reply {
    let code = response.status().as_u16();
    let retry_after = retry_after(response.headers(), now);
    let is_other_key = code == 400 && beginning(&mut response).await.contains(OTHER_KEY);
    Reply::Status { code, retry_after, is_other_key }
}

async fn beginning(response: &mut Response) -> String {
    let mut body = Vec::new();
    while body.len() < LIMIT {
        match response.chunk().await {
            Ok(Some(chunk)) => body.extend(chunk.iter().take(LIMIT - body.len())),
            _ => break,
        }
    }
    String::from_utf8_lossy(&body).into_owned()
}

/// `Retry-After`, either in seconds or as a date.
fn retry_after(headers: &HeaderMap, now: OffsetDateTime) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    let date = || OffsetDateTime::parse(text, &Rfc2822).ok().map(|date| (date - now).whole_seconds());
    let seconds = text.parse::<i64>().ok().or_else(date)?;
    Some(Duration::seconds(seconds.clamp(0, LONGEST_WAIT)))
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn retry_after_is_in_seconds_or_a_date() {
        let now = datetime!(2026-11-20 07:00 UTC);
        let wait = |text: &str| retry_after(&HeaderMap::from_iter([(RETRY_AFTER, text.parse().unwrap())]), now);
        for (text, seconds) in [
            ("7", Some(7)),
            (" 7 ", Some(7)),
            ("0", Some(0)),
            ("-1", Some(0)),
            ("99999999999", Some(LONGEST_WAIT)),
            ("Fri, 20 Nov 2026 07:02:00 GMT", Some(120)),
            ("Fri, 20 Nov 2026 06:00:00 GMT", Some(0)),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(wait(text), seconds.map(Duration::seconds), "{text}");
        }
        assert_eq!(retry_after(&HeaderMap::new(), now), None);
    }
}
