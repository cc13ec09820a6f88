//! The clock of a server's machine is wrong, and is set to another wrong time while the server runs.

use anyhow::{Context as _, Result};
use fastrand::Rng;
use serde_json::Value;
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339};

use super::{
    fault::Fault,
    play::{Begins, Play},
    scene::Scene,
};
use crate::{
    client::{connection::Connection, request},
    ground::{clock::Clock, due, postgres::Postgres, server::be_ready},
    history::History,
};

/// The errors of the clock at the start and after half of the rings.
const OFFSETS: [[&str; 2]; 3] = [["+402d", "-1h"], ["+1h", "-402d"], ["-1h", "+402d"]];

/// Rows that fall due, and rows that the wrong clock would ring early or pass over.
const ROWS: usize = 200;
const AHEAD: [Duration; 2] = [Duration::minutes(40), Duration::minutes(57)];

/// The rows of these that are armed as they were.
const ARMED: &str = "SELECT (SELECT count(*) FROM alarms WHERE next_trigger > now() + interval '30 minutes' \
                         AND next_trigger < now() + interval '1 hour') \
                         + (SELECT count(*) FROM timers WHERE ends_at > now() + interval '30 minutes')";

pub(super) async fn drill(postgres: &mut Postgres, chance: &mut Rng) -> Result<Vec<History>> {
    let mut histories = Vec::new();
    for (round, [first, second]) in OFFSETS.into_iter().enumerate() {
        let mut scene = Scene::new(postgres, &format!("clock-{round}")).await?;
        let clock = Clock::off(first)?;
        scene.settings = clock.settings(scene.settings)?;
        scene.clock = Some(clock);
        scene.start("all", 1..=20).await?;
        let mut later = 0;
        for ahead in AHEAD {
            let due = due::now() + ahead;
            later += due::rows_at(&scene.database, 20, (0..ROWS / 2).map(|_| due)).await?.len();
        }
        let play = Play {
            fault: Fault::ClockSet(second),
            begins: Begins::Heard(ROWS / 2),
            ..Play::of(format!("{first} off, later {second}"), ROWS, 1_500..7_500, Duration::seconds(2))
        };
        let mut told = scene.play(&play, chance).await?;
        let armed: usize = scene.database.number(ARMED).await?;
        told[0].require(armed == later, || format!("{armed} of {later} later rows are armed as they were"));
        be_ready(scene.nodes[0].ops).await?;
        let mut connection = Connection::open(scene.nodes[0].address).await?;
        let time = connection.json(&request::page("/api/time")).await?;
        let now = due::now().unix_timestamp_nanos() / 1_000_000;
        #[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 fit")]
        let error = time["sentAt"].as_f64().context("it tells the time")? - now as f64;
        told[0].require(error.abs() < 1_000.0, || format!("/api/time is {error} ms ahead"));
        let body = r#"{"time":"07:00","repeat":"daily","timezone":"UTC"}"#;
        let alarm: Value = connection.json(&request::write("/api/alarms", 1, body)).await?;
        let next = alarm["nextTrigger"].as_str().context("a new alarm is armed")?;
        let ahead = OffsetDateTime::parse(next, &Rfc3339)? - OffsetDateTime::now_utc();
        let is_next = Duration::ZERO < ahead && ahead <= Duration::DAY;
        told[0].require(is_next, || format!("a new daily alarm rings in {ahead}"));
        histories.extend(told.into_iter().map(History::told));
        histories.push(scene.close().await?);
    }
    Ok(histories)
}
