//! Limits how many lists are read for one client at the same time. The others wait.
//!
//! A list takes several times its size while it is read and written as JSON, before its bytes can be counted.

use std::{
    collections::HashMap,
    sync::{Arc, Weak},
    time::Duration,
};

use parking_lot::Mutex;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use super::client::Client;
use crate::error::Problem;

/// How many lists are read at the same time for one client. One takes milliseconds.
const AT_ONCE: usize = 2;

/// How long a request waits for a permit.
const TIMEOUT: Duration = Duration::from_secs(2);

/// When so many clients are known, those without requests are forgotten.
const CLIENTS: usize = 1_024;

/// The permits of all clients.
#[derive(Debug, Default)]
pub(super) struct ListPermits(Mutex<HashMap<Client, Weak<Semaphore>>>);

/// A permit to read a list, released when this is dropped.
pub(crate) type ListPermit = OwnedSemaphorePermit;

impl ListPermits {
    /// Waits until a list may be read for a client.
    pub(super) async fn acquire(&self, client: Client) -> Result<ListPermit, Problem> {
        let permit = timeout(TIMEOUT, self.of(client).acquire_owned()).await;
        permit.map_err(|_| Problem::Overloaded)?.map_err(|_| Problem::Internal)
    }

    fn of(&self, client: Client) -> Arc<Semaphore> {
        let mut permits = self.0.lock();
        if let Some(known) = permits.get(&client).and_then(Weak::upgrade) {
            return known;
        }
        if permits.len() >= CLIENTS {
            permits.retain(|_, permits| permits.strong_count() > 0);
        }
        let new = Arc::new(Semaphore::new(AT_ONCE));
        permits.insert(client, Arc::downgrade(&new));
        new
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use futures_util::FutureExt as _;

    use super::*;

    fn client(number: u32) -> Client {
        IpAddr::V4(number.into()).into()
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_has_two_permits_at_a_time_and_the_others_wait() {
        let permits = ListPermits::default();
        let held = [permits.acquire(client(1)).await.unwrap(), permits.acquire(client(1)).await.unwrap()];
        drop(permits.acquire(client(2)).await.unwrap());
        let mut third = Box::pin(permits.acquire(client(1)));
        assert!(third.as_mut().now_or_never().is_none());
        drop(held);
        let _third = third.await.unwrap();
        let _fourth = permits.acquire(client(1)).await.unwrap();
        assert!(matches!(permits.acquire(client(1)).await, Err(Problem::Overloaded)));
    }

    #[tokio::test]
    async fn clients_without_requests_are_forgotten() {
        let permits = ListPermits::default();
        for number in 0..10_000 {
            drop(permits.acquire(client(number)).await.unwrap());
        }
        assert!(permits.0.lock().len() <= CLIENTS);
    }
}
