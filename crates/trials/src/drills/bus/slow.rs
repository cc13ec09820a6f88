//! Between one process and the bus hardly anything passes: its own rings come all the same, and nobody else's come later.

use anyhow::Result;
use time::OffsetDateTime;
use tokio::time::sleep;

use super::scene::{CALM, HERD, LIMIT, Scene};
use crate::{
    drills::tally::Tally,
    ground::{narrow_link::NarrowLink, nats_cluster::NatsCluster, postgres::Postgres},
};

/// Herds with the link narrow, and as many with it wide, in turns.
const ROUNDS: usize = 5;

/// Two megabits a second: a herd takes eight seconds to pass.
const NARROW: u32 = 2_000_000 / 8;

/// How much later the others' last ring may come beside the slow one, in the median.
const MARGIN: time::Duration = time::Duration::milliseconds(50);

/// The site behind the link.
const SLOW: u32 = 0;

pub(crate) async fn drill(postgres: &Postgres) -> Result<Vec<Tally>> {
    let nats = NatsCluster::start().await?;
    let link = NarrowLink::to(nats.address(0)).await?;
    let (urls, slow) = (nats.urls(), format!("nats://{}", link.address()));
    let bus = |site| if site == Some(SLOW) { slow.clone() } else { urls.clone() };
    let scene = Scene::open(postgres, "slow_link", bus).await?;
    let (mut tallies, mut last) = (Vec::new(), [Vec::new(), Vec::new()]);
    for width in [None, Some(NARROW)] {
        let name = if width.is_some() { "2 Mbit/s between one process and the bus" } else { "the same at full width" };
        tallies.push(Tally::new(name, LIMIT));
    }
    for round in 0..2 * ROUNDS {
        let turn = round % 2;
        link.set_width((turn == 1).then_some(NARROW));
        let herd = scene.herd().await?;
        herd.hear(HERD).await;
        sleep(CALM).await;
        tallies[turn].excuse(OffsetDateTime::UNIX_EPOCH, herd.owed);
        tallies[turn].enter(&herd.expected, &herd.heard().concat())?;
        tallies[turn].enter_log(&scene.database, &herd.expected).await?;
        let of_sites = herd.last();
        let others = of_sites.iter().skip(1).copied().max().unwrap_or_default();
        println!(
            "  last ring of the process behind the link {:.3} s, of the others {:.3} s; the log read {} times",
            of_sites[0].as_seconds_f64(),
            others.as_seconds_f64(),
            herd.reads().await?,
        );
        last[turn].push(others);
        link.set_width(None);
    }
    let [wide, narrow] = last.map(median);
    let seconds = |duration: time::Duration| duration.as_seconds_f64();
    tallies[1].require(narrow <= wide + MARGIN, || {
        format!("the others' last ring came after {:.3} s instead of {:.3} s", seconds(narrow), seconds(wide))
    });
    scene.close().await?;
    Ok(tallies.into_iter().map(Tally::told).collect())
}

fn median(mut durations: Vec<time::Duration>) -> time::Duration {
    durations.sort_unstable();
    durations[durations.len() / 2]
}
