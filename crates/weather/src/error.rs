//! Why a weather report is missing.

use std::time::Duration;

/// Why a call to the provider, or its answer for one city, gave no report.
///
/// No variant contains the provider's key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The call timed out.
    #[error("no answer in time")]
    Slow,
    /// No connection could be made, or it was lost.
    #[error("the provider cannot be reached: {0}")]
    Unreachable(String),
    /// A status other than 200, and the reason that came with it.
    #[error("the provider answered with status {0}: {1}")]
    Status(u16, String),
    /// Status 429, with the provider's `Retry-After`.
    #[error("the provider says that it is asked too often")]
    TooOften(Option<Duration>),
    /// The quota of the key is used up.
    #[error("the quota of the provider's key is used up")]
    QuotaUsedUp,
    /// The key is missing, wrong or disabled.
    #[error("the provider refuses the key")]
    KeyRefused,
    /// The answer is too long, not JSON, or not as documented.
    #[error("the answer is not a weather report: {0}")]
    Unreadable(String),
    /// A value of the report is out of range.
    #[error("the report cannot be right: {0}")]
    Implausible(&'static str),
    /// The provider does not know the place.
    #[error("the provider does not know the place")]
    UnknownPlace,
}

impl Failure {
    /// Whether only one city failed and the provider itself works.
    #[must_use]
    pub const fn is_of_one_place(&self) -> bool {
        matches!(self, Self::Implausible(_) | Self::UnknownPlace)
    }
}

/// Why the provider's client cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The HTTPS client cannot be created, mostly because root certificates are missing.
    #[error("cannot set up an HTTPS client; are the system's root certificates installed?")]
    Client(#[source] reqwest::Error),
    /// The address is invalid.
    #[error(
        "the address of a weather provider is http://host or https://host, with a path perhaps and without a query"
    )]
    Address,
    /// The key is invalid.
    #[error("the key of a weather provider must be printable ASCII without spaces")]
    Key,
}
