//! The values of the placeholders, and which settings are refused.

use std::fs;

use super::{super::Config, SiteConfig};

#[track_caller]
fn read(variables: &[(&str, &str)]) -> Config {
    let environment = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Config::read(&environment, None).unwrap()
}

fn site(variable: &str, value: &str) -> SiteConfig {
    read(&[(variable, value)]).site
}

#[track_caller]
fn refused(variable: &str, values: &[&str], form: &str) {
    for value in values {
        let environment = [(variable.to_owned(), (*value).to_owned())].into();
        let message = Config::read(&environment, None).expect_err("this value is wrong").to_string();
        assert!(message.starts_with(&format!("{variable} cannot be ")) && message.contains("; write "), "{message}");
        assert!(message.contains(form), "{message}");
    }
}

#[test]
fn the_defaults_make_complete_pages_with_reserved_example_names() {
    let site = read(&[]).site;
    assert_eq!(site.values["origin"], "http://localhost:8080");
    for (key, value) in &site.values {
        assert!(!value.is_empty(), "{key}");
        if *key == "operator.url" || key.starts_with("tools.") {
            assert!(value.ends_with(".example"), "{key}: {value}");
        }
    }
}

#[test]
fn the_origin_is_scheme_host_and_port() {
    for (value, origin) in [
        ("https://time.example", "https://time.example"),
        ("https://time.example/", "https://time.example"),
        ("https://Time.Example:443", "https://time.example"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://[::1]:80", "http://[::1]"),
        ("https://時箱.example", "https://xn--kjv009b.example"),
    ] {
        assert_eq!(site("TOKIBAKO_PUBLIC_URL", value).values["origin"], origin);
    }
    let wrong = [
        "time.example",
        "localhost:8080",
        "//time.example",
        "ftp://time.example",
        "javascript:alert(1)",
        "https://",
        "https://time.example/site",
        "https://time.example/?a",
        "https://time.example/#a",
        "https://me:secret@time.example",
    ];
    refused("TOKIBAKO_PUBLIC_URL", &wrong, "without a path");
}

#[test]
fn links_are_http_or_https_only() {
    for (value, address) in [
        ("https://box.example", "https://box.example"),
        ("https://box.example/", "https://box.example"),
        ("https://box.example/about/", "https://box.example/about/"),
        ("http://box.example/a b?c=\"d\"#e", "http://box.example/a%20b?c=%22d%22#e"),
    ] {
        assert_eq!(site("TOKIBAKO_OPERATOR_URL", value).values["operator.url"], address);
    }
    for (value, address) in [
        ("https://qr.example", "https://qr.example"),
        ("https://qr.example/", "https://qr.example"),
        ("https://box.example/tools/qr/", "https://box.example/tools/qr"),
    ] {
        assert_eq!(site("TOKIBAKO_QR_CODE_URL", value).values["tools.qr-code"], address);
    }
    let wrong =
        ["javascript:alert(1)", " JavaScript:alert(1)", "data:text/html,x", "box.example", "https://a:b@box.example"];
    for variable in [
        "TOKIBAKO_OPERATOR_URL",
        "TOKIBAKO_URL_SHORTENER_URL",
        "TOKIBAKO_SPEED_TEST_URL",
        "TOKIBAKO_QR_CODE_URL",
        "TOKIBAKO_IMAGE_CROPPER_URL",
        "TOKIBAKO_TIME_TRACKER_URL",
    ] {
        refused(variable, &wrong, "http:// or https://");
    }
    refused("TOKIBAKO_QR_CODE_URL", &["https://qr.example/?a", "https://qr.example/#a"], "without ? and #");
}

#[test]
fn each_tool_has_its_variable() {
    let site = read(&[
        ("TOKIBAKO_URL_SHORTENER_URL", "https://a.example"),
        ("TOKIBAKO_SPEED_TEST_URL", "https://b.example"),
        ("TOKIBAKO_QR_CODE_URL", "https://c.example"),
        ("TOKIBAKO_IMAGE_CROPPER_URL", "https://d.example"),
        ("TOKIBAKO_TIME_TRACKER_URL", "https://e.example"),
    ])
    .site;
    let tools = ["url-shortener", "speed-test", "qr-code", "image-cropper", "time-tracker"];
    let addresses = tools.map(|tool| site.values[&*format!("tools.{tool}")].clone());
    assert_eq!(addresses, ["a", "b", "c", "d", "e"].map(|name| format!("https://{name}.example")));
}

#[test]
fn every_placeholder_of_the_built_site_has_a_value() {
    let keys: Vec<_> = read(&[]).site.values.into_keys().collect();
    let contract = [
        "failed-sign-ins",
        "operator.address",
        "operator.name",
        "operator.services",
        "operator.url",
        "origin",
        "push",
        "registration",
        "retention-days",
        "service-worker",
        "tools.image-cropper",
        "tools.qr-code",
        "tools.speed-test",
        "tools.time-tracker",
        "tools.url-shortener",
        "weather-provider",
    ];
    assert_eq!(keys, contract);
}

#[test]
fn the_operators_fields_are_single_lines() {
    let address = site("TOKIBAKO_OPERATOR_ADDRESS", " 1 Clock Street, Tick ");
    assert_eq!(address.values["operator.address"], "1 Clock Street, Tick");
    assert_eq!(site("TOKIBAKO_OPERATOR_NAME", "時箱 & Co. \"K\"").values["operator.name"], "時箱 & Co. \"K\"");
    let wrong = ["one\ntwo", "one\u{2028}two", "one\0two", "one\u{85}two"];
    refused("TOKIBAKO_OPERATOR_NAME", &wrong, "on one line");
    refused("TOKIBAKO_OPERATOR_NAME", &[" "], "a name");
    refused("TOKIBAKO_OPERATOR_ADDRESS", &wrong, "on one line");
    refused("TOKIBAKO_OPERATOR_SERVICES", &wrong, "on one line");
}

#[test]
fn optional_lines_can_be_left_out() {
    let chosen = tempfile::NamedTempFile::new().unwrap();
    fs::write(chosen.path(), "operator_url = \"\"\noperator_address = \"\"\noperator_services = \"\"").unwrap();
    let values = Config::read(&[].into(), Some(chosen.path())).unwrap().site.values;
    assert_eq!(["url", "address", "services"].map(|key| &*values[&*format!("operator.{key}")]), ["", "", ""]);
}

#[test]
fn pages_know_the_retention_and_the_weather_provider() {
    let expected = |variables: &[(&str, &str)]| {
        let values = read(variables).site.values;
        (values["retention-days"].clone(), values["weather-provider"].clone())
    };
    let pair = |days: &str, provider: &str| (days.to_owned(), provider.to_owned());
    assert_eq!(expected(&[]), pair("400", "open-meteo"));
    assert_eq!(
        expected(&[("TOKIBAKO_RETENTION_DAYS", "030"), ("TOKIBAKO_WEATHER_PROVIDER", "off")]),
        pair("30", "off")
    );
    let weatherapi = [("TOKIBAKO_WEATHER_PROVIDER", "weatherapi"), ("TOKIBAKO_WEATHER_API_KEY", "geheim")];
    assert_eq!(expected(&weatherapi), pair("400", "weatherapi"));
    assert_eq!(expected(&[("TOKIBAKO_RETENTION_DAYS", "off")]), pair("off", "open-meteo"));
}

#[test]
fn pages_know_whether_the_server_sends_pushes() {
    let push = |variables: &[(&str, &str)]| read(variables).site.values["push"].clone();
    assert_eq!(push(&[]), "off");
    assert_eq!(push(&[("TOKIBAKO_PUSH_CONTACT", "mailto:push@time.example")]), "on");
    assert_eq!(push(&[("TOKIBAKO_PUBLIC_URL", "https://time.example")]), "on");
}

#[test]
fn pages_know_whether_registration_is_open_and_failed_sign_ins_are_logged() {
    let expected = |variables: &[(&str, &str)]| {
        let values = read(variables).site.values;
        (values["registration"].clone(), values["failed-sign-ins"].clone())
    };
    assert_eq!(expected(&[]), ("on".to_owned(), "off".to_owned()));
    let changed = [("TOKIBAKO_REGISTRATION", "off"), ("TOKIBAKO_LOG_FAILED_SIGN_INS", "on")];
    assert_eq!(expected(&changed), ("off".to_owned(), "on".to_owned()));
    refused("TOKIBAKO_REGISTRATION", &["closed", "false"], "on or off");
}

#[test]
fn the_service_worker_can_be_reduced_to_push_or_removed() {
    assert_eq!(read(&[]).site.values["service-worker"], "on");
    for level in ["on", "push-only", "off"] {
        assert_eq!(site("TOKIBAKO_SERVICE_WORKER", level).values["service-worker"], level);
    }
    refused("TOKIBAKO_SERVICE_WORKER", &["true", "push", "OFF"], "on, push-only or off");
}

#[test]
fn settings_with_example_values_are_reported() {
    let examples = read(&[]).examples;
    assert_eq!((examples.len(), examples.first()), (9, Some(&"TOKIBAKO_OPERATOR_NAME")));
    let config = read(&[("TOKIBAKO_OPERATOR_NAME", "Box"), ("TOKIBAKO_QR_CODE_URL", "https://qr.example")]);
    assert_eq!(config.examples.len(), 7);
    assert!(!config.examples.contains(&"TOKIBAKO_OPERATOR_NAME"));
}
