//! An exhaustive search.

use std::{collections::BTreeMap, num::NonZero, thread};

use stateright::{Checker as _, Expectation, Model as _};

use crate::bounds::Bounds;

/// The result of a search.
#[derive(Debug)]
pub struct SearchResult {
    /// How many different states there are.
    pub states: usize,
    /// The longest shortest way to a state.
    pub depth: usize,
    /// The properties that do not hold, each with the shortest way to a state that shows it.
    pub broken: BTreeMap<&'static str, Vec<String>>,
}

/// Visits every state.
#[must_use]
pub fn search(bounds: Bounds) -> SearchResult {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let checker = bounds.checker().threads(threads).spawn_bfs().join();
    let mut broken = BTreeMap::new();
    for property in bounds.properties() {
        let discovery = checker.discovery(property.name);
        match (property.expectation, discovery) {
            (Expectation::Always, Some(path)) => {
                broken.insert(property.name, path.into_actions().iter().map(|action| format!("{action:?}")).collect());
            }
            (Expectation::Sometimes, None) => {
                broken.insert(property.name, Vec::new());
            }
            _ => {}
        }
    }
    SearchResult { states: checker.unique_state_count(), depth: checker.max_depth(), broken }
}
