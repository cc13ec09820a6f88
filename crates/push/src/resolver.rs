//! A DNS resolver that returns only public addresses, even if a name resolves to others.

use std::{
    error::Error,
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// A name has addresses, and none of them is public.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("the name has no public address")]
pub(crate) struct NoPublicAddress;

impl NoPublicAddress {
    pub(crate) fn caused(error: &reqwest::Error) -> bool {
        let mut cause: Option<&(dyn Error + 'static)> = error.source();
        while let Some(error) = cause {
            let inner = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
            if error.is::<Self>() || inner.is_some_and(<dyn Error + Send + Sync>::is::<Self>) {
                return true;
            }
            cause = error.source();
        }
        false
    }
}

/// Resolves names by the system and drops every address that is not public. Each new connection resolves its name
/// again, so each one is checked (against DNS rebinding).
pub(crate) struct PublicResolver;

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            Ok(public(found.map(|address| address.ip()))?)
        })
    }
}

/// Keeps the addresses that may be connected to.
fn public(found: impl Iterator<Item = IpAddr>) -> io::Result<Addrs> {
    let found: Vec<_> =
        found.filter(|address| is_public(*address)).map(|address| SocketAddr::new(address, 0)).collect();
    if found.is_empty() {
        return Err(io::Error::new(io::ErrorKind::AddrNotAvailable, NoPublicAddress));
    }
    Ok(Box::new(found.into_iter()))
}

/// Whether an address is reachable from the public internet: not loopback, private, link-local or translated to such a
/// one.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// According to the IANA registry of special-purpose addresses.
fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_special = a == 0
        || address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_broadcast()
        || address.is_documentation()
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (b == 18 || b == 19))
        || a >= 224;
    !is_special
}

/// Only global unicast (`2000::/3`), without the ranges that are translated to IPv4 or are reserved.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    let is_global_unicast = a & 0xe000 == 0x2000;
    // Teredo and other protocol assignments, documentation, 6to4, documentation again.
    let is_special = match a {
        0x2001 => b < 0x0200 || b == 0x0db8,
        0x2002 => true,
        0x3fff => b < 0x1000,
        _ => false,
    };
    is_global_unicast && !is_special
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::sender::plain;

    #[test]
    fn a_name_that_later_resolves_to_a_private_address_is_refused() {
        let found = |texts: &[&str]| {
            let found: Vec<IpAddr> = texts.iter().map(|text| text.parse().unwrap()).collect();
            public(found.into_iter()).map(|found| found.map(|address| address.ip().to_string()).collect::<Vec<_>>())
        };
        assert_eq!(found(&["8.8.8.8", "127.0.0.1"]).unwrap(), ["8.8.8.8"]);
        assert!(found(&["127.0.0.1", "::1", "10.0.0.1"]).is_err());
        assert!(found(&[]).is_err());
    }

    #[tokio::test]
    async fn this_machine_has_no_public_address() {
        assert!(PublicResolver.resolve("localhost".parse().unwrap()).await.is_err());
    }

    #[tokio::test]
    async fn a_request_that_failed_for_that_reason_tells_it() {
        let client = plain().dns_resolver(Arc::new(PublicResolver)).tls_certs_only([]).build().unwrap();
        let error = client.post("http://localhost:1/").send().await.unwrap_err();
        assert!(NoPublicAddress::caused(&error), "{error:?}");
        let error = client.post("http://127.0.0.1:1/").send().await.unwrap_err();
        assert!(!NoPublicAddress::caused(&error), "{error:?}");
    }

    #[test]
    fn only_public_addresses_are_recognised_as_public() {
        for text in ["8.8.8.8", "142.250.185.74", "1.1.1.1", "2a00:1450:4001:82b::200a", "2606:4700::1111"] {
            assert!(is_public(text.parse().unwrap()), "{text}");
        }
        for text in [
            "0.0.0.0",
            "0.1.2.3",
            "10.1.2.3",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.1",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:8.8.8.8",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(text.parse().unwrap()), "{text}");
        }
    }
}
