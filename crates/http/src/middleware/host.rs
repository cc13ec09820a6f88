//! Refuses requests whose header `Host` is no host, or is sent twice (RFC 9112, section 3.2).

use std::net::Ipv6Addr;

use actix_web::{
    Error, HttpRequest, ResponseError as _,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::header::HOST,
    middleware::Next,
};

use crate::error::Problem;

/// Passes a request on, unless its host is invalid.
pub(crate) async fn check<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse, Error> {
    if is_acceptable(request.request()) {
        Ok(next.call(request).await?.map_into_boxed_body())
    } else {
        Ok(request.into_response(Problem::Host.error_response()))
    }
}

/// A request without the header is one of HTTP/1.0, or of a probe.
fn is_acceptable(request: &HttpRequest) -> bool {
    let mut hosts = request.headers().get_all(HOST);
    let Some(host) = hosts.next() else { return true };
    hosts.next().is_none() && host.to_str().is_ok_and(is_host)
}

/// Whether a text is a host with or without a port (RFC 3986, section 3.2.2).
fn is_host(text: &str) -> bool {
    let (is_name, port) = if let Some(rest) = text.strip_prefix('[') {
        let Some((address, port)) = rest.split_once(']') else { return false };
        (address.parse::<Ipv6Addr>().is_ok(), if port.is_empty() { None } else { Some(port) })
    } else {
        let (name, port) = text.find(':').map_or((text, None), |at| (&text[..at], Some(&text[at..])));
        (!name.is_empty() && name.bytes().all(is_of_name), port)
    };
    is_name && port.is_none_or(|port| port.strip_prefix(':').is_some_and(is_port))
}

const fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'%')
}

fn is_port(text: &str) -> bool {
    text.is_empty() || (text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<u16>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_names_and_addresses_with_or_without_a_port() {
        for host in [
            "time.example",
            "TIME.example:8443",
            "localhost",
            "192.0.2.1:80",
            "[::1]",
            "[2001:db8::1]:8080",
            "a_b",
            "h:",
        ] {
            assert!(is_host(host), "{host}");
        }
        for host in [
            "",
            "a b",
            "time.example, time.example",
            "time.example,time.example",
            "[::1",
            "[::1]x",
            "[::1]8080",
            "[time]",
            "time.example:99999",
            "time.example:+80",
            "time.example:80:80",
            ":80",
            "user@time.example",
            "time.example/x",
            "::1",
        ] {
            assert!(!is_host(host), "{host}");
        }
    }
}
