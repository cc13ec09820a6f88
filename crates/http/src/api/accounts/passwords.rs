//! Hashes and checks passwords, on blocking threads and only a few at a time, by turns of the addresses.

use std::sync::Arc;

use argon2::{
    Argon2,
    password_hash::{self, PasswordHasher as _, PasswordVerifier as _, try_generate_salt},
};
use tokibako_domain::account::{Password, PasswordHash};
use tokibako_storage::fair_semaphore::{FairSemaphore, PermitLimit};
use tokio::task::spawn_blocking;

use crate::{
    error::Problem,
    limits::{AddressSemaphore, Client},
};

/// How many passwords are hashed at once: each takes a core and 19 MiB.
const MAX_RUNNING: usize = 2;

/// How many of them for one address or IPv6 /48, so that others find a core.
const MAX_RUNNING_OF_NEIGHBOUR: usize = 1;

/// How many requests of one address, and of one IPv6 /48, may be running or queued; more get 503.
const MAX_PENDING_OF_ADDRESS: usize = 16;
const MAX_PENDING_OF_NETWORK: usize = 32;

/// How many requests in all. The last places are for known visitors, so that guesses from many addresses cannot lock them
/// out.
const MAX_PENDING: usize = 128;
const MAX_PENDING_UNKNOWN: usize = 96;

/// A hash of no password, with our parameters. It is checked if there is no account, so that the response takes as
/// long.
const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5J3Mgc2FsdA$QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE";

#[derive(Debug, Clone, Copy)]
pub(crate) struct PasswordVisitor {
    pub(crate) client: Client,
    /// With whom the client takes turns; `None` has no share of its own.
    pub(crate) neighbour: Option<u64>,
    /// Whether the address or a session belongs to the account's owner. Known visitors go first, by turns among
    /// themselves.
    pub(crate) is_known: bool,
}

/// Limits concurrent Argon2 work: 2 running, then queues by address, then 503. Clones share the limits.
#[derive(Clone)]
pub(crate) struct Passwords {
    pending: AddressSemaphore,
    running: Arc<FairSemaphore>,
}

impl Default for Passwords {
    fn default() -> Self {
        let running = PermitLimit { total: MAX_RUNNING, of_key: MAX_RUNNING_OF_NEIGHBOUR };
        Self {
            pending: AddressSemaphore::new(MAX_PENDING, MAX_PENDING_OF_ADDRESS, MAX_PENDING_OF_NETWORK),
            running: FairSemaphore::new(running, running),
        }
    }
}

/// The hash of a password, for an operator.
pub async fn hash_password(password: Password) -> Result<PasswordHash, Problem> {
    let operator = PasswordVisitor { client: Client::Unknown, neighbour: None, is_known: true };
    Passwords::default().hash(password, operator).await
}

impl Passwords {
    pub(crate) async fn hash(&self, password: Password, visitor: PasswordVisitor) -> Result<PasswordHash, Problem> {
        self.queued(visitor, move || hashed(password.as_bytes())).await?.map_err(|error| fault(&error))
    }

    /// Whether a password matches the stored hash; `false` without a password or a hash, after the same computation.
    pub(crate) async fn check(
        &self,
        password: Option<Password>,
        stored_hash: Option<PasswordHash>,
        visitor: PasswordVisitor,
    ) -> Result<bool, Problem> {
        let checked = self.queued(visitor, move || {
            let is_possible = password.is_some() && stored_hash.is_some();
            let stored_hash = stored_hash.as_ref().map_or(DUMMY_HASH, |stored_hash| &stored_hash.0);
            let typed = password.as_ref().map(Password::as_bytes).unwrap_or_default();
            Ok(verified(typed, stored_hash)? && is_possible)
        });
        checked.await?.map_err(|error| fault(&error))
    }

    /// Runs `work` on a blocking thread once a running slot is free; fails if the queue is full.
    async fn queued<T: Send + 'static>(
        &self,
        PasswordVisitor { client, neighbour, is_known }: PasswordVisitor,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let places = if is_known { MAX_PENDING } else { MAX_PENDING_UNKNOWN };
        // Without rate limits, all clients are one, which has only the limit in total.
        let client = neighbour.map(|_| client);
        let pending = self.pending.take_below(client, 1, places).map_err(|_| Problem::Busy)?;
        let running = self.running.acquire(neighbour, is_known).await.map_err(|_| Problem::Busy)?;
        let work = spawn_blocking(move || {
            // Held until the work ends, even if the request was cancelled.
            let _held = (pending, running);
            work()
        });
        work.await.map_err(|error| {
            tracing::error!(%error, "hashing a password was interrupted");
            Problem::Internal
        })
    }
}

/// Argon2id with the parameters of OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane.
fn hashed(password: &[u8]) -> Result<PasswordHash, password_hash::Error> {
    let hash = Argon2::default().hash_password_with_salt(password, &try_generate_salt()?)?;
    Ok(PasswordHash(hash.to_string()))
}

/// Uses the parameters of the stored hash, in case ours have changed since.
fn verified(password: &[u8], stored_hash: &str) -> Result<bool, password_hash::Error> {
    match Argon2::default().verify_password(password, stored_hash) {
        Ok(()) => Ok(true),
        Err(password_hash::Error::PasswordInvalid) => Ok(false),
        Err(error) => Err(error),
    }
}

fn fault(error: &password_hash::Error) -> Problem {
    tracing::error!(%error, "a password could not be hashed");
    Problem::Internal
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visitor(number: u8, is_known: bool) -> PasswordVisitor {
        PasswordVisitor { client: Client::Four([192, 0, 2, number]), neighbour: Some(number.into()), is_known }
    }

    fn password(text: &str) -> Password {
        Password::parse(text).unwrap()
    }

    #[actix_web::test]
    async fn the_right_password_is_accepted_and_others_are_not() {
        let passwords = Passwords::default();
        let stored_hash = passwords.hash(password("correct horse"), visitor(1, false)).await.unwrap();
        assert!(stored_hash.0.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{}", stored_hash.0);
        let check = async |typed: Option<Password>, stored_hash| {
            passwords.check(typed, stored_hash, visitor(1, false)).await.unwrap()
        };
        assert!(check(Some(password("correct horse")), Some(stored_hash.clone())).await);
        assert!(!check(Some(password("correct horsE")), Some(stored_hash.clone())).await);
        assert!(!check(None, Some(stored_hash)).await);
        assert!(!check(Some(password("correct horse")), None).await);
        assert!(!check(None, None).await);
    }

    #[actix_web::test]
    async fn the_same_password_has_another_hash_each_time() {
        let passwords = Passwords::default();
        let (one, other) = (
            passwords.hash(password("secret"), visitor(1, false)).await,
            passwords.hash(password("secret"), visitor(1, false)).await,
        );
        assert_ne!(one.unwrap(), other.unwrap());
    }

    #[actix_web::test]
    async fn an_address_has_sixteen_places_and_one_core_and_others_have_theirs() {
        let passwords = Passwords::default();
        let crowd = visitor(1, false);
        let pending: Vec<_> = (0..MAX_PENDING_OF_ADDRESS).map(|_| passwords.pending.take(crowd.client, 1)).collect();
        assert!(pending.iter().all(Result::is_ok));
        assert!(matches!(passwords.hash(password("secret"), crowd).await, Err(Problem::Busy)));
        // The owner of an account at that address has no more places.
        let known = PasswordVisitor { is_known: true, ..crowd };
        assert!(matches!(passwords.hash(password("secret"), known).await, Err(Problem::Busy)));
        let _running = passwords.running.acquire(crowd.neighbour, false).await.unwrap();
        passwords.hash(password("secret"), visitor(2, false)).await.unwrap();
    }

    #[actix_web::test]
    async fn the_last_places_are_for_known_visitors() {
        let passwords = Passwords::default();
        let mut pending = Vec::new();
        for number in 0..MAX_PENDING_UNKNOWN {
            let client = visitor(u8::try_from(number).unwrap(), false).client;
            pending.push(passwords.pending.take(client, 1).unwrap());
        }
        assert!(matches!(passwords.hash(password("secret"), visitor(200, false)).await, Err(Problem::Busy)));
        passwords.hash(password("secret"), visitor(200, true)).await.unwrap();
        drop(pending);
        passwords.hash(password("secret"), visitor(200, false)).await.unwrap();
        assert_eq!(passwords.pending.total_held(), 0);
    }
}
