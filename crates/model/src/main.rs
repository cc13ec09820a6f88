//! Searches the worlds that are named, or all, and prints how many states they have.

use std::{process::ExitCode, time::Instant};

use tokibako_model::{Found, search, sizes};

#[expect(clippy::print_stdout, reason = "for a person at a terminal")]
fn main() -> ExitCode {
    // The first is the name of the program.
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let worlds = || sizes::SMALL.into_iter().chain(sizes::LARGE);
    if let Some(unknown) = wanted.iter().find(|wanted| worlds().all(|(name, _)| name != *wanted)) {
        let names: Vec<&str> = worlds().map(|(name, _)| name).collect();
        println!("there is no world {unknown}; there are {}", names.join(", "));
        return ExitCode::from(2);
    }
    for (name, bounds) in worlds() {
        if !wanted.is_empty() && !wanted.iter().any(|wanted| wanted == name) {
            continue;
        }
        let begun = Instant::now();
        let Found { states, depth, broken } = search(bounds);
        println!("{name}: {states} states, depth {depth}, {:.1} s", begun.elapsed().as_secs_f64());
        for (property, way) in broken {
            println!("  broken: {property}: {}", way.join(" "));
        }
    }
    ExitCode::SUCCESS
}
