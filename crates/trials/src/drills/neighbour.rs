//! One client uses up all its limits, and guesses a password, while another client's alarms and timers ring.

use std::{
    net::{Ipv4Addr, SocketAddr},
    ops::Range,
    time::Duration,
};

use anyhow::{Result, ensure};
use time::OffsetDateTime;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    task::{JoinSet, spawn},
    time::{Instant, sleep, sleep_until},
};
use tokio_util::sync::CancellationToken;

use crate::{
    client::{
        connection::Connection,
        crowd::{Crowd, Seat},
        request, socket,
    },
    ground::{
        browsers, due,
        postgres::Postgres,
        server::{Server, Settings},
        spread::Spread,
    },
    history::History,
};

/// The timers of the greedy client, each as large as a timer may be, and how many connections request them and never read
/// the response.
const ROWS: u32 = 500;
const READERS: u32 = 200;

/// How many of these lists the server keeps for one address: 16 MiB of them, and what the connections' buffers hold.
const LISTS_AT_MOST: usize = 16;

/// The streams that it asks for, each for another browser, and how many of them it is allowed.
const STREAMS: u32 = 1_500;
const STREAMS_AT_MOST: usize = 600;

/// How many passwords it guesses at once, each pretending to be another address, over how many connections, and as many again
/// one after the other; and how many of them may be checked. The others are refused without a check.
const AT_ONCE: u32 = 500;
const CONNECTIONS: usize = 50;
const CHECKED_AT_MOST: usize = 15;

/// How long it takes to open the allowed streams at the rate limit that applies after the burst.
const DURING: Duration = Duration::from_secs(20);

/// The rings of the other client meanwhile.
const RINGS: u32 = 40;

/// How late a ring may be, and how many milliseconds a response may take.
const LATE: time::Duration = time::Duration::milliseconds(500);
const ANSWERED_WITHIN: f64 = 200.0;

/// How much more memory the server may use meanwhile, in KiB.
const MEMORY: f64 = 64.0 * 1_024.0;

/// Source addresses that no other trial uses.
const GUESSER: Ipv4Addr = Ipv4Addr::new(127, 1, 0, 1);
const NEIGHBOUR: Ipv4Addr = Ipv4Addr::new(127, 1, 0, 3);
const VISITOR: Ipv4Addr = Ipv4Addr::new(127, 1, 0, 4);

/// The numbers of the greedy client's browsers, and of those that create alarms beside it, begin here. None creates so many
/// that it reaches a limit.
const NEIGHBOURS: u32 = 1_000_000;
const VISITORS: u32 = 2_000_000;
const ALARMS_EACH: u32 = 20;

pub(super) async fn drill(postgres: &Postgres) -> Result<Vec<History>> {
    let database = postgres.create("neighbour").await?;
    let server = Server::start(&Settings::on(&database.url).with("TOKIBAKO_RATE_LIMIT", &"on")).await?;
    let address = server.address()?;
    let rich = browsers::sql_id(&NEIGHBOURS.to_string());
    let rows = format!(
        "INSERT INTO timers (browser_id, total_seconds, sound, label, remaining_ms, created_at, rounds, step, steps) \
         SELECT {rich}, 0, 'default', repeat('家', 100), 1000, now(), 99, 0, \
             (SELECT jsonb_agg(jsonb_build_array(1, repeat('家', 50))) FROM generate_series(1, 20)) \
         FROM generate_series(1, {ROWS})"
    );
    database.sql(&rows).await?;
    let account = request::write("/api/register", 0, r#"{"username":"hako","password":"not to be guessed"}"#);
    let status = Connection::open(address).await?.status(&account).await?;
    ensure!(status == 201, "an account is made, not {status}");

    let crowd = Crowd::open(address, [Seat::of(1)]).await?;
    let is_over = CancellationToken::new();
    let visiting = spawn(visit(address, is_over.clone()));
    let mut guesses = guess(address, 0..AT_ONCE, Duration::ZERO).await?;
    let memory = server.memory()?;
    let first = due::whole_second_after(time::Duration::seconds(2));
    let dues = (0..RINGS).map(|ring| first + DURING * ring / RINGS);
    let expected = due::rows_at(&database, 1, dues).await?;

    let (lists, guessing) = (take_lists(address).await?, spawn(guess(address, AT_ONCE..2 * AT_ONCE, DURING)));
    let streams = take_streams(address).await?;
    let end = first + DURING + Duration::from_secs(1);
    let left = (end - OffsetDateTime::now_utc()).try_into().unwrap_or_default();
    crowd.hear(expected.len(), Instant::now() + left).await;
    let growth = (server.memory()? - memory) / 1_024.0;
    is_over.cancel();
    let waits = Spread::of(visiting.await??);
    guesses.extend(guessing.await??);

    let count = |status| guesses.iter().filter(|guess| **guess == status).count();
    let (checked, refused) = (count(401), count(429));
    let (lists, streams) = (lists.len(), streams.len());
    let (median, latest) = (waits.median(), waits.max());
    let mut history = History::new(
        format!(
            "neighbour with {lists} lists and {streams} streams, {checked} guesses checked, {refused} refused; others' \
             responses: median {median:.1} ms, latest {latest:.1} ms; memory: {growth:.1} MiB more"
        ),
        LATE,
    );
    history.enter(&expected, &crowd.heard())?;
    history.require(lists <= LISTS_AT_MOST, || format!("{lists} long lists are kept for one address"));
    history.require(streams <= STREAMS_AT_MOST, || format!("{streams} streams are open"));
    history.require(latest < ANSWERED_WITHIN, || format!("a response took {latest:.0} ms"));
    history.require(growth < MEMORY / 1_024.0, || format!("the server needed {growth:.0} MiB more"));
    let is_each = checked > 0 && checked + refused == guesses.len();
    history.require(is_each, || format!("not each guess was wrong or refused: {guesses:?}"));
    history.require(checked <= CHECKED_AT_MOST, || format!("{checked} guesses were checked"));
    drop(crowd);
    server.stop().await?;
    Ok(vec![history.told()])
}

/// Asks for lists, reads only whether they are granted, and keeps those open.
async fn take_lists(server: SocketAddr) -> Result<Vec<TcpStream>> {
    let mut asking = Vec::new();
    for _ in 0..READERS {
        asking.push(ask(server, &request::read("/api/timers", NEIGHBOURS)).await?);
    }
    let mut lists = Vec::new();
    for socket in asking {
        lists.extend(granted(socket).await);
    }
    Ok(lists)
}

/// Asks for streams, and keeps those that it gets.
async fn take_streams(server: SocketAddr) -> Result<Vec<TcpStream>> {
    let begun = Instant::now();
    let mut streams = Vec::new();
    for number in 1..=STREAMS {
        sleep_until(begun + DURING * number / STREAMS).await;
        let stream = request::stream("/api/timers/notifications", NEIGHBOURS + number, None, None);
        streams.extend(granted(ask(server, &stream).await?).await);
    }
    Ok(streams)
}

async fn ask(server: SocketAddr, request: &[u8]) -> Result<TcpStream> {
    let mut socket = socket::connect_from(NEIGHBOUR, server).await?;
    socket.write_all(request).await?;
    Ok(socket)
}

/// The socket if what it was asked for was granted.
async fn granted(mut socket: TcpStream) -> Option<TcpStream> {
    let mut head = [0; 12];
    let is_answered = socket.read_exact(&mut head).await.is_ok();
    (is_answered && head.ends_with(b" 200")).then_some(socket)
}

/// Guesses over some time, each time with another forged `X-Forwarded-For`.
async fn guess(server: SocketAddr, numbers: Range<u32>, during: Duration) -> Result<Vec<u16>> {
    let begun = Instant::now();
    let mut guessers = JoinSet::new();
    for first in 0..CONNECTIONS {
        let numbers = numbers.clone().skip(first).step_by(CONNECTIONS);
        guessers.spawn(async move {
            let mut connection = Connection::open_from(GUESSER, server).await?;
            let mut answers = Vec::new();
            for number in numbers {
                sleep_until(begun + during * (number % AT_ONCE) / AT_ONCE).await;
                let pair = format!(r#"{{"username":"hako","password":"guess {number}"}}"#);
                let origin = format!("198.51.{}.{}", number / 256, number % 256);
                let guess = request::write_with("/api/login", number, "X-Forwarded-For", &origin, &pair);
                answers.push(connection.status(&guess).await?);
            }
            anyhow::Ok(answers)
        });
    }
    let answers = guessers.join_all().await.into_iter().collect::<Result<Vec<_>>>()?;
    Ok(answers.concat())
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
            if stop.run_until_cancelled(sleep(Duration::from_millis(100))).await.is_none() {
                return Ok(waits);
            }
        }
    }
    Ok(waits)
}
