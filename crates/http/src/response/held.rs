//! A response body that holds a value until the body has been sent.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use actix_web::{
    body::{BodySize, BoxBody, MessageBody},
    web::Bytes,
};

/// A body, and the value that is dropped with it.
#[derive(Debug)]
pub struct Held<Kept> {
    body: BoxBody,
    _kept: Kept,
}

impl<Kept> Held<Kept> {
    /// The body with the value to hold.
    pub fn new(body: impl MessageBody + 'static, kept: Kept) -> Self {
        Self { body: body.boxed(), _kept: kept }
    }
}

impl<Kept: Unpin> MessageBody for Held<Kept> {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Pin::new(&mut self.body).poll_next(cx)
    }
}
