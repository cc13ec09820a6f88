//! Limits the number of connections: per address and network, and in total.

use std::{net::SocketAddr, sync::Arc};

use ipnet::IpNet;
use tokibako_http::{AddressPermit, AddressSemaphore, Client, ReachedLimit};

use super::metrics::ConnectionMetrics;

/// The open connections of a server. Clones share them.
#[derive(Clone)]
pub(crate) struct Connections(Arc<Shared>);

struct Shared {
    open: AddressSemaphore,
    /// Networks without a limit per address, because proxies connect for many visitors.
    proxies: Vec<IpNet>,
    metrics: ConnectionMetrics,
}

/// An open connection. It no longer counts when this is dropped.
pub(crate) struct ConnectionPermit {
    connections: Connections,
    _of_address: AddressPermit,
}

impl Connections {
    /// At most `max_total` connections, and `max_of_address` from one address; from one network half of all.
    pub(crate) fn new(max_total: usize, max_of_address: Option<usize>, proxies: Vec<IpNet>) -> Self {
        let open = match max_of_address {
            Some(of_address) => AddressSemaphore::new(max_total, of_address, of_address.max(max_total / 2)),
            None => AddressSemaphore::new(max_total, usize::MAX, usize::MAX),
        };
        Self(Arc::new(Shared { open, proxies, metrics: ConnectionMetrics::default() }))
    }

    pub(crate) fn metrics(&self) -> &ConnectionMetrics {
        &self.0.metrics
    }

    /// Counts a connection from `peer`, or refuses it.
    pub(crate) fn take(&self, peer: Option<SocketAddr>) -> Result<ConnectionPermit, ReachedLimit> {
        let address = peer.map(|peer| peer.ip().to_canonical());
        let is_proxy = |address: &_| self.0.proxies.iter().any(|network| network.contains(address));
        let client = address.filter(|address| !is_proxy(address)).map(Client::from);
        let permit = self.0.open.take(client, 1);
        let permit = permit.inspect_err(|reached| self.0.metrics.refused(limit(*reached)))?;
        self.0.metrics.opened();
        Ok(ConnectionPermit { connections: self.clone(), _of_address: permit })
    }
}

/// The name of the limit in metrics.
const fn limit(reached: ReachedLimit) -> &'static str {
    match reached {
        ReachedLimit::OfKey => "connections_of_address",
        ReachedLimit::Total => "connections",
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.connections.0.metrics.closed();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(connections: &Connections, address: &str) -> Result<ConnectionPermit, ReachedLimit> {
        connections.take(Some(SocketAddr::new(address.parse().unwrap(), 4_000)))
    }

    #[test]
    fn each_address_and_the_total_have_a_limit() {
        let connections = Connections::new(3, Some(2), Vec::new());
        let one = [take(&connections, "192.0.2.1").ok(), take(&connections, "::ffff:192.0.2.1").ok()];
        assert!(one.iter().all(Option::is_some));
        assert_eq!(take(&connections, "192.0.2.1").err(), Some(ReachedLimit::OfKey));
        let _six = take(&connections, "2001:db8::1").ok();
        assert_eq!(take(&connections, "192.0.2.2").err(), Some(ReachedLimit::Total));
        drop(one);
        let _six = take(&connections, "2001:db8::2").ok();
        assert_eq!(take(&connections, "2001:db8::3").err(), Some(ReachedLimit::OfKey));
        assert!(take(&connections, "2001:db8:1:1::1").is_ok());
    }

    #[test]
    fn a_trusted_proxy_has_only_the_total_limit() {
        let connections = Connections::new(100, Some(2), vec!["10.0.0.0/8".parse().unwrap()]);
        let permits: Vec<_> = (0..100).map(|_| take(&connections, "10.0.0.1")).collect();
        assert!(permits.iter().all(Result::is_ok));
        assert_eq!(take(&connections, "10.0.0.1").err(), Some(ReachedLimit::Total));
    }
}
