//! What both databases hold: the alarms, and the log and the queue as lines of text.

use tokibako_storage::alarms;

use super::{Pair, visitor};
use crate::{
    instants::system,
    rows::{Ring, RowArming, StandingAnswer},
};

impl Pair {
    /// Compares everything that both hold.
    pub(super) async fn compare(&mut self) {
        let real = alarms::list(&self.storage, visitor()).await.unwrap();
        let mut real: Vec<_> = real.iter().map(|alarm| (alarm.id.0, RowArming::of(alarm))).collect();
        real.sort_by_key(|(id, _)| *id);
        let model: Vec<_> = (1..).zip(self.model.alarms.clone()).collect();
        assert_eq!(real, model, "alarms: {:?}", self.history);
        let query = format!("{} UNION ALL {}", real_log(), self.real_queue());
        let mut real = self.session.query(&query);
        let mut model: Vec<String> = self.model_log().chain(self.model_queue()).collect();
        real.sort_unstable();
        model.sort_unstable();
        assert_eq!(real, model, "the log and the queue: {:?}", self.history);
    }

    /// The rings of the log.
    fn model_log(&self) -> impl Iterator<Item = String> {
        self.model.log.iter().flat_map(|batch| {
            batch.rings.iter().map(|ring| {
                let answered = self.model.rings.get(ring).and_then(|logged| logged.answered);
                format!("log {} {} {} {}", batch.offset, batch.fired_at, text(*ring), text_of(answered))
            })
        })
    }

    /// Messages that have not expired. Expired ones are deleted by the next operation that sees them.
    fn model_queue(&self) -> impl Iterator<Item = String> {
        self.model.pushes.iter().filter(|push| push.expires_at > self.now).map(|push| {
            format!(
                "{} {} due {} until {} leased {} accepted {} failures {} {}",
                push.purpose.as_str(),
                text(push.ring),
                push.due_at,
                push.expires_at,
                push.leased_until.map_or_else(|| "-".to_owned(), |until| until.to_string()),
                push.is_accepted(),
                push.failures,
                text_of(push.answer),
            )
        })
    }

    /// The rows of [`model_queue`](Self::model_queue).
    fn real_queue(&self) -> String {
        format!(
            "SELECT purpose || ' ' || row_id - 1 || '@' || {due} || ' due ' || {at} || ' until ' || {until} || ' leased ' \
             || coalesce({leased}::text, '-') || ' accepted ' || (accepted_at IS NOT NULL)::text || ' failures ' \
             || failures || ' ' || {answer} AS value FROM pushes WHERE {until} > {now}",
            due = since_due("scheduled_for"),
            at = since_due("due_at"),
            until = since_due("expires_at"),
            leased = since_due("claimed_until"),
            now = self.now,
            answer = answer(),
        )
    }
}

fn text(ring: Ring) -> String {
    format!("{}@{}", ring.alarm, ring.due)
}

fn text_of(answered: Option<StandingAnswer>) -> String {
    let Some(StandingAnswer { answer, at, snoozed_until }) = answered else { return "unanswered".to_owned() };
    let until = snoozed_until.map_or_else(|| "-".to_owned(), |until| until.to_string());
    format!("{} at {at} until {until}", answer.as_str())
}

/// A column in the milliseconds of the model.
fn since_due(column: &str) -> String {
    format!("round(extract(epoch FROM {column} - '{}') * 1000)::bigint", system(0))
}

/// What [`text_of`] says of an answer, in SQL.
fn answer() -> String {
    let (at, until) = (since_due("answered_at"), since_due("snoozed_until"));
    format!("coalesce(answer || ' at ' || {at} || ' until ' || coalesce({until}::text, '-'), 'unanswered')")
}

/// The rows of [`model_log`](Pair::model_log).
fn real_log() -> String {
    format!(
        "SELECT 'log ' || place || ' ' || {fired} || ' ' || row_id - 1 || '@' || {due} || ' ' || {answer} AS value \
         FROM firings JOIN batches ON block = id >> 12",
        fired = since_due("firings.fired_at"),
        due = since_due("scheduled_for"),
        answer = answer(),
    )
}
