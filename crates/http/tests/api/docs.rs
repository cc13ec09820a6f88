//! The page on which the API is browsed.

use crate::server::TestServer;

#[actix_web::test]
async fn is_served_whole_from_this_server() {
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
async fn goes_out_compressed() {
    let server = TestServer::start().await;
    let request = server.request("GET", "/api/docs/swagger-ui-bundle.js").insert_header(("Accept-Encoding", "gzip"));
    let script = server.send(request, Vec::new()).await;
    assert_eq!((script.status, script.header("content-encoding").as_str()), (200, "gzip"));
}
