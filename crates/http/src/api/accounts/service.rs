//! The components that registering and logging in use.

use std::{net::IpAddr, sync::Arc};

use actix_web::HttpRequest;
use tokibako_domain::account::{Account, Password, PasswordHash};
use tokibako_storage::{Storage, browsers, clock::Clock, sessions};

use super::{
    cookie::{Cookies, PresentedSession},
    metrics::AccountMetrics,
    passwords::{PasswordVisitor, Passwords},
};
use crate::{
    error::Problem,
    events::Hints,
    limits::{
        Attempt, Limits,
        bounds::{MOST_MOVED, MOVED_ROWS, PASSWORDS},
    },
};

/// The operator's settings for accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountSettings {
    /// Whether new accounts can be created.
    pub is_open: bool,
    /// Whether each wrong password is logged with the client's address.
    pub logs_failures: bool,
}

/// The components that registering and logging in use.
pub(crate) struct AccountService {
    pub(crate) storage: Storage,
    pub(crate) clock: Clock,
    pub(crate) hints: Hints,
    pub(crate) limits: Arc<Limits>,
    pub(crate) passwords: Passwords,
    pub(crate) cookies: Cookies,
    pub(crate) metrics: AccountMetrics,
    pub(crate) settings: AccountSettings,
}

impl Default for AccountSettings {
    fn default() -> Self {
        Self { is_open: true, logs_failures: false }
    }
}

impl AccountService {
    /// The account of the presented session; [`Problem::SignedOut`] without one.
    pub(crate) async fn account(&self, PresentedSession(presented): &PresentedSession) -> Result<Account, Problem> {
        let token = presented.clone().ok_or(Problem::SignedOut)?;
        sessions::account_of(&self.storage, token, self.clock.now()).await?.ok_or(Problem::SignedOut)
    }

    /// Whose password is hashed for this request, who is not known.
    pub(super) fn password_visitor(&self, request: &HttpRequest) -> PasswordVisitor {
        let (client, requester) = (self.limits.client(request), self.limits.requester(request, false));
        PasswordVisitor { client, neighbour: requester.neighbour, is_known: false }
    }

    /// Takes tokens for the rows that a new browser id of the account rewrites.
    pub(super) async fn take_moved_rows(&self, request: &HttpRequest, account: &Account) -> Result<(), Problem> {
        let rows = browsers::rows_to_move(&self.storage, account.browser).await?;
        self.limits.deferred(&MOVED_ROWS, request)(rows.min(MOST_MOVED))
    }

    /// Checks the password of an attempt. A wrong one is [`Problem::WrongPair`], the only outcome that counts as a
    /// failure.
    pub(super) async fn check(
        &self,
        request: &HttpRequest,
        attempt: Attempt,
        typed: Option<Password>,
        kept: Option<PasswordHash>,
    ) -> Result<(), Problem> {
        let visitor = PasswordVisitor { is_known: attempt.is_known(), ..self.password_visitor(request) };
        let checked = match self.limits.take_by_address(&PASSWORDS, request) {
            Ok(()) => self.passwords.check(typed, kept, visitor).await,
            Err(refused) => Err(refused),
        };
        match checked {
            Ok(true) => {
                attempt.succeeded();
                Ok(())
            }
            Ok(false) => {
                if self.settings.logs_failures {
                    log_failure(self.limits.address(request));
                }
                Err(Problem::WrongPair)
            }
            Err(problem) => {
                attempt.cancel();
                Err(problem)
            }
        }
    }
}

/// The log line that fail2ban counts; docs/operations.md has the filter. It names no account.
fn log_failure(address: Option<IpAddr>) {
    if let Some(address) = address {
        tracing::warn!(target: "tokibako::auth", %address, "failed sign-in");
    }
}
