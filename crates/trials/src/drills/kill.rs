//! The server is killed at random moments, on a Postgres of its own, while rows ring and two devices answer them.

use std::{fs, path::PathBuf};

use anyhow::{Context as _, Result};
use fastrand::Rng;
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};

use super::{
    fault::Fault,
    play::{Begins, Owed, Play, Visitors},
    scene::Scene,
};
use crate::{
    ground::{
        database::Database,
        postgres::{Postgres, open_folder},
        server::Settings,
    },
    history::History,
};

const LIMIT: time::Duration = time::Duration::seconds(2);

/// The embedded Postgres of a server; dropping this stops it if a killed server has left it running.
struct Embedded(PathBuf);

impl Embedded {
    /// The lines of `postmaster.pid`.
    fn pid_file(&self) -> Result<Vec<String>> {
        let file = fs::read_to_string(self.0.join("postgres/postmaster.pid"))?;
        Ok(file.lines().map(str::to_owned).collect())
    }

    fn database(&self) -> Result<Database> {
        let lines = self.pid_file()?;
        let (port, folder) = (lines.get(3).context("a port")?, lines.get(4).context("a folder")?);
        Ok(Database::at(format!("postgres://tokibako@/tokibako?host={folder}&port={port}")))
    }
}

impl Drop for Embedded {
    fn drop(&mut self) {
        // If Postgres has ended there is no file, and nothing to do.
        let number = self.pid_file().ok().and_then(|lines| lines.first()?.parse().ok());
        if let Some(number) = number {
            let _ = kill(Pid::from_raw(number), Signal::SIGQUIT);
        }
    }
}

pub(super) async fn drill(postgres: &mut Postgres, rounds: u32, chance: &mut Rng) -> Result<Vec<History>> {
    let folder = open_folder()?;
    let embedded = Embedded(folder.path().join("data"));
    let mut scene = Scene::new(postgres, "kill").await?;
    scene.settings = Settings::on("embedded").with("TOKIBAKO_DATA_DIR", &embedded.0.display());
    scene.start("all", 1..=25).await?;
    scene.database = embedded.database()?;
    let play = Play {
        fault: Fault::Killed(0),
        rounds,
        begins: Begins::After(1_000..2_900),
        lasts: Some(0..800),
        owed: Owed::Over,
        visitors: Visitors::Answer,
        ..Play::of(format!("{rounds} times, half of it answered by two devices"), 400, 1_000..3_000, LIMIT)
    };
    let mut histories: Vec<_> = scene.play(&play, chance).await?.into_iter().map(History::told).collect();
    histories.push(scene.close().await?);
    Ok(histories)
}
