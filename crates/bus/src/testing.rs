//! Starts a nats-server for one test, and creates certificates for it.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc,
    reason = "a test without a nats-server fails"
)]

use std::{
    env, fs,
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use tempfile::TempDir;

/// Set to `off` where nats-server is not installed: tests that need it then report that they were skipped.
pub const NATS: &str = "TOKIBAKO_TEST_NATS";

const START_TIMEOUT: Duration = Duration::from_secs(30);

/// A running nats-server on the loopback interface; dropping this value stops it.
#[derive(Debug)]
pub struct NatsServer {
    child: Child,
    port: u16,
    folder: TempDir,
}

impl NatsServer {
    /// Starts a server on a free port; `None` if [`NATS`] is `off`. Then the output of the test says that it was
    /// skipped.
    #[must_use]
    pub fn start() -> Option<Self> {
        if env::var(NATS).is_ok_and(|value| value == "off") {
            #[expect(clippy::print_stdout, reason = "the output of the test must say that it was skipped")]
            {
                println!("SKIPPED: nats-server cannot be had");
            }
            return None;
        }
        Some(Self::at(0, &[]))
    }

    /// Starts a server with additional arguments on this port; 0 means any free port.
    #[must_use]
    pub fn at(port: u16, arguments: &[&str]) -> Self {
        let folder = TempDir::new().expect("a folder can be made");
        let wanted = if port == 0 { "-1".to_owned() } else { port.to_string() };
        let child = Command::new(program())
            .args(["--addr", "127.0.0.1", "--port", &wanted, "--ports_file_dir"])
            .arg(folder.path())
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("nats-server can be started: on Debian it is the package nats-server");
        // From here on a panic drops this value, which stops the server.
        let mut server = Self { child, port: 0, folder };
        server.port = port_of(&server.folder);
        server
    }

    /// The address of the server.
    #[must_use]
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// The port at which it listens.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Suspends the process (SIGSTOP): its connections stay open, but nothing answers.
    pub fn freeze(&self) {
        self.signal(Signal::SIGSTOP);
    }

    /// Resumes the process (SIGCONT).
    pub fn thaw(&self) {
        self.signal(Signal::SIGCONT);
    }

    fn signal(&self, signal: Signal) {
        let number = i32::try_from(self.child.id()).expect("a process has a number");
        kill(Pid::from_raw(number), signal).expect("it runs");
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        // Fails if the process has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A private certificate authority.
#[derive(Debug)]
pub struct Authority {
    issuer: Issuer<'static, KeyPair>,
    /// The authority's certificate, as PEM.
    pub certificate: String,
}

/// A certificate and its key, as PEM texts and as files. Dropping this value deletes the files.
#[derive(Debug)]
pub struct SignedCertificate {
    /// The certificate.
    pub certificate: String,
    /// The private key of the certificate.
    pub key: String,
    folder: TempDir,
}

impl Authority {
    /// Creates an authority with a new key.
    #[must_use]
    pub fn new() -> Self {
        let key = KeyPair::generate().expect("a key can be made");
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::CommonName, "an authority of a test");
        let certificate = params.self_signed(&key).expect("a certificate can be signed").pem();
        Self { issuer: Issuer::new(params, key), certificate }
    }

    /// Creates a certificate for a host with this name.
    #[must_use]
    pub fn sign(&self, name: &str) -> SignedCertificate {
        let key = KeyPair::generate().expect("a key can be made");
        let params = CertificateParams::new([name.to_owned()]).expect("the name is valid");
        let certificate = params.signed_by(&key, &self.issuer).expect("a certificate can be signed").pem();
        let (key, folder) = (key.serialize_pem(), TempDir::new().expect("a folder can be made"));
        fs::write(folder.path().join("certificate"), &certificate).expect("the file can be written");
        fs::write(folder.path().join("key"), &key).expect("the file can be written");
        fs::write(folder.path().join("authority"), &self.certificate).expect("the file can be written");
        SignedCertificate { certificate, key, folder }
    }
}

impl Default for Authority {
    fn default() -> Self {
        Self::new()
    }
}

impl SignedCertificate {
    /// The file with the certificate.
    #[must_use]
    pub fn certificate_file(&self) -> String {
        self.file("certificate")
    }

    /// The file with the key.
    #[must_use]
    pub fn key_file(&self) -> String {
        self.file("key")
    }

    /// The file with the certificate of the authority that signed it.
    #[must_use]
    pub fn authority_file(&self) -> String {
        self.file("authority")
    }

    fn file(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("the path is UTF-8").to_owned()
    }
}

/// Debian installs nats-server into a folder that is not in the `PATH` of ordinary users.
fn program() -> PathBuf {
    let installed = PathBuf::from("/usr/sbin/nats-server");
    if installed.exists() { installed } else { PathBuf::from("nats-server") }
}

/// The port from the file that the server writes once it listens.
fn port_of(folder: &TempDir) -> u16 {
    let deadline = Instant::now() + START_TIMEOUT;
    while Instant::now() < deadline {
        let written = fs::read_dir(folder.path()).expect("the folder is there").flatten();
        let mut read = written.filter_map(|entry| fs::read_to_string(entry.path()).ok());
        if let Some(port) = read.find_map(|text| port_in(&text)) {
            return port;
        }
        sleep(Duration::from_millis(10));
    }
    panic!("nats-server does not listen");
}

/// The port in `{"nats":["nats://127.0.0.1:4222"]}` or `tls://`; `None` while the file is incomplete.
fn port_in(text: &str) -> Option<u16> {
    let (_, rest) = text.split_once("://127.0.0.1:")?;
    let (port, _) = rest.split_once('"')?;
    port.parse().ok()
}
