//! The memory of processes over time, and whether it grows.

use std::{collections::BTreeMap, time::Duration};

use crate::history::History;

/// What may come and go, and what may come each hour, in MiB.
const PLAY: f64 = 8.0;
const A_HOUR: f64 = 1.0;

/// The part of the looks in which a process may still take what it needs for good.
const WARMING: usize = 3;

/// For each process hours, and MiB.
#[derive(Default)]
pub(super) struct Growth(BTreeMap<String, Vec<(f64, f64)>>);

impl Growth {
    /// Notes the memory of a process.
    pub(super) fn add(&mut self, name: &str, elapsed: Duration, mebibytes: f64) {
        self.0.entry(name.to_owned()).or_default().push((elapsed.as_secs_f64() / 3_600.0, mebibytes));
    }

    /// The last look at each.
    pub(super) fn last(&self) -> String {
        let last = |(name, looks): (&String, &Vec<(f64, f64)>)| {
            format!("{name} {:.1}", looks.last().map_or(0.0, |(_, mebibytes)| *mebibytes))
        };
        self.0.iter().map(last).collect::<Vec<_>>().join(", ")
    }

    /// Refuses what has grown, by the straight line that is nearest to its looks.
    pub(super) fn judge(&self, history: &mut History) {
        for (name, looks) in &self.0 {
            let looks = &looks[looks.len() / WARMING..];
            let (hours, slope) = line(looks);
            let (grown, allowed) = (slope * hours, PLAY + A_HOUR * hours);
            println!("  {name}: {grown:+.1} MiB in the last {:.0} minutes", hours * 60.0);
            history.require(grown <= allowed, || format!("{name} has grown by {grown:.1} MiB, more than {allowed:.1}"));
        }
    }
}

/// How long the looks took, and how much more there was in each hour.
#[expect(clippy::cast_precision_loss, reason = "they are some dozens")]
fn line(looks: &[(f64, f64)]) -> (f64, f64) {
    let mean = |of: fn(&(f64, f64)) -> f64| looks.iter().map(of).sum::<f64>() / looks.len() as f64;
    let (hour, mebibytes) = (mean(|look| look.0), mean(|look| look.1));
    let together: f64 = looks.iter().map(|look| (look.0 - hour) * (look.1 - mebibytes)).sum();
    let spread: f64 = looks.iter().map(|look| (look.0 - hour).powi(2)).sum();
    let hours = looks.last().map_or(0.0, |last| last.0) - looks.first().map_or(0.0, |first| first.0);
    (hours, if spread > 0.0 { together / spread } else { 0.0 })
}
