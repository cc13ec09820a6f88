//! The worlds that are searched: small ones by the tests, larger ones by hand.

use tokibako_domain::answer::Answer;

use crate::bounds::{Bounds, Limits};

/// Nothing but what has to happen.
const NONE: Limits = Limits {
    passes: 0,
    switches: 0,
    heartbeats: 0,
    crashes: 0,
    database_crashes: 0,
    lost_connections: 0,
    lost_messages: 0,
    doubled_messages: 0,
    restores: 0,
    jumps_back: 0,
    refused_posts: 0,
};

const EMPTY: Bounds = Bounds {
    processes: 2,
    alarms: 1,
    batch: 1,
    streams: &[],
    has_bus: false,
    has_device: false,
    answers: &[],
    limits: NONE,
    until: 1_000,
    horizon: 9_000,
    mutation: None,
};

/// Two schedulers and two pages that answer.
pub const ANSWERS: Bounds = Bounds {
    answers: &[Answer::Stop, Answer::Snooze],
    limits: Limits { passes: 1, crashes: 1, database_crashes: 1, lost_connections: 1, ..NONE },
    ..EMPTY
};

/// Two schedulers, a page that answers, a visitor who switches, a clock that is set back.
pub const CLOCKS: Bounds = Bounds {
    answers: &[Answer::Snooze],
    limits: Limits { passes: 1, switches: 1, jumps_back: 1, lost_connections: 1, ..NONE },
    horizon: 400_000,
    ..EMPTY
};

/// Two schedulers and two streams without a bus.
pub const STREAMS: Bounds = Bounds {
    alarms: 2,
    streams: &[0, 1],
    limits: Limits { crashes: 1, lost_connections: 1, lost_messages: 1, ..NONE },
    ..EMPTY
};

/// Two schedulers, a page that answers and a stream with a bus.
pub const BUS: Bounds = Bounds {
    alarms: 2,
    streams: &[1],
    has_bus: true,
    answers: &[Answer::Stop],
    limits: Limits { heartbeats: 1, lost_messages: 1, doubled_messages: 1, ..NONE },
    ..EMPTY
};

/// A database that is restored.
pub const RESTORES: Bounds =
    Bounds { alarms: 2, streams: &[1], has_bus: true, limits: Limits { heartbeats: 1, restores: 1, ..NONE }, ..EMPTY };

/// A device and a page that answers; a process that is killed.
pub const PUSHES: Bounds = Bounds {
    has_device: true,
    answers: &[Answer::Stop],
    limits: Limits { crashes: 1, ..NONE },
    until: 65_000,
    horizon: 130_000,
    ..EMPTY
};

/// A process that is slow, once longer than its lease.
pub const SLOW_PUSHES: Bounds = Bounds { limits: Limits { passes: 1, ..NONE }, ..PUSHES };

/// A push service that refuses messages for a while.
pub const REFUSED_PUSHES: Bounds = Bounds { limits: Limits { refused_posts: 2, ..NONE }, ..PUSHES };

/// A process that is killed, and a push service that then refuses a message for a while.
pub const REFUSED_AFTER_CRASH: Bounds = Bounds { limits: Limits { crashes: 1, refused_posts: 1, ..NONE }, ..PUSHES };

/// The worlds that the tests search.
pub const SMALL: [(&str, Bounds); 9] = [
    ("answers", ANSWERS),
    ("clocks", CLOCKS),
    ("streams", STREAMS),
    ("bus", BUS),
    ("restores", RESTORES),
    ("pushes", PUSHES),
    ("slow-pushes", SLOW_PUSHES),
    ("refused-pushes", REFUSED_PUSHES),
    ("refused-after-crash", REFUSED_AFTER_CRASH),
];

/// Larger worlds, for a build with `--release`.
pub const LARGE: [(&str, Bounds); 8] = [
    (
        "answers-large",
        Bounds {
            alarms: 2,
            limits: Limits { passes: 1, crashes: 2, database_crashes: 1, lost_connections: 2, ..NONE },
            answers: &[Answer::Stop, Answer::Snooze, Answer::Stop],
            ..ANSWERS
        },
    ),
    (
        "clocks-large",
        Bounds {
            limits: Limits { passes: 2, switches: 2, jumps_back: 2, lost_connections: 1, ..NONE },
            answers: &[Answer::Snooze, Answer::Stop],
            ..CLOCKS
        },
    ),
    (
        "streams-answers",
        Bounds {
            answers: &[Answer::Stop],
            limits: Limits { crashes: 1, lost_connections: 1, lost_messages: 1, ..NONE },
            ..STREAMS
        },
    ),
    (
        "streams-large",
        Bounds {
            limits: Limits {
                passes: 1,
                crashes: 1,
                database_crashes: 1,
                lost_connections: 2,
                lost_messages: 2,
                ..NONE
            },
            answers: &[Answer::Stop],
            ..STREAMS
        },
    ),
    (
        "bus-large",
        Bounds {
            streams: &[0, 1],
            answers: &[Answer::Stop],
            limits: Limits { passes: 1, heartbeats: 2, lost_messages: 2, doubled_messages: 1, ..NONE },
            ..BUS
        },
    ),
    (
        "restores-large",
        Bounds {
            streams: &[0, 1],
            limits: Limits { passes: 1, heartbeats: 2, restores: 1, database_crashes: 1, lost_messages: 1, ..NONE },
            ..RESTORES
        },
    ),
    (
        "everything",
        Bounds {
            streams: &[1],
            has_bus: true,
            has_device: true,
            answers: &[Answer::Snooze],
            limits: Limits { crashes: 1, lost_connections: 1, lost_messages: 1, heartbeats: 1, ..NONE },
            until: 1_000,
            horizon: 70_000,
            ..EMPTY
        },
    ),
    ("slow-pushes-large", Bounds { processes: 3, ..SLOW_PUSHES }),
];
