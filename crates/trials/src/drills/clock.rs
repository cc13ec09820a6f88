//! The clock of a server's machine is wrong, and is set to another wrong time while the server runs.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result};
use fastrand::Rng;
use serde_json::Value;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tokio::time::{Instant, sleep};

use super::tally::Tally;
use crate::{
    client::{
        connection::Connection,
        crowd::{Crowd, Cut, Seat},
        request,
    },
    ground::{
        due,
        occurrence::Kind,
        postgres::Postgres,
        server::{Server, Settings},
    },
};

/// The errors of the clock at the start and after half of the rings, in the notation of libfaketime.
const OFFSETS: [[&str; 2]; 3] = [["+402d", "-1h"], ["+1h", "-402d"], ["-1h", "+402d"]];

/// Rows that ring in each round, and rows that the wrong clock would ring early or pass over.
const ROWS: usize = 200;
const BROWSERS: u32 = 20;
const AHEAD: [time::Duration; 2] = [time::Duration::minutes(40), time::Duration::minutes(57)];

const LIMIT: time::Duration = time::Duration::seconds(2);

pub(super) async fn drill(postgres: &Postgres, chance: &mut Rng) -> Result<Vec<Tally>> {
    let mut tallies = Vec::new();
    for (round, [first, second]) in OFFSETS.into_iter().enumerate() {
        let database = postgres.create(&format!("clock_{round}")).await?;
        let mut later = 0;
        let clock = tempfile::NamedTempFile::new()?;
        fs::write(clock.path(), first)?;
        let settings = by(Settings::on(&database.url), clock.path())?;
        let server = Server::start(&settings).await?;
        for ahead in AHEAD {
            let due = due::whole_second_after(ahead);
            later += due::rows_at(&database, BROWSERS, (0..ROWS / 2).map(|_| due)).await?.len();
        }
        let kinds = [Kind::Alarm, Kind::Timer];
        let seats = (1..=BROWSERS).flat_map(|browser| kinds.map(|kind| Seat { browser, kind: Some(kind) }));
        let crowd = Crowd::open(server.address()?, seats, Cut::StaysAway).await?;

        let begun = OffsetDateTime::now_utc().replace_microsecond(0)?;
        let dues: Vec<_> = (0..ROWS).map(|_| begun + time::Duration::milliseconds(chance.i64(1_500..7_500))).collect();
        let expected = due::rows_at(&database, BROWSERS, dues.into_iter()).await?;
        crowd.hear(ROWS / 2, Instant::now() + Duration::from_secs(8)).await;
        fs::write(clock.path(), second)?;
        crowd.hear(ROWS, Instant::now() + Duration::from_secs(8)).await;
        sleep(Duration::from_secs(1)).await;

        let mut tally = Tally::new(format!("a machine's clock {first} off, later {second}"), LIMIT);
        tally.enter(&expected, &crowd.heard())?;
        let armed: usize = database
            .number(
                "SELECT (SELECT count(*) FROM alarms WHERE next_trigger > now() + interval '30 minutes' \
                     AND next_trigger < now() + interval '1 hour') \
                     + (SELECT count(*) FROM timers WHERE ends_at > now() + interval '30 minutes')",
            )
            .await?;
        tally.require(armed == later, || format!("{armed} of {later} later rows are armed as they were"));
        server.be_ready().await?;
        let mut connection = Connection::open(server.address()?).await?;
        let time: Value = serde_json::from_slice(&connection.ask(&request::page("/api/time")).await?.body)?;
        let error = time["sentAt"].as_f64().context("it tells the time")? - milliseconds_now();
        tally.require(error.abs() < 1_000.0, || format!("/api/time is {error} ms ahead"));
        let alarm = request::write("/api/alarms", 1, r#"{"time":"07:00","repeat":"daily","timezone":"UTC"}"#);
        let alarm: Value = serde_json::from_slice(&connection.ask(&alarm).await?.body)?;
        let next = alarm["nextTrigger"].as_str().context("a new alarm is armed")?;
        let ahead = OffsetDateTime::parse(next, &Rfc3339)? - OffsetDateTime::now_utc();
        let is_next = time::Duration::ZERO < ahead && ahead <= time::Duration::DAY;
        tally.require(is_next, || format!("a new daily alarm rings in {ahead}"));
        server.stop().await?;
        tallies.push(tally.told());
    }
    Ok(tallies)
}

#[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 fit")]
fn milliseconds_now() -> f64 {
    (OffsetDateTime::now_utc().unix_timestamp_nanos() / 1_000_000) as f64
}

/// The settings of a server whose clock is as wrong as this file says.
pub(super) fn by(settings: Settings, clock: &Path) -> Result<Settings> {
    Ok(settings
        .with("LD_PRELOAD", &library()?.display())
        .with("FAKETIME_TIMESTAMP_FILE", &clock.display())
        .with("FAKETIME_CACHE_DURATION", &1)
        .with("FAKETIME_DONT_FAKE_MONOTONIC", &1))
}

/// The library that shifts the clock of a process.
fn library() -> Result<PathBuf> {
    let folders = fs::read_dir("/usr/lib")?.filter_map(|folder| Some(folder.ok()?.path()));
    let found = folders.map(|folder| folder.join("faketime/libfaketimeMT.so.1")).find(|file| file.is_file());
    found.context("libfaketime is not installed (on Debian: libfaketime)")
}
