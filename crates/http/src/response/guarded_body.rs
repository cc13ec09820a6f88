//! A response body that is sent in small pieces, and holds a value until the last piece has been taken for sending.

use std::{
    pin::Pin,
    task::{Context, Poll, ready},
};

use actix_web::{
    body::{BodySize, BoxBody, MessageBody},
    web::Bytes,
};

/// The longest piece. The server takes pieces as long as its buffer has room, so a client that does not read costs its
/// connection about this much, and the rest of the body stays here.
const PIECE: usize = 8 << 10;

/// A body, and the value that is dropped with it.
#[derive(Debug)]
pub struct GuardedBody<Guard> {
    body: BoxBody,
    /// What the body has given and was not sent yet.
    rest: Bytes,
    _guard: Guard,
}

impl<Guard> GuardedBody<Guard> {
    /// The body with the value to hold.
    pub fn new(body: impl MessageBody + 'static, guard: Guard) -> Self {
        Self { body: body.boxed(), rest: Bytes::new(), _guard: guard }
    }
}

impl<Guard: Unpin> MessageBody for GuardedBody<Guard> {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_next(cx)) {
                Some(Ok(bytes)) => self.rest = bytes,
                end => return Poll::Ready(end),
            }
        }
        let piece = PIECE.min(self.rest.len());
        Poll::Ready(Some(Ok(self.rest.split_to(piece))))
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use actix_web::body::MessageBody as _;
    use futures_util::future::poll_fn;

    use super::*;

    #[tokio::test]
    async fn a_body_is_sent_in_pieces_and_its_value_is_held_until_the_last() {
        let guard = Rc::new(());
        let text: Vec<u8> = (0..20_000_u32).flat_map(u32::to_le_bytes).collect();
        let mut held = GuardedBody::new(text.clone(), Rc::clone(&guard));
        assert_eq!(held.size(), BodySize::Sized(80_000));
        let mut sent = Vec::new();
        while let Some(piece) = poll_fn(|cx| Pin::new(&mut held).poll_next(cx)).await {
            let piece = piece.unwrap();
            assert!(piece.len() <= 8_192 && Rc::strong_count(&guard) == 2);
            sent.extend_from_slice(&piece);
        }
        assert_eq!(sent, text);
        drop(held);
        assert_eq!(Rc::strong_count(&guard), 1);
    }
}
