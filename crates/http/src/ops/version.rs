//! Which version of the program runs.

use serde::Serialize;
use utoipa::ToSchema;

/// A version of the program, and the commit that it was built from, if known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Version {
    /// The version in `Cargo.toml`.
    #[serde(rename = "version")]
    #[schema(examples("1.0.0"))]
    pub number: &'static str,
    /// The first digits of the commit's hash.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("0123456789ab"))]
    pub commit: Option<&'static str>,
}

impl Default for Version {
    fn default() -> Self {
        Self { number: env!("CARGO_PKG_VERSION"), commit: None }
    }
}
