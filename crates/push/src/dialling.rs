//! A DNS resolver that returns only public addresses, even if a name resolves to others.

use std::{
    io,
    net::{IpAddr, SocketAddr},
};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use crate::address::is_public;

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
        return Err(io::Error::new(io::ErrorKind::AddrNotAvailable, "the name has no public address"));
    }
    Ok(Box::new(found.into_iter()))
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
