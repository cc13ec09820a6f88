//! Hashes and checks passwords, on blocking threads and only a few at a time.

use std::{cell::RefCell, sync::Arc};

use argon2::{
    Algorithm, Argon2, Block, Params, Version,
    password_hash::{
        self, CustomizedPasswordHasher, PasswordVerifier as _,
        phc::{self, Output, ParamsString, Salt},
        try_generate_salt,
    },
};
use parking_lot::Mutex;
use tokibako_domain::account::{Password, PasswordHash};
use tokio::{sync::Semaphore, task::spawn_blocking};

use crate::error::Problem;

/// How many passwords are hashed at once: each takes a core and 19 MiB, which are kept for the next ones.
const MAX_RUNNING: usize = 2;

/// How many requests may be running or queued; more get 503.
const MAX_PENDING: usize = 24;

/// Additional queue slots for known visitors, so that guesses from many addresses cannot lock them out.
const MAX_KNOWN: usize = 8;

/// A hash of no password, with our parameters. It is checked if there is no account, so that the response takes as
/// long.
const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5J3Mgc2FsdA$QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE";

/// Limits concurrent Argon2 work: 2 running, then a queue, then 503. Clones share the limits.
#[derive(Clone)]
pub(crate) struct Passwords {
    pending: Arc<Semaphore>,
    reserved: Arc<Semaphore>,
    running: Arc<Semaphore>,
    /// Those that are not in use.
    hashers: Arc<Mutex<Vec<Hasher>>>,
}

/// Argon2 with memory that is kept between passwords. glibc 2.36 (Debian 12) hardly reuses freed memory of this size and
/// alignment: if it were freed each time, a process would grow by 700 MiB in a hundred sign-ins.
#[derive(Default)]
struct Hasher {
    memory: RefCell<Vec<Block>>,
}

impl Default for Passwords {
    fn default() -> Self {
        Self {
            pending: Arc::new(Semaphore::new(MAX_PENDING)),
            reserved: Arc::new(Semaphore::new(MAX_KNOWN)),
            running: Arc::new(Semaphore::new(MAX_RUNNING)),
            hashers: Arc::default(),
        }
    }
}

/// The hash of a password, for an operator.
pub async fn hash_password(password: Password) -> Result<PasswordHash, Problem> {
    Passwords::default().hash(password, false).await
}

impl Passwords {
    /// The hash of a password, to be stored; `is_known` as for [`check`](Self::check).
    pub(crate) async fn hash(&self, password: Password, is_known: bool) -> Result<PasswordHash, Problem> {
        self.queued(is_known, move |hasher| hasher.hashed(password.as_bytes())).await?.map_err(|error| fault(&error))
    }

    /// Whether a password matches the stored hash; `false` without a password or a hash, after the same computation. If
    /// the caller `is_known`, it may use queue slots that are reserved for such callers.
    pub(crate) async fn check(
        &self,
        password: Option<Password>,
        kept: Option<PasswordHash>,
        is_known: bool,
    ) -> Result<bool, Problem> {
        let checked = self.queued(is_known, move |hasher| {
            let is_possible = password.is_some() && kept.is_some();
            let kept = kept.as_ref().map_or(DUMMY_HASH, |kept| &kept.0);
            let typed = password.as_ref().map(Password::as_bytes).unwrap_or_default();
            Ok(hasher.verified(typed, kept)? && is_possible)
        });
        checked.await?.map_err(|error| fault(&error))
    }

    /// Runs `work` on a blocking thread once a running slot is free; fails if the queue is full.
    async fn queued<T: Send + 'static>(
        &self,
        is_known: bool,
        work: impl FnOnce(&Hasher) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let pending = match Arc::clone(&self.pending).try_acquire_owned() {
            Err(_) if is_known => Arc::clone(&self.reserved).try_acquire_owned(),
            result => result,
        };
        let pending = pending.map_err(|_| Problem::Busy)?;
        let running = Arc::clone(&self.running).acquire_owned().await.map_err(|_| Problem::Busy)?;
        let hashers = Arc::clone(&self.hashers);
        let work = spawn_blocking(move || {
            // Held until the work ends, even if the request was cancelled.
            let _held = (pending, running);
            let hasher = hashers.lock().pop().unwrap_or_default();
            let outcome = work(&hasher);
            hashers.lock().push(hasher);
            outcome
        });
        work.await.map_err(|error| {
            tracing::error!(%error, "hashing a password was interrupted");
            Problem::Internal
        })
    }
}

impl Hasher {
    /// Argon2id with the parameters of OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane.
    fn hashed(&self, password: &[u8]) -> Result<PasswordHash, password_hash::Error> {
        let hash = self.hash_password_with_params(password, &try_generate_salt()?, Params::default())?;
        Ok(PasswordHash(hash.to_string()))
    }

    /// Uses the parameters of the stored hash, in case ours have changed since.
    fn verified(&self, password: &[u8], kept: &str) -> Result<bool, password_hash::Error> {
        let kept = phc::PasswordHash::new(kept).map_err(|_| password_hash::Error::EncodingInvalid)?;
        match self.verify_password(password, &kept) {
            Ok(()) => Ok(true),
            Err(password_hash::Error::PasswordInvalid) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

impl CustomizedPasswordHasher<phc::PasswordHash> for Hasher {
    type Params = Params;

    fn hash_password_customized(
        &self,
        password: &[u8],
        salt: &[u8],
        algorithm: Option<&str>,
        version: Option<u32>,
        params: Params,
    ) -> Result<phc::PasswordHash, password_hash::Error> {
        let algorithm = algorithm.map(Algorithm::try_from).transpose()?.unwrap_or_default();
        let version = version.map(Version::try_from).transpose()?.unwrap_or_default();
        let mut output = [0; Output::MAX_LENGTH];
        let length = params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
        let output = output.get_mut(..length).ok_or(password_hash::Error::OutputSize)?;
        let argon2 = Argon2::new(algorithm, version, params);
        let mut memory = self.memory.borrow_mut();
        memory.resize(argon2.params().block_count(), Block::new());
        argon2.hash_password_into_with_memory(password, salt, output, &mut memory[..])?;
        Ok(phc::PasswordHash {
            algorithm: algorithm.ident(),
            version: Some(version.into()),
            params: ParamsString::try_from(argon2.params())?,
            salt: Some(Salt::new(salt)?),
            hash: Some(Output::new(output)?),
        })
    }
}

fn fault(error: &password_hash::Error) -> Problem {
    tracing::error!(%error, "a password could not be hashed");
    Problem::Internal
}

#[cfg(test)]
mod tests {
    use super::*;

    fn password(text: &str) -> Password {
        Password::parse(text).unwrap()
    }

    #[actix_web::test]
    async fn the_right_password_is_accepted_and_others_are_not() {
        let passwords = Passwords::default();
        let kept = passwords.hash(password("correct horse"), false).await.unwrap();
        assert!(kept.0.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{}", kept.0);
        let check = async |typed: Option<Password>, kept| passwords.check(typed, kept, false).await.unwrap();
        assert!(check(Some(password("correct horse")), Some(kept.clone())).await);
        assert!(!check(Some(password("correct horsE")), Some(kept.clone())).await);
        assert!(!check(None, Some(kept)).await);
        assert!(!check(Some(password("correct horse")), None).await);
        assert!(!check(None, None).await);
    }

    #[actix_web::test]
    async fn the_same_password_has_another_hash_each_time() {
        let passwords = Passwords::default();
        let (one, other) =
            (passwords.hash(password("secret"), false).await, passwords.hash(password("secret"), false).await);
        assert_ne!(one.unwrap(), other.unwrap());
    }

    #[actix_web::test]
    async fn requests_beyond_the_queue_are_refused() {
        let passwords = Passwords::default();
        let all = Arc::clone(&passwords.pending).try_acquire_many_owned(u32::try_from(MAX_PENDING).unwrap()).unwrap();
        assert!(matches!(passwords.hash(password("secret"), false).await, Err(Problem::Busy)));
        passwords.hash(password("secret"), true).await.unwrap();
        let known = Arc::clone(&passwords.reserved);
        let known = known.try_acquire_many_owned(u32::try_from(MAX_KNOWN).unwrap()).unwrap();
        assert!(matches!(passwords.hash(password("secret"), true).await, Err(Problem::Busy)));
        drop((all, known));
        passwords.hash(password("secret"), false).await.unwrap();
        let left = [&passwords.pending, &passwords.reserved, &passwords.running].map(|it| it.available_permits());
        assert_eq!(left, [MAX_PENDING, MAX_KNOWN, MAX_RUNNING]);
    }
}
