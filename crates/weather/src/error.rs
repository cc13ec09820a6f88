//! Why there is no weather.

use std::time::Duration;

/// Why a provider's call, or its answer for one place, gave no report.
///
/// None of it holds the provider's key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The answer took too long.
    #[error("no answer in time")]
    Slow,
    /// No connection, or one that broke off.
    #[error("the provider cannot be reached: {0}")]
    Unreachable(String),
    /// Another status than 200, and the reason that came with it.
    #[error("the provider answered with status {0}: {1}")]
    Status(u16, String),
    /// Too many calls; the provider may say how long to wait.
    #[error("the provider says that it is asked too often")]
    TooOften(Option<Duration>),
    /// The calls that the key pays for are used up.
    #[error("the quota of the provider's key is used up")]
    QuotaUsedUp,
    /// The key is missing, wrong or switched off.
    #[error("the provider refuses the key")]
    KeyRefused,
    /// The answer is too long, not JSON, or not of the documented shape.
    #[error("the answer is not a weather report: {0}")]
    Unreadable(String),
    /// The report of a place holds what cannot be.
    #[error("the report cannot be right: {0}")]
    Implausible(&'static str),
    /// The provider does not know the place.
    #[error("the provider does not know the place")]
    UnknownPlace,
}

impl Failure {
    /// Whether only one place has failed, and the provider is well.
    #[must_use]
    pub const fn is_of_one_place(&self) -> bool {
        matches!(self, Self::Implausible(_) | Self::UnknownPlace)
    }
}

/// Why a provider cannot be called at all.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// No HTTPS client can be made, for want of root certificates mostly.
    #[error("cannot set up an HTTPS client; are the system's root certificates installed?")]
    Client(#[source] reqwest::Error),
    /// The address cannot be one of a provider.
    #[error(
        "the address of a weather provider is http://host or https://host, with a path perhaps and without a query"
    )]
    Address,
    /// The key is none.
    #[error("the key of a weather provider must be printable ASCII without spaces")]
    Key,
}
