//! Tests of the domain with the built-in zone rules.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod accounts;
mod alarms;
mod chosen_days;
mod countdown_properties;
mod days_off;
mod days_off_changes;
mod extended_timers;
mod hard_days;
mod intervals;
mod lateness;
mod parsing;
mod repeat_rules;
mod rule_cases;
mod rules;
mod schedules;
mod skips;
mod timer_order;
mod timers;
mod zones;
