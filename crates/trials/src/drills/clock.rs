//! The clock of one server is wrong while that of another is right.

use std::{fs, path::PathBuf, time::Duration};

use anyhow::{Context as _, Result};
use fastrand::Rng;
use time::OffsetDateTime;
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

/// The errors of the clock, in the notation of libfaketime.
const OFFSETS: [&str; 3] = ["+402d", "+1h", "-1h"];

/// Rows that ring in each round, and rows that the wrong clock would ring early or pass over.
const ROWS: usize = 200;
const BROWSERS: u32 = 20;
const AHEAD: [time::Duration; 2] = [time::Duration::minutes(40), time::Duration::minutes(57)];

const LIMIT: time::Duration = time::Duration::seconds(2);

pub(super) async fn drill(postgres: &Postgres, chance: &mut Rng) -> Result<Vec<Tally>> {
    let library = library()?;
    let mut tallies = Vec::new();
    for (round, offset) in OFFSETS.into_iter().enumerate() {
        let database = postgres.create(&format!("clock_{round}")).await?;
        let settings = Settings::on(&database.url);
        let right = Server::start(&settings).await?;
        let mut later = 0;
        for ahead in AHEAD {
            let due = due::whole_second_after(ahead);
            later += due::rows_at(&database, BROWSERS, (0..ROWS / 2).map(|_| due)).await?.len();
        }
        let faked = settings.with("LD_PRELOAD", &library.display()).with("FAKETIME", &offset);
        let wrong = Server::start(&faked.with("FAKETIME_DONT_FAKE_MONOTONIC", &1)).await?;
        let kinds = [Kind::Alarm, Kind::Timer];
        let seats = (1..=BROWSERS).flat_map(|browser| kinds.map(|kind| Seat { browser, kind: Some(kind) }));
        let crowd = Crowd::open(right.address()?, seats, Cut::StaysAway).await?;

        let begun = OffsetDateTime::now_utc().replace_microsecond(0)?;
        let dues: Vec<_> = (0..ROWS).map(|_| begun + time::Duration::milliseconds(chance.i64(1_500..5_000))).collect();
        let expected = due::rows_at(&database, BROWSERS, dues.into_iter()).await?;
        crowd.hear(ROWS, Instant::now() + Duration::from_secs(8)).await;
        sleep(Duration::from_secs(1)).await;

        let mut tally = Tally::new(format!("the clock of one of two servers {offset} off"), LIMIT);
        tally.enter(&expected, &crowd.heard(), |due, _| due)?;
        let armed: usize = database
            .number(
                "SELECT (SELECT count(*) FROM alarms WHERE next_trigger > now() + interval '30 minutes' \
                     AND next_trigger < now() + interval '1 hour') \
                     + (SELECT count(*) FROM timers WHERE ends_at > now() + interval '30 minutes')",
            )
            .await?;
        tally.require(armed == later, || format!("{armed} of {later} later rows are armed as they were"));
        let status = Connection::open(wrong.address()?).await?.status(&request::page("/readyz")).await?;
        tally.require(status == 503, || format!("the server with the wrong clock answers {status} to /readyz"));
        right.be_ready().await?;
        wrong.stop().await?;
        right.stop().await?;
        tallies.push(tally.told());
    }
    Ok(tallies)
}

/// The library that shifts the clock of a process.
fn library() -> Result<PathBuf> {
    let folders = fs::read_dir("/usr/lib")?.filter_map(|folder| Some(folder.ok()?.path()));
    let found = folders.map(|folder| folder.join("faketime/libfaketimeMT.so.1")).find(|file| file.is_file());
    found.context("libfaketime is not installed (on Debian: libfaketime)")
}
