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

impl Addresses {
    /// Parses a comma-separated list of addresses, which have the same account if any.
    pub fn parse(text: &str) -> Option<Self> {
        let read = text.split(',').map(|address| server(address.trim())).collect::<Option<Vec<_>>>()?;
        let (servers, accounts): (Vec<_>, Vec<_>) = read.into_iter().unzip();
        // It is enough if one of the addresses names the account.
        let account = accounts.iter().flatten().next().cloned();
        let is_one = accounts.into_iter().flatten().all(|other| Some(other) == account);
        is_one.then_some(Self { servers, account })
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

fn server(text: &str) -> Option<(Url, Option<Account>)> {
    let mut url: Url = text.parse().ok()?;
    let is_address = matches!(url.scheme(), "nats" | "tls") && url.host_str().is_some_and(|host| !host.is_empty());
    if !is_address || !matches!(url.path(), "" | "/") || url.query().is_some() || url.fragment().is_some() {
        return None;
    }
    let account = match (url.username(), url.password()) {
        ("", None) => None,
        (token, None) => Some(Account::Token(decoded(token)?)),
        (name, Some(password)) => Some(Account::User { name: decoded(name)?, password: decoded(password)? }),
    };
    // Cannot fail, because the URL has a host.
    url.set_username("").and_then(|()| url.set_password(None)).ok()?;
    Some((url, account))
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
    fn what_is_no_list_of_servers_is_refused_and_no_password_is_printed() {
        for text in [
            "",
            "localhost:4222",
            "http://localhost:4222",
            "ws://localhost:4222",
            "nats://",
            "nats://host:99999",
            "nats://a,,nats://b",
            "nats://us%ger:x@a",
            "nats://a/path",
            "nats://a?x=1",
            "nats://one:secret@a,nats://other:secret@b",
        ] {
            assert_eq!(Addresses::parse(text), None, "{text}");
        }
        let printed = format!("{:?}", Addresses::parse("nats://name:secret@a").unwrap());
        assert_eq!(printed, r#"Addresses(["nats://a"])"#);
    }
}
