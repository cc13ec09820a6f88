//! Checks `config/alerts.yml` and `config/grafana-dashboard.json` against the metrics of a server.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use serde_json::{Value, json};
use tokibako_storage::testing::TestDatabase;

use crate::{
    ops::get,
    process::{Server, free_port, tokibako, until},
};

/// Labels that Prometheus adds.
const ADDED: [&str; 3] = ["job", "instance", "le"];

/// The width of a dashboard in columns.
const COLUMNS: u64 = 24;

fn file(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)).unwrap()
}

fn dashboard() -> Value {
    serde_json::from_str(&file("config/grafana-dashboard.json")).unwrap()
}

fn panels(dashboard: &Value) -> impl Iterator<Item = &Value> {
    dashboard["panels"].as_array().unwrap().iter()
}

/// The queries of the alerts and the dashboard.
fn queries() -> Vec<String> {
    let dashboard = dashboard();
    let targets = panels(&dashboard).filter_map(|panel| panel["targets"].as_array()).flatten();
    let mut queries: Vec<String> = targets.map(|target| target["expr"].as_str().unwrap().to_owned()).collect();
    let alerts = file("config/alerts.yml");
    queries.extend(alerts.split("- alert:").skip(1).map(|alert| {
        let (_, query) = alert.split_once("expr:").unwrap();
        let end = ["\n        for:", "\n        labels:"].iter().filter_map(|end| query.find(end)).min().unwrap();
        query[..end].to_owned()
    }));
    assert!(queries.len() > 60, "{queries:?}");
    queries
}

/// The server's metrics in a query, each with the labels that the query uses.
fn asked(query: &str) -> Vec<(&str, Vec<&str>)> {
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut names = Vec::new();
    let mut rest = query;
    while let Some(start) = rest.find(is_of_name) {
        rest = &rest[start..];
        let (name, after) = rest.split_at(rest.find(|letter| !is_of_name(letter)).unwrap_or(rest.len()));
        rest = after;
        if name.starts_with("tokibako_") || name.starts_with("process_") {
            let selector =
                after.strip_prefix('{').and_then(|after| after.split_once('}')).map_or("", |(labels, _)| labels);
            let labels = selector.split("\",").filter_map(|label| label.split(['=', '!']).next());
            names.push((name, labels.filter(|label| !label.is_empty()).collect()));
        }
    }
    names
}

/// The metrics under Prometheus's names, each with its labels.
fn told(metrics: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut told: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in metrics.lines() {
        if let Some(described) = line.strip_prefix("# TYPE ") {
            let (name, kind) = described.split_once(' ').unwrap();
            let endings: &[&str] = match kind {
                "counter" => &["_total"],
                "histogram" => &["_bucket", "_sum", "_count"],
                "info" => &["_info"],
                _ => &[""],
            };
            told.extend(endings.iter().map(|ending| (format!("{name}{ending}"), BTreeSet::new())));
        } else if let Some((name, (labels, _))) =
            line.split_once('{').and_then(|(name, rest)| Some((name, rest.rsplit_once('}')?)))
        {
            let labels = labels.split("\",").filter_map(|label| label.split('=').next());
            told.get_mut(name).unwrap().extend(labels.map(str::to_owned));
        }
    }
    told
}

#[test]
fn all_queried_metrics_exist() {
    let database = TestDatabase::create();
    let ops = free_port();
    let server = Server::start(&mut tokibako(&[("DATABASE_URL", &*database.url()), ("TOKIBAKO_OPS_LISTEN", &ops)]));
    // Request metrics exist from the first request on.
    server.create("/api/timers", &json!({"seconds": 30, "enabled": 1}));
    until("the request is counted", || get(&ops, "/metrics").1.contains("tokibako_http_requests_total{"));
    let told = told(&get(&ops, "/metrics").1);
    for query in queries() {
        for (name, labels) in asked(&query) {
            let known = told.get(name).unwrap_or_else(|| panic!("nobody tells {name}, of {query}"));
            let unknown = labels.iter().find(|label| !ADDED.contains(label) && !known.contains(**label));
            assert_eq!(unknown, None, "a label of {name}, in {query}");
        }
    }
    assert!(server.stop().success());
}

#[test]
fn all_metrics_are_documented() {
    let database = TestDatabase::create();
    let ops = free_port();
    let server = Server::start(&mut tokibako(&[("DATABASE_URL", &*database.url()), ("TOKIBAKO_OPS_LISTEN", &ops)]));
    server.create("/api/timers", &json!({"seconds": 30, "enabled": 1}));
    let api = file("docs/api.md");
    until("the request is counted", || get(&ops, "/metrics").1.contains("tokibako_http_requests_total{"));
    for name in told(&get(&ops, "/metrics").1).keys() {
        let name = name.strip_prefix("tokibako_").unwrap_or(name);
        let of_histogram = ["_bucket", "_sum", "_count"].iter().find_map(|ending| name.strip_suffix(ending));
        let name = of_histogram.unwrap_or(name);
        // Names with the same beginning are abbreviated in the document.
        let short = name.strip_prefix("database_pool").map(|ending| format!("`…{ending}`"));
        let is_there = api.contains(&format!("`{name}`")) || short.is_some_and(|short| api.contains(&short));
        assert!(is_there, "docs/api.md says nothing of {name}");
    }
    assert!(server.stop().success());
}

#[test]
fn each_alert_is_tested_and_documented() {
    let [alerts, tries, operations] = ["config/alerts.yml", "config/alerts.test.yml", "docs/operations.md"].map(file);
    let names: Vec<&str> = alerts.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")).collect();
    assert!(names.len() > 20, "{names:?}");
    for name in &names {
        assert!(tries.contains(&format!("- alertname: {name}\n")), "config/alerts.test.yml tries no {name}");
        assert!(operations.contains(&format!("`{name}`")), "docs/operations.md does not say what to do for {name}");
    }
    let explained = operations.split('`').filter(|word| word.starts_with("Tokibako") && word.len() > "Tokibako".len());
    for name in explained {
        assert!(names.contains(&name), "there is no alert {name}");
    }
}

#[test]
fn dashboard_panels_do_not_overlap() {
    let dashboard = dashboard();
    let mut taken = BTreeMap::new();
    let mut ids = BTreeSet::new();
    for panel in panels(&dashboard) {
        let title = panel["title"].as_str().unwrap();
        assert!(ids.insert(panel["id"].as_u64().unwrap()), "two panels have the id of {title}");
        let [x, y, w, h] = ["x", "y", "w", "h"].map(|side| panel["gridPos"][side].as_u64().unwrap());
        assert!(w > 0 && h > 0 && x + w <= COLUMNS, "{title} stands out");
        for place in (x..x + w).flat_map(|column| (y..y + h).map(move |line| (column, line))) {
            let other = taken.insert(place, title);
            assert_eq!(other, None, "{title} covers another at {place:?}");
        }
    }
    let height = taken.keys().map(|(_, line)| line + 1).max().unwrap();
    assert_eq!(taken.len() as u64, height * COLUMNS, "the dashboard has a hole");
}

#[test]
fn each_panel_describes_itself_and_filters_by_process() {
    let dashboard = dashboard();
    for panel in panels(&dashboard).filter(|panel| panel["type"] != "row") {
        let title = panel["title"].as_str().unwrap();
        assert!(panel["description"].as_str().is_some_and(|text| text.ends_with('.')), "{title} is not described");
        assert!(panel["fieldConfig"]["defaults"]["unit"].is_string(), "{title} has no unit");
        let targets = panel["targets"].as_array().unwrap();
        assert!(!targets.is_empty(), "{title} asks nothing");
        for query in targets {
            assert_eq!(query["datasource"]["uid"], "${datasource}", "{title}");
            let query = query["expr"].as_str().unwrap();
            for (name, labels) in asked(query) {
                assert_eq!(labels.get(..2), Some(&["job", "instance"][..]), "{name} in {title}");
            }
        }
    }
}
