//! A server as a process, and requests to it.

use std::{
    env, fs,
    io::{BufRead as _, BufReader},
    net::TcpListener,
    os::unix::{fs::PermissionsExt as _, process::CommandExt as _},
    path::Path,
    process::{Child, Command, ExitStatus, Output, Stdio},
    sync::LazyLock,
    thread,
    time::{Duration, Instant},
};

use nix::{
    sys::signal::{self, Signal},
    unistd::Pid,
};
use reqwest::blocking::Client;
use serde_json::Value;
use tempfile::TempDir;

/// The timeout of everything that a test waits for.
const PATIENCE: Duration = Duration::from_mins(1);

/// The browser of these tests.
pub(crate) const BROWSER: &str = "6b1d3a5e-7c40-4a8e-9a39-0f6a3c9f3b10";

/// The binary with only these settings.
pub(crate) fn tokibako(settings: &[(&str, &str)]) -> Command {
    binary(Path::new(env!("CARGO_BIN_EXE_tokibako")), settings)
}

/// Another copy of the binary, with only these settings.
pub(crate) fn binary(path: &Path, settings: &[(&str, &str)]) -> Command {
    let mut command = Command::new(path);
    for (name, _) in env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with("TOKIBAKO_") || name.starts_with("DATABASE_URL") {
            command.env_remove(name.as_ref());
        }
    }
    command.env("TOKIBAKO_LISTEN", "127.0.0.1:0").envs(settings.iter().copied());
    command
}

/// The error message of a command that must fail.
#[track_caller]
pub(crate) fn refusal(command: &mut Command) -> String {
    let Output { status, stderr, .. } = command.output().unwrap();
    let said = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(1), "{said}");
    said
}

/// A server that has reported that it is ready; killed when dropped, unless it was stopped.
pub(crate) struct Server {
    child: Child,
    /// Empty for a process that serves no visitors.
    address: String,
}

impl Server {
    /// Starts it in a process group of its own, like a shell, and waits until it is ready.
    #[track_caller]
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut child = command.process_group(0).stdout(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
        assert!(said.starts_with("Tokibako "), "the server does not open: {said}");
        let address = said.trim().strip_prefix("Tokibako is open at ").unwrap_or_default().to_owned();
        Self { child, address }
    }

    /// Starts it without waiting.
    pub(crate) fn starting(command: &mut Command) -> Self {
        Self { child: command.spawn().unwrap(), address: String::new() }
    }

    /// Starts it with an embedded Postgres in `data_dir`.
    #[track_caller]
    pub(crate) fn embedded(data_dir: &Path) -> Self {
        Self::start(&mut tokibako(&[("TOKIBAKO_DATA_DIR", data_dir.to_str().unwrap())]))
    }

    /// The URL of a path.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }

    /// The status of a GET.
    pub(crate) fn status_of(&self, path: &str) -> u16 {
        client().get(self.url(path)).send().unwrap().status().as_u16()
    }

    /// The JSON at a path, for the tests' browser.
    pub(crate) fn read(&self, path: &str) -> Value {
        let request = client().get(self.url(path)).header("X-Browser-Id", BROWSER);
        request.send().unwrap().json().unwrap()
    }

    /// Posts a body, for the tests' browser.
    #[track_caller]
    pub(crate) fn create(&self, path: &str, body: &Value) -> Value {
        let request = client().post(self.url(path)).header("X-Browser-Id", BROWSER);
        let answer = request.json(body).send().unwrap();
        assert_eq!(answer.status().as_u16(), 201);
        answer.json().unwrap()
    }

    /// The status of a POST, for the tests' browser.
    pub(crate) fn post_status(&self, path: &str, body: &Value) -> u16 {
        let request = client().post(self.url(path)).header("X-Browser-Id", BROWSER);
        request.json(body).send().unwrap().status().as_u16()
    }

    /// Sends a signal to this process only.
    pub(crate) fn signal(&self, signal: Signal) {
        signal::kill(self.pid(), signal).unwrap();
    }

    /// Sends a signal to its process group, like Ctrl-C.
    pub(crate) fn signal_group(&self, signal: Signal) {
        signal::killpg(self.pid(), signal).unwrap();
    }

    /// Asks it to stop, and waits until it has.
    #[track_caller]
    pub(crate) fn stop(self) -> ExitStatus {
        self.signal(Signal::SIGTERM);
        self.ended()
    }

    /// Waits until it has ended.
    #[track_caller]
    pub(crate) fn ended(mut self) -> ExitStatus {
        let give_up = Instant::now() + PATIENCE;
        while Instant::now() < give_up {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("the server does not end");
    }

    /// The process id.
    pub(crate) fn pid(&self) -> Pid {
        Pid::from_raw(self.child.id().try_into().unwrap())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A folder that Postgres's account can enter, unlike the system's temporary folders.
pub(crate) fn open_folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

/// An address that nothing listens on.
pub(crate) fn free_port() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}

/// Waits until `is_so` is true.
#[track_caller]
pub(crate) fn until(what: &str, is_so: impl Fn() -> bool) {
    let give_up = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < give_up, "it never came to pass: {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// A client that opens a connection for each request.
pub(crate) fn client() -> &'static Client {
    static CLIENT: LazyLock<Client> = LazyLock::new(|| {
        // Fails if another test of this process has installed it.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Client::builder().no_proxy().pool_max_idle_per_host(0).timeout(PATIENCE).build().unwrap()
    });
    &CLIENT
}
