//! The JSON of a list of cities.

use serde::Serialize;
use tokibako_domain::cities::{ChosenCity, CityList};
use utoipa::ToSchema;

use crate::openapi::schema;

/// The cities that a browser chose.
#[derive(Serialize, ToSchema)]
#[schema(as = Cities)]
pub(crate) struct CitiesView<'a> {
    /// The chosen cities in their order; null if the browser has never chosen any.
    #[schema(required = true)]
    cities: Option<Vec<CityView<'a>>>,
}

/// A chosen city or zone.
#[derive(Serialize, ToSchema)]
#[schema(as = ChosenCity)]
pub(crate) struct CityView<'a> {
    #[schema(schema_with = schema::city_key)]
    key: &'a str,
    /// The name that the user gave it; null if it keeps its own name.
    #[schema(required = true, schema_with = schema::city_name)]
    name: Option<&'a str>,
}

impl<'a> CitiesView<'a> {
    /// The view of a list; `None` if the browser has none.
    pub(crate) fn of(list: Option<&'a CityList>) -> Self {
        Self { cities: list.map(CityView::all) }
    }
}

impl<'a> CityView<'a> {
    /// The views of a list's cities.
    pub(crate) fn all(list: &'a CityList) -> Vec<Self> {
        list.cities().iter().map(Self::of).collect()
    }

    fn of(city: &'a ChosenCity) -> Self {
        Self { key: city.key(), name: city.name() }
    }
}
