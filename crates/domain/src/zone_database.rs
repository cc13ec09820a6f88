//! The zones that this process knows: those it was built with, and newer rules laid over them.

use std::{
    borrow::Cow,
    collections::{BTreeMap, btree_map},
    sync::OnceLock,
};

use chrono_tz::TZ_VARIANTS;
use jiff::tz::TimeZone;

use crate::zone_rules::ZoneRules;

/// The database in use; settled by the first of [`ZoneDatabase::install`] and the first look-up.
static IN_USE: OnceLock<ZoneDatabase> = OnceLock::new();

/// Zones by name, as in the [IANA time zone database](https://www.iana.org/time-zones).
#[derive(Debug)]
pub struct ZoneDatabase {
    release: Option<String>,
    zones: BTreeMap<Cow<'static, str>, NamedRules>,
}

/// A zone: its name and the offsets from UTC that its clocks have kept and will keep.
#[derive(Debug)]
pub(crate) struct NamedRules {
    pub(crate) name: Cow<'static, str>,
    pub(crate) rules: ZoneRules,
}

/// A database came too late: zones have already been looked up in another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a time zone database is already in use")]
pub struct DatabaseInUse;

impl ZoneDatabase {
    /// The release that this program was built with.
    #[must_use]
    pub fn built_in() -> Self {
        let mut database = Self { release: Some(Self::built_in_release().to_owned()), zones: BTreeMap::new() };
        for tz in TZ_VARIANTS {
            database.put(tz.name().into(), ZoneRules::BuiltIn(tz));
        }
        database
    }

    /// The name of the built-in release, such as `2025b`.
    #[must_use]
    pub fn built_in_release() -> &'static str {
        chrono_tz::IANA_TZDB_VERSION
    }

    /// The name of the release in use, such as `2026f`, where it is known.
    #[must_use]
    pub fn release_in_use() -> Option<&'static str> {
        Self::in_use().release.as_deref()
    }

    /// Says of which release the rules are that count; `None` where nobody knows.
    pub fn set_release(&mut self, release: Option<String>) {
        self.release = release;
    }

    /// Whether there is a zone of that name.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.zones.contains_key(name)
    }

    /// Lays rules over the built-in ones of that name, or adds a zone that the release lacks.
    ///
    /// What stands beside the zones in a compiled database without being a zone is left out.
    pub fn insert(&mut self, name: impl Into<Cow<'static, str>>, rules: TimeZone) {
        let name = name.into();
        if is_a_zone(&name) {
            self.put(name, ZoneRules::Installed(rules));
        }
    }

    /// Makes every [`Zone`](crate::zone::Zone) from now on come from this database.
    ///
    /// Once a process, before any zone is looked up by name. Without it, the built-in one is used.
    pub fn install(self) -> Result<(), DatabaseInUse> {
        IN_USE.set(self).map_err(|_| DatabaseInUse)
    }

    pub(crate) fn in_use() -> &'static Self {
        IN_USE.get_or_init(Self::built_in)
    }

    fn put(&mut self, name: Cow<'static, str>, rules: ZoneRules) {
        self.zones.insert(name.clone(), NamedRules { name, rules });
    }

    pub(crate) fn get(&self, name: &str) -> Option<&NamedRules> {
        self.zones.get(name)
    }

    pub(crate) fn all(&self) -> btree_map::Values<'_, Cow<'static, str>, NamedRules> {
        self.zones.values()
    }
}

/// Not so the zone a machine is set to, the rules for incomplete settings, and a machine nobody has set.
fn is_a_zone(name: &str) -> bool {
    !matches!(name, "localtime" | "posixrules" | "Factory")
}
