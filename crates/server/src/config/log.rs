//! The configuration of the log.

use anyhow::Result;
use tracing_subscriber::EnvFilter;

use super::{
    key,
    layers::{InvalidValue, Layers},
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LogConfig {
    /// The levels, also by crate.
    pub(crate) filter: String,
    pub(crate) format: LogFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LogFormat {
    Text,
    Json,
}

const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// The crates for which a log level can be set: ours, and libraries that log.
const LOG_TARGETS: [&str; 23] = [
    "tokibako",
    "tokibako_domain",
    "tokibako_storage",
    "tokibako_scheduler",
    "tokibako_http",
    "tokibako_weather",
    "tokibako_push",
    "tokibako_bus",
    "tokibako_feed",
    "tokibako_embedded_postgres",
    "actix_files",
    "actix_http",
    "actix_router",
    "actix_server",
    "actix_web",
    "async_nats",
    "diesel",
    "h2",
    "hyper",
    "hyper_util",
    "mio",
    "reqwest",
    "rustls",
];

impl LogConfig {
    pub(super) fn read(layers: &Layers) -> Result<Self> {
        Ok(Self {
            filter: layers.parse(&key::LOG, log_filter)?,
            format: layers.parse(&key::LOG_FORMAT, LogFormat::parse)?,
        })
    }
}

impl LogFormat {
    fn parse(text: &str) -> Result<Self, InvalidValue> {
        match text {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            _ => Err(InvalidValue),
        }
    }
}

fn log_filter(text: &str) -> Result<String, InvalidValue> {
    let is_known = text.split(',').all(|part| {
        let (target, level) = part.trim().split_once('=').map_or((None, part), |(target, level)| (Some(target), level));
        LEVELS.contains(&level.trim()) && target.is_none_or(is_log_target)
    });
    // A misspelt level would otherwise be taken for a crate's name, and silence everything else.
    if !is_known {
        return Err(InvalidValue);
    }
    EnvFilter::try_new(text).map(|_| text.to_owned()).map_err(|_| InvalidValue)
}

fn is_log_target(target: &str) -> bool {
    let name = target.split("::").next().unwrap_or_default();
    LOG_TARGETS.contains(&name)
}
