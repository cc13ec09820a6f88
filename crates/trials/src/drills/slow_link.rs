//! Between one process and the bus hardly anything passes: its own rings come all the same, and nobody else waits for it.

use anyhow::{Context as _, Result};
use fastrand::Rng;

use super::{
    fault::Fault,
    faults::{herd, three_sites},
    play::{Begins, Play},
};
use crate::{
    client::crowd::Crowd,
    ground::{
        due,
        link::{End, Link},
        nats::Nats,
        postgres::Postgres,
        spread::Spread,
    },
    history::{History, micros},
};

/// Herds with the link wide, narrow and cut, in turns.
const ROUNDS: usize = 5;

/// Two megabits a second: a herd takes eight seconds to pass.
const NARROW: u32 = 2_000_000 / 8;

/// How many milliseconds later the others' last ring may come beside the narrow link, in the median.
const MARGIN: f64 = 50.0;

/// The process behind the link reads the log instead, which takes processor time from all if they share a machine. It does so
/// as well if nothing passes, when nothing can wait for the link. So the others' last ring may come later than with a wide
/// link if it does then, too; but not after it is in the log.
pub(super) async fn drill(postgres: &mut Postgres, chance: &mut Rng) -> Result<Vec<History>> {
    let nats = Nats::start(3).await?;
    let link = Link::to(End::Port(nats.address(0))).await?;
    let mut scene = three_sites(postgres, "slow-link", nats, &format!("nats://{}", link.address)).await?;
    scene.link = Some(link);
    let turns = [
        ("full width", Fault::None),
        ("2 Mbit/s between one process and the bus", Fault::NetworkNarrow(NARROW)),
        ("nothing between one process and the bus", Fault::NetworkCut),
    ];
    let (mut histories, mut last, mut after_log) = (Vec::new(), [const { Vec::new() }; 3], [const { Vec::new() }; 3]);
    for round in 0..ROUNDS * turns.len() {
        let turn = round % turns.len();
        let (name, fault) = turns[turn];
        let play = Play { begins: Begins::BeforeTheRows, ..herd(name, fault) };
        histories.extend(scene.play(&play, chance).await?.into_iter().map(History::told));
        let (due, logged) = due::last_in_the_log(&scene.database).await?;
        let mut sites = scene.crowds().map(|crowd| last_of(crowd).map(|at| time::Duration::microseconds(at - due)));
        let (first, others) = (sites.next().flatten().context("a ring")?, sites.flatten().max().context("a ring")?);
        let seconds = [first, others, logged].map(time::Duration::as_seconds_f64);
        let [first, of_others, in_log] = seconds;
        println!("  last ring: behind the link {first:.2} s, at the others {of_others:.2} s, in the log {in_log:.2} s");
        last[turn].push(others);
        after_log[turn].push(others - logged);
    }
    let [wide, narrow, cut] = last.map(|last| Spread::of(last).median());
    let [wide_after, narrow_after, _] = after_log.map(|after| Spread::of(after).median());
    let mut others = History::new(
        format!(
            "slow-link, the last ring of the other processes in the median: full width {wide:.0} ms, 2 Mbit/s {narrow:.0} ms, \
             nothing {cut:.0} ms; after the log {wide_after:.0} and {narrow_after:.0} ms"
        ),
        time::Duration::ZERO,
    );
    others.require(narrow <= wide.max(cut) + MARGIN, || "it came later beside the narrow link".to_owned());
    others.require(narrow_after <= wide_after + MARGIN, || "it came later after the log".to_owned());
    histories.extend([others.told(), scene.close().await?]);
    Ok(histories)
}

/// When the last ring was heard.
fn last_of(crowd: &Crowd) -> Option<i64> {
    crowd.heard().into_iter().map(|heard| micros(heard.at)).max()
}
