//! A list of cities in a request body.

use serde::Deserialize;
use tokibako_domain::cities::{ChosenCity, CityList, CityListError};
use utoipa::ToSchema;

use crate::{
    error::ValidationErrors,
    openapi::schema,
    request::{
        body::fields,
        field::{Nullable, Object, Sent},
    },
};

/// A list of cities in its order. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = NewCities)]
pub(crate) struct CitiesFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[schema(required = true, schema_with = schema::cities_taken)]
    cities: Sent<Vec<Object<CityFields>>>,
}

/// A city as it was sent. Without `Debug`, because its name is private.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct CityFields {
    key: Sent<String>,
    name: Sent<Nullable<String>>,
}

fields!(CitiesFields);

impl CitiesFields {
    pub(crate) fn list(self) -> Result<CityList, ValidationErrors> {
        let cities = self.cities.0.ok_or_else(|| ValidationErrors::only("cities", "Required"))?;
        let cities = cities.into_iter().map(|city| city.0.city()).collect::<Result<_, _>>();
        cities.and_then(CityList::new).map_err(|error| ValidationErrors::only("cities", error))
    }
}

impl CityFields {
    fn city(self) -> Result<ChosenCity, CityListError> {
        let name = self.name.0.and_then(|name| name.0);
        ChosenCity::new(self.key.0.unwrap_or_default(), name.as_deref())
    }
}
