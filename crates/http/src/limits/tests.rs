//! Requests up to a limit are allowed, and further ones are refused.

use std::collections::HashMap;

use actix_web::test::TestRequest;

use super::*;

/// How many of `tries` are allowed.
fn let_in(tries: usize, mut one: impl FnMut(usize) -> Result<(), Problem>) -> usize {
    (0..tries).filter(|number| one(*number).is_ok()).count()
}

fn from(address: &str) -> HttpRequest {
    TestRequest::default().peer_addr(format!("{address}:4000").parse().unwrap()).to_http_request()
}

#[test]
fn an_address_creates_twenty_accounts() {
    let limits = Limits::behind(Vec::new());
    assert_eq!(let_in(50, |_| limits.take_by_address(AddressLimit::Registrations, &from("192.0.2.1"))), 20);
    limits.take_by_address(AddressLimit::Registrations, &from("192.0.2.2")).unwrap();
}

/// The status of a refusal; `None` if there was none.
fn refusal<T>(outcome: Result<T, Problem>) -> Option<u16> {
    outcome.err().map(|problem| actix_web::ResponseError::status_code(&problem).as_u16())
}

/// Takes this many permits for an address.
fn permits(semaphore: &AddressSemaphore, number: usize, address: &str) -> Vec<AddressPermit> {
    let client = bounds::client_of(&from(address), &[]);
    (0..number).map(|_| semaphore.take(client, 1).ok().unwrap()).collect()
}

#[test]
fn an_address_opens_six_hundred_streams_for_any_number_of_browsers() {
    let limits = Limits::behind(Vec::new());
    let mut open = permits(&limits.open_streams, 600, "192.0.2.1");
    assert_eq!(refusal(limits.admit_stream(&from("192.0.2.1"), |_| None)), Some(429));
    assert_eq!(refusal(limits.admit_stream(&from("192.0.2.2"), |_| None)), None);
    open.pop();
    assert_eq!(refusal(limits.admit_stream(&from("192.0.2.1"), |_| None)), None);
}

#[test]
fn pages_are_refused_before_reads_and_reads_before_changes_and_streams_never() {
    let limits = Limits::behind(Vec::new());
    let request = from("192.0.2.1");
    let refused = |work| refusal(limits.admit_work(&request, work)) == Some(503);
    let refused = || [Work::Page, Work::Read, Work::Change].map(refused);
    let mut busy = Vec::new();
    for (more, expected) in
        [(1_023, [false; 3]), (1, [true, false, false]), (512, [true, true, false]), (512, [true; 3])]
    {
        // From many addresses, each below its own limit.
        for number in 0..more {
            busy.extend(permits(&limits.in_progress, 1, &format!("198.51.100.{}", number % 250)));
        }
        assert_eq!(refused(), expected, "{}", busy.len());
    }
    assert_eq!(refusal(limits.admit_stream(&request, |_| None)), None);
    busy.clear();
    assert_eq!(refused(), [false; 3]);
}

#[test]
fn an_address_cannot_use_up_the_limit_of_requests_in_progress() {
    let limits = Limits::behind(Vec::new());
    let _busy = permits(&limits.in_progress, 256, "192.0.2.1");
    for work in [Work::Read, Work::Change] {
        assert_eq!(refusal(limits.admit_work(&from("192.0.2.1"), work)), Some(429));
        assert_eq!(refusal(limits.admit_work(&from("192.0.2.2"), work)), None);
    }
    assert_eq!(refusal(limits.admit_work(&from("192.0.2.1"), Work::Page)), None);
}

#[test]
fn an_address_creates_six_hundred_rows_and_an_account_gets_ten_hand_overs() {
    let limits = Limits::behind(Vec::new());
    let made = let_in(1_000, |_| limits.take_by_address(AddressLimit::NewRows, &from("[2001:db8::1]")));
    assert!((600..610).contains(&made), "{made}");
    limits.take_by_address(AddressLimit::NewRows, &from("[2001:db8:0:1::1]")).unwrap();
    assert_eq!(let_in(20, |_| limits.take_by_key(KeyLimit::Brings, &1)), 10);
    limits.take_by_key(KeyLimit::Brings, &2).unwrap();
}

#[test]
fn an_ipv6_48_has_sixteen_times_the_limits_of_an_address() {
    let limits = Limits::behind(Vec::new());
    let other = from("[2001:db8:1::1]");
    let within = |number| from(&format!("[2001:db8:0:{number:x}::1]"));
    assert_eq!(let_in(1_000, |number| limits.take_by_address(AddressLimit::Registrations, &within(number))), 320);
    limits.take_by_address(AddressLimit::Registrations, &other).unwrap();
    // Twenty is the limit of the address; each also counted for its network.
    assert_eq!(let_in(50, |_| limits.take_by_address(AddressLimit::Registrations, &from("[2001:db8:2::1]"))), 20);

    let hold = |number| permits(&limits.in_progress, 256, &format!("[2001:db8:0:{number:x}::1]"));
    let _busy = [0, 1, 2, 3].map(hold);
    assert_eq!(refusal(limits.admit_work(&within(4), Work::Change)), Some(429));
    assert_eq!(refusal(limits.admit_work(&other, Work::Change)), None);
}

#[test]
fn a_network_has_a_quarter_of_all_streams() {
    let limits = Limits::behind(Vec::new()).with_streams(4_000);
    let hold = |number| limits.admit_stream(&from(&format!("[2001:db8:0:{number:x}::1]")), |_| None);
    let open: Vec<_> = (0..1_500).filter_map(|number| hold(number).ok()).collect();
    assert_eq!(open.len(), 1_000);
    assert_eq!(refusal(limits.admit_stream(&from("[2001:db8:1::1]"), |_| None)), None);
    assert_eq!((streams_of_network(100), streams_of_network(usize::MAX)), (600, 9_600));
}

#[test]
fn the_address_of_a_registration_is_remembered() {
    let limits = Limits::behind(Vec::new());
    limits.remember_owner(&from("192.0.2.1"), "hako");
    let is_known = |address| limits.sign_in(&from(address), "hako", false).unwrap().is_known();
    assert_eq!((is_known("192.0.2.1"), is_known("192.0.2.2")), (true, false));
}

#[test]
fn without_limits_nothing_is_counted() {
    let limits = Limits::off();
    assert_eq!(let_in(100, |_| limits.sign_in(&from("192.0.2.1"), "hako", false).map(drop)), 100);
    assert_eq!(let_in(100, |_| limits.take_by_address(AddressLimit::Registrations, &from("192.0.2.1"))), 100);
    assert_eq!(let_in(1_000, |_| limits.take_by_address(AddressLimit::NewRows, &from("192.0.2.1"))), 1_000);
    let _open = permits(&limits.open_streams, 1_000, "192.0.2.1");
    assert_eq!(refusal(limits.admit_stream(&from("192.0.2.1"), |_| None)), None);
}

#[test]
fn unread_bytes_have_limits_by_address_and_in_total_even_without_rate_limits() {
    const MIB: usize = 1 << 20;
    let limits = Limits::behind(Vec::new());
    let hold = |address: &str, bytes| limits.unread(&from(address)).hold(bytes);
    let mut one = hold("192.0.2.1", 10 * MIB).unwrap();
    assert_eq!(refusal(hold("192.0.2.1", 7 * MIB)), Some(503));
    one.grow(6 * MIB).unwrap();
    assert_eq!(refusal(one.grow(1)), Some(503));
    let _other = hold("192.0.2.2", 16 * MIB).unwrap();
    one.shrink(16 * MIB);
    let _again = hold("192.0.2.1", 16 * MIB).unwrap();

    let limits = Limits::off();
    let _all = limits.unread(&from("192.0.2.1")).hold(192 * MIB).unwrap();
    assert_eq!(refusal(limits.unread(&from("192.0.2.2")).hold(1)), Some(503));
    // Responses that are no longer than the free part are not counted.
    assert!(limits.unread(&from("192.0.2.2")).hold_response(16 << 10).unwrap().is_none());
}

#[test]
fn the_documented_limits_are_those_of_the_table() {
    let document = include_str!("../../../../docs/api.md");
    let rows = document.lines().filter_map(|line| {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [_, name, of_address, of_browser] = cells[..] else { return None };
        Some((name.strip_prefix('`')?.strip_suffix('`')?, of_address, of_browser))
    });
    let documented: HashMap<_, _> = rows.map(|(name, address, browser)| (name, (address, browser))).collect();
    let by_address = AddressLimit::RATES.into_iter().map(|limit| (limit, true));
    for (limit, is_by_address) in by_address.chain(KeyLimit::RATES.into_iter().map(|limit| (limit, false))) {
        let name = limit.name.trim_end_matches("_of_address").trim_end_matches("_of_browser");
        let (of_address, of_browser) = documented.get(name).unwrap_or_else(|| panic!("{name} is not documented"));
        let documented = if is_by_address { of_address } else { of_browser };
        let thousands = |number: u32| match number {
            1_000.. => format!("{},{:03}", number / 1_000, number % 1_000),
            _ => number.to_string(),
        };
        let period = format!("{:?}", limit.period).to_lowercase();
        let article = if period == "hour" { "an" } else { "a" };
        let expected = format!("{}, then {} {article} {period}", thousands(limit.burst), limit.tokens);
        assert!(documented.starts_with(&expected), "{}: {expected}, not {documented}", limit.name);
    }
    let held = [
        ("in_progress", IN_PROGRESS_OF_ADDRESS.to_string()),
        ("streams_open", OPEN_STREAMS_OF_ADDRESS.to_string()),
        ("unread_bytes", format!("{} MiB", bounds::UNREAD_OF_ADDRESS >> 20)),
    ];
    for (name, expected) in held {
        assert_eq!(documented.get(name).map(|(of_address, _)| *of_address), Some(&*expected), "{name}");
    }
}
