//! Chooses the time zone rules: the operating system's if it has any, otherwise the built-in ones.

use std::{
    collections::HashSet,
    env, fs,
    path::{Path, PathBuf},
};

use jiff::tz::TimeZoneDatabase;
use tokibako_domain::zone::{DatabaseInUse, ZoneDatabase};
use tracing::{info, warn};

/// Where systems keep the compiled IANA database, unless `TZDIR` names another folder.
const SYSTEM_ZONES: &str = "/usr/share/zoneinfo";

/// Takes the zones from the system, so that new rules arrive with its updates and all programs of the machine agree.
/// Zones that the system lacks, mostly old names, come from the built-in release. If the built-in release is newer, it
/// has precedence.
///
/// Reads some 600 small files. Call it once, before any zone is looked up.
pub(crate) fn install() -> Result<(), DatabaseInUse> {
    let chosen = chosen_folder();
    let folder = chosen.as_deref().unwrap_or(Path::new(SYSTEM_ZONES));
    let built_in = ZoneDatabase::built_in_release();
    let release = release_of(folder);
    let is_older = release.as_deref().is_some_and(|release| release < built_in);

    let mut zones = ZoneDatabase::built_in();
    let found = lay_over(&mut zones, folder, is_older);
    if found && !is_older {
        zones.set_release(release.clone());
    }
    zones.install()?;

    match release {
        _ if !found && chosen.is_some() => {
            warn!(built_in, "no time zones in the folder that TZDIR names: using the built-in ones");
        }
        _ if !found => info!(built_in, "the system has no time zones: using the built-in ones"),
        Some(release) if is_older => {
            warn!(release, built_in, "the system's time zones are out of date: using the built-in ones");
        }
        Some(release) => info!(release, "using the system's time zones"),
        None => info!("using the system's time zones, of an unknown release"),
    }
    Ok(())
}

/// The release of the system's zones, or of those in `TZDIR`; `None` if there are none, or if it is unknown.
pub(crate) fn system_release() -> Option<String> {
    release_of(chosen_folder().as_deref().unwrap_or(Path::new(SYSTEM_ZONES)))
}

fn chosen_folder() -> Option<PathBuf> {
    env::var_os("TZDIR").filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

/// Adds the zones below `folder`, replacing existing ones unless `only_missing`; returns false if there are none.
fn lay_over(zones: &mut ZoneDatabase, folder: &Path, only_missing: bool) -> bool {
    let Ok(system) = TimeZoneDatabase::from_dir(folder) else { return false };
    let mut found = HashSet::new();
    for name in system.available() {
        // If a file is damaged, the zone keeps its built-in rules.
        if let Ok(rules) = system.get(name.as_str()) {
            found.insert(name.as_str().to_owned());
            if !(only_missing && zones.contains(name.as_str())) {
                zones.insert(name.as_str().to_owned(), rules);
            }
        }
    }
    // Debian has the files of old names, such as US/Pacific, in a package of their own, and which zones they are in this one.
    for (zone, name) in links_of(folder) {
        if found.contains(&name) || !found.contains(&zone) || (only_missing && zones.contains(&name)) {
            continue;
        }
        if let Ok(rules) = system.get(&zone) {
            zones.insert(name, rules);
        }
    }
    !found.is_empty()
}

/// The names of zones of the built-in release that the system neither has nor links to others: they keep their built-in rules,
/// while the rules of the zones that they are another name of may have changed.
pub(crate) fn names_left_behind() -> Vec<String> {
    let chosen = chosen_folder();
    let folder = chosen.as_deref().unwrap_or(Path::new(SYSTEM_ZONES));
    let Ok(system) = TimeZoneDatabase::from_dir(folder) else { return Vec::new() };
    let mut found: HashSet<String> = system.available().map(|name| name.as_str().to_owned()).collect();
    if found.is_empty() {
        return Vec::new();
    }
    let links = links_of(folder);
    found.extend(links.into_iter().filter(|(zone, _)| system.get(zone).is_ok()).map(|(_, name)| name));
    ZoneDatabase::built_in_names().filter(|name| !found.contains(*name)).map(str::to_owned).collect()
}

/// The links of the compact source in `folder`: a zone, and another name of it.
fn links_of(folder: &Path) -> Vec<(String, String)> {
    let source = fs::read_to_string(folder.join("tzdata.zi")).unwrap_or_default();
    let links = source.lines().filter_map(|line| line.strip_prefix("L ")?.split_once(' '));
    links.map(|(zone, name)| (zone.to_owned(), name.to_owned())).collect()
}

/// The release in `folder`, such as `2026f`, from the first line of the compact source.
fn release_of(folder: &Path) -> Option<String> {
    let source = fs::read_to_string(folder.join("tzdata.zi")).ok()?;
    source.lines().next()?.strip_prefix("# version ").map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_release_is_read_from_the_compact_source() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(release_of(folder.path()), None);
        fs::write(folder.path().join("tzdata.zi"), "# version 2026f\n# Rule\n").unwrap();
        assert_eq!(release_of(folder.path()).as_deref(), Some("2026f"));
    }

    #[test]
    fn a_folder_without_zones_keeps_the_built_in_ones() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("zone.tab"), "JP\t+353916+1394441\tAsia/Tokyo\n").unwrap();
        for folder in [folder.path(), Path::new("/nonexistent")] {
            let mut zones = ZoneDatabase::built_in();
            assert!(!lay_over(&mut zones, folder, false));
            assert_eq!(format!("{zones:?}"), format!("{:?}", ZoneDatabase::built_in()));
        }
    }
}
