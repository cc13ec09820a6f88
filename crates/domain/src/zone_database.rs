//! The time zone database of this process: the built-in release, with newer rules added.

use std::{
    borrow::Cow,
    collections::{BTreeMap, btree_map},
    sync::OnceLock,
};

use chrono_tz::TZ_VARIANTS;
use jiff::tz::TimeZone;

use crate::zone_rules::ZoneRules;

/// The database in use. [`ZoneDatabase::install`] or the first look-up sets it, whichever comes first.
static IN_USE: OnceLock<ZoneDatabase> = OnceLock::new();

/// Zones by name, as in the [IANA time zone database](https://www.iana.org/time-zones).
#[derive(Debug)]
pub struct ZoneDatabase {
    release: Option<String>,
    zones: BTreeMap<Cow<'static, str>, ZoneDefinition>,
}

/// A zone: its name and its offsets from UTC.
#[derive(Debug)]
pub(crate) struct ZoneDefinition {
    pub(crate) name: Cow<'static, str>,
    pub(crate) rules: ZoneRules,
}

/// The database was installed too late: another one is in use already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a time zone database is already in use")]
pub struct DatabaseInUse;

impl ZoneDatabase {
    /// The built-in release.
    #[must_use]
    pub fn built_in() -> Self {
        let mut database = Self { release: Some(Self::built_in_release().to_owned()), zones: BTreeMap::new() };
        for tz in TZ_VARIANTS {
            database.put(tz.name().into(), ZoneRules::BuiltIn(tz));
        }
        database
    }

    /// The names of the zones of the built-in release.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        TZ_VARIANTS.iter().map(|tz| tz.name())
    }

    /// The name of the built-in release, such as `2025b`.
    #[must_use]
    pub fn built_in_release() -> &'static str {
        chrono_tz::IANA_TZDB_VERSION
    }

    /// The name of the release in use, such as `2026f`, if it is known.
    #[must_use]
    pub fn release_in_use() -> Option<&'static str> {
        Self::in_use().release.as_deref()
    }

    /// Sets the name of the release; `None` if it is unknown.
    pub fn set_release(&mut self, release: Option<String>) {
        self.release = release;
    }

    /// Whether there is a zone with this name.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.zones.contains_key(name)
    }

    /// Replaces the built-in rules of this zone, or adds the zone.
    ///
    /// Names in a compiled database that are not zones are ignored.
    pub fn insert(&mut self, name: impl Into<Cow<'static, str>>, rules: TimeZone) {
        let name = name.into();
        if is_a_zone(&name) {
            self.put(name, ZoneRules::Installed(rules));
        }
    }

    /// Makes this database the one that every [`Zone`](crate::zone::Zone) comes from.
    ///
    /// Call it at most once per process, before any zone is looked up by name. Without it, the built-in release is
    /// used.
    pub fn install(self) -> Result<(), DatabaseInUse> {
        IN_USE.set(self).map_err(|_| DatabaseInUse)
    }

    pub(crate) fn in_use() -> &'static Self {
        IN_USE.get_or_init(Self::built_in)
    }

    fn put(&mut self, name: Cow<'static, str>, rules: ZoneRules) {
        self.zones.insert(name.clone(), ZoneDefinition { name, rules });
    }

    pub(crate) fn get(&self, name: &str) -> Option<&ZoneDefinition> {
        self.zones.get(name)
    }

    pub(crate) fn all(&self) -> btree_map::Values<'_, Cow<'static, str>, ZoneDefinition> {
        self.zones.values()
    }
}

/// Excludes the zone that the machine is set to, the rules for incomplete settings, and the name for an unset machine.
fn is_a_zone(name: &str) -> bool {
    !matches!(name, "localtime" | "posixrules" | "Factory")
}
