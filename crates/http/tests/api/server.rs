//! A running server with a database and a clock of its own, and the browsers that visit it.

use std::{
    collections::BTreeSet,
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    path::Path,
    sync::{Arc, Mutex},
    time::Duration,
};

use actix_web::{HttpServer, web::block};
use reqwest::{
    Client, Method, RequestBuilder,
    header::{HeaderMap, LOCATION},
    redirect::Policy,
};
use rustls::crypto::ring;
use serde_json::Value;
use time::{OffsetDateTime, macros::datetime};
use tokibako_http::{Components, Hub, Limits, Settings, Site, SiteConfig, SiteFiles};
use tokibako_storage::{
    Storage,
    clock::Clock,
    testing::{TestDatabase, machine::Machine},
};
use tokibako_weather::Weather;
use uuid::Uuid;

use crate::document::Document;

/// The time at which every test starts: a Saturday morning.
const START: OffsetDateTime = datetime!(2026-11-21 08:00:00.123 UTC);

/// The timeout of responses, and of reads and writes on a connection.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    pub(crate) components: Components,
    /// The storage of the server.
    pub(crate) storage: Storage,
    pub(crate) database: Arc<TestDatabase>,
    pub(crate) document: Document,
    pub(crate) hub: Hub,
    now: Arc<Mutex<OffsetDateTime>>,
    client: Client,
}

/// A visitor with a browser id of its own.
pub(crate) struct Visitor<'a> {
    pub(crate) server: &'a TestServer,
    pub(crate) id: String,
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl TestServer {
    pub(crate) async fn start() -> Self {
        Self::with_site(Path::new("/nonexistent")).await
    }

    pub(crate) async fn with_site(site: impl Into<SiteFiles>) -> Self {
        Self::with(site, &site_config(), Settings::default()).await
    }

    /// A server with the public address `origin`.
    pub(crate) async fn at(origin: &str) -> Self {
        let mut config = site_config();
        config.values.insert("origin", origin.to_owned());
        Self::with(Path::new("/nonexistent"), &config, Settings::default()).await
    }

    /// A server without a site.
    pub(crate) async fn with_settings(settings: Settings) -> Self {
        Self::with(Path::new("/nonexistent"), &site_config(), settings).await
    }

    pub(crate) async fn with_limits(limits: Limits) -> Self {
        Self::with_settings(Settings { limits, ..Settings::default() }).await
    }

    pub(crate) async fn with_weather(weather: Weather) -> Self {
        Self::with_settings(Settings { weather: Some(weather), ..Settings::default() }).await
    }

    async fn with(site: impl Into<SiteFiles>, config: &SiteConfig, settings: Settings) -> Self {
        Self::on(Arc::new(TestDatabase::create()), None, site, config, settings).await
    }

    /// A server without a site on a database.
    pub(crate) async fn of(database: Arc<TestDatabase>, settings: Settings) -> Self {
        Self::on(database, None, Path::new("/nonexistent"), &site_config(), settings).await
    }

    /// Another process on the same database.
    pub(crate) async fn beside(other: &Self) -> Self {
        Self::of(Arc::clone(&other.database), Settings::default()).await
    }

    /// A server on a machine whose clock may be wrong, by the real time.
    pub(crate) async fn on_machine(machine: &Machine) -> Self {
        let (database, clock) = (TestDatabase::create(), machine.clock());
        clock.measure(&database.storage()).await.unwrap();
        Self::on(database.into(), Some(clock), Path::new("/nonexistent"), &site_config(), Settings::default()).await
    }

    async fn on(
        database: Arc<TestDatabase>,
        clock: Option<Clock>,
        site: impl Into<SiteFiles>,
        config: &SiteConfig,
        settings: Settings,
    ) -> Self {
        let storage = database.storage();
        let now = Arc::new(Mutex::new(START));
        let shown = Arc::clone(&now);
        let clock = clock.unwrap_or_else(|| Clock::simulated(move || *shown.lock().unwrap()));
        let hub = Hub::new();
        let site = Site::open(site, config).unwrap();
        let components = Components::new(storage.clone(), clock, hub.clone(), site, settings);
        components.open();
        let shared = components.clone();
        let server = HttpServer::new(move || tokibako_http::app(&shared))
            .workers(1)
            .disable_signals()
            .h1_allow_half_closed(false)
            .bind(("127.0.0.1", 0))
            .unwrap();
        let address = server.addrs()[0];
        actix_web::rt::spawn(server.run());
        // The server closes idle connections after five seconds, perhaps while a request is on its way.
        let client = Client::builder().no_proxy().pool_idle_timeout(Duration::from_secs(1)).read_timeout(PATIENCE);
        // Fails if another server of this process has installed it.
        let _ = ring::default_provider().install_default();
        let client = client.redirect(Policy::none()).build().unwrap();
        let document = client.get(format!("http://{address}/api/openapi.json")).send().await.unwrap();
        let document = Document::new(document.json().await.unwrap());
        Self { address, components, storage, database, document, hub, now, client }
    }

    /// Lets time pass.
    pub(crate) fn pass(&self, time: time::Duration) {
        *self.now.lock().unwrap() += time;
    }

    pub(crate) fn now(&self) -> OffsetDateTime {
        *self.now.lock().unwrap()
    }

    /// The clock that shows this time.
    pub(crate) fn clock(&self) -> Clock {
        let shown = Arc::clone(&self.now);
        Clock::simulated(move || *shown.lock().unwrap())
    }

    pub(crate) fn visitor(&self) -> Visitor<'_> {
        Visitor { server: self, id: Uuid::new_v4().to_string() }
    }

    pub(crate) fn request(&self, method: &str, path: &str) -> RequestBuilder {
        self.client.request(Method::from_bytes(method.as_bytes()).unwrap(), format!("http://{}{path}", self.address))
    }

    /// Sends a request and checks the response against the document.
    pub(crate) async fn send(&self, request: RequestBuilder, body: Vec<u8>) -> Answer {
        let asked = request.try_clone().unwrap().build().unwrap();
        let answer = self.raw(request, body).await;
        self.document.check(asked.method().as_str(), asked.url().path(), &answer);
        answer
    }

    /// Sends a request that the document need not have.
    pub(crate) async fn raw(&self, request: RequestBuilder, body: Vec<u8>) -> Answer {
        let request = if body.is_empty() { request } else { request.body(body) };
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        Answer { status, headers, body: response.bytes().await.unwrap().to_vec() }
    }

    /// The response to a GET of exactly this path, which a client library would normalise.
    pub(crate) async fn get_as_written(&self, path: &str) -> String {
        self.exchange(format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address)).await
    }

    /// The response to bytes that no client library would send; the connection has to be closed after it.
    pub(crate) async fn exchange(&self, request: String) -> String {
        let address = self.address;
        block(move || {
            let mut connection = connected(address);
            connection.write_all(request.as_bytes()).unwrap();
            let mut answer = Vec::new();
            connection.read_to_end(&mut answer).unwrap();
            String::from_utf8_lossy(&answer).into_owned()
        })
        .await
        .unwrap()
    }

    /// A GET without a browser id.
    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(self.request("GET", path), Vec::new()).await
    }
}

/// A connection with timeouts.
pub(crate) fn connected(address: SocketAddr) -> TcpStream {
    let connection = TcpStream::connect(address).unwrap();
    connection.set_read_timeout(Some(PATIENCE)).unwrap();
    connection.set_write_timeout(Some(PATIENCE)).unwrap();
    connection
}

/// The values of the site's placeholders.
pub(crate) fn site_config() -> SiteConfig {
    let values = [
        ("origin", "https://time.example"),
        ("operator.name", "Box & \"Hand\" </script>"),
        ("operator.url", "https://box.example/?a=1&b=2"),
        ("operator.address", "1 Clock Street, Tick"),
        ("operator.services", ""),
        ("service-worker", "push-only"),
        ("tools.qr-code", "https://qr.example"),
    ];
    SiteConfig { values: values.map(|(key, value)| (key, value.to_owned())).into(), picture_host: None }
}

impl Visitor<'_> {
    /// A request with the content type JSON.
    pub(crate) fn request(&self, method: &str, path: &str) -> RequestBuilder {
        let request = self.server.request(method, path).header("X-Browser-Id", self.id.as_str());
        request.header("Content-Type", "application/json")
    }

    /// A request with the browser id and without a body.
    pub(crate) async fn call(&self, method: &str, path: &str) -> Answer {
        let request = self.server.request(method, path).header("X-Browser-Id", self.id.as_str());
        self.server.send(request, Vec::new()).await
    }

    /// A request whose body is declared as JSON.
    pub(crate) async fn raw(&self, method: &str, path: &str, body: impl Into<Vec<u8>>) -> Answer {
        self.server.send(self.request(method, path), body.into()).await
    }

    pub(crate) async fn write(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.raw(method, path, body.to_string()).await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.call("GET", path).await
    }

    /// Creates a row and returns the JSON of the response.
    pub(crate) async fn make(&self, path: &str, body: &Value) -> Value {
        let answer = self.write("POST", path, body).await;
        assert_eq!(answer.status, 201, "{body}: {}", answer.text());
        let made = answer.json();
        assert_eq!(answer.header(LOCATION.as_str()), format!("{path}/{}", made["id"]));
        made
    }
}

impl Answer {
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The value of a header; empty if it is absent.
    pub(crate) fn header(&self, name: &str) -> String {
        self.headers.get(name).map(|value| value.to_str().unwrap().to_owned()).unwrap_or_default()
    }

    pub(crate) fn header_names(&self) -> BTreeSet<String> {
        self.headers.keys().map(ToString::to_string).collect()
    }

    /// Checks the status and returns the body.
    #[track_caller]
    pub(crate) fn ok(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        self.json()
    }

    /// Checks that this is a problem of this status, and returns it.
    #[track_caller]
    pub(crate) fn problem(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(self.header("content-type"), "application/problem+json");
        assert_eq!(self.header("cache-control"), "no-store");
        let problem = self.json();
        assert_eq!(problem["status"], status);
        for member in ["type", "title", "detail"] {
            assert!(problem[member].as_str().is_some_and(|it| !it.is_empty()), "{member}: {problem}");
        }
        assert_eq!(problem.get("errors").is_some(), status == 422, "{problem}");
        problem
    }

    /// Checks that these fields, and no others, were refused.
    #[track_caller]
    pub(crate) fn refused(&self, fields: &[&str]) {
        let problem = self.problem(422);
        let errors = problem["errors"].as_object().unwrap();
        assert_eq!(errors.keys().collect::<Vec<_>>(), fields, "{problem}");
        for messages in errors.values() {
            assert!(messages.as_array().is_some_and(|it| !it.is_empty() && it.iter().all(Value::is_string)));
        }
    }
}
