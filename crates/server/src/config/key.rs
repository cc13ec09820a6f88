//! All settings: their keys in a file and their environment variables.

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Key {
    /// In a configuration file.
    pub(crate) name: &'static str,
    /// In the environment. With `_FILE` appended it names a file that contains the value.
    pub(crate) variable: &'static str,
    /// What a valid value looks like, for error messages.
    pub(crate) form: &'static str,
}

/// Pages append a language to it, so it must not have a query.
const SISTER_SITE: &str = "the http:// or https:// address of a site, without ? and #, such as https://qr-code.example";

macro_rules! keys {
    ($($key:ident = $name:literal, $variable:literal, $form:expr;)*) => {
        $(pub(crate) static $key: Key = Key { name: $name, variable: $variable, form: $form };)*

        /// All settings, in the order of `tokibako config`.
        pub(crate) static ALL: &[&Key] = &[$(&$key),*];
    };
}

keys! {
    LISTEN = "listen", "TOKIBAKO_LISTEN", "host:port, such as 127.0.0.1:8080";
    OPS_LISTEN = "ops_listen", "TOKIBAKO_OPS_LISTEN", "host:port, such as 127.0.0.1:9090, or off";
    PUBLIC_URL = "public_url", "TOKIBAKO_PUBLIC_URL",
        "http:// or https:// and a host, without a path, such as https://time.example";
    HTTPS_SINCE = "https_since", "TOKIBAKO_HTTPS_SINCE", "a day, such as 2026-11-27, or nothing";
    DATABASE_URL = "database_url", "DATABASE_URL",
        "postgres://user:password@host:port/database, with %40, %2F, %3F and %25 for @, /, ? and % in the password, or \
        embedded";
    POOL = "pool", "TOKIBAKO_POOL", "a whole number of connections from 1 to 100";
    CLAIMERS = "claimers", "TOKIBAKO_CLAIMERS", "a whole number from 1 to 32";
    BUS_URL = "bus_url", "TOKIBAKO_BUS_URL",
        "nats://host:4222 or tls://host:4222, with name:password@ before the host if need be and nothing after the \
        port, several with commas between them and all of one name and password, or nothing";
    BUS_CA = "bus_ca", "TOKIBAKO_BUS_CA",
        "certificates of authorities as PEM (-----BEGIN CERTIFICATE-----), or nothing";
    BUS_CERTIFICATE = "bus_certificate", "TOKIBAKO_BUS_CERTIFICATE",
        "a certificate as PEM (-----BEGIN CERTIFICATE-----), or nothing";
    BUS_KEY = "bus_key", "TOKIBAKO_BUS_KEY",
        "the private key of TOKIBAKO_BUS_CERTIFICATE as PEM (-----BEGIN PRIVATE KEY-----), or nothing";
    DATA_DIR = "data_dir", "TOKIBAKO_DATA_DIR", "the path of a folder";
    SITE_DIR = "site_dir", "TOKIBAKO_SITE_DIR", "the path of a folder";
    OPERATOR_NAME = "operator_name", "TOKIBAKO_OPERATOR_NAME", "a name on one line";
    OPERATOR_URL = "operator_url", "TOKIBAKO_OPERATOR_URL", "the http:// or https:// address of a site, or nothing";
    OPERATOR_ADDRESS = "operator_address", "TOKIBAKO_OPERATOR_ADDRESS", "a postal address on one line, or nothing";
    OPERATOR_SERVICES = "operator_services", "TOKIBAKO_OPERATOR_SERVICES",
        "what the operator offers, on one line, or nothing";
    URL_SHORTENER_URL = "url_shortener_url", "TOKIBAKO_URL_SHORTENER_URL", SISTER_SITE;
    SPEED_TEST_URL = "speed_test_url", "TOKIBAKO_SPEED_TEST_URL", SISTER_SITE;
    QR_CODE_URL = "qr_code_url", "TOKIBAKO_QR_CODE_URL", SISTER_SITE;
    IMAGE_CROPPER_URL = "image_cropper_url", "TOKIBAKO_IMAGE_CROPPER_URL", SISTER_SITE;
    TIME_TRACKER_URL = "time_tracker_url", "TOKIBAKO_TIME_TRACKER_URL", SISTER_SITE;
    WEATHER_PROVIDER = "weather_provider", "TOKIBAKO_WEATHER_PROVIDER", "open-meteo, weatherapi or off";
    WEATHER_BASE_URL = "weather_base_url", "TOKIBAKO_WEATHER_BASE_URL",
        "http:// or https:// and a host, with a path perhaps and without ? and #, or nothing";
    WEATHER_API_KEY = "weather_api_key", "TOKIBAKO_WEATHER_API_KEY",
        "the provider's key as it is, without spaces, or nothing";
    PUSH_CONTACT = "push_contact", "TOKIBAKO_PUSH_CONTACT", "mailto:name@host or an https:// address, or nothing";
    PUSH_SERVICES = "push_services", "TOKIBAKO_PUSH_SERVICES",
        "host names with commas between them, any, or nothing; with a loopback TOKIBAKO_LISTEN also http:// with a \
        loopback address and a port";
    CHANNEL_HOSTS = "channel_hosts", "TOKIBAKO_CHANNEL_HOSTS",
        "host names with commas between them, any, or off; with a loopback TOKIBAKO_LISTEN also http:// with a \
        loopback address and a port";
    PUSH_KEY = "push_key", "TOKIBAKO_PUSH_KEY", "an EC key of the curve P-256 in PKCS #8, as PEM or base64, or nothing";
    RETENTION_DAYS = "retention_days", "TOKIBAKO_RETENTION_DAYS", "whole days from 1 to 36500, or off";
    RATE_LIMIT = "rate_limit", "TOKIBAKO_RATE_LIMIT", "on or off";
    TRUSTED_PROXIES = "trusted_proxies", "TOKIBAKO_TRUSTED_PROXIES",
        "addresses and networks with commas between them, such as 127.0.0.1, 10.0.0.0/8, fd00::/8, or nothing";
    MAX_ALARMS = "max_alarms", "TOKIBAKO_MAX_ALARMS", "a whole number from 1 to 1000";
    REGISTRATION = "registration", "TOKIBAKO_REGISTRATION", "on or off";
    LOG_FAILED_SIGN_INS = "log_failed_sign_ins", "TOKIBAKO_LOG_FAILED_SIGN_INS", "on or off";
    SERVICE_WORKER = "service_worker", "TOKIBAKO_SERVICE_WORKER", "on, push-only or off";
    SECURITY_CONTACT = "security_contact", "TOKIBAKO_SECURITY_CONTACT",
        "mailto:name@host or an https:// address, or nothing";
    ROLE = "role", "TOKIBAKO_ROLE", "all, http or scheduler";
    LOG = "log", "TOKIBAKO_LOG",
        "off, error, warn, info, debug or trace, and by crate, as in info,tokibako_storage=debug";
    LOG_FORMAT = "log_format", "TOKIBAKO_LOG_FORMAT", "text or json";
}

/// The setting with this key in a configuration file.
pub(crate) fn named(name: &str) -> Option<&'static Key> {
    ALL.iter().copied().find(|key| key.name == name)
}

/// The names of all settings, separated by commas.
pub(crate) fn listed(name_of: impl Fn(&Key) -> &str) -> String {
    ALL.iter().copied().map(name_of).collect::<Vec<_>>().join(", ")
}
