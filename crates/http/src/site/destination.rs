//! Maps paths of the site to files and redirects.

use std::{ffi::OsStr, path::Path};

/// The destination of a path. Files are named by their paths below the site's folder.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Destination {
    /// A file of `assets`.
    Asset(String),
    /// A file of `icons`.
    Icon(String),
    /// Another file at the root of the site.
    RootFile(String),
    Page(String),
    /// A redirect to a path, if this page of the site exists.
    Redirect {
        path: String,
        if_exists: String,
    },
    /// A redirect to the page where a password can be changed, for password managers.
    ChangePassword,
    Nothing,
}

/// The path by which password managers find that page (W3C, "A Well-Known URL for Changing Passwords").
const CHANGE_PASSWORD: &str = "/.well-known/change-password";

/// Maps a path. Names with characters outside of `[A-Za-z0-9._-]`, or that begin with a dot, are not found.
pub(super) fn of(path: &str) -> Destination {
    if path == CHANGE_PASSWORD {
        return Destination::ChangePassword;
    }
    let Some(path) = path.strip_prefix('/') else { return Destination::Nothing };
    let (trimmed, trailing_slash) = path.strip_suffix('/').map_or((path, false), |trimmed| (trimmed, true));
    let names: Vec<&str> = if path.is_empty() { Vec::new() } else { trimmed.split('/').collect() };
    if !names.iter().all(|name| is_plain(name)) {
        return Destination::Nothing;
    }
    match names.as_slice() {
        ["assets", .., file] if is_public(file) && !trailing_slash => Destination::Asset(trimmed.to_owned()),
        ["icons", file] if is_public(file) && !trailing_slash => Destination::Icon(trimmed.to_owned()),
        [file] if file.contains('.') && is_public(file) && !trailing_slash => Destination::RootFile(trimmed.to_owned()),
        // `/timer/ja` redirects to `/timer` if `/timer/en` exists, which every page has. So `/timer/en/ja` is not
        // found.
        [pages @ .., "ja"] => redirect(pages, &[pages, &["en"]].concat()),
        pages if trailing_slash => redirect(pages, pages),
        pages => page_file(pages).map_or(Destination::Nothing, Destination::Page),
    }
}

/// The file of the not-found page in the language at the end of a path.
pub(super) fn not_found_in_language_of(path: &str) -> Option<String> {
    let language = path.trim_end_matches('/').rsplit('/').next()?;
    is_plain(language).then(|| format!("pages/404/{language}.html"))
}

/// A redirect to this path, if `page` exists.
fn redirect(names: &[&str], page: &[&str]) -> Destination {
    let path = format!("/{}", names.join("/"));
    page_file(page).map_or(Destination::Nothing, |page| Destination::Redirect { path, if_exists: page })
}

/// The file of a page. The root's is `index`; `404` cannot be requested.
fn page_file(names: &[&str]) -> Option<String> {
    let page = match names {
        [] => "index".to_owned(),
        ["index"] | ["404", ..] => return None,
        names if names.iter().any(|name| name.contains('.')) => return None,
        names => names.join("/"),
    };
    Some(format!("pages/{page}.html"))
}

fn is_plain(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    !name.is_empty() && !name.starts_with('.') && name.bytes().all(plain)
}

/// Whether a file may be requested by its own name; compressed variants may not.
fn is_public(name: &str) -> bool {
    !matches!(Path::new(name).extension().and_then(OsStr::to_str), Some("br" | "gz"))
}
