//! The client address of a request, as far as it can be trusted.

use std::net::{IpAddr, SocketAddr};

use actix_web::{HttpRequest, http::header};
use ipnet::IpNet;

/// A client for rate limits: an IPv4 address, or the /64 of an IPv6 address, which is what a household has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Client {
    Four([u8; 4]),
    Six([u16; 4]),
    /// The socket has no address.
    Unknown,
}

/// An IPv6 /48. A single tunnel or rented server may have all of it (RFC 6177), and with it 65,536 clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Network([u16; 3]);

/// Who shares with others by turns: all that may be a single visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Neighbour {
    Address(Client),
    Network(Network),
}

impl Client {
    /// Who this client is where visitors take turns; `None` if the socket has no address.
    pub(super) fn neighbour(self) -> Option<Neighbour> {
        match (self, self.network()) {
            (Self::Unknown, _) => None,
            (_, Some(network)) => Some(Neighbour::Network(network)),
            (client, None) => Some(Neighbour::Address(client)),
        }
    }

    /// The network whose clients may all be one visitor; `None` for IPv4, where a visitor has one address.
    pub(super) const fn network(self) -> Option<Network> {
        match self {
            Self::Six([first, second, third, _]) => Some(Network([first, second, third])),
            Self::Four(_) | Self::Unknown => None,
        }
    }
}

/// The peer's address, or if the peer is a trusted proxy, the last address of `X-Forwarded-For` that is not a trusted
/// proxy. Everything left of it may be forged and is ignored.
pub(super) fn of(request: &HttpRequest, proxies: &[IpNet]) -> Client {
    address(request, proxies).map_or(Client::Unknown, Client::from)
}

pub(super) fn address(request: &HttpRequest, proxies: &[IpNet]) -> Option<IpAddr> {
    let peer = request.peer_addr()?;
    let mut client = peer.ip().to_canonical();
    let is_proxy = |address: IpAddr| proxies.iter().any(|network| network.contains(&address));
    let named = request.headers().get_all(header::X_FORWARDED_FOR).collect::<Vec<_>>();
    let mut named = named.into_iter().rev().flat_map(|value| value.to_str().unwrap_or_default().rsplit(','));
    while is_proxy(client) {
        let Some(address) = named.next().and_then(parsed) else { break };
        client = address;
    }
    Some(client)
}

/// Parses an address as proxies write it: alone, with a port, or in brackets.
fn parsed(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let host = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let address = host.parse::<IpAddr>().ok();
    let address = address.or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))?;
    Some(address.to_canonical())
}

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(address) => Self::Four(address.octets()),
            IpAddr::V6(address) => {
                let [first, second, third, fourth, ..] = address.segments();
                Self::Six([first, second, third, fourth])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn client(address: &str) -> Client {
        address.parse::<IpAddr>().unwrap().into()
    }

    /// Checks the client of a request from `peer` with these headers, behind IPv4 and IPv6 proxies.
    #[track_caller]
    fn check(peer: &str, forwarded: &[&str], expected: &str) {
        let proxies = ["10.0.0.0/8", "fd00::/8"].map(|network| network.parse().unwrap());
        let request = TestRequest::default().peer_addr(SocketAddr::new(peer.parse().unwrap(), 4000));
        let request =
            forwarded.iter().fold(request, |request, value| request.append_header((header::X_FORWARDED_FOR, *value)));
        assert_eq!(of(&request.to_http_request(), &proxies), client(expected), "{peer} {forwarded:?}");
    }

    #[test]
    fn headers_of_untrusted_peers_are_ignored() {
        check("192.0.2.1", &[], "192.0.2.1");
        check("192.0.2.1", &["198.51.100.7"], "192.0.2.1");
        check("2001:db8::1", &["198.51.100.7"], "2001:db8::1");
    }

    #[test]
    fn headers_of_proxies_are_read_up_to_the_first_untrusted_address() {
        check("10.0.0.1", &["198.51.100.7"], "198.51.100.7");
        check("fd00::1", &["2001:db8::1"], "2001:db8::1");
        check("::ffff:10.0.0.1", &["::ffff:198.51.100.7"], "198.51.100.7");
        check("10.0.0.1", &["198.51.100.7, 10.9.9.9"], "198.51.100.7");
        check("10.0.0.1", &["198.51.100.7", "10.9.9.9"], "198.51.100.7");
        check("10.0.0.1", &["203.0.113.66, 198.51.100.7 ,10.9.9.9"], "198.51.100.7");
        check("10.0.0.1", &["203.0.113.66", "10.0.0.5, 198.51.100.7"], "198.51.100.7");
    }

    #[test]
    fn a_proxy_with_an_unreadable_header_counts_as_the_client() {
        check("10.0.0.1", &[], "10.0.0.1");
        for nonsense in ["", "unknown", "198.51.100.7, ", "198.51.100.7, x", "198.51.100.7 10.0.0.1", "10.0.0.0/8"] {
            check("10.0.0.1", &[nonsense], "10.0.0.1");
        }
        check("10.0.0.1", &["10.0.0.2, 10.0.0.3"], "10.0.0.2");
    }

    #[test]
    fn ports_and_brackets_are_ignored() {
        check("10.0.0.1", &["198.51.100.7:1234"], "198.51.100.7");
        check("10.0.0.1", &["[2001:db8::1]:1234"], "2001:db8::1");
        check("10.0.0.1", &["[2001:db8::1]"], "2001:db8::1");
    }

    #[test]
    fn an_ipv6_64_is_one_client() {
        assert_eq!(client("2001:db8:0:1::1"), client("2001:db8:0:1:ffff:ffff:ffff:ffff"));
        assert_ne!(client("2001:db8:0:1::1"), client("2001:db8:0:2::1"));
        assert_ne!(client("192.0.2.1"), client("192.0.2.2"));
    }

    #[test]
    fn clients_of_an_ipv6_48_share_a_network() {
        assert_eq!(client("2001:db8:0:1::1").network(), client("2001:db8:0:ffff::1").network());
        assert_ne!(client("2001:db8:0:1::1").network(), client("2001:db8:1:1::1").network());
        assert_eq!(client("192.0.2.1").network(), None);
    }
}
