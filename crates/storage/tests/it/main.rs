//! Tests of the storage on a real database. They are one binary, because linking takes longer than most of them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod accounts;
mod alarm_days;
mod capacity;
mod channels;
mod city_lists;
mod committed_batches;
mod concurrent;
mod days_off;
mod deadline;
mod devices;
mod extended;
mod frozen;
mod inserts;
mod interleaving;
mod intervals;
mod lock_order;
mod log;
mod lost_commit;
mod metrics;
mod migrations;
mod owned_tables;
mod ownership;
mod paced;
mod pairs;
mod pairs_of_pushes;
mod priority;
mod push_position;
mod push_world;
mod pushes;
mod readiness;
mod renewal;
mod repeats;
mod retention;
mod rings;
mod rows;
mod silent_devices;
mod statistics;
mod timer_order;
mod unanswered;
mod unreadable;
