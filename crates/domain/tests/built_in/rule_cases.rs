//! The next rings of rules, with and without days off, as python-dateutil and zoneinfo compute them. The site is tested
//! with the same table.

use serde::Deserialize;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tokibako_domain::{
    day,
    days_off::{DayRange, DaysOff},
    occurrence::{Repeat, Schedule},
    rule::Rule,
};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    rule: String,
    from: String,
    time: String,
    timezone: String,
    days_off: Vec<Range>,
    after: String,
    /// The next three rings; fewer if the rule ends.
    next: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Range {
    from: String,
    to: String,
}

const ASKED: usize = 3;

impl Case {
    fn schedule(&self) -> Schedule {
        let rule = Rule::parse(&self.rule, day::parse(&self.from).unwrap()).unwrap();
        let (time, zone) = (self.time.parse().unwrap(), self.timezone.parse().unwrap());
        Schedule { time, repeat: Repeat::Rule(rule), zone, paused_until: None }
    }

    fn days_off(&self) -> DaysOff {
        let range = |range: &Range| {
            DayRange::new(day::parse(&range.from).unwrap(), day::parse(&range.to).unwrap(), None).unwrap()
        };
        DaysOff::new(self.days_off.iter().map(range).collect()).unwrap()
    }
}

fn instant(text: &str) -> OffsetDateTime {
    OffsetDateTime::parse(text, &Rfc3339).unwrap()
}

#[test]
fn rules_ring_when_an_independent_implementation_says_so() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("../rule-cases.json")).unwrap();
    assert!(cases.len() >= 400, "{}", cases.len());
    for case in cases {
        let (schedule, days_off) = (case.schedule(), case.days_off());
        let mut after = instant(&case.after);
        let mut expected = case.next.iter().map(|ring| instant(ring));
        for _ in 0..ASKED {
            let next = schedule.next_after(after, &days_off);
            assert_eq!(next, expected.next(), "after {after}: {case:?}");
            let Some(next) = next else { break };
            after = next;
        }
    }
}
