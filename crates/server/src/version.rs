//! The version of the server.

use tokibako_http::Version;

/// The version, and the commit that it was built from, if known.
pub(crate) const VERSION: Version =
    Version { number: env!("CARGO_PKG_VERSION"), commit: option_env!("TOKIBAKO_BUILT_FROM") };

/// The version on one line, such as `1.0.0 (0123456789ab)`.
pub(crate) const LINE: &str = env!("TOKIBAKO_VERSION_LINE");
