//! Names resolved to public addresses alone, whatever their owners answer.

use std::{
    io,
    net::{IpAddr, SocketAddr},
};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use crate::address::is_public;

/// Resolves a name by the system, and leaves out every address that is not public. A name is resolved again for each
/// connection, so it is checked again, too.
pub(crate) struct PublicOnly;

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            Ok(public(found.map(|address| address.ip()))?)
        })
    }
}

/// Those of the addresses that may be dialled.
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
    fn a_name_that_is_public_at_first_is_dialled_nowhere_else_later() {
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
        assert!(PublicOnly.resolve("localhost".parse().unwrap()).await.is_err());
    }
}
