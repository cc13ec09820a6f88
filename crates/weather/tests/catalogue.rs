//! Checks the catalogue of cities against the specification.

#![expect(clippy::unwrap_used, reason = "what is not as expected fails the test")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use serde::Deserialize;
use time::{OffsetDateTime, UtcOffset, macros::datetime};
use tokibako_domain::zone::Zone;
use tokibako_weather::cities::LONGEST_NAME;

const LANGUAGES: [&str; 13] = ["ja", "en", "zh", "hi", "es", "fr", "ar", "pt", "ru", "id", "de", "tr", "ko"];

/// One in winter and one in summer: daylight saving time applies at one of them at most.
const JANUARY: OffsetDateTime = datetime!(2026-01-15 00:00 UTC);
const JULY: OffsetDateTime = datetime!(2026-07-15 00:00 UTC);

/// Cities that have a short name in the specification but are in no list.
const UNLISTED: [&str; 8] = ["Johannesburg", "Lagos", "Windhoek", "Adak", "Caracas", "Godthab", "Halifax", "Noronha"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Catalogue {
    cities: Vec<City>,
    lists: BTreeMap<String, Vec<String>>,
    keys: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct City {
    id: String,
    lookup: String,
    country: String,
    zone: String,
    latitude: f64,
    longitude: f64,
    names: BTreeMap<String, String>,
}

impl Catalogue {
    fn read() -> Self {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config/cities.json");
        serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
    }

    #[track_caller]
    fn city(&self, id: &str) -> &City {
        self.cities.iter().find(|city| city.id == id).unwrap()
    }
}

impl City {
    fn hours_at(&self, instant: OffsetDateTime) -> f64 {
        let zone: Zone = self.zone.parse().unwrap();
        hours(zone.local(instant).unwrap().offset())
    }

    /// The standard offset from UTC in hours.
    fn standard_hours(&self) -> f64 {
        self.hours_at(JANUARY).min(self.hours_at(JULY))
    }
}

fn hours(offset: UtcOffset) -> f64 {
    f64::from(offset.whole_seconds()) / 3_600.0
}

/// Whether names in this language may contain this letter.
fn is_letter(language: &str, letter: char) -> bool {
    match language {
        "ja" => matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}'),
        "zh" => matches!(letter, '\u{4e00}'..='\u{9fff}'),
        "hi" => matches!(letter, '\u{900}'..='\u{97f}'),
        "ar" => matches!(letter, '\u{600}'..='\u{6ff}'),
        "ru" => matches!(letter, '\u{400}'..='\u{4ff}'),
        "ko" => matches!(letter, '\u{ac00}'..='\u{d7a3}'),
        _ => letter.is_alphabetic() && letter < '\u{300}',
    }
}

#[test]
fn no_two_cities_share_an_id_a_lookup_string_or_a_name() {
    let cities = Catalogue::read().cities;
    let count = cities.len();
    let distinct = |values: BTreeSet<String>| assert_eq!(values.len(), count);
    distinct(cities.iter().map(|city| city.id.clone()).collect());
    distinct(cities.iter().map(|city| city.lookup.to_lowercase()).collect());
    for language in LANGUAGES {
        distinct(cities.iter().map(|city| city.names[language].clone()).collect());
    }
}

#[test]
fn every_city_has_names_in_thirteen_languages_and_their_scripts() {
    for city in Catalogue::read().cities {
        let languages: BTreeSet<&str> = city.names.keys().map(String::as_str).collect();
        assert_eq!(languages, BTreeSet::from(LANGUAGES), "{}", city.id);
        for (language, name) in &city.names {
            let is_written = |it: char| is_letter(language, it) || " -.’()".contains(it);
            assert!(!name.is_empty() && name.trim() == name && name.chars().all(is_written), "{language}: {name}");
        }
    }
}

#[test]
fn a_lookup_string_is_a_city_and_a_country_in_ascii() {
    let mut countries = BTreeMap::new();
    for city in Catalogue::read().cities {
        let (town, country) = city.lookup.split_once(',').unwrap();
        assert!(!town.is_empty() && !country.is_empty() && !country.contains(','), "{}", city.lookup);
        assert!(
            city.lookup.is_ascii() && city.id.bytes().all(|it| it == b'-' || it.is_ascii_lowercase()),
            "{}",
            city.id
        );
        assert!(city.country.len() == 2 && city.country.bytes().all(|it| it.is_ascii_uppercase()), "{}", city.id);
        let known = countries.entry(city.country).or_insert_with(|| country.to_owned());
        assert_eq!(known, country, "one name a country");
    }
    let names: BTreeSet<_> = countries.values().collect();
    assert_eq!(names.len(), countries.len(), "one country a name");
}

#[test]
fn a_citys_longitude_fits_its_zone() {
    for city in Catalogue::read().cities {
        assert!((-60.0..=70.0).contains(&city.latitude) && (-180.0..=180.0).contains(&city.longitude), "{}", city.id);
        let by_the_sun = city.longitude / 15.0;
        let apart = (by_the_sun - city.standard_hours()).rem_euclid(24.0);
        assert!(apart.min(24.0 - apart) < 2.75, "{}: {apart}", city.id);
    }
}

#[test]
fn every_language_lists_fifty_cities_by_offset_from_west_to_east() {
    let catalogue = Catalogue::read();
    assert_eq!(catalogue.lists.keys().map(String::as_str).collect::<BTreeSet<_>>(), BTreeSet::from(LANGUAGES));
    for (language, list) in &catalogue.lists {
        assert_eq!(list.iter().collect::<BTreeSet<_>>().len(), 50, "{language}");
        assert_eq!(list.len(), 50, "{language}");
        let in_order = list.iter().filter(|id| *id != "eucla").map(|id| catalogue.city(id));
        let places: Vec<_> = in_order.map(|city| (city.standard_hours(), city.longitude)).collect();
        assert!(places.is_sorted(), "{language}");
        let zones: BTreeSet<_> = list.iter().map(|id| &catalogue.city(id).zone).collect();
        assert!(zones.len() >= 48, "{language}: hardly two cities a zone");
        for id in ["tokyo", "petropavlovsk-kamchatsky", "yangon"] {
            assert!(list.iter().any(|it| it == id), "{language}: {id}");
        }
    }
}

#[test]
fn offsets_run_from_11_behind_to_14_ahead_with_halves_and_quarters() {
    let catalogue = Catalogue::read();
    for (language, list) in &catalogue.lists {
        let offsets: Vec<f64> = list.iter().map(|id| catalogue.city(id).standard_hours()).collect();
        let has = |hours: f64| offsets.iter().any(|it| (it - hours).abs() < f64::EPSILON);
        for hours in [-11.0, 3.5, 4.5, 5.5, 5.75, 6.5, 9.5] {
            assert!(has(hours), "{language}: {hours}");
        }
        assert_eq!(has(14.0), language != "ja", "{language}");
        assert_eq!(has(8.75), language == "en", "{language}");
    }
}

#[test]
fn the_lists_have_the_exceptions_of_the_specification() {
    for (language, list) in &Catalogue::read().lists {
        assert_eq!(list.iter().any(|id| id == "kiritimati"), language != "ja", "{language}");
        assert_eq!(list.iter().any(|id| id == "eucla"), language == "en", "{language}");
    }
    assert_eq!(Catalogue::read().lists["en"].last().unwrap(), "eucla");
}

#[test]
fn short_names_lead_to_cities_and_eight_of_them_to_unlisted_ones() {
    let catalogue = Catalogue::read();
    let listed: BTreeSet<&String> = catalogue.lists.values().flatten().collect();
    let keys: BTreeSet<&str> = catalogue.keys.keys().map(String::as_str).collect();
    assert_eq!(keys, UNLISTED.into_iter().chain(["Kamchatka", "Rangoon"]).collect());
    for (key, id) in &catalogue.keys {
        let city = catalogue.city(id);
        assert_eq!(!listed.contains(&city.id), UNLISTED.contains(&key.as_str()), "{key}");
    }
    assert_eq!(catalogue.city(&catalogue.keys["Kamchatka"]).lookup, "Petropavlovsk-Kamchatsky,Russia");
    assert_eq!(catalogue.city(&catalogue.keys["Rangoon"]).lookup, "Yangon,Myanmar");
}

#[test]
fn no_name_is_longer_than_the_limit_for_requests() {
    let catalogue = Catalogue::read();
    let names = catalogue.cities.iter().flat_map(|city| [&city.id, &city.lookup]).chain(catalogue.keys.keys());
    let longest = names.map(|name| name.chars().count()).max().unwrap();
    assert!(longest < LONGEST_NAME, "{longest}");
}
