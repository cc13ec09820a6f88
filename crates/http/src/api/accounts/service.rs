//! What registering and logging in need besides their request.

use std::sync::Arc;

use tokibako_storage::Storage;

use super::{cookie::Cookies, metrics::AccountMetrics, passwords::Passwords};
use crate::{clock::Clock, limits::Limits};

/// The components behind registering and logging in, which need nearly all of them at once.
pub(crate) struct AccountService {
    pub(crate) storage: Storage,
    pub(crate) clock: Clock,
    pub(crate) limits: Arc<Limits>,
    pub(crate) passwords: Passwords,
    pub(crate) cookies: Cookies,
    pub(crate) metrics: AccountMetrics,
}
