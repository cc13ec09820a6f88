//! The primary is killed, frozen or cut off during a herd; its synchronous standby is promoted, and the old primary comes
//! back and takes writes.

use std::time::Duration;

use anyhow::Result;
use time::OffsetDateTime;
use tokio::time::{Instant, sleep};

use super::tally::Tally;
use crate::{
    client::crowd::{Crowd, Cut, Seat},
    ground::{
        due,
        link::Link,
        postgres::Postgres,
        server::{Server, Settings},
    },
};

/// Rows that fall due within two seconds, and as many after the old primary is back.
const ROWS: usize = 10_000;
const BROWSERS: u32 = 100;

/// Rows that only the old primary has.
const STALE: usize = 100;

/// How late a ring may be after the promotion.
const LIMIT: time::Duration = time::Duration::seconds(5);

/// How long nobody notices that the primary is gone.
const UNNOTICED: Duration = Duration::from_secs(3);

/// What happens to the primary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Killed,
    /// Its connections stay open, and new ones are accepted and not answered.
    Frozen,
    /// The servers cannot reach it; it runs on.
    CutOff,
}

pub(super) async fn drill() -> Result<Vec<Tally>> {
    let mut tallies = Vec::new();
    for way in [Way::Killed, Way::Frozen, Way::CutOff] {
        tallies.push(fail_over(way).await?);
    }
    Ok(tallies)
}

async fn fail_over(way: Way) -> Result<Tally> {
    let mut primary = Postgres::start().await?;
    let standby = Postgres::standby_of(&mut primary).await?;
    let (database, promoted) = (primary.create("standby").await?, standby.database("standby"));
    let link = Link::to(primary.socket()).await?;
    let settings = Settings::on(&link.url_of_either("standby", &standby.socket())?);
    let servers = [Server::start(&settings).await?, Server::start(&settings).await?];
    let seats = |half: u32| {
        (1..=BROWSERS).filter(move |browser| browser % 2 == half).map(|browser| Seat { browser, kind: None })
    };
    let crowds = [
        Crowd::open(servers[0].address()?, seats(0), Cut::StaysAway).await?,
        Crowd::open(servers[1].address()?, seats(1), Cut::StaysAway).await?,
    ];
    let heard = || crowds.iter().map(Crowd::count).sum::<usize>();
    let hear = async |count: usize| {
        let give_up = Instant::now() + Duration::from_secs(30);
        while heard() < count && Instant::now() < give_up {
            sleep(Duration::from_millis(10)).await;
        }
    };
    let dues = |from: OffsetDateTime| (0..ROWS).map(move |row| from + Duration::from_millis((row % 2_000) as u64));

    let mut expected =
        due::rows_at(&database, BROWSERS, dues(due::whole_second_after(time::Duration::seconds(3)))).await?;
    hear(ROWS / 4).await;
    match way {
        Way::Killed => primary.stop_at_once().await?,
        Way::Frozen => primary.freeze()?,
        Way::CutOff => link.cut(),
    }
    let (gone_at, heard_before) = (OffsetDateTime::now_utc(), heard());
    sleep(UNNOTICED).await;
    standby.promote().await?;
    let promoted_at = OffsetDateTime::now_utc();
    hear(ROWS).await;

    // The old primary comes back, waits for no standby, and has rows that its standby never gets.
    match way {
        Way::Killed => primary.boot().await?,
        Way::Frozen => primary.thaw()?,
        Way::CutOff => link.mend(),
    }
    database.sql("ALTER SYSTEM SET synchronous_standby_names = ''; SELECT pg_reload_conf()").await?;
    let stale_from = due::whole_second_after(time::Duration::SECOND);
    due::rows_at(&database, BROWSERS, dues(stale_from).take(STALE)).await?;
    let from = due::whole_second_after(time::Duration::seconds(2));
    expected.extend(due::rows_at(&promoted, BROWSERS, dues(from)).await?);
    hear(2 * ROWS).await;
    sleep(Duration::from_secs(1)).await;

    let name = format!("a primary {way:?} with {heard_before} of {ROWS} heard, its standby promoted");
    let mut tally = Tally::new(name, LIMIT);
    tally.excuse(gone_at, promoted_at);
    let heard: Vec<_> = crowds.iter().flat_map(Crowd::heard).collect();
    tally.enter(&expected, &heard)?;
    tally.enter_log(&promoted, &expected).await?;
    let cuts: usize = crowds.iter().map(Crowd::cuts).sum();
    tally.require(cuts == 0, || format!("{cuts} streams were cut"));
    let since = stale_from.unix_timestamp();
    let rung: usize =
        database.number(&format!("SELECT count(*) FROM firings WHERE scheduled_for >= to_timestamp({since})")).await?;
    tally.require(rung == 0, || format!("the old primary rang {rung} of its {STALE} rows"));
    for server in servers {
        server.stop().await?;
    }
    Ok(tally.told())
}
