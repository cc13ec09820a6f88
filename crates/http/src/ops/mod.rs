//! What operators and load balancers ask for: probes and metrics.

pub(crate) mod health;
pub(crate) mod metrics;

mod availability;
mod probes;
mod version;

pub(crate) use availability::Availability;
pub use probes::Probes;
pub use version::Version;
