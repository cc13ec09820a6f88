//! The page with the API documentation.

use crate::{pages::get, server::TestServer};

#[actix_web::test]
async fn all_files_of_the_page_come_from_this_server() {
    let server = TestServer::start().await;
    let page = server.get("/api/docs").await;
    assert_eq!((page.status, page.header("content-type").as_str()), (200, "text/html"));
    let html = page.text();
    let links: Vec<_> = ["href=\"", "src=\""]
        .iter()
        .flat_map(|start| html.split(start).skip(1).filter_map(|rest| rest.split('"').next()))
        .collect();
    assert!(links.len() >= 5, "{html}");
    for link in links {
        assert!(link.starts_with("/api/docs/"), "{link}");
        assert_eq!(server.get(link).await.status, 200, "{link}");
    }
    let start = server.get("/api/docs/swagger-initializer.js").await.text();
    assert!(start.contains("\"/api/openapi.json\"") && !start.contains("https://"), "{start}");
}

#[actix_web::test]
async fn the_page_is_compressed_and_cached() {
    let server = TestServer::start().await;
    for (path, kind) in [
        ("/api/docs", "text/html"),
        ("/api/docs/swagger-ui-bundle.js", "text/javascript"),
        ("/api/docs/swagger-ui.css", "text/css"),
    ] {
        let plain = get(&server, path, &[]).await;
        assert_eq!((plain.status, plain.header("content-encoding").as_str()), (200, ""), "{path}");
        for encoding in ["gzip", "br"] {
            let accepted = ("Accept-Encoding", encoding);
            let answer = get(&server, path, &[accepted]).await;
            assert_eq!((answer.status, answer.header("content-encoding").as_str()), (200, encoding), "{path}");
            assert_eq!(answer.header("content-type"), kind);
            assert_eq!(answer.header("content-length"), answer.body.len().to_string(), "{path} is made as it is sent");
            assert!(answer.body.len() < plain.body.len(), "{path}");
            let tag = answer.header("etag");
            assert_ne!(tag, plain.header("etag"), "{path}");
            let again = get(&server, path, &[accepted, ("If-None-Match", &tag)]).await;
            assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
            for answer in [&answer, &again] {
                assert_eq!(answer.header("cache-control"), "public, max-age=3600");
                assert_eq!(answer.header("vary"), "accept-encoding");
            }
        }
    }
}

#[actix_web::test]
async fn every_type_of_a_problem_in_the_documentation_is_the_address_of_a_page() {
    let server = TestServer::start().await;
    let documentation = include_str!("../../../../docs/api.md");
    let types = documentation.lines().filter_map(|line| line.split("| `/problems/").nth(1)?.split('`').next());
    let types = types.collect::<Vec<_>>();
    assert!(types.len() > 20, "{types:?}");
    for name in types {
        let page = server.get(&format!("/problems/{name}")).await;
        assert_eq!((page.status, page.header("content-type").as_str()), (200, "text/html; charset=utf-8"), "{name}");
        assert!(page.text().contains(&format!("/problems/{name}")), "{}", page.text());
    }
    assert_eq!(server.get("/problems/unheard-of").await.status, 404);
}
