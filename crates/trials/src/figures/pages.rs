//! Pages and assets, as the built site has them.

use std::{fs, path::Path, time::Duration};

use anyhow::{Context as _, Result};

use super::print::print;
use crate::{
    client::{load::Load, request},
    ground::{
        postgres::Postgres,
        server::{Server, Settings},
    },
};

const CONNECTIONS: u32 = 64;
const DURATION: Duration = Duration::from_secs(4);

pub(super) async fn measure(postgres: &Postgres) -> Result<()> {
    let database = postgres.create("pages").await?;
    let server = Server::start(&Settings::on(&database.url)).await?;
    let script = largest_script()?;
    for (name, path) in [("pages (/alarm/en)", "/alarm/en"), ("assets (largest script)", &script)] {
        let load = Load { server: server.address()?, connections: CONNECTIONS, duration: DURATION, status: 200 };
        let page = request::page(path);
        let answered = load.run(move |_, _| page.clone()).await?;
        print(format_args!("{name}, {CONNECTIONS} connections"), answered.rate, "/s");
    }
    server.stop().await
}

/// The path of the largest script.
fn largest_script() -> Result<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../frontend/dist/assets");
    let files = fs::read_dir(&folder).with_context(|| format!("the site is built in {}", folder.display()))?;
    let scripts = files.filter_map(|file| {
        let file = file.ok()?;
        let name = file.file_name().into_string().ok()?;
        Path::new(&name).extension().is_some_and(|ending| ending == "js").then_some((file.metadata().ok()?.len(), name))
    });
    let (_, name) = scripts.max().context("the site has a script")?;
    Ok(format!("/assets/{name}"))
}
