//! One client uses up all its limits while another client's alarms and timers ring.

use std::{
    net::{Ipv4Addr, SocketAddr},
    time::Duration,
};

use anyhow::Result;
use time::OffsetDateTime;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::{Instant, sleep_until},
};
use tokio_util::sync::CancellationToken;

use super::tally::Tally;
use crate::{
    client::{
        connection::Connection,
        crowd::{Crowd, Cut, Seat},
        request, socket,
    },
    ground::{
        browsers, due,
        occurrence::Kind,
        postgres::Postgres,
        server::{Server, Settings},
        spread::Spread,
    },
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

/// How long it takes to open the allowed streams at the rate limit that applies after the burst.
const DURING: Duration = Duration::from_secs(20);

/// The rings of the other client meanwhile.
const RINGS: u32 = 40;

/// How late a ring may be, and how long a list may take in milliseconds.
const LATE: time::Duration = time::Duration::milliseconds(500);
const LISTED_WITHIN: f64 = 200.0;

/// How much more memory the server may use meanwhile, in KiB.
const MEMORY: f64 = 64.0 * 1_024.0;

/// Source addresses that no other trial uses.
const NEIGHBOUR: Ipv4Addr = Ipv4Addr::new(127, 1, 0, 3);
const VISITOR: Ipv4Addr = Ipv4Addr::new(127, 1, 0, 4);

/// The numbers of the greedy client's browsers begin here.
const NEIGHBOURS: u32 = 1_000_000;

/// What the greedy client got.
struct Taken {
    lists: Vec<TcpStream>,
    streams: Vec<TcpStream>,
}

pub(super) async fn drill(postgres: &Postgres) -> Result<Tally> {
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

    let seats = [Kind::Alarm, Kind::Timer].map(|kind| Seat { browser: 1, kind: Some(kind) });
    let crowd = Crowd::open(address, seats.into_iter(), Cut::StaysAway).await?;
    let memory = server.memory()?;
    let first = due::whole_second_after(time::Duration::seconds(2));
    let dues = (0..RINGS).map(|ring| first + DURING * ring / RINGS);
    let expected = due::rows_at(&database, 1, dues).await?;

    let is_over = CancellationToken::new();
    let listing = tokio::spawn(list(address, is_over.clone()));
    let taken = take(address).await?;
    let end = first + DURING + Duration::from_secs(1);
    let left = (end - OffsetDateTime::now_utc()).try_into().unwrap_or_default();
    crowd.hear(expected.len(), Instant::now() + left).await;
    let growth = server.memory()? - memory;
    is_over.cancel();
    let waits = Spread::of(listing.await??);

    let (lists, streams) = (taken.lists.len(), taken.streams.len());
    let mut tally = Tally::new(format!("beside one with {lists} lists and {streams} streams"), LATE);
    tally.enter(&expected, &crowd.heard())?;
    tally.require(lists <= LISTS_AT_MOST, || format!("{lists} long lists are kept for one address"));
    tally.require(streams <= STREAMS_AT_MOST, || format!("{streams} streams are open"));
    tally.require(waits.max() < LISTED_WITHIN, || format!("a list took {:.0} ms", waits.max()));
    tally.require(growth < MEMORY, || format!("the server needed {:.0} MiB more", growth / 1_024.0));
    println!(
        "others' lists: median {:.1} ms, latest {:.1} ms; memory: {:.1} MiB more",
        waits.median(),
        waits.max(),
        growth / 1_024.0
    );
    drop((taken, crowd));
    server.stop().await?;
    Ok(tally.told())
}

/// Asks for lists and streams, reads only whether they were granted, and keeps those open.
async fn take(server: SocketAddr) -> Result<Taken> {
    let mut taken = Taken { lists: Vec::new(), streams: Vec::new() };
    let mut asking = Vec::new();
    for _ in 0..READERS {
        let mut socket = socket::connect_from(NEIGHBOUR, server).await?;
        socket.write_all(&request::read("/api/timers", NEIGHBOURS)).await?;
        asking.push(socket);
    }
    for socket in asking {
        taken.lists.extend(granted(socket).await?);
    }
    let begun = Instant::now();
    for number in 1..=STREAMS {
        sleep_until(begun + DURING * number / STREAMS).await;
        let mut socket = socket::connect_from(NEIGHBOUR, server).await?;
        socket.write_all(&request::stream("/api/timers/notifications", NEIGHBOURS + number, None, None)).await?;
        taken.streams.extend(granted(socket).await?);
    }
    Ok(taken)
}

/// Sends the request; returns the socket if it was granted.
async fn granted(mut socket: TcpStream) -> Result<Option<TcpStream>> {
    let mut head = [0; 12];
    let is_answered = socket.read_exact(&mut head).await.is_ok();
    Ok((is_answered && head.ends_with(b" 200")).then_some(socket))
}

/// Requests a list until told to stop; returns how long each response took.
async fn list(server: SocketAddr, stop: CancellationToken) -> Result<Vec<time::Duration>> {
    let mut connection = Connection::open_from(VISITOR, server).await?;
    let mut waits = Vec::new();
    let mut next = Instant::now();
    while stop.run_until_cancelled(sleep_until(next)).await.is_some() {
        let asked = Instant::now();
        anyhow::ensure!(connection.status(&request::read("/api/alarms", 1)).await? == 200, "a list was refused");
        waits.push(asked.elapsed().try_into()?);
        next = asked + Duration::from_millis(100);
    }
    Ok(waits)
}
