//! On which devices that are rung by push streams of this process are open: their pages are waited for.

use std::{
    fmt,
    sync::{Arc, PoisonError, RwLock},
};

use tokibako_domain::{browser_id::BrowserId, firing::NewFiring};
use uuid::Uuid;

/// Says which devices have streams that are about to be given some rings.
type Devices = dyn Fn(&[NewFiring]) -> Vec<(BrowserId, Uuid)> + Send + Sync;

/// Asked by claims; without anybody who knows, there are none.
#[derive(Default)]
pub(crate) struct OpenStreams(RwLock<Option<Arc<Devices>>>);

impl OpenStreams {
    /// Asks this one from now on.
    pub(crate) fn known_by(&self, devices: impl Fn(&[NewFiring]) -> Vec<(BrowserId, Uuid)> + Send + Sync + 'static) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(devices));
    }

    /// The devices whose streams are about to be given some of these rings.
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
