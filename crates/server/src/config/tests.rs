//! Tests of the configuration.

use std::{fs, path::Path};

use time::macros::date;
use tokibako_domain::browser_id::RowLimit;

use super::{Config, Database, ListenAddress, LogFormat, Role, layers::Environment};

fn environment(variables: &[(&str, &str)]) -> Environment {
    variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

/// The configuration that these variables give.
pub(super) fn config(variables: &[(&str, &str)]) -> anyhow::Result<Config> {
    Config::read(&environment(variables), None)
}

fn read(variables: &[(&str, &str)]) -> Config {
    config(variables).unwrap()
}

/// The error for these variables, with its causes.
#[track_caller]
fn refusal(variables: &[(&str, &str)], chosen: Option<&Path>) -> String {
    let refused = Config::read(&environment(variables), chosen).expect_err("these settings are wrong");
    format!("{refused:#}")
}

fn file(content: &str) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), content).unwrap();
    file
}

#[test]
fn an_empty_environment_gives_the_defaults() {
    let config = read(&[]);
    assert_eq!(config.listen.as_str(), "127.0.0.1:8080");
    assert_eq!(config.ops_listen, None);
    assert_eq!(config.database, Database::Embedded("./data".into()));
    assert_eq!(config.site_dir.as_deref(), Some(Path::new("frontend/dist")));
    assert_eq!(config.retention, Some(time::Duration::days(400)));
    assert_eq!(config.site.values["origin"], "http://localhost:8080");
    assert_eq!(config.role, Role::All);
    assert_eq!(config.log.format, LogFormat::Text);
}

#[test]
fn the_day_of_https_is_a_day() {
    let since = |text| read(&[("TOKIBAKO_HTTPS_SINCE", text)]).https_since;
    assert_eq!(since("2026-11-27"), Some(date!(2026 - 11 - 27)));
    assert_eq!(read(&[]).https_since, None);
    for wrong in ["27.11.2026", "2026-02-30", "on"] {
        let message = refusal(&[("TOKIBAKO_HTTPS_SINCE", wrong)], None);
        assert!(message.starts_with("TOKIBAKO_HTTPS_SINCE cannot be"), "{message}");
    }
}

#[test]
fn data_of_idle_browsers_are_kept_for_days_or_for_ever() {
    let retention = |text| read(&[("TOKIBAKO_RETENTION_DAYS", text)]).retention;
    assert_eq!(retention("30"), Some(time::Duration::days(30)));
    assert_eq!(retention("36500"), Some(time::Duration::days(36_500)));
    assert_eq!(retention("off"), None);
    for wrong in ["0", "-1", "1.5", "36501", "4000000000", "1y", "never"] {
        let message = refusal(&[("TOKIBAKO_RETENTION_DAYS", wrong)], None);
        assert!(message.starts_with("TOKIBAKO_RETENTION_DAYS cannot be"), "{message}");
    }
}

#[test]
fn log_levels_can_be_set_for_crates() {
    for filter in ["off", "debug", "info,tokibako_storage=debug", "warn,tokibako=trace,tokibako_http::events=off"] {
        assert_eq!(read(&[("TOKIBAKO_LOG", filter)]).log.filter, filter);
    }
}

#[test]
fn without_a_setting_there_is_no_security_contact() {
    assert_eq!(read(&[]).security_contact, None);
    for contact in ["mailto:security@time.example", "https://time.example/security"] {
        assert_eq!(read(&[("TOKIBAKO_SECURITY_CONTACT", contact)]).security_contact.as_deref(), Some(contact));
    }
}

#[test]
fn numbers_of_connections_have_limits() {
    let of = |variables: &[(&str, &str)]| {
        let connections = read(variables).connections;
        (connections.requests.get(), connections.claimers.get())
    };
    assert_eq!(of(&[]), (10, 2));
    assert_eq!(of(&[("TOKIBAKO_POOL", "100"), ("TOKIBAKO_CLAIMERS", "32")]), (100, 32));
    for (variable, wrong) in
        [("TOKIBAKO_POOL", "101"), ("TOKIBAKO_CLAIMERS", "33"), ("TOKIBAKO_POOL", "0"), ("TOKIBAKO_CLAIMERS", "all")]
    {
        let message = refusal(&[(variable, wrong)], None);
        assert!(message.starts_with(&format!("{variable} cannot be")), "{message}");
    }
}

#[test]
fn a_browser_may_have_from_one_to_a_thousand_alarms() {
    assert_eq!(read(&[]).row_limit, RowLimit::new(500).unwrap());
    let row_limit = |text| read(&[("TOKIBAKO_MAX_ALARMS", text)]).row_limit;
    assert_eq!(row_limit("1"), RowLimit::new(1).unwrap());
    assert_eq!(row_limit("1000"), RowLimit::HIGHEST);
    for wrong in ["0", "-1", "1.5", "many", "off", "1001", "65537"] {
        let message = refusal(&[("TOKIBAKO_MAX_ALARMS", wrong)], None);
        assert!(message.starts_with("TOKIBAKO_MAX_ALARMS cannot be"), "{message}");
    }
}

#[test]
fn the_environment_wins_over_its_file_over_the_chosen_file_over_the_default() {
    let value = file("scheduler\n");
    let of_variable = ("TOKIBAKO_ROLE_FILE", value.path().to_str().unwrap());
    let chosen = file("role = \"http\"\nlog_format = \"json\"\n");
    let role = |variables: &[(&str, &str)], chosen| Config::read(&environment(variables), chosen).unwrap().role;

    assert_eq!(role(&[], None), Role::All);
    assert_eq!(role(&[], Some(chosen.path())), Role::Http);
    assert_eq!(role(&[of_variable], Some(chosen.path())), Role::Scheduler);
    assert_eq!(role(&[of_variable, ("TOKIBAKO_ROLE", "all")], Some(chosen.path())), Role::All);
}

#[test]
fn an_empty_variable_counts_as_absent() {
    let config = read(&[("DATABASE_URL", ""), ("TOKIBAKO_ROLE", ""), ("TOKIBAKO_CONFIG", "")]);
    assert_eq!(config.database, Database::Embedded("./data".into()));
    assert_eq!(config.role, Role::All);
}

#[test]
fn the_environment_and_the_command_line_can_choose_the_file() {
    let (of_environment, of_command) = (file("role = \"http\""), file("role = \"scheduler\""));
    let variables = environment(&[("TOKIBAKO_CONFIG", of_environment.path().to_str().unwrap())]);
    assert_eq!(Config::read(&variables, None).unwrap().role, Role::Http);
    assert_eq!(Config::read(&variables, Some(of_command.path())).unwrap().role, Role::Scheduler);
}

#[test]
fn config_production_toml_is_valid() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config/production.toml");
    let config = Config::read(&Environment::new(), Some(&path)).unwrap();
    assert_eq!(config.log.format, LogFormat::Json);
}

#[test]
fn the_last_line_break_of_a_password_file_is_ignored() {
    let url = file("postgres://me:secret@db/site\n");
    let config = read(&[("DATABASE_URL_FILE", url.path().to_str().unwrap())]);
    assert_eq!(config.database, Database::At("postgres://me:secret@db/site".to_owned()));
}

#[test]
fn unknown_names_are_refused_by_name() {
    let cases = [("TOKIBAKO_LSITEN", "1"), ("TOKIBAKO_", ""), ("TOKIBAKO_LISTEN_FILES", "x"), ("TOKIBAKO_FILE", "x")];
    for (name, value) in cases {
        let message = refusal(&[(name, value)], None);
        assert!(message.starts_with(&format!("{name} is not a setting")), "{message}");
        assert!(message.contains("TOKIBAKO_LISTEN"), "{message}");
    }
    let chosen = file("lsiten = \"127.0.0.1:80\"");
    let message = refusal(&[], Some(chosen.path()));
    assert!(message.starts_with(chosen.path().to_str().unwrap()), "{message}");
    assert!(message.contains("lsiten is not a setting"), "{message}");
}

#[test]
fn variables_of_other_programs_and_of_tests_are_ignored() {
    read(&[("PATH", "/bin"), ("TOKIBAKO_TEST_DATABASE_URL", "postgres://localhost/postgres")]);
}

#[test]
fn bad_values_are_refused_with_the_key_and_the_expected_form() {
    #[track_caller]
    fn check(variable: &str, value: &str, form: &str) {
        let message = refusal(&[(variable, value)], None);
        assert!(message.starts_with(&format!("{variable} cannot be {value:?}; write ")), "{message}");
        assert!(message.contains(form), "{message}");
    }
    for listen in ["8080", ":8080", "localhost", "127.0.0.1:65536", "127.0.0.1:", "::1:8080", "off"] {
        check("TOKIBAKO_LISTEN", listen, "127.0.0.1:8080");
    }
    check("TOKIBAKO_OPS_LISTEN", "on", "or off");
    check("TOKIBAKO_ROLE", "both", "all, http or scheduler");
    check("TOKIBAKO_LOG_FORMAT", "xml", "text or json");
    for filter in ["info,tokibako_storage=loud", "verbose", "info,storag=debug", "info,tokibako_storage", "info,,"] {
        check("TOKIBAKO_LOG", filter, "error, warn");
    }
    for contact in ["security@time.example", "mailto:nobody", "http://time.example", "https://", "mailto:a@b\nX: y"] {
        check("TOKIBAKO_SECURITY_CONTACT", contact, "mailto:name@host");
    }
}

#[test]
fn a_bad_database_url_is_refused_without_being_printed() {
    for url in [
        "mysql://me:secret@db/site",
        "me:secret@db",
        "postgres:/me:secret@db",
        "host=db password=secret",
        // Passwords with unescaped characters, parts of which libpq's messages would contain.
        "postgres://me:100%secret@db/site",
        "postgres://me:secret%@db/site",
        "postgres://me:secret%00@db/site",
        "postgres://me:very@secret@db/site",
        "postgres://me:very@secret:word@db/site",
        "postgres://me:secret/word@db/site",
        "postgres://me:very?secret/word@db/site",
        "postgres://db/site?password=secret%",
    ] {
        let message = refusal(&[("DATABASE_URL", url)], None);
        assert!(message.starts_with("DATABASE_URL cannot be"), "{message}");
        assert!(!message.contains("secret"), "{message}");
    }
}

#[test]
fn refused_addresses_are_printed_without_accounts_and_queries() {
    #[track_caller]
    fn check(variable: &str, value: &str, printed: &str) {
        let message = refusal(&[(variable, value)], None);
        assert!(message.starts_with(&format!("{variable} cannot be {printed:?}")), "{message}");
        assert!(!message.contains("geheim"), "{message}");
    }
    check("TOKIBAKO_WEATHER_BASE_URL", "https://w.example/?key=geheim", "https://w.example/?***");
    check("TOKIBAKO_WEATHER_BASE_URL", "https://w.example#geheim", "https://w.example?***");
    check("TOKIBAKO_WEATHER_BASE_URL", "me:geheim@w.example", "***@w.example");
    check("TOKIBAKO_PUBLIC_URL", "https://u:geheim@h", "https://***@h");
    check("TOKIBAKO_PUBLIC_URL", "https://u:ge/geheim@h", "https://***@h");
    check("TOKIBAKO_OPERATOR_URL", "ftp://geheim@h/?geheim", "ftp://***@h/?***");
    check("TOKIBAKO_PUSH_SERVICES", "https://u:geheim@a,b.example", "https://***@a,b.example");
}

/// The excerpt that the parser would print may contain a password.
#[test]
fn a_typing_error_in_a_file_is_told_by_line_and_column_only() {
    for (content, line) in [
        ("role = \"all\"\ndatabase_url = \"postgres://u:geheim@h/d\nlog = \"info\"\n", 2),
        ("database_url = geheim", 1),
        ("geheim = geheim", 1),
        ("push_key = \"\"\"geheim", 1),
    ] {
        let chosen = file(content);
        let message = refusal(&[], Some(chosen.path()));
        assert!(message.contains(&format!(": line {line}, column ")) && !message.contains("geheim"), "{message}");
    }
}

#[test]
fn a_file_that_is_missing_malformed_or_of_wrong_types_is_refused_by_name() {
    let message = refusal(&[("TOKIBAKO_LOG_FILE", "/nowhere/log")], None);
    assert!(message.contains("TOKIBAKO_LOG_FILE") && message.contains("/nowhere/log"), "{message}");
    let message = refusal(&[], Some(Path::new("/nowhere/production.toml")));
    assert!(message.contains("/nowhere/production.toml"), "{message}");
    for (content, expected) in
        [("listen = 8080", "listen is an integer"), ("listen", "expected"), ("log = true", "log is a boolean")]
    {
        let chosen = file(content);
        let message = refusal(&[], Some(chosen.path()));
        assert!(message.contains(chosen.path().to_str().unwrap()) && message.contains(expected), "{message}");
    }
    let chosen = file("role = \"both\"");
    let message = refusal(&[], Some(chosen.path()));
    assert!(message.starts_with(&format!("role in {} cannot be \"both\"", chosen.path().display())), "{message}");
}

#[test]
fn addresses_may_be_names_and_of_ip_version_4_or_6() {
    for text in ["0.0.0.0:80", "[::1]:8080", "localhost:0"] {
        assert!(ListenAddress::parse(text).is_ok(), "{text}");
    }
}

#[test]
fn the_site_and_the_probes_need_two_addresses() {
    let both = [("TOKIBAKO_LISTEN", "127.0.0.1:8080"), ("TOKIBAKO_OPS_LISTEN", "127.0.0.1:8080")];
    let message = refusal(&both, None);
    assert!(message.starts_with("TOKIBAKO_OPS_LISTEN and TOKIBAKO_LISTEN are both 127.0.0.1:8080"), "{message}");
    // A scheduler has no site.
    read(&[both[0], both[1], ("TOKIBAKO_ROLE", "scheduler")]);
    read(&[("TOKIBAKO_LISTEN", "127.0.0.1:0"), ("TOKIBAKO_OPS_LISTEN", "127.0.0.1:0")]);
}

#[test]
fn passwords_are_masked_wherever_they_may_be_in_a_url() {
    #[track_caller]
    fn check(url: &str, shown: &str) {
        let printed = read(&[("DATABASE_URL", url)]).to_string();
        let line = printed.lines().find(|line| line.starts_with("database_url")).unwrap();
        assert!(line.contains(&format!("\"{shown}\"")), "{line}");
        assert!(line.ends_with("# environment: DATABASE_URL"), "{line}");
    }
    check("embedded", "embedded");
    check("postgres://db/site", "postgres://db/site");
    check("postgres://me@db/site", "postgres://me@db/site");
    check("postgres://me:secret@db:5432/site?sslmode=require", "postgres://me:***@db:5432/site?sslmode=require");
    check("postgresql://me:p%40ss:word@db/site", "postgresql://me:***@db/site");
    check("postgres://me:what?@[::1]:5432,db/site?user=me%40db", "postgres://me:***@[::1]:5432,db/site?user=me%40db");
    check("postgres:///site?host=/run&password=secret&user=me", "postgres:///site?host=/run&password=***&user=me");
    check("postgres://db/site?sslpassword=secret", "postgres://db/site?sslpassword=***");
    check("postgres://me@db?sslmode=require&", "postgres://me@db?sslmode=require&");
}

#[test]
fn passwords_are_masked_in_debug_output() {
    let config = read(&[("DATABASE_URL", "postgres://me:secret@db/site")]);
    for printed in [format!("{config:?}"), format!("{:?}", config.database)] {
        assert!(printed.contains("postgres://me:***@db/site") && !printed.contains("secret"), "{printed}");
    }
}

#[test]
fn the_report_is_a_configuration_file_with_every_key_and_its_source() {
    let chosen = file("site_dir = \"/srv/site\"");
    let config = Config::read(&environment(&[("TOKIBAKO_ROLE", "http")]), Some(chosen.path())).unwrap();
    let printed = config.to_string();
    let table = printed.parse::<toml::Table>().unwrap();
    assert_eq!(table.len(), super::key::ALL.len());
    assert_eq!(table["role"].as_str(), Some("http"));
    assert_eq!(table["listen"].as_str(), Some("127.0.0.1:8080"));
    let source_of = |key: &str| {
        let line = printed.lines().find(|line| line.starts_with(key)).unwrap();
        line.rsplit_once("# ").unwrap().1.to_owned()
    };
    assert_eq!(source_of("role"), "environment: TOKIBAKO_ROLE");
    assert_eq!(source_of("site_dir"), chosen.path().display().to_string());
    assert_eq!(source_of("listen"), "default");
}

#[test]
fn the_bus_is_off_or_has_addresses() {
    assert!(read(&[]).bus.is_none());
    let bus = |text| read(&[("TOKIBAKO_BUS_URL", text)]).bus.map(|bus| format!("{:?}", bus.addresses));
    assert_eq!(bus("nats://127.0.0.1:4222").unwrap(), r#"Addresses(["nats://127.0.0.1:4222"])"#);
    let two = bus("tls://box:geheim@a.example:4222,tls://box:geheim@b.example:4222").unwrap();
    assert_eq!(two, r#"Addresses(["tls://a.example:4222", "tls://b.example:4222"])"#);
    let message = refusal(&[("TOKIBAKO_BUS_URL", "nats://box:geheim@a/x,nats://geheim@b,geheim")], None);
    assert!(
        message.starts_with("TOKIBAKO_BUS_URL cannot be \"nats://***@a/x,nats://***@b,***\"; write nats://"),
        "{message}"
    );
}

#[test]
fn the_address_of_the_bus_is_printed_without_its_password() {
    let file = file("tls://box:geheim@a.example:4222, tls://geheim@b.example\n");
    let path = file.path().to_str().unwrap();
    let printed = refusal(&[("TOKIBAKO_BUS_URL_FILE", path)], None);
    assert!(printed.contains("***@a.example") && !printed.contains("geheim"), "{printed}");
    let printed = read(&[("TOKIBAKO_BUS_URL", "tls://box:geheim@a.example:4222")]).to_string();
    assert!(printed.contains("tls://***@a.example:4222") && !printed.contains("geheim"), "{printed}");
}
