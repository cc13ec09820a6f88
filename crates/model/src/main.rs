//! Searches the worlds that are named, or all, and prints how many states they have; or simulates worlds.

use std::{ops::Range, process::ExitCode, time::Instant};

use tokibako_model::{SearchResult, SimulationResult, search, simulate, sizes};

const USAGE: &str = "usage: tokibako-model [WORLD…] | simulate FIRST-SEED COUNT";

fn main() -> ExitCode {
    // The first is the name of the program.
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    match wanted.split_first() {
        Some((command, seeds)) if command == "simulate" => match range(seeds) {
            Some(seeds) => simulate_all(seeds),
            None => refused(USAGE),
        },
        _ => search_all(&wanted),
    }
}

fn range(arguments: &[String]) -> Option<Range<u64>> {
    let [first, count] = arguments else { return None };
    let first: u64 = first.parse().ok()?;
    Some(first..first.checked_add(count.parse().ok()?)?)
}

/// Simulates the world of each seed; prints the history of those in which a property does not hold.
#[expect(clippy::print_stdout, reason = "for a person at a terminal")]
fn simulate_all(seeds: Range<u64>) -> ExitCode {
    let begun = Instant::now();
    let (mut events, mut failed) = (0, 0);
    for seed in seeds.clone() {
        let SimulationResult { bounds, history, broken } = simulate(seed, None);
        events += history.len();
        let Some(property) = broken else { continue };
        failed += 1;
        println!("seed {seed}, broken: {property}, in {bounds:#?}");
        for (at, action) in history {
            println!("  {at:>8} ms {action:?}");
        }
    }
    let count = seeds.end - seeds.start;
    println!("{count} seeds, {events} events, {failed} failed, {:.1} s", begun.elapsed().as_secs_f64());
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[expect(clippy::print_stdout, reason = "for a person at a terminal")]
fn search_all(wanted: &[String]) -> ExitCode {
    let worlds = || sizes::SMALL.into_iter().chain(sizes::LARGE);
    if let Some(unknown) = wanted.iter().find(|wanted| worlds().all(|(name, _)| name != *wanted)) {
        let names: Vec<&str> = worlds().map(|(name, _)| name).collect();
        return refused(&format!("there is no world {unknown}; there are {}", names.join(", ")));
    }
    for (name, bounds) in worlds() {
        if !wanted.is_empty() && !wanted.iter().any(|wanted| wanted == name) {
            continue;
        }
        let begun = Instant::now();
        let SearchResult { states, depth, broken } = search(bounds);
        println!("{name}: {states} states, depth {depth}, {:.1} s", begun.elapsed().as_secs_f64());
        for (property, way) in broken {
            println!("  broken: {property}: {}", way.join(" "));
        }
    }
    ExitCode::SUCCESS
}

#[expect(clippy::print_stdout, reason = "for a person at a terminal")]
fn refused(reason: &str) -> ExitCode {
    println!("{reason}");
    ExitCode::from(2)
}
