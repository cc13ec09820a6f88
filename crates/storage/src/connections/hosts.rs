//! The hosts of a database's address, which may name several: a primary and its standbys.

/// The address with one host each, in their order. libpq takes hosts and ports as lists with commas.
pub(crate) fn single(url: &str) -> Vec<String> {
    let (before, hosts, after) = host_list(url);
    let count = hosts.split(',').count();
    if count < 2 {
        return vec![url.to_owned()];
    }
    let one = |(number, host)| one_port(&format!("{before}{host}{after}"), number);
    hosts.split(',').enumerate().map(one).collect()
}

/// The address in three parts, the middle one with all hosts; empty if none is named.
fn host_list(url: &str) -> (&str, &str, &str) {
    if let Some(found) = parameter(url, "host").filter(|(_, hosts, _)| hosts.contains(',')) {
        return found;
    }
    let Some((scheme, rest)) = url.split_once("://") else { return (url, "", "") };
    let authority = rest.split(['/', '?']).next().unwrap_or_default();
    let hosts = authority.rsplit('@').next().unwrap_or_default();
    let begin = scheme.len() + "://".len() + authority.len() - hosts.len();
    (&url[..begin], hosts, &url[begin + hosts.len()..])
}

/// The address with the port of the host with this number, if ports are a list, too.
fn one_port(url: &str, number: usize) -> String {
    match parameter(url, "port") {
        Some((before, ports, after)) if ports.contains(',') => {
            format!("{before}{}{after}", ports.split(',').nth(number).unwrap_or_default())
        }
        _ => url.to_owned(),
    }
}

/// What is before the value of a parameter, the value, and what is after it.
fn parameter<'a>(url: &'a str, name: &str) -> Option<(&'a str, &'a str, &'a str)> {
    let separators: &[char] = if url.contains("://") { &['?', '&'] } else { &[' '] };
    let named = format!("{name}=");
    let begin = url.match_indices(&named).map(|(at, _)| at).find(|at| *at == 0 || url[..*at].ends_with(separators))?;
    let begin = begin + named.len();
    let end = url[begin..].find(separators).map_or(url.len(), |length| begin + length);
    Some((&url[..begin], &url[begin..end], &url[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_with_several_hosts_is_one_for_each_of_them() {
        for (url, expected) in [
            ("postgres://u:p@a/db?x=1", vec!["postgres://u:p@a/db?x=1"]),
            ("postgres://u:p@a:1,b:2/db?x=1", vec!["postgres://u:p@a:1/db?x=1", "postgres://u:p@b:2/db?x=1"]),
            ("postgres://a,b", vec!["postgres://a", "postgres://b"]),
            ("postgres://u:p%2Cq@a,[::1]:2?x=1", vec!["postgres://u:p%2Cq@a?x=1", "postgres://u:p%2Cq@[::1]:2?x=1"]),
            ("postgres://u@/db?host=/a,/b", vec!["postgres://u@/db?host=/a", "postgres://u@/db?host=/b"]),
            (
                "postgres:///db?hostaddr=1&host=a,b&port=1,2&x=1",
                vec!["postgres:///db?hostaddr=1&host=a&port=1&x=1", "postgres:///db?hostaddr=1&host=b&port=2&x=1"],
            ),
            ("host=a,b port=1 dbname=c", vec!["host=a port=1 dbname=c", "host=b port=1 dbname=c"]),
            ("dbname=c host=a", vec!["dbname=c host=a"]),
        ] {
            assert_eq!(single(url), expected, "{url}");
        }
    }
}
