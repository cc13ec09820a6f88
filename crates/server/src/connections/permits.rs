//! Limits the number of connections: per address, and in total.

use std::{
    collections::HashMap,
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use ipnet::IpNet;

use super::metrics::Metrics;

/// The open connections of a server. Clones share them.
#[derive(Clone)]
pub(crate) struct Connections(Arc<Shared>);

struct Shared {
    max_total: usize,
    /// Per address; `None` for any number.
    max_of_address: Option<usize>,
    /// Networks without a limit per address, because proxies connect for many visitors.
    proxies: Vec<IpNet>,
    open: Mutex<Open>,
    metrics: Metrics,
}

#[derive(Default)]
struct Open {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// An open connection. It no longer counts when this is dropped.
pub(crate) struct Permit {
    connections: Connections,
    address: Option<IpAddr>,
}

/// Why a connection is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refused {
    /// Its address has too many.
    OfAddress,
    /// There are too many in total.
    All,
}

impl Connections {
    /// At most `max_total` connections, and `max_of_address` from one address.
    pub(crate) fn new(max_total: usize, max_of_address: Option<usize>, proxies: Vec<IpNet>) -> Self {
        Self(Arc::new(Shared {
            max_total,
            max_of_address,
            proxies,
            open: Mutex::default(),
            metrics: Metrics::default(),
        }))
    }

    /// Their metrics.
    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// Counts a connection from `peer`, or refuses it.
    pub(crate) fn take(&self, peer: Option<SocketAddr>) -> Result<Permit, Refused> {
        self.acquire(peer)
            .inspect(|_| self.0.metrics.opened())
            .inspect_err(|refused| self.0.metrics.refused(refused.limit()))
    }

    fn acquire(&self, peer: Option<SocketAddr>) -> Result<Permit, Refused> {
        let address = peer.map(|peer| peer.ip().to_canonical());
        let is_proxy = |address: &IpAddr| self.0.proxies.iter().any(|network| network.contains(address));
        let address = address.filter(|address| !is_proxy(address)).map(network_of);
        let mut open = self.open();
        let of_address = address.and_then(|address| open.by_address.get(&address)).copied().unwrap_or(0);
        if self.0.max_of_address.is_some_and(|max| of_address >= max) {
            return Err(Refused::OfAddress);
        }
        if open.all >= self.0.max_total {
            return Err(Refused::All);
        }
        open.all += 1;
        if let Some(address) = address {
            open.by_address.insert(address, of_address + 1);
        }
        Ok(Permit { connections: self.clone(), address })
    }

    /// No code panics while it holds the lock, so a poisoned lock still guards consistent counts.
    fn open(&self) -> MutexGuard<'_, Open> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Refused {
    /// The name of the limit in metrics.
    const fn limit(self) -> &'static str {
        match self {
            Self::OfAddress => "connections_of_address",
            Self::All => "connections",
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.connections.0.metrics.closed();
        let mut open = self.connections.open();
        open.all = open.all.saturating_sub(1);
        let Some(address) = self.address else { return };
        if let Some(of_address) = open.by_address.get_mut(&address) {
            *of_address = of_address.saturating_sub(1);
            if *of_address == 0 {
                open.by_address.remove(&address);
            }
        }
    }
}

/// What counts as one address: for IPv6 the /64, which is what a household has.
fn network_of(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            let [first, second, third, fourth, ..] = address.segments();
            [first, second, third, fourth, 0, 0, 0, 0].into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(connections: &Connections, address: &str) -> Result<Permit, Refused> {
        connections.take(Some(SocketAddr::new(address.parse().unwrap(), 4_000)))
    }

    #[test]
    fn each_address_and_the_total_have_a_limit() {
        let connections = Connections::new(3, Some(2), Vec::new());
        let one = [take(&connections, "192.0.2.1").ok(), take(&connections, "::ffff:192.0.2.1").ok()];
        assert!(one.iter().all(Option::is_some));
        assert_eq!(take(&connections, "192.0.2.1").err(), Some(Refused::OfAddress));
        let _six = take(&connections, "2001:db8::1").ok();
        assert_eq!(take(&connections, "192.0.2.2").err(), Some(Refused::All));
        drop(one);
        let _six = take(&connections, "2001:db8::2").ok();
        assert_eq!(take(&connections, "2001:db8::3").err(), Some(Refused::OfAddress));
        assert!(take(&connections, "2001:db8:0:1::1").is_ok());
        assert_eq!(connections.open().by_address.len(), 1);
    }

    #[test]
    fn a_trusted_proxy_has_only_the_total_limit() {
        let connections = Connections::new(100, Some(2), vec!["10.0.0.0/8".parse().unwrap()]);
        let permits: Vec<_> = (0..100).map(|_| take(&connections, "10.0.0.1")).collect();
        assert!(permits.iter().all(Result::is_ok));
        assert_eq!(take(&connections, "10.0.0.1").err(), Some(Refused::All));
    }
}
