//! Embeds the commit that is built: `TOKIBAKO_COMMIT` if it is set, otherwise what git reports, otherwise nothing.

use std::{env, path::Path, process::Command};

/// How many digits of the hash are embedded.
const DIGITS: usize = 12;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=TOKIBAKO_COMMIT");
    // Git's log of HEAD grows with each commit and checkout. Cargo would treat a missing file as always changed.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|log| Path::new(log).exists()) {
        println!("cargo:rerun-if-changed={log}");
    }
    let told = env::var("TOKIBAKO_COMMIT").ok().filter(|commit| !commit.is_empty());
    let commit = told.or_else(|| git(&["rev-parse", "HEAD"]));
    let mut line = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    if let Some(commit) = commit.filter(|commit| commit.bytes().all(|digit| digit.is_ascii_hexdigit())) {
        let commit = commit.get(..DIGITS).unwrap_or(&commit);
        println!("cargo:rustc-env=TOKIBAKO_BUILT_FROM={commit}");
        line = format!("{line} ({commit})");
    }
    println!("cargo:rustc-env=TOKIBAKO_VERSION_LINE={line}");
}

/// The output of git; `None` without git or outside of a checkout.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
