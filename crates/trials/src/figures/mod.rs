//! Figures: each prints lines of `name: value unit`.

mod herd;
mod lateness;
mod pages;
mod print;
mod rows;
mod streams;

use anyhow::{Result, bail};

use crate::ground::postgres::Postgres;

const NAMES: [&str; 5] = ["lateness", "herd", "streams", "pages", "rows"];

/// Measures what is named, or everything, each on a fresh database of one cluster.
pub(crate) async fn run(names: &[String]) -> Result<()> {
    if let Some(unknown) = names.iter().find(|name| !NAMES.contains(&name.as_str())) {
        bail!("no figure is called {unknown}; there are {}", NAMES.join(", "));
    }
    let is_asked = |name: &str| names.is_empty() || names.iter().any(|asked| asked == name);
    let postgres = Postgres::start().await?;
    if is_asked("lateness") {
        lateness::measure(&postgres).await?;
    }
    if is_asked("herd") {
        herd::measure(&postgres).await?;
    }
    if is_asked("streams") {
        streams::measure(&postgres).await?;
    }
    if is_asked("pages") {
        pages::measure(&postgres).await?;
    }
    if is_asked("rows") {
        rows::measure(&postgres).await?;
    }
    Ok(())
}
