//! The addresses of the NATS servers, with the account to log in with.

use std::fmt;

use url::Url;

/// The servers of the bus and the account to log in with. `Debug` hides the account.
#[derive(Clone, PartialEq, Eq)]
pub struct Addresses {
    /// Without user names and passwords, because the client library could log them.
    pub(crate) servers: Vec<Url>,
    pub(crate) account: Option<Account>,
}

/// The credentials that the addresses hold.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Account {
    User { name: String, password: String },
    Token(String),
}

/// Why a text is not a list of servers. The message does not repeat the text, which may hold a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    #[error("an address begins with nats:// or tls:// and names a host")]
    NoAddress,
    #[error("nothing follows the host and the port of an address")]
    TooMuch,
    #[error("all addresses have the same name and password")]
    Accounts,
}

impl Addresses {
    /// Parses a comma-separated list of addresses.
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        let read = text.split(',').map(|address| server(address.trim())).collect::<Result<Vec<_>, _>>()?;
        let (servers, accounts): (Vec<_>, Vec<_>) = read.into_iter().unzip();
        // It is enough if one of the addresses names the account.
        let account = accounts.iter().flatten().next().cloned();
        if accounts.into_iter().flatten().any(|other| Some(other) != account) {
            return Err(AddressError::Accounts);
        }
        Ok(Self { servers, account })
    }

    /// Whether each connection begins with TLS.
    pub fn are_secured(&self) -> bool {
        self.servers.iter().all(|server| server.scheme() == "tls")
    }
}

impl fmt::Debug for Addresses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Addresses").field(&self.servers.iter().map(Url::as_str).collect::<Vec<_>>()).finish()
    }
}

fn server(text: &str) -> Result<(Url, Option<Account>), AddressError> {
    let mut url: Url = text.parse().map_err(|_| AddressError::NoAddress)?;
    if !matches!(url.scheme(), "nats" | "tls") || url.host_str().is_none_or(str::is_empty) {
        return Err(AddressError::NoAddress);
    }
    if !matches!(url.path(), "" | "/") || url.query().is_some() || url.fragment().is_some() {
        return Err(AddressError::TooMuch);
    }
    let decoded = |text: &str| decoded(text).ok_or(AddressError::NoAddress);
    let account = match (url.username(), url.password()) {
        ("", None) => None,
        (token, None) => Some(Account::Token(decoded(token)?)),
        (name, Some(password)) => Some(Account::User { name: decoded(name)?, password: decoded(password)? }),
    };
    // Cannot fail, because the URL has a host.
    let emptied = url.set_username("").and_then(|()| url.set_password(None));
    emptied.map(|()| (url, account)).map_err(|()| AddressError::NoAddress)
}

/// Decodes percent-encoding such as `%40`.
fn decoded(text: &str) -> Option<String> {
    let mut parts = text.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (code, rest) = part.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(code, 16).ok()?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_or_several_servers_are_parsed_with_or_without_an_account() {
        let one = Addresses::parse("nats://127.0.0.1:4222").unwrap();
        assert!(one.servers.len() == 1 && one.account.is_none() && !one.are_secured());
        let three = Addresses::parse("tls://box:p%40ss%3A@a.example, tls://b.example:5222,nats://[::1]").unwrap();
        let hosts: Vec<_> = three.servers.iter().map(|server| (server.host_str().unwrap(), server.port())).collect();
        assert_eq!(hosts, [("a.example", None), ("b.example", Some(5222)), ("[::1]", None)]);
        assert!(three.account == Some(Account::User { name: "box".to_owned(), password: "p@ss:".to_owned() }));
        assert!(!three.are_secured() && Addresses::parse("tls://a,tls://b").unwrap().are_secured());
        assert!(Addresses::parse("nats://secret@a").unwrap().account == Some(Account::Token("secret".to_owned())));
    }

    #[test]
    fn an_error_names_the_problem_but_not_the_password() {
        for (text, expected) in [
            ("", AddressError::NoAddress),
            ("localhost:4222", AddressError::NoAddress),
            ("http://localhost:4222", AddressError::NoAddress),
            ("ws://localhost:4222", AddressError::NoAddress),
            ("nats://", AddressError::NoAddress),
            ("nats://host:99999", AddressError::NoAddress),
            ("nats://a,,nats://b", AddressError::NoAddress),
            ("nats://us%ger:x@a", AddressError::NoAddress),
            ("nats://a/path", AddressError::TooMuch),
            ("nats://a?x=1", AddressError::TooMuch),
            ("nats://one:secret@a,nats://other:secret@b", AddressError::Accounts),
        ] {
            assert_eq!(Addresses::parse(text).unwrap_err(), expected, "{text}");
            assert!(!expected.to_string().contains("secret"));
        }
        let printed = format!("{:?}", Addresses::parse("nats://name:secret@a").unwrap());
        assert_eq!(printed, r#"Addresses(["nats://a"])"#);
    }
}
