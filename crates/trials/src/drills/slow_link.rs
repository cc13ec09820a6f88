//! Between one process and the bus hardly anything passes: its own rings come all the same, and nobody else's come later.

use anyhow::Result;
use fastrand::Rng;

use super::{
    fault::Fault,
    faults::{herd, three_sites},
};
use crate::{
    client::crowd::Crowd,
    ground::{
        link::{End, Link},
        nats::Nats,
        postgres::Postgres,
        spread::Spread,
    },
    history::History,
};

/// Herds with the link narrow, and as many with it wide, in turns.
const ROUNDS: usize = 5;

/// Two megabits a second: a herd takes eight seconds to pass.
const NARROW: u32 = 2_000_000 / 8;

/// How many milliseconds later the others' last ring may come beside the slow one, in the median.
const MARGIN: f64 = 50.0;

pub(super) async fn drill(postgres: &mut Postgres, chance: &mut Rng) -> Result<Vec<History>> {
    let nats = Nats::start(3).await?;
    let link = Link::to(End::Port(nats.address(0))).await?;
    let mut scene = three_sites(postgres, "slow-link", nats, &format!("nats://{}", link.address)).await?;
    let (mut histories, mut last) = (Vec::new(), [Vec::new(), Vec::new()]);
    for round in 0..2 * ROUNDS {
        let turn = round % 2;
        link.set_width((turn == 1).then_some(NARROW));
        let name = if turn == 1 { "2 Mbit/s between one process and the bus" } else { "full width" };
        histories.extend(scene.play(&herd(name, Fault::None), chance).await?.into_iter().map(History::told));
        let of_sites: Vec<_> = scene.crowds().map(last_of).collect();
        println!("  last ring of the process behind the link {}, of the others {:?}", of_sites[0], &of_sites[1..]);
        last[turn].extend(of_sites.into_iter().skip(1).max());
        link.set_width(None);
    }
    let [wide, narrow] = last.map(|last| Spread::of(last).median());
    let mut others = History::new("slow-link, the other processes", time::Duration::ZERO);
    others.require(narrow <= wide + MARGIN, || format!("their last ring came after {narrow:.0} ms, not {wide:.0} ms"));
    histories.extend([others.told(), scene.close().await?]);
    Ok(histories)
}

/// How long after its first ring the last was heard.
fn last_of(crowd: &Crowd) -> time::Duration {
    let instants = || crowd.heard().into_iter().map(|heard| heard.at);
    instants().max().zip(instants().min()).map(|(last, first)| last - first).unwrap_or_default()
}
