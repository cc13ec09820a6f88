//! The browser behind a service worker's token.

use std::future::{Ready, ready};

use actix_web::{FromRequest, HttpRequest, dev::Payload, web::Data};
use tokibako_domain::{browser_id::BrowserId, firing::RingId};
use tokibako_storage::{Error, Storage, clock::Clock, devices, last_seen::LastSeen};
use uuid::Uuid;

use crate::{api::push::PushSettings, error::Problem};

/// Verifies the tokens of service workers.
pub(crate) struct Ringers {
    storage: Data<Storage>,
    push: Data<Option<PushSettings>>,
    clock: Data<Clock>,
    last_seen: Data<LastSeen>,
}

impl Ringers {
    /// The browser and the device that this token was issued to, for this ring.
    pub(crate) async fn of_token(&self, token: &str, ring: RingId) -> Result<(BrowserId, Uuid), Problem> {
        let tokens = self.push.as_ref().as_ref().ok_or(Problem::BadToken)?.tokens();
        let number = tokens.device(token, ring, self.clock.now()).ok_or(Problem::BadToken)?;
        let (browser, device) = match devices::owner(&self.storage, number).await {
            Err(Error::NotFound) => return Err(Problem::BadToken),
            owner => owner?,
        };
        // A visitor who only answers notifications also counts as seen.
        self.last_seen.note(browser, self.clock.precise_now());
        Ok((browser, device))
    }
}

impl FromRequest for Ringers {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let components = || {
            Some(Self {
                storage: request.app_data::<Data<Storage>>()?.clone(),
                push: request.app_data::<Data<Option<PushSettings>>>()?.clone(),
                clock: request.app_data::<Data<Clock>>()?.clone(),
                last_seen: request.app_data::<Data<LastSeen>>()?.clone(),
            })
        };
        ready(components().ok_or(Problem::Internal))
    }
}
