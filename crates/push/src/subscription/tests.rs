use super::*;

fn services(text: &str) -> Services {
    text.parse().unwrap()
}

#[track_caller]
fn takes(services: &Services, text: &str, service: &str) {
    let endpoint = services.endpoint(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!((endpoint.as_str(), service_of(&endpoint.origin())), (text, service));
}

#[track_caller]
fn refuses(services: &Services, text: &str) {
    assert!(services.endpoint(text).is_err(), "{text}");
}

#[test]
fn endpoints_of_browsers_are_accepted() {
    let services = Services::default();
    takes(&services, "https://fcm.googleapis.com/fcm/send/dXNlcg:APA91bH-_x", "google");
    takes(&services, "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk", "mozilla");
    takes(&services, "https://web.push.apple.com/QGs-Wo8i", "apple");
    takes(&services, "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAC%2b%2f", "microsoft");
}

#[test]
fn invented_hosts_of_the_services_are_refused() {
    for host in [
        "x.fcm.googleapis.com",
        "m4f2wnba.push.apple.com",
        "push.apple.com",
        "a.web.push.apple.com",
        "s3094.push.services.mozilla.com",
        "push.services.mozilla.com",
        "notify.windows.com",
        "a.b.notify.windows.com",
        "anotify.windows.com",
    ] {
        refuses(&Services::default(), &format!("https://{host}/x"));
    }
}

/// URLs by which an attacker may try to reach another host.
const HOSTILE: [&str; 58] = [
    "",
    "fcm.googleapis.com",
    "//fcm.googleapis.com/x",
    "http://fcm.googleapis.com/x",
    "ftp://fcm.googleapis.com/x",
    "file:///etc/passwd",
    "data:text/plain,x",
    "javascript:alert(1)",
    "https:///x",
    "https:fcm.googleapis.com/x",
    "https:/fcm.googleapis.com/x",
    "https://fcm.googleapis.com:8443/x",
    "https://fcm.googleapis.com:80/x",
    "https://fcm.googleapis.com:443/x",
    "https://fcm.googleapis.com./x",
    "https://fcm.googleapis.com../x",
    "https://.fcm.googleapis.com/x",
    "https://user@fcm.googleapis.com/x",
    "https://user:secret@fcm.googleapis.com/x",
    "https://fcm.googleapis.com@127.0.0.1/x",
    "https://fcm.googleapis.com:x@127.0.0.1/x",
    "https://127.0.0.1#@fcm.googleapis.com/x",
    "https://127.0.0.1\\@fcm.googleapis.com/x",
    "https://fcm.googleapis.com/x#fragment",
    "https://127.0.0.1/x",
    "https://127.0.0.1:9200/x.google.com/",
    "https://127.1/x",
    "https://2130706433/x",
    "https://0x7f000001/x",
    "https://0177.0.0.1/x",
    "https://0/x",
    "https://[::1]/x",
    "https://[::ffff:127.0.0.1]/x",
    "https://[64:ff9b::7f00:1]/x",
    "https://169.254.169.254/latest/meta-data",
    "https://10.0.0.1/x",
    "https://8.8.8.8/x",
    "https://１２７.0.0.1/x",
    "https://localhost/x",
    "https://localhost.localdomain/x",
    "https://metadata.google.internal/x",
    "https://fcm.googleapis.com.evil.example/x",
    "https://evilfcm.googleapis.com.example/x",
    "https://notfcm.googleapis.com/x",
    "https://fcm-googleapis.com/x",
    "https://googleapis.com/x",
    "https://evil.example/fcm.googleapis.com/",
    "https://evil.example/?https://fcm.googleapis.com/x",
    "https://evil.example#fcm.googleapis.com",
    "https://fcm.googleаpis.com/x",
    "https://xn--fcm-googleapis-fake.com/x",
    "https://FCM.googleapis.com/x",
    "https://fcm。googleapis.com/x",
    "https://fcm.googleapis.com/x\ny",
    "https://fcm.goo\tgleapis.com/x",
    " https://fcm.googleapis.com/x",
    "https://fcm.googleapis.com/a b",
    "https://fcm%2egoogleapis.com/x",
];

#[test]
fn hostile_endpoints_are_refused() {
    for text in HOSTILE {
        refuses(&Services::default(), text);
    }
    refuses(&Services::default(), &format!("https://fcm.googleapis.com/{}", "x".repeat(LONGEST)));
}

#[test]
fn where_any_service_is_allowed_addresses_and_other_forms_are_still_refused() {
    let any = services("any");
    takes(&any, "https://up.example/UP?token=1", "other");
    // All but the plain https URLs of host names.
    let is_plain_name = |text: &&str| {
        ["evil", "xn--", "internal", "localdomain", "notfcm", "fcm-g", "://googleapis.com"]
            .iter()
            .any(|it| text.contains(it))
    };
    for text in HOSTILE.iter().filter(|text| !is_plain_name(text)) {
        refuses(&any, text);
    }
}

#[test]
fn an_operator_can_add_hosts_and_an_origin_of_this_machine() {
    let services = services("ntfy.sh, *.up.example, http://127.0.0.1:9999");
    assert!(services.has_local());
    takes(&services, "https://ntfy.sh/upABC?up=1", "other");
    takes(&services, "http://127.0.0.1:9999/push/1", "other");
    takes(&services, "https://fcm.googleapis.com/x", "google");
    takes(&services, "https://a.up.example/1", "other");
    for text in [
        "https://a.ntfy.sh/x",
        "https://up.example/x",
        "https://a.b.up.example/x",
        "http://127.0.0.1:9998/x",
        "http://127.0.0.2:9999/x",
        "http://127.0.0.1/x",
        "https://127.0.0.1:9999/x",
        "http://localhost:9999/x",
        "http://user@127.0.0.1:9999/x",
        "http://127.0.0.1:9999@evil.example/x",
        "http://ntfy.sh/x",
    ] {
        refuses(&services, text);
    }
}

#[test]
fn lists_of_services_are_checked() {
    for text in
        ["", " ", "any", "ntfy.sh", "*.ntfy.sh", "a.example,b.example", "http://127.0.0.1:1", "http://[::1]:80/"]
    {
        // The scheme's default port must not be written.
        let is_ok = !text.contains(":80");
        assert_eq!(text.parse::<Services>().is_ok(), is_ok, "{text}");
    }
    for text in [
        "localhost",
        "127.0.0.1",
        "https://ntfy.sh",
        "http://ntfy.sh:80",
        "http://127.0.0.1",
        "http://127.0.0.1:1/path",
        "http://10.0.0.1:1",
        "ntfy.sh:443",
        "*.*.ntfy.sh",
        "*.sh",
        "a*.ntfy.sh",
        "*",
        "NTFY.sh",
    ] {
        assert_eq!(text.parse::<Services>(), Err(ServicesError), "{text}");
    }
}

#[test]
fn debug_output_does_not_reveal_the_endpoint() {
    let endpoint = Services::default().endpoint("https://fcm.googleapis.com/fcm/send/secret").unwrap();
    assert_eq!(format!("{endpoint:?}"), "Endpoint(\"google\")");
}

const POINT: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";

#[test]
fn keys_of_browsers_are_accepted() {
    assert_eq!(p256dh(POINT).unwrap()[0], 4);
    assert_eq!(p256dh(&format!("{POINT}=")), p256dh(POINT));
    assert_eq!(auth("BTBZMqHH6r4Tts7J_aSIgg").unwrap().len(), AUTH);
    assert!(auth("BTBZMqHH6r4Tts7J_aSIgg==").is_ok());
}

#[test]
fn invalid_keys_are_refused() {
    let point = URL_SAFE_NO_PAD.decode(POINT).unwrap();
    let mut off_curve = point.clone();
    off_curve[64] ^= 1;
    let mut compressed = point[..33].to_vec();
    compressed[0] = 2;
    let mut hybrid = point.clone();
    hybrid[0] = 6;
    let mut zero = vec![0; PUBLIC_KEY];
    zero[0] = 4;
    let mut long = point.clone();
    long.push(0);
    for bytes in [off_curve, compressed, hybrid, zero, long, vec![0], point[..64].to_vec(), vec![0xff; 65]] {
        assert_eq!(p256dh(&URL_SAFE_NO_PAD.encode(&bytes)), Err(SubscriptionKeyError::P256dh), "{bytes:?}");
    }
    assert_eq!(p256dh("not base64!"), Err(SubscriptionKeyError::P256dh));
    for text in ["", "AAAA", "BTBZMqHH6r4Tts7J_aSIggAA", "BTBZMqHH6r4Tts7J+aSIgg"] {
        assert_eq!(auth(text), Err(SubscriptionKeyError::Auth), "{text}");
    }
}
