//! `GET /problems/{name}`: the page for people at the `type` of a problem.

use actix_web::{
    HttpRequest, HttpResponse,
    http::header::{self, HeaderValue},
};

use crate::{
    caching,
    error::{
        Problem,
        kind::{ALL, ProblemKind},
    },
    response::content_policy,
};

/// The page of a kind.
pub(crate) async fn page(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let kind = ALL.iter().find(|kind| kind.uri == request.path()).ok_or(Problem::NoSuchPath)?;
    let html = html_of(kind);
    let policy = content_policy::of_page(&html, None).ok_or(Problem::Internal)?;
    let mut response = HttpResponse::Ok();
    response.content_type("text/html; charset=utf-8").insert_header((header::CONTENT_SECURITY_POLICY, policy));
    Ok(caching::kept(response.body(html), FOR_AN_HOUR))
}

const FOR_AN_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");

const STYLE: &str = ":root{color-scheme:light dark;font:1.0625rem/1.6 system-ui,sans-serif}\
    body{max-inline-size:36rem;margin:12vh auto;padding:0 1.25rem}h1{font-size:1.6rem;line-height:1.25}";

fn html_of(kind: &ProblemKind) -> String {
    let ProblemKind { uri, title, about, .. } = kind;
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
             content=\"width=device-width\"><meta name=\"robots\" content=\"noindex\"><title>{title}</title>\
             <style>{STYLE}</style></head><body><main><h1>{title}</h1><p>{about}</p><p><code>{uri}</code> is the \
             <code>type</code> of an error of <a href=\"/api/docs\">this server's API</a>.</p></main></body></html>"
    )
}

#[cfg(test)]
mod tests {
    use actix_web::{body::MessageBody as _, test::TestRequest};

    use super::*;

    #[actix_web::test]
    async fn every_kind_has_a_page_of_its_own() {
        for (place, kind) in ALL.iter().enumerate() {
            assert!(ALL.iter().skip(place + 1).all(|other| other.uri != kind.uri), "{}", kind.uri);
            let response = page(TestRequest::with_uri(kind.uri).to_http_request()).await.unwrap();
            let policy = response.headers().get(header::CONTENT_SECURITY_POLICY).unwrap().to_str().unwrap().to_owned();
            assert!(policy.matches("'sha256-").count() == 2, "{policy}");
            let html = response.into_body().try_into_bytes().unwrap();
            let html = std::str::from_utf8(&html).unwrap();
            assert!(html.contains(&format!("<h1>{}</h1><p>{}</p>", kind.title, kind.about)), "{html}");
        }
    }
}
