//! A bad provider cannot make the server wait, follow redirects, read without end, or log the key.

use time::OffsetDateTime;
use tokibako_weather::{
    Failure,
    provider::{OpenMeteo, Provider as _, ProviderAddress, ProviderKey, WeatherApi},
};
use tokio::net::TcpListener;

use crate::stand_in::{StandIn, cities, response};

async fn ask(stand_in: &StandIn) -> Failure {
    let provider = OpenMeteo::new(stand_in.address(), None).unwrap();
    provider.fetch(&cities(["tokyo"]), OffsetDateTime::UNIX_EPOCH).await.unwrap_err()
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let elsewhere = StandIn::saying(200, "{}").await;
    let location = format!("Location: http://{}/v1/forecast\r\n", elsewhere.socket);
    for status in [301, 302, 307, 308] {
        let location = location.clone();
        let stand_in = StandIn::answering(move |_| Some(response(status, &location, b""))).await;
        assert_eq!(ask(&stand_in).await, Failure::Status(status, String::new()));
    }
    assert!(elsewhere.asked().is_empty());
}

#[tokio::test]
async fn an_answer_that_is_too_long_is_refused() {
    let stand_in = StandIn::saying(200, " ".repeat((1 << 20) + 1)).await;
    assert_eq!(ask(&stand_in).await, Failure::Unreadable("it is longer than 1048576 bytes".to_owned()));
    // A chunked answer that neither announces its length nor ends.
    let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x10000)).repeat(17);
    let endless = format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{chunk}").into_bytes();
    let stand_in = StandIn::answering(move |_| Some(endless.clone())).await;
    assert_eq!(ask(&stand_in).await, Failure::Unreadable("it is longer than 1048576 bytes".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn a_call_without_an_answer_times_out() {
    let silent = StandIn::answering(|_| None).await;
    assert_eq!(ask(&silent).await, Failure::Slow);
    let half = StandIn::answering(|_| Some(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{".to_vec())).await;
    assert_eq!(ask(&half).await, Failure::Slow);
}

#[tokio::test]
async fn the_failure_of_an_unreachable_provider_does_not_contain_the_key() {
    let nobody = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let address = ProviderAddress::of(&format!("http://{nobody}")).unwrap();
    let provider = WeatherApi::new(address, ProviderKey::of("s3cret").unwrap()).unwrap();
    let failure = provider.fetch(&cities(["tokyo"]), OffsetDateTime::UNIX_EPOCH).await.unwrap_err();
    let Failure::Unreachable(reason) = &failure else { unreachable!("{failure:?}") };
    assert!(reason.contains("refused") && !reason.contains("s3cret"), "{reason}");
}

#[tokio::test]
async fn a_connection_that_breaks_or_does_not_speak_http_is_unreachable() {
    for bytes in [&b"SSH-2.0-OpenSSH_9.2\r\n\r\n"[..], b"\x00\x01\x02\x03"] {
        let bytes = bytes.to_vec();
        let stand_in = StandIn::answering(move |_| Some(bytes.clone())).await;
        assert!(matches!(ask(&stand_in).await, Failure::Unreachable(_)));
    }
}
