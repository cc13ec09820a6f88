//! What every term of the primary has anew, such as connections: a frozen primary keeps those of its term.

use std::sync::Arc;

use parking_lot::Mutex;

use super::primary::{Primary, Term};

/// A value that is made anew for each term.
pub(crate) struct TermValue<T> {
    primary: Arc<Primary>,
    make: Box<dyn Fn() -> T + Send + Sync>,
    current: Mutex<(Term, T)>,
}

impl<T: Clone> TermValue<T> {
    /// The value of each term that `make` returns.
    pub(crate) fn new(primary: Arc<Primary>, make: impl Fn() -> T + Send + Sync + 'static) -> Self {
        let current = Mutex::new((primary.term(), make()));
        Self { primary, make: Box::new(make), current }
    }

    /// The present term and its value.
    pub(crate) fn get(&self) -> (Term, T) {
        let mut current = self.current.lock();
        let term = self.primary.term();
        if current.0 != term {
            *current = (term, (self.make)());
        }
        current.clone()
    }
}
