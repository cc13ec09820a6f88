//! The server is killed at random moments while hundreds of rows ring, and started again.

use std::{fs, path::PathBuf, time::Duration};

use anyhow::{Context as _, Result};
use fastrand::Rng;
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use time::OffsetDateTime;
use tokio::time::{Instant, sleep};

use super::tally::Tally;
use crate::{
    client::crowd::{Crowd, Cut, Seat},
    ground::{
        database::Database,
        due,
        occurrence::{Kind, instant},
        postgres::open_folder,
        server::{Server, Settings, free_address},
    },
};

/// Rows that ring in each round, and the browsers that own them.
const ROWS: usize = 400;
const BROWSERS: u32 = 25;

/// How late a ring may be, counted from its due time or from when the server is ready again.
const LIMIT: time::Duration = time::Duration::seconds(2);

/// The embedded Postgres of a server; dropping this stops it if a killed server has left it running.
struct Embedded(PathBuf);

impl Embedded {
    /// The lines of `postmaster.pid`.
    fn pid_file(&self) -> Result<Vec<String>> {
        let file = fs::read_to_string(self.0.join("postgres/postmaster.pid"))?;
        Ok(file.lines().map(str::to_owned).collect())
    }

    fn database(&self) -> Result<Database> {
        let lines = self.pid_file()?;
        let (port, folder) = (lines.get(3).context("a port")?, lines.get(4).context("a folder")?);
        Ok(Database::at(format!("postgres://tokibako@/tokibako?host={folder}&port={port}")))
    }

    fn postmaster(&self) -> Result<Pid> {
        Ok(Pid::from_raw(self.pid_file()?.first().context("a process")?.parse()?))
    }
}

impl Drop for Embedded {
    fn drop(&mut self) {
        // If Postgres has ended there is no file, and nothing to do.
        if let Ok(postmaster) = self.postmaster() {
            let _ = kill(postmaster, Signal::SIGQUIT);
        }
    }
}

pub(super) async fn drill(rounds: u32, chance: &mut Rng) -> Result<Tally> {
    let folder = open_folder()?;
    let embedded = Embedded(folder.path().join("data"));
    let address = free_address()?;
    let settings = Settings::on("embedded").with("TOKIBAKO_DATA_DIR", &embedded.0.display());
    let settings = settings.with("TOKIBAKO_LISTEN", &address);
    let mut server = Server::start(&settings).await?;
    let database = embedded.database()?;
    let kinds = [Kind::Alarm, Kind::Timer];
    let seats = (1..=BROWSERS).flat_map(|browser| kinds.map(|kind| Seat { browser, kind: Some(kind) }));
    let crowd = Crowd::open(address, seats, Cut::Returns).await?;

    let mut tally = Tally::new(format!("killed {rounds} times, embedded Postgres"), LIMIT);
    for _ in 0..rounds {
        let before = crowd.count();
        let begun = OffsetDateTime::now_utc();
        let dues: Vec<_> = (0..ROWS).map(|_| milliseconds_after(begun, chance.i64(1_000..3_000))).collect();
        let last = dues.iter().copied().max().context("there are rows")?;
        let expected = due::rows_at(&database, BROWSERS, dues.into_iter()).await?;

        until(milliseconds_after(begun, chance.i64(1_000..2_900))).await;
        server.kill().await?;
        let killed_at = OffsetDateTime::now_utc();
        sleep(Duration::from_millis(chance.u64(0..800))).await;
        server = Server::start(&settings).await?;
        server.be_ready().await?;
        let ready_at = OffsetDateTime::now_utc();

        until(last).await;
        crowd.hear(before + ROWS, Instant::now() + Duration::from_secs(4)).await;
        // Waits for duplicates that arrive later.
        sleep(Duration::from_millis(300)).await;
        tally.excuse(killed_at, ready_at);
        tally.enter(&expected, &crowd.heard()[before..])?;
        tally.enter_log(&database, &expected).await?;
    }
    server.stop().await?;
    Ok(tally.told())
}

fn milliseconds_after(instant: OffsetDateTime, milliseconds: i64) -> OffsetDateTime {
    to_the_millisecond(instant) + time::Duration::milliseconds(milliseconds)
}

fn to_the_millisecond(moment: OffsetDateTime) -> OffsetDateTime {
    instant(i64::try_from(moment.unix_timestamp_nanos() / 1_000_000).unwrap_or_default())
}

async fn until(moment: OffsetDateTime) {
    sleep(Duration::try_from(moment - OffsetDateTime::now_utc()).unwrap_or_default()).await;
}
