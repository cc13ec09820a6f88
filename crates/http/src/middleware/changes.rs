//! What a response means for a browser: a hint to its streams if a request has changed one of its lists; and if its id was
//! renewed, that it was, instead of that a row is missing: the row is its account's still.

use actix_web::{
    Error, ResponseError as _,
    body::{EitherBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::StatusCode,
    middleware::Next,
    web::Data,
};
use tokibako_storage::{Storage, renewed_ids, signals::hints::List};

use crate::{
    error::Problem,
    events::Hints,
    request::head::{self, ClientId},
};

/// Passes a request on, and sends a hint if it has changed a list.
pub(crate) async fn notify<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let is_write = !request.method().is_safe();
    let Some(list) = list(request.match_info().as_str()).filter(|_| is_write) else { return next.call(request).await };
    let changer = (head::browser_named(request.request()), ClientId::of(request.request()).0);
    let response = next.call(request).await?;
    let hints = response.request().app_data::<Data<Hints>>();
    if let ((Some(browser), client_id), Some(hints), true) = (changer, hints, response.status().is_success()) {
        hints.changed(browser, list, client_id);
    }
    Ok(response)
}

fn list(path: &str) -> Option<List> {
    let is_of = |list: &str| path.strip_prefix(list).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    match () {
        () if is_of("/api/alarms") => Some(List::Alarms),
        () if is_of("/api/timers") => Some(List::Timers),
        () if is_of("/api/cities") => Some(List::Cities),
        () if is_of("/api/days-off") => Some(List::DaysOff),
        () => None,
    }
}

/// Passes a request on. If what it names was not found, its browser id may have been renewed.
pub(crate) async fn name_renewed<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let browser = head::browser_named(request.request());
    let response = next.call(request).await?;
    let storage = response.request().app_data::<Data<Storage>>();
    if let (StatusCode::NOT_FOUND, Some(browser), Some(storage)) = (response.status(), browser, storage) {
        let problem = match renewed_ids::is_renewed(storage, browser).await {
            Ok(false) => None,
            Ok(true) => Some(Problem::Renewed),
            Err(error) => Some(error.into()),
        };
        if let Some(problem) = problem {
            return Ok(response.into_response(problem.error_response().map_into_right_body()));
        }
    }
    Ok(response.map_into_left_body())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_path_belongs_to_its_list() {
        for (path, expected) in [
            ("/api/alarms", Some(List::Alarms)),
            ("/api/alarms/7/toggle", Some(List::Alarms)),
            ("/api/timers/7", Some(List::Timers)),
            ("/api/timers/order", Some(List::Timers)),
            ("/api/cities", Some(List::Cities)),
            ("/api/days-off", Some(List::DaysOff)),
            ("/api/timersx", None),
            ("/api/rings/answer", None),
        ] {
            assert_eq!(list(path), expected, "{path}");
        }
    }
}
