//! What operators and load balancers ask for: probes and metrics.

pub(crate) mod health;
pub(crate) mod metrics;

mod availability;

pub(crate) use availability::Availability;
