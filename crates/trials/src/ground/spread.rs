//! The median, the tail and the maximum of many measurements.

use time::Duration;

/// Measurements in milliseconds, sorted.
pub(crate) struct Spread(Vec<f64>);

impl Spread {
    pub(crate) fn of(durations: impl IntoIterator<Item = Duration>) -> Self {
        let mut milliseconds: Vec<f64> =
            durations.into_iter().map(|duration| duration.as_seconds_f64() * 1_000.0).collect();
        milliseconds.sort_by(f64::total_cmp);
        Self(milliseconds)
    }

    pub(crate) fn min(&self) -> f64 {
        self.0.first().copied().unwrap_or(f64::NAN)
    }

    pub(crate) fn median(&self) -> f64 {
        self.at(50)
    }

    pub(crate) fn p95(&self) -> f64 {
        self.at(95)
    }

    pub(crate) fn p99(&self) -> f64 {
        self.at(99)
    }

    pub(crate) fn max(&self) -> f64 {
        self.0.last().copied().unwrap_or(f64::NAN)
    }

    fn at(&self, percent: usize) -> f64 {
        self.0.get(self.0.len() * percent / 100).copied().unwrap_or_else(|| self.max())
    }
}
