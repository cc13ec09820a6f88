//! Logs: one line an event on standard error, as text or JSON; the first is the version.

use std::io::{self, IsTerminal as _};

use tokibako_http::Version;
use tracing::info;
use tracing_subscriber::{EnvFilter, layer::SubscriberExt as _, util::SubscriberInitExt as _};

use crate::config::{Config, LogFormat};

/// Starts logging with the configured levels, including lines that libraries write by `log`. The first line is the
/// version.
pub(crate) fn start(config: &Config) {
    // The web server logs every start and stop of its parts, and every malformed request as an error;
    // `connections` counts those. The NATS client logs each attempt to connect, and `tokibako_bus` logs only
    // changes. The settings can enable their lines by name.
    let quiet = "actix_server=warn,actix_http=off,async_nats=off,mio=warn";
    let filter = EnvFilter::new(format!("{quiet},{}", config.log.filter));
    let registry = tracing_subscriber::registry().with(filter);
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    match config.log.format {
        LogFormat::Text => registry.with(lines).init(),
        LogFormat::Json => registry.with(lines.json()).init(),
    }
    info!("tokibako {}", VERSION_LINE);
}

/// The version, and the commit that it was built from, if known.
pub(crate) const VERSION: Version =
    Version { number: env!("CARGO_PKG_VERSION"), commit: option_env!("TOKIBAKO_BUILT_FROM") };

/// The version on one line, such as `1.0.0 (0123456789ab)`.
pub(crate) const VERSION_LINE: &str = env!("TOKIBAKO_VERSION_LINE");
