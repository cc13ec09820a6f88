//! The browser and the operating system behind a session, from `User-Agent`.

use actix_web::{HttpRequest, http::header};
use tokibako_storage::sessions::Agent;

/// Browsers by a marker in their `User-Agent`. The first marker that is found counts, since most browsers also name
/// those that they derive from.
static BROWSERS: [(&str, &str); 12] = [
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("YaBrowser/", "Yandex Browser"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// Operating systems in the same way. An iPad that requests desktop pages claims to be a Mac.
static SYSTEMS: [(&str, &str); 8] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("FreeBSD", "FreeBSD"),
    ("Linux", "Linux"),
];

/// The browser and the system that a request names, if known. Nothing else of the header is stored.
pub(super) fn of(request: &HttpRequest) -> Agent {
    let header = request.headers().get(header::USER_AGENT);
    let text = header.and_then(|value| value.to_str().ok()).unwrap_or_default();
    Agent { browser: named(text, &BROWSERS), system: named(text, &SYSTEMS) }
}

fn named(text: &str, marks: &[(&str, &str)]) -> Option<String> {
    marks.iter().find(|(mark, _)| text.contains(mark)).map(|(_, name)| (*name).to_owned())
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[track_caller]
    fn check(agent: &str, browser: Option<&str>, system: Option<&str>) {
        let request = TestRequest::default().insert_header((header::USER_AGENT, agent)).to_http_request();
        let expected = Agent { browser: browser.map(str::to_owned), system: system.map(str::to_owned) };
        assert_eq!(of(&request), expected, "{agent}");
    }

    #[test]
    fn a_browser_is_identified_by_its_family_and_system() {
        let chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
        check(chrome, Some("Chrome"), Some("Windows"));
        check(&format!("{chrome} Edg/141.0.0.0"), Some("Edge"), Some("Windows"));
        check("Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", Some("Firefox"), Some("Linux"));
        check(
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
            Some("Safari"),
            Some("iPhone"),
        );
        check(
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
            Some("Samsung Internet"),
            Some("Android"),
        );
        check("curl/8.5.0", None, None);
        check("", None, None);
    }
}
