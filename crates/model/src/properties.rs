//! What must hold in every state, or once nothing more happens.

use std::collections::BTreeSet;

use stateright::Property;
use tokibako_domain::{answer::EARLIEST_ANSWER, push::Purpose};

use crate::{
    bounds::Bounds,
    instants,
    rows::{Ring, RowArming, StandingAnswer},
    transaction::AnswerResponse,
    world::{ANSWERED, World},
};

/// The properties that a search of this size examines.
pub(crate) fn of(bounds: &Bounds) -> Vec<Property<Bounds>> {
    let mut properties = vec![
        Property::always("a ring is logged once", |_, world: &World| {
            let rings: Vec<Ring> = world.database.log.iter().flat_map(|batch| batch.rings.clone()).collect();
            rings.iter().collect::<BTreeSet<_>>().len() == rings.len() && rings.len() == world.database.rings.len()
        }),
        Property::always("nothing rings early", |_, world: &World| {
            world.database.log.iter().all(|batch| {
                batch.rings.iter().all(|ring| {
                    let is_answered = world.database.rings.get(ring).is_some_and(|logged| logged.answered.is_some());
                    let earliest = if is_answered { ring.due - instants::of(EARLIEST_ANSWER) } else { ring.due };
                    batch.fired_at >= earliest
                })
            })
        }),
        Property::always("in the end every due ring is logged", |bounds: &Bounds, world: &World| {
            let is_logged = |alarm| world.database.rings.contains_key(&Ring { alarm, due: 0 });
            bounds.limits.switches > 0 || (0..bounds.alarms).all(is_logged) || !world.is_over(bounds)
        }),
        Property::always("in the end every stream was given the whole log", |bounds: &Bounds, world: &World| {
            let log = world.database.ids();
            streams(world).all(|given| log.iter().all(|id| given.contains(id))) || !world.is_over(bounds)
        }),
    ];
    if bounds.limits.restores == 0 {
        properties.push(Property::always("a stream is given the log in order, each batch once", |_, world: &World| {
            let log = world.database.ids();
            streams(world).all(|given| log.starts_with(given))
        }));
    }
    if !bounds.answers.is_empty() {
        properties.extend(of_answers(bounds));
    }
    if bounds.has_device {
        properties.extend(of_pushes());
    }
    properties
}

fn of_answers(bounds: &Bounds) -> Vec<Property<Bounds>> {
    let mut properties = vec![
        Property::always("in the end every page that answered knows what counts", |bounds: &Bounds, world: &World| {
            !world.pages.contains(&crate::world::Page::Waits) || !world.is_over(bounds)
        }),
        Property::sometimes("an answer comes before the claim", |_, world: &World| {
            world.database.log.iter().any(|batch| batch.rings.contains(&ANSWERED))
                && world.database.rings.get(&ANSWERED).is_some_and(|logged| logged.answered.is_some())
                && world.open.is_empty()
        }),
    ];
    if bounds.limits.restores == 0 {
        properties.push(Property::always("the first answer counts, for everybody", |_, world: &World| {
            let told: Vec<(StandingAnswer, bool)> = told(world).collect();
            let stands = world.database.rings.get(&ANSWERED).and_then(|logged| logged.answered);
            told.iter().all(|(told, _)| Some(*told) == stands) && told.iter().filter(|(_, first)| *first).count() <= 1
        }));
    }
    if bounds.limits.switches == 0 && bounds.limits.restores == 0 {
        properties.push(Property::always("a snooze that was promised rings", |_, world: &World| {
            told(world).all(|(standing, _)| {
                standing.snoozed_until.is_none_or(|until| {
                    let ring = Ring { alarm: ANSWERED.alarm, due: until };
                    world.database.alarm(ANSWERED.alarm) == RowArming::Snoozed(until)
                        || world.database.rings.contains_key(&ring)
                })
            })
        }));
    }
    properties
}

fn of_pushes() -> Vec<Property<Bounds>> {
    vec![
        Property::always("no two processes hold a ring's message at once", |_, world: &World| {
            let held = world.processes.iter().flat_map(|process| &process.taken);
            let held = held.filter(|taken| {
                taken.purpose != Purpose::Stop && taken.next.is_none() && taken.is_leased(world.system(), world.now)
            });
            let held: Vec<u8> = held.map(|taken| taken.push).collect();
            held.iter().collect::<BTreeSet<_>>().len() == held.len()
        }),
        Property::always(
            "in the end a device was given every ring, or its answer",
            |bounds: &Bounds, world: &World| {
                world.database.rings.iter().all(|(ring, logged)| {
                    ring.due > 0 || logged.answered.is_some() || world.last_given(*ring).is_some()
                }) || !world.is_over(bounds)
            },
        ),
        Property::always(
            "in the end no device that was given a ring misses its answer",
            |bounds: &Bounds, world: &World| {
                world.database.rings.iter().all(|(ring, logged)| {
                    logged.answered.is_none() || matches!(world.last_given(*ring), None | Some(Purpose::Stop))
                }) || !world.is_over(bounds)
            },
        ),
        Property::sometimes("a device is given an answer", |_, world: &World| {
            world.last_given(ANSWERED) == Some(Purpose::Stop)
        }),
    ]
}

fn streams(world: &World) -> impl Iterator<Item = &Vec<tokibako_feed::BatchId>> {
    world.processes.iter().filter_map(|process| Some(&process.feed.as_ref()?.given))
}

fn told(world: &World) -> impl Iterator<Item = (StandingAnswer, bool)> {
    world.pages.iter().filter_map(|page| match page.told()? {
        AnswerResponse::Stands(standing, is_first) => Some((standing, is_first)),
        AnswerResponse::NotFound => None,
    })
}
