//! Two devices answer every ring, some before it is due, while the server is killed repeatedly.

use std::{collections::HashMap, net::SocketAddr, time::Duration};

use anyhow::{Context as _, Result, bail};
use fastrand::Rng;
use serde_json::Value;
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
        occurrence::{Kind, Occurrence, instant},
        postgres::Postgres,
        server::{Server, Settings, free_address},
    },
};

/// Rows that ring in each round, all of one browser.
const ROWS: usize = 100;
const BROWSER: u32 = 1;

/// How late a ring may be, counted from its due time or from when the server is ready again.
const LIMIT: time::Duration = time::Duration::seconds(2);

/// How long a device waits before it tries again.
const RETRY: Duration = Duration::from_millis(50);

/// How long a device tries to give one answer.
const PATIENCE: Duration = Duration::from_secs(30);

pub(super) async fn drill(postgres: &Postgres, rounds: u32, chance: &mut Rng) -> Result<Tally> {
    let database = postgres.create("answers").await?;
    let address = free_address()?;
    let settings = Settings::on(&database.url).with("TOKIBAKO_LISTEN", &address);
    let mut server = Server::start(&settings).await?;
    let seats = [Kind::Alarm, Kind::Timer].map(|kind| Seat { browser: BROWSER, kind: Some(kind) });
    let crowd = Crowd::open(address, seats.into_iter(), Cut::Returns).await?;

    let mut tally = Tally::new(format!("answered by two devices, killed {rounds} times"), LIMIT);
    for _ in 0..rounds {
        let before = crowd.count();
        let begun = OffsetDateTime::now_utc();
        let dues: Vec<_> = (0..ROWS).map(|_| milliseconds_after(begun, chance.i64(1_000..2_500))).collect();
        let expected = due::rows_at(&database, BROWSER, dues.into_iter()).await?;
        let early: Vec<_> = expected.iter().copied().filter(|_| chance.bool()).collect();
        let devices = [chance.fork(), chance.fork()].map(|mut chance| {
            let mut rings: Vec<_> = expected.iter().map(|ring| (*ring, early.contains(ring))).collect();
            chance.shuffle(&mut rings);
            tokio::spawn(answer_all(address, rings))
        });
        let killed_in = chance.u64(500..2_500);
        sleep(Duration::from_millis(killed_in)).await;
        server.kill().await?;
        let killed_at = OffsetDateTime::now_utc();
        server = Server::start(&settings).await?;
        server.be_ready().await?;
        let ready_at = OffsetDateTime::now_utc();

        let [one, other] = devices;
        let (one, other) = (one.await??, other.await??);
        for (page, answers) in [("one device", one), ("another device", other)] {
            tally.require(answers.len() == ROWS, || format!("{page} has answered {} rings", answers.len()));
            for (ring, (at, stands)) in answers {
                tally.answered(page, at, ring, stands);
            }
        }
        crowd.hear(before + ROWS, Instant::now() + Duration::from_secs(4)).await;
        // Waits for duplicates that arrive later.
        sleep(Duration::from_millis(300)).await;
        let heard = &crowd.heard()[before..];
        tally.excuse(killed_at, ready_at);
        tally.enter(&expected, heard)?;
        tally.enter_log(&database, &expected).await?;
    }
    let all: usize = database.number("SELECT count(*) FROM firings").await?;
    let answered: usize = database.number("SELECT count(answer) FROM firings").await?;
    tally.require(all == answered, || format!("of {all} rings {answered} were answered"));
    let standing: usize = database.number("SELECT count(*) FROM timers WHERE remaining_ms = 0").await?;
    tally.require(standing == 0, || format!("{standing} timers stand at their end"));
    server.stop().await?;
    Ok(tally.told())
}

/// Sends each answer until the server has accepted it; returns the answers that the server keeps.
async fn answer_all(
    server: SocketAddr,
    rings: Vec<(Occurrence, bool)>,
) -> Result<HashMap<Occurrence, (OffsetDateTime, String)>> {
    let mut connection = None;
    let mut standing = HashMap::new();
    for (ring, is_early) in rings {
        if !is_early {
            sleep(Duration::try_from(ring.due() - OffsetDateTime::now_utc()).unwrap_or_default()).await;
        }
        let give_up = Instant::now() + PATIENCE;
        loop {
            match answer(server, &mut connection, ring).await {
                Ok(answer) => {
                    standing.insert(ring, (OffsetDateTime::now_utc(), answer));
                    break;
                }
                Err(error) if Instant::now() > give_up => return Err(error),
                Err(_) => {
                    connection = None;
                    sleep(RETRY).await;
                }
            }
        }
    }
    Ok(standing)
}

async fn answer(server: SocketAddr, connection: &mut Option<Connection>, ring: Occurrence) -> Result<String> {
    let open = match connection {
        Some(open) => open,
        None => connection.insert(Connection::open(server).await?),
    };
    let mut body = ring.fields()?;
    body["answer"] = "stop".into();
    let answer = open.ask(&request::write("/api/rings/answer", BROWSER, &body.to_string())).await?;
    if answer.status != 200 {
        bail!("an answer was refused with {}", answer.status);
    }
    let stands: Value = serde_json::from_slice(&answer.body)?;
    Ok(stands["at"].as_str().context("an answer says when it was given")?.to_owned())
}

fn milliseconds_after(moment: OffsetDateTime, milliseconds: i64) -> OffsetDateTime {
    let whole = i64::try_from(moment.unix_timestamp_nanos() / 1_000_000).unwrap_or_default();
    instant(whole) + time::Duration::milliseconds(milliseconds)
}
