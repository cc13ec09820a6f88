//! A bus that speaks TLS: with an authority of a company's own, and with what is wrong about it named in the log.

use std::fs::{self, File};

use tokibako_bus::testing::{Authority, NatsServer, SignedCertificate};
use tokibako_storage::testing::TestDatabase;

use crate::{
    bus::ring_crosses,
    process::{Server, tokibako, until},
};

const PASSWORD: &str = "geheimes-buswort";

/// A nats-server with that certificate.
fn speaking_tls(signed: &SignedCertificate, more: &[&str]) -> NatsServer {
    let (certificate, key) = (signed.certificate_file(), signed.key_file());
    NatsServer::at(0, &[&["--tls", "--tlscert", &*certificate, "--tlskey", &*key], more].concat())
}

#[test]
fn a_ring_reaches_another_process_by_a_bus_with_a_private_authority() {
    let Some(_) = NatsServer::start() else { return };
    let authority = Authority::new();
    let (theirs, ours) = (authority.sign("localhost"), authority.sign("box.example"));
    let (ca, certificate, key) = (ours.authority_file(), ours.certificate_file(), ours.key_file());
    let nats = speaking_tls(&theirs, &["--tlsverify", "--tlscacert", &*ca, "--user", "box", "--pass", PASSWORD]);
    let bus = format!("tls://box:{PASSWORD}@localhost:{}", nats.port());
    ring_crosses(&[
        ("TOKIBAKO_BUS_URL", &bus),
        ("TOKIBAKO_BUS_CA_FILE", &ca),
        ("TOKIBAKO_BUS_CERTIFICATE_FILE", &certificate),
        ("TOKIBAKO_BUS_KEY_FILE", &key),
    ]);
}

/// Starts a process by a bus that it cannot use, and says what it has logged once it has said `why`.
#[track_caller]
fn refused(database: &TestDatabase, bus: &str, more: &[(&str, &str)], why: &str) {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let url = database.url();
    let base = [
        ("DATABASE_URL", &*url),
        ("TOKIBAKO_ROLE", "scheduler"),
        ("TOKIBAKO_BUS_URL", bus),
        ("TOKIBAKO_LOG", "info,async_nats=trace"),
    ];
    let server = Server::start(tokibako(&[&base, more].concat()).stderr(File::create(&log).unwrap()));
    let said = || fs::read_to_string(&log).unwrap();
    until(why, || said().contains("a server of the bus cannot be used"));
    assert!(server.stop().success());
    let said = said();
    let line = said.lines().find(|line| line.contains("a server of the bus cannot be used")).unwrap();
    assert!(line.contains(why) && line.contains("localhost") | line.contains("127.0.0.1"), "{line}");
    assert_eq!(said.matches("the bus is not connected").count(), 1, "{said}");
    assert!(!said.contains("connected to the bus"), "{said}");
    for secret in ["geheim", "MII", "BEGIN"] {
        assert!(!said.contains(secret), "{said}");
    }
}

#[test]
fn tls_errors_of_the_bus_are_logged_with_a_remedy() {
    let Some(plain) = NatsServer::start() else { return };
    let database = TestDatabase::create();
    let (authority, other) = (Authority::new(), Authority::new());
    let signed = authority.sign("localhost");
    let (ca, other) = (signed.authority_file(), other.sign("localhost"));
    let (ca, other_ca) = (("TOKIBAKO_BUS_CA_FILE", &*ca), other.authority_file());
    let other_ca = ("TOKIBAKO_BUS_CA_FILE", &*other_ca);
    let (nats, asks) = (speaking_tls(&signed, &[]), speaking_tls(&signed, &["--tlsverify", "--tlscacert", ca.1]));
    let word = speaking_tls(&signed, &["--user", "box", "--pass", PASSWORD]);
    let at = |host: &str, nats: &NatsServer| format!("tls://box:geheim@{host}:{}", nats.port());
    let (certificate, key) = (other.certificate_file(), other.key_file());
    let strange = [ca, ("TOKIBAKO_BUS_CERTIFICATE_FILE", &*certificate), ("TOKIBAKO_BUS_KEY_FILE", &*key)];
    refused(
        &database,
        &at("localhost", &nats),
        &[],
        "has signed its certificate; name the one that has in TOKIBAKO_BUS_CA_FILE",
    );
    refused(&database, &at("localhost", &nats), &[other_ca], "TOKIBAKO_BUS_CA_FILE");
    refused(&database, &at("127.0.0.1", &nats), &[ca], "write in TOKIBAKO_BUS_URL a name that the certificate has");
    refused(&database, &at("localhost", &plain), &[ca], "it does not speak TLS");
    refused(&database, &at("localhost", &asks), &[ca], "TOKIBAKO_BUS_CERTIFICATE_FILE and TOKIBAKO_BUS_KEY_FILE");
    refused(&database, &at("localhost", &asks), &strange, "TOKIBAKO_BUS_CERTIFICATE_FILE and TOKIBAKO_BUS_KEY_FILE");
    refused(&database, &at("localhost", &word), &[ca], "correct them in TOKIBAKO_BUS_URL");
}
