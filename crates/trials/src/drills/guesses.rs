//! One client guesses a password a thousand times while another one uses the site.

use std::{
    fmt,
    net::{Ipv4Addr, SocketAddr},
    time::Duration,
};

use anyhow::{Result, ensure};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep, sleep_until},
};
use tokio_util::sync::CancellationToken;

use crate::{
    client::{connection::Connection, request},
    ground::{
        postgres::Postgres,
        server::{Server, Settings},
        spread::Spread,
    },
};

/// How many guesses are sent at once, over how many connections, and as many again one after the other.
const AT_ONCE: u32 = 500;
const CONNECTIONS: u32 = 50;

/// How many guesses may be checked in any five minutes; the others are refused without a check.
const TRIED_AT_MOST: usize = 15;

/// Requests of other clients must be answered within this many milliseconds.
const ANSWERED_WITHIN: f64 = 200.0;

/// Source addresses that no other trial uses.
const GUESSER: Ipv4Addr = Ipv4Addr::new(127, 1, 0, 1);
const VISITOR: Ipv4Addr = Ipv4Addr::new(127, 1, 0, 2);

/// The numbers of browsers that visit and do not guess begin here.
const VISITORS: u32 = 1_000_000;

/// A visitor's pause after each response, and how many alarms it creates before the next visitor comes: no visitor
/// reaches a rate limit.
const PAUSE: Duration = Duration::from_millis(50);
const ALARMS_EACH: u32 = 20;

/// The results of the guesses, and how long the visitors waited.
pub(super) struct Guessing {
    seconds: u32,
    tried: usize,
    refused: usize,
    visits: usize,
    waits: Spread,
    faults: Vec<String>,
}

/// Guesses for this many seconds.
pub(super) async fn drill(postgres: &Postgres, seconds: u32) -> Result<Guessing> {
    let database = postgres.create("guesses").await?;
    let server = Server::start(&Settings::on(&database.url).with("TOKIBAKO_RATE_LIMIT", &"on")).await?;
    let address = server.address()?;
    let account = request::write("/api/register", 0, r#"{"username":"hako","password":"not to be guessed"}"#);
    let status = Connection::open(address).await?.status(&account).await?;
    ensure!(status == 201, "an account is made, not {status}");

    let is_over = CancellationToken::new();
    let visiting = tokio::spawn(visit(address, is_over.clone()));
    let mut answers = guess_at_once(address).await?;
    answers.extend(guess_one_by_one(address, Duration::from_secs(seconds.into())).await?);
    is_over.cancel();
    let waits = visiting.await??;
    server.stop().await?;

    let count = |status| answers.iter().filter(|answer| **answer == status).count();
    let (tried, refused) = (count(401), count(429));
    let mut guessing =
        Guessing { seconds, tried, refused, visits: waits.len(), waits: Spread::of(waits), faults: vec![] };
    guessing.require(tried > 0 && tried + refused == answers.len(), "each guess is wrong, or refused");
    guessing.require(tried <= TRIED_AT_MOST, "too many were tried");
    guessing.require(guessing.waits.max() < ANSWERED_WITHIN, "the visitor waited too long");
    println!("{guessing}");
    Ok(guessing)
}

impl Guessing {
    pub(super) fn is_passed(&self) -> bool {
        self.faults.is_empty()
    }

    fn require(&mut self, holds: bool, fault: &str) {
        if !holds {
            self.faults.push(fault.to_owned());
        }
    }
}

impl fmt::Display for Guessing {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seconds, tried, refused, visits, waits, .. } = self;
        let (median, latest) = (waits.median(), waits.max());
        write!(out, "a password guessed {} times in {seconds} s: tried {tried} refused {refused}, ", tried + refused)?;
        write!(out, "{visits} others' requests median {median:.1} ms latest {latest:.1} ms")?;
        self.faults.iter().try_for_each(|fault| write!(out, " FAULT: {fault}"))
    }
}

/// A guess, each with another forged `X-Forwarded-For`.
fn guess(number: u32) -> Vec<u8> {
    let pair = format!(r#"{{"username":"hako","password":"guess {number}"}}"#);
    let origin = format!("198.51.{}.{}", number / 256, number % 256);
    request::write_from("/api/login", number, &origin, &pair)
}

async fn guess_at_once(server: SocketAddr) -> Result<Vec<u16>> {
    let mut guessers = JoinSet::new();
    for first in 0..CONNECTIONS {
        guessers.spawn(async move {
            let mut connection = Connection::open_from(GUESSER, server).await?;
            let mut answers = Vec::new();
            for number in (first..AT_ONCE).step_by(CONNECTIONS as usize) {
                answers.push(connection.status(&guess(number)).await?);
            }
            anyhow::Ok(answers)
        });
    }
    let answers = guessers.join_all().await.into_iter().collect::<Result<Vec<_>>>()?;
    Ok(answers.concat())
}

async fn guess_one_by_one(server: SocketAddr, during: Duration) -> Result<Vec<u16>> {
    let mut connection = Connection::open_from(GUESSER, server).await?;
    let begun = Instant::now();
    let mut answers = Vec::new();
    for number in 1..=AT_ONCE {
        sleep_until(begun + during * number / AT_ONCE).await;
        answers.push(connection.status(&guess(AT_ONCE + number)).await?);
    }
    Ok(answers)
}

/// Creates alarms and lists them until told to stop; returns how long each response took.
async fn visit(server: SocketAddr, stop: CancellationToken) -> Result<Vec<time::Duration>> {
    let mut connection = Connection::open_from(VISITOR, server).await?;
    let mut waits = Vec::new();
    for number in 0.. {
        let browser = VISITORS + number / ALARMS_EACH;
        for (request, expected) in [
            (request::write("/api/alarms", browser, r#"{"time":"07:30","repeat":"daily"}"#), 201),
            (request::read("/api/alarms", browser), 200),
        ] {
            let asked = Instant::now();
            let status = connection.status(&request).await?;
            ensure!(status == expected, "the visitor was answered {status}");
            waits.push(asked.elapsed().try_into()?);
            if stop.run_until_cancelled(sleep(PAUSE)).await.is_none() {
                return Ok(waits);
            }
        }
    }
    Ok(waits)
}
