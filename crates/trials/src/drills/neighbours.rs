//! One client uses the whole of its limits at each endpoint in turn, while timers and alarms of another client ring and its
//! requests are answered. What the other client notices is compared with what it is like alone, in turns.

use std::{
    collections::BTreeMap,
    fmt,
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tokio::{
    runtime,
    task::{JoinHandle, JoinSet, spawn_blocking},
    time::{Instant, sleep, timeout, timeout_at},
};

use crate::{
    client::{
        connection::Connection,
        crowd::{Crowd, Heard, Seat},
        request,
        subscription::Subscription,
    },
    ground::{
        browsers,
        database::Database,
        due,
        occurrence::Occurrence,
        postgres::Postgres,
        pushed::Pushed,
        server::{Server, Settings},
        spread::Spread,
    },
    history::History,
};

/// How long the other client is alone before each endpoint, and how long the endpoint is requested beside it.
const ALONE: Duration = Duration::from_secs(2);
const EACH: Duration = Duration::from_secs(4);

/// How often an endpoint is tried until the other client notices little enough: other work on the machine only ever makes its
/// rings and responses later.
const TURNS: u16 = 5;

/// Over how many connections: nearly as many requests as an address may have in progress.
const CONNECTIONS: usize = 250;

/// How long a connection waits after a refusal or a failure, as `Retry-After` says.
const AFTER_REFUSAL: Duration = Duration::from_secs(1);

/// The accounts of the greedy client, enough to use up the requests of its address, and what each of them owns.
const ACCOUNTS: u32 = 12;
const ROWS: u32 = 400;
const RINGS: u32 = 10_000;

/// The pauses between the rings and between the requests of the other client, and after how many of these it signs in.
const BETWEEN_RINGS: Duration = Duration::from_millis(250);
const BETWEEN_REQUESTS: Duration = Duration::from_millis(50);
const SIGNS_IN_AFTER: u32 = 4;

/// How many milliseconds later than alone its latest ring may be, and the slowest but one in twenty of its responses.
const RINGS_LATER: f64 = 250.0;
const RESPONSES_LATER: f64 = 50.0;

/// No ring of the other client may be later than this in any turn.
const LATE: time::Duration = time::Duration::seconds(2);

/// Browsers that no other trial uses.
const GREEDY: u32 = 3_000_000;
const VISITORS: u32 = 4_000_000;
const ALARMS_EACH: u32 = 20;

/// The request that has no limit, because its answer costs as little as a refusal.
const UNLIMITED: &str = "/api/time";

/// How long the service takes for a message, to which the greedy client's devices and channels belong.
const POSTED_AFTER: Duration = Duration::from_millis(20);

/// How long the greedy client's timers may ring before the first turn.
const PATIENCE: Duration = Duration::from_mins(2);

const VISITOR: &str = r#"{"username":"visitor","password":"not to be guessed"}"#;
const DEVICE: &str = "0b9c6c1e-6a0f-4b36-8c3e-5d6f7a8b9c01";

/// A request of the API's description.
struct Operation {
    method: String,
    path: String,
    has_body: bool,
}

/// An account of the greedy client.
#[derive(Clone)]
struct Greedy {
    browser: String,
    name: String,
    cookie: String,
    alarms: Vec<i64>,
    timers: Vec<i64>,
    /// Timers that have rung, at one instant.
    rung: Vec<i64>,
    at: OffsetDateTime,
    /// The origin of what its devices and channels belong to.
    service: String,
}

/// What the other client notices in a turn.
struct Noticed {
    rings: Spread,
    responses: Spread,
    sign_ins: Spread,
}

/// How many milliseconds more than alone.
struct Later {
    rings: f64,
    responses: f64,
    sign_ins: f64,
}

/// The addresses of a turn, which no other trial uses. In each turn the greedy client has the whole of its limits, and the other
/// one reaches none of its own.
fn greedy_address(turn: u16) -> Ipv4Addr {
    let [high, low] = turn.to_be_bytes();
    Ipv4Addr::new(127, 2, high, low)
}

fn visitor_address(turn: u16) -> Ipv4Addr {
    let [high, low] = turn.to_be_bytes();
    Ipv4Addr::new(127, 3, high, low)
}

pub(super) async fn drill(postgres: &Postgres) -> Result<Vec<History>> {
    let database = postgres.create("neighbours").await?;
    let pushed = Pushed::taking(POSTED_AFTER).await?;
    let settings = pushed.settings(Settings::on(&database.url)).with("TOKIBAKO_RATE_LIMIT", &"on");
    let settings = settings.with("TOKIBAKO_CHANNEL_HOSTS", &pushed.origin());
    let server = Server::start(&settings.with("TOKIBAKO_WEATHER_BASE_URL", &pushed.origin())).await?;
    let address = server.address()?;
    let registered = Connection::open(address).await?.status(&request::write("/api/register", 0, VISITOR)).await?;
    ensure!(registered == 201, "an account is made, not {registered}");
    let mut greedy = Greedy::all(address, &database, &pushed.origin()).await?;
    let operations = Operation::all(address).await?;
    let crowd = Crowd::open(address, [Seat::of(1)]).await?;

    let (mut history, mut turn) = (History::new(String::new(), LATE), 0);
    let (count, mut slowest) = (operations.len(), (f64::NEG_INFINITY, String::new()));
    for operation in operations.into_iter().map(Arc::new) {
        let mut later;
        let mut nth = 0;
        loop {
            (turn, nth) = (turn + 1, nth + 1);
            for owner in &mut greedy {
                owner.sign_in(address, turn).await?;
            }
            let alone = notice(address, &database, &crowd, (turn, ALONE), &mut history).await?;
            let pressing = press(address, &operation, &greedy, turn);
            let beside = notice(address, &database, &crowd, (turn, EACH), &mut history).await?;
            let answers = pressing.await??;
            later = beside.later_than(&alone);
            println!("{operation}: {later} ms later; alone {alone}, beside it {beside}; it was answered {answers:?}");
            if later.is_little() || nth == TURNS {
                break;
            }
        }
        history.require(later.is_little(), || format!("beside {operation} {later} ms later"));
        if later.responses > slowest.0 {
            slowest = (later.responses, operation.to_string());
        }
    }
    let (slowest, beside) = slowest;
    history.name = format!(
        "neighbours at {count} endpoints in {turn} turns; responses {slowest:+.0} ms beside {beside}, the most"
    );
    drop(crowd);
    server.stop().await?;
    Ok(vec![history.told()])
}

/// Rings and requests of the other client for some time.
async fn notice(
    server: SocketAddr,
    database: &Database,
    crowd: &Crowd,
    (turn, during): (u16, Duration),
    history: &mut History,
) -> Result<Noticed> {
    let first = due::whole_second_after(time::Duration::milliseconds(500));
    let rings = u32::try_from(during.as_millis() / BETWEEN_RINGS.as_millis())?;
    let expected = due::rows_at(database, 1, (0..rings).map(|ring| first + BETWEEN_RINGS * ring)).await?;
    let mut connection = Connection::open_from(visitor_address(turn), server).await?;
    let (end, mut responses, mut sign_ins) = (first + during, Vec::new(), Vec::new());
    for number in 0.. {
        let browser = VISITORS + 1_000 * u32::from(turn) + number / ALARMS_EACH;
        let create = request::write("/api/alarms", browser, r#"{"time":"07:30","repeat":"daily"}"#);
        let mut requests = vec![(create, 201), (request::read("/api/alarms", browser), 200)];
        if number % SIGNS_IN_AFTER == 0 {
            requests.push((request::write("/api/login", browser, VISITOR), 200));
        }
        for (nth, (request, expected)) in requests.into_iter().enumerate() {
            let asked = Instant::now();
            let status = connection.status(&request).await?;
            history.require(status == expected, || format!("the other client was answered {status}"));
            let waits = if nth < 2 { &mut responses } else { &mut sign_ins };
            waits.push(asked.elapsed().try_into()?);
            sleep(BETWEEN_REQUESTS).await;
        }
        if OffsetDateTime::now_utc() >= end {
            break;
        }
    }
    crowd.hear(expected.len(), Instant::now() + Duration::from_secs(5)).await;
    let heard = crowd.take_heard();
    history.enter(&expected, &heard)?;
    let late = |heard: &Heard| Ok(heard.at - Occurrence::told_by(&heard.data)?.due());
    let late = heard.iter().map(late).collect::<Result<Vec<_>>>()?;
    Ok(Noticed { rings: Spread::of(late), responses: Spread::of(responses), sign_ins: Spread::of(sign_ins) })
}

/// Repeats a request over many connections, as fast as it is answered; returns how often each status was. This has a thread of
/// its own, so that the other client's does not wait for it.
fn press(
    server: SocketAddr,
    operation: &Arc<Operation>,
    greedy: &[Greedy],
    turn: u16,
) -> JoinHandle<Result<BTreeMap<u16, u32>>> {
    let (operation, greedy) = (Arc::clone(operation), greedy.to_vec());
    spawn_blocking(move || {
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        let end = Instant::now() + EACH + Duration::from_secs(1);
        runtime.block_on(async {
            let mut pressing = JoinSet::new();
            for (number, owner) in (0..CONNECTIONS).zip(greedy.into_iter().cycle()) {
                pressing.spawn(press_over_one(server, Arc::clone(&operation), owner, (turn, number, end)));
            }
            let mut all = BTreeMap::new();
            while let Some(answers) = pressing.join_next().await {
                for (status, count) in answers?? {
                    *all.entry(status).or_default() += count;
                }
            }
            Ok(all)
        })
    })
}

async fn press_over_one(
    server: SocketAddr,
    operation: Arc<Operation>,
    mut owner: Greedy,
    (turn, number, end): (u16, usize, Instant),
) -> Result<BTreeMap<u16, u32>> {
    let mut answers = BTreeMap::<u16, u32>::new();
    let mut requested = number * ROWS as usize / CONNECTIONS;
    while Instant::now() < end {
        // A stream has no end, and is closed here; so is a connection that the server has closed.
        let mut connection = Connection::open_from(greedy_address(turn), server).await?;
        while Instant::now() < end {
            requested += 1;
            let request = operation.request(&owner, requested)?;
            let Ok(Ok(status)) = timeout_at(end, connection.status(&request)).await else { break };
            *answers.entry(status).or_default() += 1;
            if let Some(cookie) = connection.cookie().filter(|cookie| !cookie.ends_with('=')) {
                owner.cookie = cookie;
            }
            if status == 429 || status >= 500 {
                sleep(AFTER_REFUSAL).await;
            }
            if operation.is_stream() {
                break;
            }
        }
    }
    Ok(answers)
}

impl Noticed {
    fn later_than(&self, alone: &Self) -> Later {
        Later {
            rings: self.rings.max() - alone.rings.max(),
            responses: self.responses.p95() - alone.responses.p95(),
            sign_ins: self.sign_ins.median() - alone.sign_ins.median(),
        }
    }
}

impl fmt::Display for Noticed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rings, responses, sign_ins } = self;
        write!(out, "{:.0}/{:.1}/{:.0}", rings.max(), responses.p95(), sign_ins.median())
    }
}

impl Later {
    fn is_little(&self) -> bool {
        self.rings <= RINGS_LATER && self.responses <= RESPONSES_LATER && self.sign_ins <= RESPONSES_LATER
    }
}

impl fmt::Display for Later {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rings, responses, sign_ins } = self;
        write!(out, "rings {rings:+.0}, responses {responses:+.0}, sign-ins {sign_ins:+.0}")
    }
}

impl Greedy {
    /// All accounts, with what they own, and the log of rings that each has.
    async fn all(server: SocketAddr, database: &Database, service: &str) -> Result<Vec<Self>> {
        let at = due::now();
        for number in GREEDY..GREEDY + ACCOUNTS {
            let credentials = credentials(&name(number)).to_string();
            let mut connection = Connection::open_from(greedy_address(0), server).await?;
            let status = connection.status(&request::write("/api/register", number, &credentials)).await?;
            ensure!(status == 201, "an account is made, not {status}");
            let id = browsers::sql_id(&number.to_string());
            let at = at.format(&Rfc3339)?;
            database
                .sql(&format!(
                    "INSERT INTO alarms (browser_id, minute_of_day, repeat, timezone, sound, snooze_minutes, created_at) \
                     SELECT {id}, n, 'daily', 'Asia/Tokyo', 'default', 5, now() FROM generate_series(1, {ROWS}) n; \
                     INSERT INTO timers (browser_id, total_seconds, sound, label, ends_at, created_at) \
                     SELECT {id}, 60, 'default', repeat('家', 100), '{at}', now() FROM generate_series(1, {RINGS}); \
                     NOTIFY tokibako_due"
                ))
                .await?;
        }
        let rung = async {
            while database.number::<u32>("SELECT count(*) FROM firings").await? < ACCOUNTS * RINGS {
                sleep(Duration::from_millis(100)).await;
            }
            anyhow::Ok(())
        };
        timeout(PATIENCE, rung).await.context("the greedy client's timers have rung")??;
        let mut all = Vec::new();
        for number in GREEDY..GREEDY + ACCOUNTS {
            let id = browsers::sql_id(&number.to_string());
            let kept = format!("SELECT id FROM timers WHERE browser_id = {id} ORDER BY id LIMIT {ROWS}");
            database.sql(&format!("DELETE FROM timers WHERE browser_id = {id} AND id NOT IN ({kept})")).await?;
            let ids = async |query: String| {
                anyhow::Ok(database.sql(&query).await?.lines().map(str::parse).collect::<Result<Vec<i64>, _>>()?)
            };
            let mut owner = Self {
                browser: String::new(),
                name: name(number),
                cookie: String::new(),
                alarms: ids(format!("SELECT id FROM alarms WHERE browser_id = {id} ORDER BY id")).await?,
                timers: ids(kept).await?,
                rung: ids(format!("SELECT row_id FROM firings WHERE browser_id = {id} ORDER BY row_id")).await?,
                at,
                service: service.to_owned(),
            };
            owner.sign_in(server, 0).await?;
            all.push(owner);
        }
        Ok(all)
    }

    /// Signs in, and continues with the browser id that the account has now.
    async fn sign_in(&mut self, server: SocketAddr, turn: u16) -> Result<()> {
        let mut connection = Connection::open_from(visitor_address(turn), server).await?;
        let credentials = credentials(&self.name).to_string();
        let user = connection.json(&request::write("/api/login", 0, &credentials)).await?;
        let browser = user["uuid"].as_str().with_context(|| format!("an account has a browser id: {user}"))?;
        browser.clone_into(&mut self.browser);
        self.cookie = connection.cookie().context("an account has a session")?;
        Ok(())
    }

    /// An address at the service.
    fn endpoint(&self, number: usize) -> String {
        format!("{}/greedy-{number}", self.service)
    }
}

fn name(number: u32) -> String {
    format!("greedy {number}")
}

fn credentials(name: &str) -> Value {
    json!({"username": name, "password": format!("of {name}, not to be guessed")})
}

impl Operation {
    /// All of the API, those that give accounts other browser ids and that delete things last.
    async fn all(server: SocketAddr) -> Result<Vec<Self>> {
        let document = Connection::open(server).await?.json(&request::page("/api/openapi.json")).await?;
        let mut operations = Vec::new();
        for (path, item) in document["paths"].as_object().context("the API has paths")? {
            for (method, operation) in item.as_object().context("a path has methods")? {
                if path.starts_with("/api/")
                    && path != UNLIMITED
                    && ["get", "post", "put", "patch", "delete"].contains(&method.as_str())
                {
                    let has_body = operation.get("requestBody").is_some();
                    operations.push(Self { method: method.to_uppercase(), path: path.clone(), has_body });
                }
            }
        }
        operations.sort_by_key(|operation| {
            let ends = operation.method == "DELETE" && operation.path == "/api/browser";
            (ends, operation.method == "DELETE", operation.renews(), operation.path.clone())
        });
        ensure!(operations.len() > 40, "the API is read");
        Ok(operations)
    }

    /// Whether it ends sessions, so that the account gets another browser id.
    fn renews(&self) -> bool {
        let paths = ["/api/sessions", "/api/password", "/api/logout", "/api/browser"];
        self.method != "GET" && paths.iter().any(|path| self.path.starts_with(path))
    }

    fn is_stream(&self) -> bool {
        self.path == "/api/events" || self.path.ends_with("/notifications")
    }

    /// The request for one of the owner's rows, by its number.
    fn request(&self, owner: &Greedy, number: usize) -> Result<Vec<u8>> {
        let rows = if self.path.starts_with("/api/alarms") { &owner.alarms } else { &owner.timers };
        let row = rows[number % rows.len()];
        let path = self.path.replace("{id}", &row.to_string()).replace("{uuid}", DEVICE);
        let path = match self.path.as_str() {
            "/api/alarms/preview" => format!("{path}?time=07:30&repeat=daily"),
            "/api/weather" => format!("{path}?city=Tokyo,Japan"),
            _ => path,
        };
        let body = self.body(owner, number)?.map(|body| body.to_string()).unwrap_or_default();
        ensure!(!self.has_body || !body.is_empty(), "{self} has a body that is not known here");
        let headers = format!("X-Browser-Id: {}\r\nCookie: {}\r\n", owner.browser, owner.cookie);
        Ok(request::with_headers(&self.method, &path, &headers, &body))
    }

    /// The body of a request that has one, as costly as it may be.
    fn body(&self, owner: &Greedy, number: usize) -> Result<Option<Value>> {
        let now = OffsetDateTime::now_utc();
        let mut ring = json!({"kind": "timer", "id": owner.rung[number % owner.rung.len()], "scheduledFor": owner.at.format(&Rfc3339)?});
        let alarm = json!({"time": "07:30", "repeat": "daily", "label": "x".repeat(100)});
        Ok(Some(match (self.method.as_str(), self.path.as_str()) {
            ("POST", "/api/alarms") => alarm,
            ("POST", "/api/alarms/batch") => json!({"alarms": vec![alarm; 100]}),
            ("PATCH", "/api/alarms/{id}") => {
                json!({"label": format!("Gym {number}"), "enabled": number.is_multiple_of(2)})
            }
            ("POST", "/api/timers/batch") => {
                json!({"timers": vec![json!({"seconds": 3, "label": "x".repeat(100)}); 100]})
            }
            ("POST", "/api/timers") => json!({"seconds": 3, "enabled": 1}),
            ("PATCH", "/api/timers/{id}") => json!({"label": format!("Tea {number}")}),
            ("POST", "/api/timers/{id}/extend") => json!({"seconds": 60}),
            ("PUT", "/api/timers/{id}/end") => json!({"endsAt": (now + time::Duration::HOUR).format(&Rfc3339)?}),
            ("PUT", "/api/timers/order") => {
                let mut ids = owner.timers.clone();
                fastrand::shuffle(&mut ids);
                json!({"ids": ids})
            }
            ("POST", "/api/rings/answer") => {
                ring["answer"] = "stop".into();
                ring
            }
            ("POST", "/api/rings/heard") => {
                ring["device"] = DEVICE.into();
                ring
            }
            ("POST", "/api/faults") => json!({"name": "TypeError", "file": "ringing.js", "build": "1"}),
            ("PUT", "/api/cities") => json!({"cities": [{"key": "tokyo"}, {"key": "new-york"}]}),
            ("PUT", "/api/days-off") => {
                let range = |nth: i64| {
                    let day = (now.date() + time::Duration::days(2 * nth)).to_string();
                    json!({"from": day, "to": day, "label": "x".repeat(60)})
                };
                json!({"ranges": (0..400).map(range).collect::<Vec<_>>()})
            }
            ("POST", "/api/register") => credentials(&format!("{} {number}", owner.name)),
            ("POST", "/api/login") => credentials(&owner.name),
            ("POST", "/api/password") => {
                let own = &credentials(&owner.name)["password"];
                json!({"oldPassword": own, "newPassword": own})
            }
            ("PUT", "/api/push/devices/{uuid}") => {
                json!({"endpoint": owner.endpoint(number), "language": "ja",
                    "keys": Subscription::new(&mut fastrand::Rng::with_seed(1)).keys()})
            }
            ("POST", "/api/push/devices/{uuid}/confirm") => json!({"code": "wrong"}),
            ("POST", "/api/channels") => json!({"kind": "ntfy", "url": owner.endpoint(number)}),
            ("PATCH", "/api/channels/{uuid}") => json!({"name": "Mine"}),
            _ => return Ok(None),
        }))
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {}", self.method, self.path)
    }
}
