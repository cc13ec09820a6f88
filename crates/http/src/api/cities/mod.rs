//! The list of cities over HTTP: read, and replaced as a whole.

mod fields;
mod view;

use actix_web::{HttpRequest, HttpResponse, web::Data};
use tokibako_storage::{Storage, city_lists, clock::Clock};

pub(crate) use self::view::CityView;
use self::{fields::CitiesFields, view::CitiesView};
use crate::{
    error::Problem,
    limits::{Limits, bounds::NEW_ROWS},
    openapi::parameters::BrowserHeader,
    request::{body::BrowserBody, browser::Browser},
    response,
};

/// Lists the cities and zones that this browser has chosen, in their order
#[utoipa::path(
    get, path = "/api/cities", tag = "cities", operation_id = "readCities",
    params(BrowserHeader),
    responses((status = 200, description = "The list", body = CitiesView<'_>))
)]
pub(crate) async fn read(storage: Data<Storage>, Browser(browser): Browser) -> Result<HttpResponse, Problem> {
    let list = city_lists::read(&storage, browser).await?;
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
    let new_row = limits.deferred(&NEW_ROWS, &request);
    city_lists::put(&storage, browser, list.clone(), clock.now(), || new_row(1)).await??;
    response::ok(&CitiesView::of(Some(&list)))
}
