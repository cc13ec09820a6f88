//! Metrics of logins and registrations, by their outcome.

use prometheus_client::{
    metrics::{counter::Counter, family::Family},
    registry::Registry,
};

use crate::{error::Problem, metric_label::MetricLabel};

/// The outcomes of logins and of registrations.
const LOGINS: [&str; 6] = ["ok", "wrong_pair", "limited", "busy", "refused", "failed"];
const REGISTRATIONS: [&str; 7] = ["ok", "name_taken", "closed", "limited", "busy", "refused", "failed"];

/// Counters of logins and registrations. Clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct AccountMetrics {
    logins: Family<MetricLabel, Counter>,
    registrations: Family<MetricLabel, Counter>,
}

impl AccountMetrics {
    /// Registers the counters.
    pub(crate) fn register(&self, registry: &mut Registry) {
        // Start at zero, so that the first event counts as an increase.
        for (family, outcomes) in [(&self.logins, &LOGINS[..]), (&self.registrations, &REGISTRATIONS[..])] {
            for outcome in outcomes {
                drop(family.get_or_create(&[("outcome", *outcome)]));
            }
        }
        registry.register("logins", "Sign-ins attempted, by outcome", self.logins.clone());
        registry.register("registrations", "Registrations attempted, by outcome", self.registrations.clone());
    }

    /// Counts a login.
    pub(super) fn login<T>(&self, outcome: &Result<T, Problem>) {
        self.logins.get_or_create(&[("outcome", name(outcome))]).inc();
    }

    /// Counts a registration.
    pub(super) fn registration<T>(&self, outcome: &Result<T, Problem>) {
        self.registrations.get_or_create(&[("outcome", name(outcome))]).inc();
    }
}

fn name<T>(outcome: &Result<T, Problem>) -> &'static str {
    match outcome {
        Ok(_) => "ok",
        Err(Problem::WrongPair) => "wrong_pair",
        Err(Problem::UsernameTaken) => "name_taken",
        Err(Problem::RegistrationClosed) => "closed",
        Err(Problem::TooMany(_)) => "limited",
        Err(Problem::Busy) => "busy",
        Err(Problem::Validation(_)) => "refused",
        Err(_) => "failed",
    }
}
