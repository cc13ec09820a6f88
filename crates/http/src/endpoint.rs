//! A path with its methods. Answers OPTIONS, and refuses all other methods.

use actix_web::{
    FromRequest, Handler, HttpResponse, Resource, Responder,
    http::{Method, header},
    web,
};

use crate::error::Problem;

/// The prefix of the API's paths.
pub(crate) const API: &str = "/api";

/// The path to which pages of other sites may send an answer to a ring, with its token.
pub(crate) const ANSWER: &str = "/api/rings/answer";

/// The path of an endpoint as it was registered, for metrics.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Route(pub(crate) &'static str);

pub(crate) struct Endpoint {
    route: Route,
    resource: Resource,
    methods: Vec<Method>,
}

impl Endpoint {
    /// The whole path; the resource is registered below the API's scope without the prefix.
    pub(crate) fn path(path: &'static str) -> Self {
        let resource = web::resource(path.strip_prefix(API).unwrap_or(path));
        Self { route: Route(path), resource, methods: Vec::new() }
    }

    /// Answers GET, and HEAD with the same response without its body.
    pub(crate) fn get<H, Args>(self, handler: H) -> Self
    where
        H: Handler<Args>,
        Args: FromRequest + 'static,
        H::Output: Responder + 'static,
    {
        self.on(Method::GET, handler.clone()).on(Method::HEAD, handler)
    }

    pub(crate) fn on<H, Args>(mut self, method: Method, handler: H) -> Self
    where
        H: Handler<Args>,
        Args: FromRequest + 'static,
        H::Output: Responder + 'static,
    {
        self.resource = self.resource.route(web::method(method.clone()).to(handler));
        self.methods.push(method);
        self
    }

    /// Builds the resource; OPTIONS and the refusal of other methods list its methods.
    pub(crate) fn done(self) -> Resource {
        let mut allowed: String = self.methods.iter().flat_map(|method| [method.as_str(), ", "]).collect();
        allowed.push_str("OPTIONS");
        let methods = allowed.clone();
        let is_open_to_others = self.route.0 == ANSWER;
        let options = move || {
            let mut response = HttpResponse::NoContent();
            response.insert_header((header::ALLOW, methods.as_str()));
            if is_open_to_others {
                response
                    .insert_header((header::ACCESS_CONTROL_ALLOW_METHODS, "POST"))
                    .insert_header((header::ACCESS_CONTROL_ALLOW_HEADERS, "authorization, content-type"))
                    .insert_header((header::ACCESS_CONTROL_MAX_AGE, "86400"));
            }
            let response = response.finish();
            async { response }
        };
        let other = move || {
            let refusal = Problem::MethodNotAllowed(allowed.clone());
            async { Err::<HttpResponse, _>(refusal) }
        };
        let resource = self.resource.app_data(self.route);
        resource.route(web::method(Method::OPTIONS).to(options)).default_service(web::to(other))
    }
}
