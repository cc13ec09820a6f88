//! Extractors that need no more than the head of a request.

/// Makes a type an argument of handlers, given how it is read from a request.
macro_rules! extractor {
    ($Extracted:ty, $read:expr) => {
        impl actix_web::FromRequest for $Extracted {
            type Error = $crate::error::Problem;
            type Future = std::future::Ready<Result<Self, $crate::error::Problem>>;

            fn from_request(request: &actix_web::HttpRequest, _: &mut actix_web::dev::Payload) -> Self::Future {
                let read: fn(&actix_web::HttpRequest) -> Result<Self, $crate::error::Problem> = $read;
                std::future::ready(read(request))
            }
        }
    };
}

pub(crate) use extractor;
