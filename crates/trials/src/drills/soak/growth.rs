//! The memory of processes over time, and whether it grows.

use std::time::Duration;

use crate::drills::tally::Tally;

/// What may come and go, and what may come each hour, in MiB.
const PLAY: f64 = 8.0;
const A_HOUR: f64 = 1.0;

/// The part of the looks in which a process may still take what it needs for good.
const WARMING: usize = 3;

#[derive(Default)]
pub(super) struct Growth {
    processes: Vec<Process>,
}

struct Process {
    name: String,
    /// Hours, and MiB.
    looks: Vec<(f64, f64)>,
}

impl Growth {
    /// Notes the memory of a process.
    pub(super) fn add(&mut self, name: &str, elapsed: Duration, mebibytes: f64) {
        let look = (elapsed.as_secs_f64() / 3_600.0, mebibytes);
        match self.processes.iter_mut().find(|process| process.name == name) {
            Some(process) => process.looks.push(look),
            None => self.processes.push(Process { name: name.to_owned(), looks: vec![look] }),
        }
    }

    /// The last look at each.
    pub(super) fn last(&self) -> String {
        let last = |process: &Process| {
            let (_, mebibytes) = process.looks.last().copied().unwrap_or_default();
            format!("{} {mebibytes:.1}", process.name)
        };
        format!("MiB of {}", self.processes.iter().map(last).collect::<Vec<_>>().join(", "))
    }

    /// Refuses what has grown, by the straight line that is nearest to its looks.
    pub(super) fn judge(&self, tally: &mut Tally) {
        for Process { name, looks } in &self.processes {
            let looks = &looks[looks.len() / WARMING..];
            let (hours, slope) = line(looks);
            let grown = slope * hours;
            println!("  {name}: {grown:+.1} MiB in the last {:.0} minutes", hours * 60.0);
            let allowed = PLAY + A_HOUR * hours;
            tally.require(grown <= allowed, || format!("{name} has grown by {grown:.1} MiB, more than {allowed:.1}"));
        }
    }
}

/// How long the looks took, and how much more there was in each hour.
#[expect(clippy::cast_precision_loss, reason = "they are some dozens")]
fn line(looks: &[(f64, f64)]) -> (f64, f64) {
    let count = looks.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| looks.iter().map(of).sum::<f64>() / count;
    let (hour, mebibytes) = (mean(|look| look.0), mean(|look| look.1));
    let together: f64 = looks.iter().map(|look| (look.0 - hour) * (look.1 - mebibytes)).sum();
    let spread: f64 = looks.iter().map(|look| (look.0 - hour).powi(2)).sum();
    let hours = looks.last().map_or(0.0, |last| last.0) - looks.first().map_or(0.0, |first| first.0);
    (hours, if spread > 0.0 { together / spread } else { 0.0 })
}
