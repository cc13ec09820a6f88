//! Lists and inserts per second, compared with pgbench running the statement for one list or one row on the same
//! cluster.

use std::{env, fmt::Write as _, fs, process::Stdio, time::Duration};

use anyhow::{Context as _, Result, ensure};
use tokio::process::Command;

use super::print::print;
use crate::{
    client::{load::Load, request},
    ground::{
        browsers,
        database::{Database, program},
        postgres::{Postgres, open_folder},
        server::{Server, Settings},
        spread::Spread,
    },
};

/// Connections to the server, and the same number to Postgres.
const CLIENTS: u32 = 16;

/// The two sides take turns, so that a slow moment of the machine affects both.
const TURNS: u32 = 5;
const TURN: Duration = Duration::from_secs(2);

/// Alarms of each browser that lists them.
const ALARMS: u32 = 10;

/// The statement for one browser's list, as the server's own.
const LIST: &str = "SELECT id, browser_id, minute_of_day, repeat, timezone, sound, snooze_minutes, label, next_trigger, \
    snoozed_until, created_at FROM alarms WHERE browser_id = :browser ORDER BY minute_of_day, id;";

/// The statement for one row.
const INSERT: &str = "INSERT INTO alarms (browser_id, created_at, minute_of_day, repeat, timezone, sound, \
    snooze_minutes, label, next_trigger, snoozed_until) VALUES (:browser, now(), 420, 'daily', 'Asia/Tokyo', 'default', \
    5, 'Walk before the city wakes', now() + interval '12 hours', NULL) RETURNING id;";

/// The alarm that is stored over HTTP. It is due far from the current hour.
fn alarm() -> String {
    let hour = (time::OffsetDateTime::now_utc().hour() + 12) % 24;
    format!(
        r#"{{"time":"{hour:02}:00","repeat":"daily","timezone":"UTC","label":"Walk before the city wakes","enabled":1}}"#
    )
}

pub(super) async fn measure(postgres: &Postgres) -> Result<()> {
    let database = postgres.create("rows").await?;
    let server = Server::start(&Settings::on(&database.url)).await?;
    fill(&database).await?;
    let load = |status| {
        Ok::<_, anyhow::Error>(Load { server: server.address()?, connections: CLIENTS, duration: TURN, status })
    };

    let list = |number, _| request::read("/api/alarms", number + 1);
    compare("lists of 10 alarms", &database, LIST, &load(200)?, list).await?;
    // These rows belong to other browsers, so that the lists above do not change, and to so many that none reaches its limit.
    let body = alarm();
    let insert = move |number, nth| request::write("/api/alarms", (number + 1) * 10_000 + nth / ALARMS, &body);
    compare("inserts of an alarm", &database, INSERT, &load(201)?, insert).await?;
    server.stop().await
}

/// Gives a thousand browsers their alarms.
async fn fill(database: &Database) -> Result<()> {
    let browser = browsers::sql_id(&format!("1 + n / {ALARMS}"));
    let rows = format!(
        "INSERT INTO alarms (browser_id, minute_of_day, repeat, timezone, sound, snooze_minutes, label, next_trigger, created_at) \
         SELECT {browser}, n % 1440, 'daily', 'Asia/Tokyo', 'default', 5, 'Walk before the city wakes', \
         now() + interval '12 hours', now() FROM generate_series(0, 1000 * {ALARMS} - 1) n; VACUUM ANALYZE alarms",
    );
    database.sql(&rows).await?;
    Ok(())
}

/// Takes turns; prints the median of each side, their ratio, and how long a response over HTTP took.
async fn compare(
    name: &str,
    database: &Database,
    statement: &str,
    load: &Load,
    request: impl Fn(u32, u32) -> Vec<u8> + Clone + Send + 'static,
) -> Result<()> {
    let (mut theirs, mut ours, mut times) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..TURNS {
        theirs.push(pgbench(database, statement).await?);
        let answered = load.run(request.clone()).await?;
        ours.push(answered.rate);
        times.extend(answered.times);
    }
    let times = Spread::of(times.into_iter().map(time::Duration::try_from).collect::<Result<Vec<_>, _>>()?);
    let (theirs, ours) = (median(theirs), median(ours));
    print(format_args!("{name}, pgbench, {CLIENTS} clients"), theirs, "/s");
    print(format_args!("{name}, over HTTP, {CLIENTS} clients"), ours, "/s");
    print(format_args!("{name}, ratio"), ours / theirs, "of pgbench");
    print(format_args!("{name}, over HTTP, median"), times.median(), "ms");
    print(format_args!("{name}, over HTTP, p99"), times.p99(), "ms");
    Ok(())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Statements per second by pgbench with prepared statements, with one browser per client.
async fn pgbench(database: &Database, statement: &str) -> Result<f64> {
    let folder = open_folder()?;
    let mut command = Command::new(program("pgbench")?);
    command.args(["--no-vacuum", "--protocol=prepared", "--jobs=2"]);
    command.args([format!("--client={CLIENTS}"), format!("--time={}", TURN.as_secs())]);
    // pgbench has no string variables: there is a script for each browser, picked at random.
    for number in 0..CLIENTS {
        let mut script = folder.path().join("script");
        write!(script.as_mut_os_string(), "{number}")?;
        fs::write(&script, statement.replace(":browser", &format!(":browser{number}")))?;
        let browser = if statement == INSERT { number + 1_001 } else { number + 1 };
        command.arg(format!("--define=browser{number}={}", browsers::id(browser))).arg("--file").arg(&script);
    }
    let output = command.arg(&database.url).env("PATH", env::var_os("PATH").unwrap_or_default());
    let output = output.stdin(Stdio::null()).kill_on_drop(true).output().await?;
    ensure!(output.status.success(), "pgbench: {}", String::from_utf8_lossy(&output.stderr));
    let report = String::from_utf8(output.stdout)?;
    let rate = report.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next());
    Ok(rate.context("pgbench tells its rate")?.parse()?)
}
