//! The list of cities and time zones that a visitor has chosen, in their order.

use std::collections::HashSet;

pub const MOST_CITIES: usize = 50;

pub const LONGEST_KEY: usize = 64;

/// The longest name, in characters (Unicode scalar values), and in bytes of UTF-8: as many characters of most scripts.
pub const LONGEST_NAME: usize = 60;
const LONGEST_NAME_BYTES: usize = 180;

/// A city or zone of a list.
#[derive(Clone, PartialEq, Eq)]
pub struct ChosenCity {
    key: String,
    name: Option<String>,
}

/// A list of cities without duplicates.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CityList(Vec<ChosenCity>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CityListError {
    #[error("a key is the id of a city or the name of a time zone: 1 to {LONGEST_KEY} letters, digits, and _ + - /")]
    Key,
    #[error("a name has at most {LONGEST_NAME} characters and {LONGEST_NAME_BYTES} bytes, and no control characters")]
    Name,
    #[error("a list has at most {MOST_CITIES} cities, not {0}")]
    TooMany(usize),
    #[error("each city is sent once")]
    Twice,
}

impl ChosenCity {
    /// A city with this key; an empty name counts as none.
    ///
    /// Only the key's form is checked. Catalogues and zone databases differ between versions and browsers, so a city
    /// that this server does not know is kept for clients that do.
    pub fn new(key: String, name: Option<&str>) -> Result<Self, CityListError> {
        let is_of_key = |byte: u8| byte.is_ascii_alphanumeric() || b"_+-/".contains(&byte);
        if key.is_empty() || key.len() > LONGEST_KEY || !key.bytes().all(is_of_key) {
            return Err(CityListError::Key);
        }
        let name = name.map(str::trim).filter(|name| !name.is_empty());
        if name.is_some_and(|name| {
            name.chars().count() > LONGEST_NAME || name.len() > LONGEST_NAME_BYTES || name.contains(char::is_control)
        }) {
            return Err(CityListError::Name);
        }
        Ok(Self { key, name: name.map(str::to_owned) })
    }

    /// The id of a city of the catalogue, or the IANA name of a zone.
    pub fn key(&self) -> &str {
        &self.key
    }

    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

/// Names are private, so `Debug` hides them.
impl std::fmt::Debug for ChosenCity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ChosenCity").field("key", &self.key).finish_non_exhaustive()
    }
}

impl CityList {
    pub fn new(cities: Vec<ChosenCity>) -> Result<Self, CityListError> {
        if cities.len() > MOST_CITIES {
            return Err(CityListError::TooMany(cities.len()));
        }
        let mut keys = HashSet::new();
        if cities.iter().all(|city| keys.insert(city.key())) { Ok(Self(cities)) } else { Err(CityListError::Twice) }
    }

    /// This list, followed by the cities that only the other one has, up to the maximum.
    #[must_use]
    pub fn followed_by(self, other: Self) -> Self {
        let mut cities = self.0;
        for city in other.0 {
            if cities.len() < MOST_CITIES && cities.iter().all(|known| known.key != city.key) {
                cities.push(city);
            }
        }
        Self(cities)
    }

    pub fn cities(&self) -> &[ChosenCity] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn city(key: &str, name: Option<&str>) -> ChosenCity {
        ChosenCity::new(key.to_owned(), name).unwrap()
    }

    fn list(keys: &[&str]) -> CityList {
        CityList::new(keys.iter().map(|key| city(key, None)).collect()).unwrap()
    }

    #[test]
    fn a_key_is_checked_for_its_form() {
        for key in ["tokyo", "sao-paulo", "America/Argentina/Buenos_Aires", "Etc/GMT+5", &"a".repeat(64)] {
            assert_eq!(city(key, None).key(), key);
        }
        for key in ["", "São", "a b", "<b>", "a\0", &"a".repeat(65)] {
            assert_eq!(ChosenCity::new(key.to_owned(), None), Err(CityListError::Key), "{key}");
        }
    }

    #[test]
    fn a_name_is_trimmed_and_an_empty_one_counts_as_none() {
        assert_eq!(city("tokyo", Some(" 実家 ")).name(), Some("実家"));
        assert_eq!(city("tokyo", Some("  ")).name(), None);
        assert_eq!(city("tokyo", Some(&"家".repeat(60))).name().map(|name| name.chars().count()), Some(60));
        for name in ["家".repeat(61), "🏠".repeat(46), "a\nb".to_owned(), "\0".to_owned()] {
            assert_eq!(ChosenCity::new("tokyo".to_owned(), Some(&name)), Err(CityListError::Name));
        }
    }

    #[test]
    fn a_list_has_a_maximum_and_no_duplicates() {
        let many = |count| (0..count).map(|number| city(&number.to_string(), None)).collect();
        assert_eq!(CityList::new(many(50)).unwrap().cities().len(), 50);
        assert_eq!(CityList::new(many(51)), Err(CityListError::TooMany(51)));
        let twice = vec![city("tokyo", None), city("tokyo", Some("Home"))];
        assert_eq!(CityList::new(twice), Err(CityListError::Twice));
    }

    #[test]
    fn two_lists_become_one_in_the_order_of_the_first() {
        let first = CityList::new(vec![city("paris", Some("Office")), city("tokyo", None)]).unwrap();
        let both = first.followed_by(list(&["lima", "paris", "oslo"]));
        let told: Vec<_> = both.cities().iter().map(|city| (city.key(), city.name())).collect();
        assert_eq!(told, [("paris", Some("Office")), ("tokyo", None), ("lima", None), ("oslo", None)]);
        let full: Vec<_> = (0..50).map(|number| city(&number.to_string(), None)).collect();
        let full = CityList::new(full).unwrap();
        assert_eq!(full.clone().followed_by(list(&["lima"])), full);
    }

    #[test]
    fn debug_output_contains_no_name() {
        let printed = format!("{:?}", CityList::new(vec![city("lima", Some("Mother"))]).unwrap());
        assert!(printed.contains("lima") && !printed.contains("Mother"), "{printed}");
    }
}
