//! The role of a process.

use super::layers::InvalidValue;

/// The role of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    All,
    Http,
    Scheduler,
}

impl Role {
    /// Whether this process serves the site.
    pub(crate) const fn serves(self) -> bool {
        matches!(self, Self::All | Self::Http)
    }

    /// Whether this process runs the scheduler.
    pub(crate) const fn rings(self) -> bool {
        matches!(self, Self::All | Self::Scheduler)
    }

    /// The name of the role in the configuration.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Http => "http",
            Self::Scheduler => "scheduler",
        }
    }

    pub(super) fn parse(text: &str) -> Result<Self, InvalidValue> {
        match text {
            "all" => Ok(Self::All),
            "http" => Ok(Self::Http),
            "scheduler" => Ok(Self::Scheduler),
            _ => Err(InvalidValue),
        }
    }
}
