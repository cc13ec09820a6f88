//! The time it takes to encrypt one message.

#![expect(clippy::expect_used, reason = "a benchmark that has no key measures nothing")]

use std::hint::black_box;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use criterion::{Criterion, criterion_group, criterion_main};
use tokibako_push::{
    seal::seal,
    subscription::{self, Keys},
    vapid::VapidKey,
};

fn sealing(criterion: &mut Criterion) {
    let key = VapidKey::generate().and_then(|key| VapidKey::read(&key)).and_then(|key| key.public());
    let point = URL_SAFE_NO_PAD.encode(key.expect("a key can be made"));
    let keys = Keys { p256dh: subscription::p256dh(&point).expect("it is a point"), auth: [7; 16] };
    let message = [b'x'; 700];
    criterion.bench_function("seal", |bench| bench.iter(|| seal(black_box(&keys), black_box(&message))));
}

criterion_group!(benches, sealing);
criterion_main!(benches);
