//! The list of cities over HTTP: read, and replaced as a whole.

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::{Deserialize, Serialize};
use tokibako_domain::cities::{ChosenCity, CityList, CityListError};
use tokibako_storage::{Storage, browser_lists, clock::Clock};
use utoipa::ToSchema;

use crate::{
    error::{Problem, ValidationErrors},
    limits::{AddressLimit, Limits},
    openapi::{BrowserHeader, schema},
    request::{
        body::{BrowserBody, fields},
        field::{Nullable, Object, Sent},
        head::Browser,
    },
    response,
};

/// Lists the cities and zones that this browser has chosen, in their order
#[utoipa::path(
    get, path = "/api/cities", tag = "cities", operation_id = "readCities",
    params(BrowserHeader),
    responses((status = 200, description = "The list", body = CitiesView<'_>))
)]
pub(crate) async fn read(storage: Data<Storage>, Browser(browser): Browser) -> Result<HttpResponse, Problem> {
    let list = browser_lists::read::<CityList>(&storage, browser).await?;
    response::ok(&CitiesView::of(list.as_ref()))
}

/// Replaces the list of cities
///
/// If two devices replace the list, the later request wins.
#[utoipa::path(
    put, path = "/api/cities", tag = "cities", operation_id = "putCities",
    params(BrowserHeader), request_body = CitiesFields,
    responses((status = 200, description = "The list", body = CitiesView<'_>))
)]
pub(crate) async fn put(
    request: HttpRequest,
    limits: Data<Limits>,
    storage: Data<Storage>,
    clock: Data<Clock>,
    BrowserBody { browser, fields }: BrowserBody<CitiesFields>,
) -> Result<HttpResponse, Problem> {
    let list = fields.list()?;
    limits.admit_owner(&storage, &request, browser).await?;
    let new_row = limits.deferred(AddressLimit::NewRows, &request);
    browser_lists::put_cities(&storage, browser, list.clone(), clock.now(), || new_row(1)).await??;
    response::ok(&CitiesView::of(Some(&list)))
}

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
struct CityFields {
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

/// The cities that a browser chose.
#[derive(Serialize, ToSchema)]
#[schema(as = Cities)]
struct CitiesView<'a> {
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
    pub(crate) fn all(list: &'a CityList) -> Vec<Self> {
        list.cities().iter().map(|city| Self { key: city.key(), name: city.name() }).collect()
    }
}
