//! Turns: how many lists are read for one client at the same time. The others wait.
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

/// How long a request waits for its turn.
const PATIENCE: Duration = Duration::from_secs(2);

/// When so many clients are known, those without requests are forgotten.
const CLIENTS: usize = 1_024;

/// The turns of all clients.
#[derive(Debug, Default)]
pub(super) struct Turns(Mutex<HashMap<Client, Weak<Semaphore>>>);

/// A turn, which ends when this is dropped.
pub(crate) type Turn = OwnedSemaphorePermit;

impl Turns {
    /// Waits until it is a client's turn.
    pub(super) async fn next(&self, client: Client) -> Result<Turn, Problem> {
        let turns = self.of(client);
        let turn = timeout(PATIENCE, turns.acquire_owned()).await;
        turn.map_err(|_| Problem::Overloaded)?.map_err(|_| Problem::Internal)
    }

    fn of(&self, client: Client) -> Arc<Semaphore> {
        let mut turns = self.0.lock();
        if let Some(known) = turns.get(&client).and_then(Weak::upgrade) {
            return known;
        }
        if turns.len() >= CLIENTS {
            turns.retain(|_, turns| turns.strong_count() > 0);
        }
        let new = Arc::new(Semaphore::new(AT_ONCE));
        turns.insert(client, Arc::downgrade(&new));
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
    async fn a_client_has_two_turns_at_a_time_and_the_others_wait() {
        let turns = Turns::default();
        let taken = [turns.next(client(1)).await.unwrap(), turns.next(client(1)).await.unwrap()];
        drop(turns.next(client(2)).await.unwrap());
        let mut third = Box::pin(turns.next(client(1)));
        assert!(third.as_mut().now_or_never().is_none());
        drop(taken);
        let _third = third.await.unwrap();
        let _fourth = turns.next(client(1)).await.unwrap();
        assert!(matches!(turns.next(client(1)).await, Err(Problem::Overloaded)));
    }

    #[tokio::test]
    async fn clients_without_requests_are_forgotten() {
        let turns = Turns::default();
        for number in 0..10_000 {
            drop(turns.next(client(number)).await.unwrap());
        }
        assert!(turns.0.lock().len() <= CLIENTS);
    }
}
