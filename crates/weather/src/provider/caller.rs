//! Makes one HTTP request, with limits of time and size, without redirects, and without logging the key.

use std::time::Duration;

use reqwest::{Client, Response, Url, header::RETRY_AFTER, redirect::Policy};
use rustls::crypto::{CryptoProvider, ring};

use super::address::{ProviderAddress, ProviderKey};
use crate::error::{Failure, SetupError};

/// Slightly less than callers wait, so that they learn of the failure.
const TIME_LIMIT: Duration = Duration::from_millis(4_750);

/// Many times the size of an answer for fifty cities.
const SIZE_LIMIT: usize = 1 << 20;

/// The longest reason that is logged.
const LONGEST_REASON: usize = 200;

/// The HTTP client of a provider.
pub(super) struct Caller {
    client: Client,
    address: ProviderAddress,
    key: Option<ProviderKey>,
}

/// An answer with any status.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) retry_after: Option<Duration>,
    pub(super) body: Vec<u8>,
}

impl Caller {
    pub(super) fn new(address: ProviderAddress, key: Option<ProviderKey>) -> Result<Self, SetupError> {
        if CryptoProvider::get_default().is_none() {
            // Fails if another part of the process has installed a provider already, which is just as good.
            let _ = CryptoProvider::install_default(ring::default_provider());
        }
        let client = Client::builder()
            .timeout(TIME_LIMIT)
            .redirect(Policy::none())
            .user_agent(concat!("tokibako/", env!("CARGO_PKG_VERSION")));
        let client = if address.is_local() { client.no_proxy() } else { client };
        // A client for plain HTTP needs no root certificates.
        let client = if address.is_encrypted() { client } else { client.tls_certs_only([]) };
        Ok(Self { client: client.build().map_err(SetupError::Client)?, address, key })
    }

    pub(super) const fn key(&self) -> Option<&ProviderKey> {
        self.key.as_ref()
    }

    pub(super) async fn get(&self, path: &str, parameters: &[(&str, &str)]) -> Result<Answer, Failure> {
        self.send(self.address.call(path, parameters)).await
    }

    async fn send(&self, url: Url) -> Result<Answer, Failure> {
        let response = self.client.get(url).send().await.map_err(|error| self.failure(error))?;
        let status = response.status().as_u16();
        let retry_after = seconds_to_wait(&response);
        Ok(Answer { status, retry_after, body: self.body(response).await? })
    }

    async fn body(&self, mut response: Response) -> Result<Vec<u8>, Failure> {
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| self.failure(error))? {
            if body.len() + chunk.len() > SIZE_LIMIT {
                return Err(Failure::Unreadable(format!("it is longer than {SIZE_LIMIT} bytes")));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    fn failure(&self, error: reqwest::Error) -> Failure {
        if error.is_timeout() {
            return Failure::Slow;
        }
        // The URL contains the key.
        let error = error.without_url();
        let mut reason = error.to_string();
        let mut cause = std::error::Error::source(&error);
        while let Some(error) = cause {
            reason = format!("{reason}: {error}");
            cause = error.source();
        }
        Failure::Unreachable(self.printable(&reason))
    }

    /// The provider's reason, shortened and cleaned for the log.
    pub(super) fn printable(&self, reason: &str) -> String {
        let reason = match &self.key {
            Some(key) => reason.replace(key.as_str(), "***"),
            None => reason.to_owned(),
        };
        let letters = reason.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
        letters.take(LONGEST_REASON).collect()
    }
}

/// `Retry-After` in seconds. These providers do not use the other form, a date.
fn seconds_to_wait(response: &Response) -> Option<Duration> {
    let value = response.headers().get(RETRY_AFTER)?.to_str().ok()?;
    value.trim().parse().ok().map(Duration::from_secs)
}
