//! The model as the search knows it.

use stateright::{Model, Property};

use crate::{action::Action, bounds::Bounds, properties, world::World};

impl Model for Bounds {
    type State = World;
    type Action = Action;

    fn init_states(&self) -> Vec<World> {
        vec![World::begin(self)]
    }

    fn actions(&self, world: &World, actions: &mut Vec<Action>) {
        actions.extend(world.choices(self));
    }

    fn next_state(&self, world: &World, action: Action) -> Option<World> {
        let mut next = world.clone();
        next.happen(action, self)?;
        Some(next)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        properties::of(self)
    }
}
