//! Requests in bytes.

use crate::ground::browsers;

/// A GET of a path that needs no browser.
pub(crate) fn page(path: &str) -> Vec<u8> {
    request("GET", path, "Accept-Encoding: br\r\n", "")
}

/// A GET of the API by browser number `browser`.
pub(crate) fn read(path: &str, browser: u32) -> Vec<u8> {
    request("GET", path, &of_browser(browser), "")
}

/// A POST of a JSON body by browser number `browser`.
pub(crate) fn write(path: &str, browser: u32, json: &str) -> Vec<u8> {
    request("POST", path, &of_browser(browser), json)
}

/// A POST with one more header.
pub(crate) fn write_with(path: &str, browser: u32, name: &str, value: &str, json: &str) -> Vec<u8> {
    request("POST", path, &format!("{}{name}: {value}\r\n", of_browser(browser)), json)
}

/// A POST by a service worker, which sends a token instead of a browser id.
pub(crate) fn write_by(path: &str, token: &str, json: &str) -> Vec<u8> {
    request("POST", path, &format!("Authorization: Bearer {token}\r\n"), json)
}

/// A PUT of a JSON body by browser number `browser`.
pub(crate) fn put(path: &str, browser: u32, json: &str) -> Vec<u8> {
    request("PUT", path, &of_browser(browser), json)
}

/// A request with any method and these lines of headers.
pub(crate) fn with_headers(method: &str, path: &str, headers: &str, json: &str) -> Vec<u8> {
    request(method, path, headers, json)
}

/// The request that opens an event stream, on a device where that is rung by push, from after the event `last_id` where
/// there was one.
pub(crate) fn stream(path: &str, browser: u32, device: Option<u32>, last_id: Option<&str>) -> Vec<u8> {
    let device = device.map(|device| format!("X-Device-Id: {}\r\n", browsers::device_id(browser, device)));
    let place = last_id.map(|id| format!("Last-Event-ID: {id}\r\n"));
    let headers = [Some(of_browser(browser)), device, place].into_iter().flatten().collect::<String>();
    request("GET", path, &headers, "")
}

fn of_browser(browser: u32) -> String {
    format!("X-Browser-Id: {}\r\n", browsers::id(browser))
}

fn request(method: &str, path: &str, headers: &str, json: &str) -> Vec<u8> {
    let length = if json.is_empty() {
        String::new()
    } else {
        format!("Content-Type: application/json\r\nContent-Length: {}\r\n", json.len())
    };
    format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\n{headers}{length}\r\n{json}").into_bytes()
}
