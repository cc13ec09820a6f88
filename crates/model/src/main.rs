//! Searches the worlds that are named, or all, and prints how many states they have.

use std::time::Instant;

use tokibako_model::{Found, search, sizes};

#[expect(clippy::print_stdout, reason = "for a person at a terminal")]
fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for (name, bounds) in sizes::SMALL.into_iter().chain(sizes::LARGE) {
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
}
