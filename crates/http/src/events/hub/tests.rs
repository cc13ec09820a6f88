//! Streams are admitted, counted, removed and closed.

use tokio::time::{Instant, sleep};

use super::*;

fn browser(text: &str) -> BrowserId {
    text.parse().unwrap()
}

fn admit(hub: &Hub, browser: BrowserId, kind: Kind) -> Result<Admission, AdmissionError> {
    hub.admit(browser, Interest::Rings(kind), StreamClient::default(), UnreadCounter::unlimited())
}

const ONE: &str = "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c";
const OTHER: &str = "7b1e54ce-6f0e-4c1b-8f5a-7a4cf1d0a001";

#[test]
fn a_browser_may_have_twelve_streams() {
    let hub = Hub::new();
    let mut admitted: Vec<_> = (0..12).map(|_| admit(&hub, browser(ONE), Kind::Alarm).unwrap()).collect();
    assert_eq!(admit(&hub, browser(ONE), Kind::Timer).unwrap_err(), AdmissionError::TooMany);
    admit(&hub, browser(OTHER), Kind::Timer).unwrap();
    admitted.pop();
    admit(&hub, browser(ONE), Kind::Timer).unwrap();
}

#[test]
fn a_dropped_stream_is_removed() {
    let hub = Hub::new();
    let stays = admit(&hub, browser(ONE), Kind::Alarm).unwrap();
    drop(admit(&hub, browser(ONE), Kind::Timer).unwrap());
    drop(admit(&hub, browser(OTHER), Kind::Timer).unwrap());
    assert_eq!((hub.open_streams(), hub.browsers()), (1, vec![browser(ONE)]));
    drop(stays);
    assert_eq!((hub.open_streams(), hub.browsers()), (0, vec![]));
}

#[tokio::test]
async fn a_closed_hub_refuses_streams() {
    let hub = Hub::new();
    let open = admit(&hub, browser(ONE), Kind::Alarm).unwrap();
    hub.close().await;
    assert_eq!(open.outbox.poll_next(std::task::Waker::noop()), std::task::Poll::Ready(None));
    assert_eq!(admit(&hub, browser(OTHER), Kind::Alarm).unwrap_err(), AdmissionError::Closed);
}

/// How long it takes to close this many streams, and how many are closed after half of that time.
async fn closing(streams: u32) -> (Duration, usize) {
    let hub = Hub::new();
    let number = |number: u32| browser(&format!("00000000-0000-4000-8000-{number:012}"));
    let admitted: Vec<_> = (0..streams).map(|stream| admit(&hub, number(stream), Kind::Alarm).unwrap()).collect();
    let ended = || admitted.iter().filter(|admission| admission.outbox.end().is_some()).count();
    let began = Instant::now();
    let closed = async {
        hub.close().await;
        began.elapsed()
    };
    let half = async {
        sleep(CLOSE_PER_STREAM.saturating_mul(streams).min(MAX_CLOSE_TIME) / 2).await;
        ended()
    };
    let outcome = tokio::join!(closed, half);
    assert_eq!(ended(), admitted.len());
    outcome
}

#[tokio::test(start_paused = true)]
async fn a_few_streams_are_closed_at_once_and_thousands_gradually() {
    assert_eq!(closing(0).await.0, Duration::ZERO);
    assert_eq!(closing(12).await.0, Duration::ZERO);
    let (took, halfway) = closing(1_000).await;
    assert!((900..=1_000).contains(&took.as_millis()), "{took:?}");
    assert!((400..=600).contains(&halfway), "{halfway}");
    let (took, halfway) = closing(20_000).await;
    assert!((4_900..=5_000).contains(&took.as_millis()), "{took:?}");
    assert!((9_000..=11_000).contains(&halfway), "{halfway}");
}
