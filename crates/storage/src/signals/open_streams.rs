//! Tells claims which devices have an open stream in this process, so that their pushes are delayed.

use std::{
    fmt,
    sync::{Arc, PoisonError, RwLock},
};

use tokibako_domain::{browser_id::BrowserId, firing::NewFiring};
use uuid::Uuid;

/// Returns the devices whose streams are about to receive some of these rings.
type Devices = dyn Fn(&[NewFiring]) -> Vec<(BrowserId, Uuid)> + Send + Sync;

/// The function that claims call; without one, no device has a stream.
#[derive(Default)]
pub(crate) struct OpenStreams(RwLock<Option<Arc<Devices>>>);

impl OpenStreams {
    /// Sets the function.
    pub(crate) fn set(&self, devices: impl Fn(&[NewFiring]) -> Vec<(BrowserId, Uuid)> + Send + Sync + 'static) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(devices));
    }

    /// The devices whose streams are about to receive some of these rings.
    pub(crate) fn devices(&self, rings: &[NewFiring]) -> Vec<(BrowserId, Uuid)> {
        let devices = self.0.read().unwrap_or_else(PoisonError::into_inner).clone();
        devices.map(|devices| devices(rings)).unwrap_or_default()
    }
}

impl fmt::Debug for OpenStreams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenStreams").finish_non_exhaustive()
    }
}
