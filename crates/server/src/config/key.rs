//! All settings: their keys in a file and their environment variables.

/// A setting's names.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Key {
    /// In a configuration file.
    pub(crate) name: &'static str,
    /// In the environment. With `_FILE` appended it names a file that contains the value.
    pub(crate) variable: &'static str,
    /// What a valid value looks like, for error messages.
    pub(crate) form: &'static str,
}

pub(crate) static LISTEN: Key =
    Key { name: "listen", variable: "TOKIBAKO_LISTEN", form: "host:port, such as 127.0.0.1:8080" };
pub(crate) static OPS_LISTEN: Key =
    Key { name: "ops_listen", variable: "TOKIBAKO_OPS_LISTEN", form: "host:port, such as 127.0.0.1:9090, or off" };
pub(crate) static DATABASE_URL: Key = Key {
    name: "database_url",
    variable: "DATABASE_URL",
    form: "postgres://user:password@host:port/database, with %40, %2F, %3F and %25 for @, /, ? and % in the password, or \
           embedded",
};
pub(crate) static BUS_URL: Key = Key {
    name: "bus_url",
    variable: "TOKIBAKO_BUS_URL",
    form: "nats://host:4222 or tls://host:4222, with name:password@ before the host if need be and nothing after the \
           port, several with commas between them and all of one name and password, or nothing",
};
pub(crate) static BUS_CA: Key = Key {
    name: "bus_ca",
    variable: "TOKIBAKO_BUS_CA",
    form: "certificates of authorities as PEM (-----BEGIN CERTIFICATE-----), or nothing",
};
pub(crate) static BUS_CERTIFICATE: Key = Key {
    name: "bus_certificate",
    variable: "TOKIBAKO_BUS_CERTIFICATE",
    form: "a certificate as PEM (-----BEGIN CERTIFICATE-----), or nothing",
};
pub(crate) static BUS_KEY: Key = Key {
    name: "bus_key",
    variable: "TOKIBAKO_BUS_KEY",
    form: "the private key of TOKIBAKO_BUS_CERTIFICATE as PEM (-----BEGIN PRIVATE KEY-----), or nothing",
};
pub(crate) static DATA_DIR: Key = Key { name: "data_dir", variable: "TOKIBAKO_DATA_DIR", form: "the path of a folder" };
pub(crate) static SITE_DIR: Key = Key { name: "site_dir", variable: "TOKIBAKO_SITE_DIR", form: "the path of a folder" };
pub(crate) static PUBLIC_URL: Key = Key {
    name: "public_url",
    variable: "TOKIBAKO_PUBLIC_URL",
    form: "http:// or https:// and a host, without a path, such as https://time.example",
};
pub(crate) static OPERATOR_NAME: Key =
    Key { name: "operator_name", variable: "TOKIBAKO_OPERATOR_NAME", form: "a name on one line" };
pub(crate) static OPERATOR_URL: Key = Key {
    name: "operator_url",
    variable: "TOKIBAKO_OPERATOR_URL",
    form: "the http:// or https:// address of a site, or nothing",
};
pub(crate) static OPERATOR_ADDRESS: Key = Key {
    name: "operator_address",
    variable: "TOKIBAKO_OPERATOR_ADDRESS",
    form: "a postal address on one line, or nothing",
};
pub(crate) static OPERATOR_SERVICES: Key = Key {
    name: "operator_services",
    variable: "TOKIBAKO_OPERATOR_SERVICES",
    form: "what the operator offers, on one line, or nothing",
};
pub(crate) static URL_SHORTENER_URL: Key =
    Key { name: "url_shortener_url", variable: "TOKIBAKO_URL_SHORTENER_URL", form: SISTER_SITE };
pub(crate) static SPEED_TEST_URL: Key =
    Key { name: "speed_test_url", variable: "TOKIBAKO_SPEED_TEST_URL", form: SISTER_SITE };
pub(crate) static QR_CODE_URL: Key = Key { name: "qr_code_url", variable: "TOKIBAKO_QR_CODE_URL", form: SISTER_SITE };
pub(crate) static IMAGE_CROPPER_URL: Key =
    Key { name: "image_cropper_url", variable: "TOKIBAKO_IMAGE_CROPPER_URL", form: SISTER_SITE };
pub(crate) static TIME_TRACKER_URL: Key =
    Key { name: "time_tracker_url", variable: "TOKIBAKO_TIME_TRACKER_URL", form: SISTER_SITE };
pub(crate) static WEATHER_PROVIDER: Key =
    Key { name: "weather_provider", variable: "TOKIBAKO_WEATHER_PROVIDER", form: "open-meteo, weatherapi or off" };
pub(crate) static WEATHER_BASE_URL: Key = Key {
    name: "weather_base_url",
    variable: "TOKIBAKO_WEATHER_BASE_URL",
    form: "http:// or https:// and a host, with a path perhaps and without ? and #, or nothing",
};
pub(crate) static WEATHER_API_KEY: Key = Key {
    name: "weather_api_key",
    variable: "TOKIBAKO_WEATHER_API_KEY",
    form: "the provider's key as it is, without spaces, or nothing",
};
pub(crate) static PUSH_CONTACT: Key = Key {
    name: "push_contact",
    variable: "TOKIBAKO_PUSH_CONTACT",
    form: "mailto:name@host or an https:// address, or nothing",
};
pub(crate) static PUSH_SERVICES: Key = Key {
    name: "push_services",
    variable: "TOKIBAKO_PUSH_SERVICES",
    form: "host names with commas between them, any, or nothing; with a loopback TOKIBAKO_LISTEN also http:// with a \
           loopback address and a port",
};
pub(crate) static PUSH_KEY: Key = Key {
    name: "push_key",
    variable: "TOKIBAKO_PUSH_KEY",
    form: "an EC key of the curve P-256 in PKCS #8, as PEM or base64, or nothing",
};
pub(crate) static RETENTION_DAYS: Key =
    Key { name: "retention_days", variable: "TOKIBAKO_RETENTION_DAYS", form: "whole days from 1 to 36500, or off" };
pub(crate) static RATE_LIMIT: Key = Key { name: "rate_limit", variable: "TOKIBAKO_RATE_LIMIT", form: "on or off" };
pub(crate) static TRUSTED_PROXIES: Key = Key {
    name: "trusted_proxies",
    variable: "TOKIBAKO_TRUSTED_PROXIES",
    form: "addresses and networks with commas between them, such as 127.0.0.1, 10.0.0.0/8, fd00::/8, or nothing",
};
pub(crate) static MAX_ALARMS: Key =
    Key { name: "max_alarms", variable: "TOKIBAKO_MAX_ALARMS", form: "a whole number from 1 to 1000" };
pub(crate) static POOL: Key =
    Key { name: "pool", variable: "TOKIBAKO_POOL", form: "a whole number of connections from 1 to 100" };
pub(crate) static CLAIMERS: Key =
    Key { name: "claimers", variable: "TOKIBAKO_CLAIMERS", form: "a whole number from 1 to 32" };
pub(crate) static REGISTRATION: Key =
    Key { name: "registration", variable: "TOKIBAKO_REGISTRATION", form: "on or off" };
pub(crate) static LOG_FAILED_SIGN_INS: Key =
    Key { name: "log_failed_sign_ins", variable: "TOKIBAKO_LOG_FAILED_SIGN_INS", form: "on or off" };
pub(crate) static SERVICE_WORKER: Key =
    Key { name: "service_worker", variable: "TOKIBAKO_SERVICE_WORKER", form: "on, push-only or off" };
pub(crate) static SECURITY_CONTACT: Key = Key {
    name: "security_contact",
    variable: "TOKIBAKO_SECURITY_CONTACT",
    form: "mailto:name@host or an https:// address, or nothing",
};
pub(crate) static ROLE: Key = Key { name: "role", variable: "TOKIBAKO_ROLE", form: "all, http or scheduler" };
pub(crate) static LOG: Key = Key {
    name: "log",
    variable: "TOKIBAKO_LOG",
    form: "off, error, warn, info, debug or trace, and by crate, as in info,tokibako_storage=debug",
};
pub(crate) static LOG_FORMAT: Key = Key { name: "log_format", variable: "TOKIBAKO_LOG_FORMAT", form: "text or json" };

/// Pages append a language to it, so it must not have a query.
const SISTER_SITE: &str = "the http:// or https:// address of a site, without ? and #, such as https://qr-code.example";

/// All settings, in the order of `tokibako config`.
pub(crate) static ALL: &[&Key] = &[
    &LISTEN,
    &OPS_LISTEN,
    &PUBLIC_URL,
    &DATABASE_URL,
    &POOL,
    &CLAIMERS,
    &BUS_URL,
    &BUS_CA,
    &BUS_CERTIFICATE,
    &BUS_KEY,
    &DATA_DIR,
    &SITE_DIR,
    &OPERATOR_NAME,
    &OPERATOR_URL,
    &OPERATOR_ADDRESS,
    &OPERATOR_SERVICES,
    &URL_SHORTENER_URL,
    &SPEED_TEST_URL,
    &QR_CODE_URL,
    &IMAGE_CROPPER_URL,
    &TIME_TRACKER_URL,
    &WEATHER_PROVIDER,
    &WEATHER_BASE_URL,
    &WEATHER_API_KEY,
    &PUSH_CONTACT,
    &PUSH_SERVICES,
    &PUSH_KEY,
    &RETENTION_DAYS,
    &RATE_LIMIT,
    &TRUSTED_PROXIES,
    &MAX_ALARMS,
    &REGISTRATION,
    &LOG_FAILED_SIGN_INS,
    &SERVICE_WORKER,
    &SECURITY_CONTACT,
    &ROLE,
    &LOG,
    &LOG_FORMAT,
];

/// The setting with this key in a configuration file.
pub(crate) fn named(name: &str) -> Option<&'static Key> {
    ALL.iter().copied().find(|key| key.name == name)
}

/// The names of all settings, separated by commas.
pub(crate) fn listed(name_of: impl Fn(&Key) -> &str) -> String {
    ALL.iter().copied().map(name_of).collect::<Vec<_>>().join(", ")
}
