//! The catalogue of cities, and the names by which clients may ask for them.

use std::{collections::HashMap, sync::Arc};

use serde::Deserialize;
use tokibako_domain::zone::Zone;

/// The source of all cities. The site is built from the same file.
const CATALOGUE: &str = include_str!("../../../config/cities.json");

/// The longest name that a client may ask for: longer than every name of the catalogue.
pub const LONGEST_NAME: usize = 100;

/// Alternative names of countries in a lookup string `City,Country`.
const COUNTRIES: [(&str, &str); 4] =
    [("usa", "united states"), ("us", "united states"), ("uk", "united kingdom"), ("uae", "united arab emirates")];

#[derive(Debug, PartialEq)]
pub struct City {
    /// The id in the catalogue, such as `new-york`.
    pub id: String,
    /// `City,Country`, in English.
    pub lookup: String,
    /// The displayed name, in English.
    pub name: String,
    pub zone: Zone,
    /// Degrees north of the equator.
    pub latitude: f64,
    /// Degrees east of Greenwich.
    pub longitude: f64,
}

/// All cities, indexed by all of their names.
pub struct Catalogue {
    cities: Vec<Arc<City>>,
    by_name: HashMap<String, Arc<City>>,
}

#[derive(Debug, thiserror::Error)]
#[error("config/cities.json cannot be read: {0}")]
pub struct CatalogueError(String);

#[derive(Deserialize)]
struct File {
    cities: Vec<Entry>,
    keys: HashMap<String, String>,
}

#[derive(Deserialize)]
struct Entry {
    id: String,
    lookup: String,
    zone: String,
    latitude: f64,
    longitude: f64,
    names: Names,
}

#[derive(Deserialize)]
struct Names {
    en: String,
}

impl City {
    pub fn country(&self) -> &str {
        self.lookup.split_once(',').map_or("", |(_, country)| country)
    }
}

impl Catalogue {
    /// Reads the catalogue that is compiled into the program.
    pub fn built_in() -> Result<Self, CatalogueError> {
        Self::read(CATALOGUE)
    }

    pub fn cities(&self) -> &[Arc<City>] {
        &self.cities
    }

    /// The city with this lookup string `City,Country` or this short name, in upper or lower case.
    pub fn find(&self, asked: &str) -> Option<&Arc<City>> {
        self.by_name.get(&plain(asked))
    }

    fn read(json: &str) -> Result<Self, CatalogueError> {
        let file: File = serde_json::from_str(json).map_err(|error| CatalogueError(error.to_string()))?;
        let cities = file.cities.into_iter().map(|entry| entry.into_city().map(Arc::new));
        let cities = cities.collect::<Result<Vec<_>, _>>()?;
        let mut by_name = HashMap::new();
        // A lookup string has precedence over another city's short name.
        for city in &cities {
            by_name.insert(plain(&city.lookup), Arc::clone(city));
        }
        for city in &cities {
            let town = city.lookup.split(',').next().unwrap_or_default();
            for name in [town, &city.name, &format!("{},{}", city.name, city.country())] {
                by_name.entry(plain(name)).or_insert_with(|| Arc::clone(city));
            }
        }
        for (key, id) in file.keys {
            let city = cities.iter().find(|city| city.id == id).ok_or(CatalogueError(id))?;
            by_name.insert(plain(&key), Arc::clone(city));
        }
        Ok(Self { cities, by_name })
    }
}

impl Entry {
    fn into_city(self) -> Result<City, CatalogueError> {
        let Self { id, lookup, zone, latitude, longitude, names } = self;
        let zone = zone.parse().map_err(|_| CatalogueError(zone))?;
        Ok(City { id, lookup, name: names.en, zone, latitude, longitude })
    }
}

/// Normalises a name for comparison: case, spaces around the comma, and abbreviations of countries.
fn plain(name: &str) -> String {
    let name = name.trim().to_lowercase();
    let Some((town, country)) = name.split_once(',') else { return name };
    let country = country.trim();
    let country = COUNTRIES.iter().find(|(short, _)| *short == country).map_or(country, |(_, full)| full);
    format!("{},{country}", town.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(asked: &str, id: Option<&str>) {
        let catalogue = Catalogue::built_in().unwrap();
        assert_eq!(catalogue.find(asked).map(|city| city.id.as_str()), id, "{asked:?}");
    }

    #[test]
    fn every_city_is_found_by_its_lookup_string_in_any_case() {
        let catalogue = Catalogue::built_in().unwrap();
        for city in catalogue.cities() {
            for asked in [city.lookup.clone(), city.lookup.to_uppercase(), city.lookup.replace(',', ", ")] {
                assert_eq!(catalogue.find(&asked), Some(city), "{asked}");
            }
            assert!(!city.country().is_empty(), "{}", city.lookup);
        }
    }

    #[test]
    fn short_names_are_those_of_the_specification_and_unique() {
        for (key, id) in [
            ("Kamchatka", "petropavlovsk-kamchatsky"),
            ("Rangoon", "yangon"),
            ("Johannesburg", "johannesburg"),
            ("Lagos", "lagos"),
            ("Windhoek", "windhoek"),
            ("Adak", "adak"),
            ("Caracas", "caracas"),
            ("Godthab", "nuuk"),
            ("Halifax", "halifax"),
            ("Noronha", "fernando-de-noronha"),
            ("tokyo", "tokyo"),
            ("Petropavlovsk-Kamchatsky,Russia", "petropavlovsk-kamchatsky"),
            ("Yangon,Myanmar", "yangon"),
        ] {
            check(key, Some(id));
        }
    }

    #[test]
    fn countries_may_be_abbreviated_and_the_comma_followed_by_spaces() {
        check("New York,USA", Some("new-york"));
        check("new york , us", Some("new-york"));
        check("  London, UK ", Some("london"));
        check("Dubai,UAE", Some("dubai"));
    }

    #[test]
    fn other_places_are_not_found() {
        for asked in ["Atlantis", "Tokyo,France", "Tokyo,Japan,Asia", "35.68,139.69", "", ",", "auto:ip", "ja", "usa"] {
            check(asked, None);
        }
    }

    #[test]
    fn a_catalogue_that_contradicts_itself_is_refused() {
        let city = |zone: &str| {
            format!(r#"{{"id":"a","lookup":"A,B","zone":"{zone}","latitude":1,"longitude":2,"names":{{"en":"A"}}}}"#)
        };
        let read = |zone, keys| Catalogue::read(&format!(r#"{{"cities":[{}],"keys":{keys}}}"#, city(zone)));
        assert!(read("Asia/Tokyo", r#"{"k":"a"}"#).is_ok());
        assert!(read("Mars/Olympus", "{}").is_err());
        assert!(read("Asia/Tokyo", r#"{"k":"b"}"#).is_err());
        assert!(Catalogue::read("{}").is_err());
    }
}
