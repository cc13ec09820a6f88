//! What operators and load balancers ask for: probes and metrics.

pub(crate) mod health;
pub(crate) mod metrics;
pub(crate) mod probes;
pub(crate) mod security_txt;

mod availability;

mod version;

pub(crate) use availability::Availability;
pub use health::ReadinessCheck;
pub use probes::Probes;
pub use version::Version;
