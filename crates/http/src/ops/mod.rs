//! Probes and metrics for operators and load balancers.

pub(crate) mod health;
pub(crate) mod metrics;
pub(crate) mod probes;
pub(crate) mod security_txt;

mod version;

pub(crate) use health::Availability;
pub use health::ReadinessCheck;
pub use probes::Probes;
pub use version::Version;
