//! Admission: sheds load, and checks API requests before their handlers: the site they come from, and rate limits.

use actix_web::{
    Error, HttpRequest, ResponseError as _,
    body::{BodySize, EitherBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::Method,
    middleware::Next,
    web::Data,
};

use super::same_site;
use crate::{
    endpoint::{ANSWER, API},
    error::Problem,
    limits::{AddressPermit, Limits, ListPermit, UnreadPermit, Work},
    request::head,
    response::GuardedBody,
    site::Site,
};

/// Passes a request on, or refuses it. The response counts as unread until it has been sent.
pub(crate) async fn admit<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<GuardedBody<(Admission, Option<UnreadPermit>)>>>, Error> {
    let admission = match check(&request) {
        Ok(admission) => admission,
        Err(problem) => return Ok(request.into_response(problem.error_response().map_into_right_body())),
    };
    let list_permit = match list_permit(&request).await {
        Ok(permit) => permit,
        Err(problem) => return Ok(request.into_response(problem.error_response().map_into_right_body())),
    };
    let requester = match limits(request.request()) {
        Ok(limits) => limits.requester(request.request(), is_urgent(request.match_info().as_str())),
        Err(problem) => return Ok(request.into_response(problem.error_response().map_into_right_body())),
    };
    let response = requester.scope(next.call(request)).await?;
    let unread = unread(&response, &admission);
    drop(list_permit);
    match unread {
        Ok(unread) => Ok(response.map_body(|_, body| EitherBody::left(GuardedBody::new(body, (admission, unread))))),
        Err(problem) => Ok(response.into_response(problem.error_response().map_into_right_body())),
    }
}

/// What a request holds until its response has been sent.
pub(crate) enum Admission {
    Free,
    Stream(#[expect(dead_code, reason = "it is kept to be dropped")] AddressPermit),
    Work(#[expect(dead_code, reason = "it is kept to be dropped")] Option<AddressPermit>),
}

fn check(request: &ServiceRequest) -> Result<Admission, Problem> {
    let site = request.app_data::<Data<Site>>().ok_or(Problem::Internal)?;
    let limits = limits(request.request())?;
    if !is_open_to_others(request.request()) {
        same_site::check(request.request(), site.origin())?;
    }
    // A request without a browser is refused later, by the handler that needs one. The path is the routed one, so that
    // percent-encoding cannot bypass a limit.
    match request.match_info().as_str() {
        path if is_unlimited(path) => Ok(Admission::Free),
        path if is_stream(path) => {
            limits.admit_stream(request.request(), head::browser_named_by_stream).map(Admission::Stream)
        }
        _ => {
            limits.admit_call(request.request(), head::browser_named)?;
            let work = if request.method().is_safe() { Work::Read } else { Work::Change };
            limits.admit_work(request.request(), work).map(Admission::Work)
        }
    }
}

/// Whether any page may send this request: an answer to a ring by its token, which a browser does not add by itself. The
/// web app of an ntfy server sends such answers.
fn is_open_to_others(request: &HttpRequest) -> bool {
    request.match_info().as_str() == ANSWER && head::bearer_token(request).is_some()
}

/// Waits until a list, a log or what a stream has missed may be read for the client.
async fn list_permit(request: &ServiceRequest) -> Result<Option<ListPermit>, Problem> {
    let path = request.match_info().as_str();
    let is_list = ["/api/alarms", "/api/timers", "/api/rings", "/api/browser"].contains(&path) || is_stream(path);
    if is_list && *request.method() != Method::POST {
        limits(request.request())?.admit_list(request.request()).await
    } else {
        Ok(None)
    }
}

/// Counts the body of a response, unless all clients share it. Bodies of streams count their events themselves.
fn unread<B: MessageBody>(
    response: &ServiceResponse<B>,
    admission: &Admission,
) -> Result<Option<UnreadPermit>, Problem> {
    match (admission, response.response().body().size()) {
        (Admission::Work(_), BodySize::Sized(bytes)) => {
            let counter = limits(response.request())?.unread(response.request());
            counter.hold_response(usize::try_from(bytes).unwrap_or(usize::MAX))
        }
        _ => Ok(None),
    }
}

fn limits(request: &HttpRequest) -> Result<&Data<Limits>, Problem> {
    request.app_data::<Data<Limits>>().ok_or(Problem::Internal)
}

fn is_stream(path: &str) -> bool {
    path == "/api/events" || path.ends_with("/notifications")
}

/// Paths that go before others: somebody stops what rings.
fn is_urgent(path: &str) -> bool {
    path == "/api/rings/answer"
}

/// Paths that cost as little as a page and must not fail because of other requests: clients set their clocks by the
/// time.
fn is_unlimited(path: &str) -> bool {
    matches!(path, "/api/time" | "/api/docs") || path.starts_with("/api/docs/")
}

/// Passes a request on, unless it is for a page and too many requests are in progress.
pub(crate) async fn shed<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse, Error> {
    let limits = request.app_data::<Data<Limits>>().filter(|_| is_of_site(request.path()));
    match limits.map(|limits| limits.admit_work(request.request(), Work::Page)) {
        Some(Err(problem)) => Ok(request.into_response(problem.error_response())),
        _ => Ok(next.call(request).await?.map_into_boxed_body()),
    }
}

/// Whether a path is a page or a file of the site, rather than of the API (see `admission`) or a probe.
fn is_of_site(path: &str) -> bool {
    !path.starts_with(API) && path != "/healthz" && path != "/readyz"
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn a_stream_is_recognised_in_any_encoding_of_its_path() {
        for path in [
            "/api/alarms/notifications",
            "/api/alarms/notification%73",
            "/api/timers/%6eotifications?browserId=1",
            "/api/%65vents",
        ] {
            let request = TestRequest::with_uri(path).to_srv_request();
            assert!(is_stream(request.match_info().as_str()), "{path}");
        }
    }

    #[test]
    fn the_time_and_the_pages_of_the_api_documentation_are_unlimited() {
        for path in ["/api/time", "/api/docs", "/api/docs/swagger-ui.css"] {
            assert!(is_unlimited(path), "{path}");
        }
        // The description of the API is much longer than a page.
        for path in [
            "/api/openapi.json",
            "/api/alarms",
            "/api/times",
            "/api/docsx",
            "/api/weather",
            "/api/alarms/notifications",
        ] {
            assert!(!is_unlimited(path), "{path}");
        }
    }
}
