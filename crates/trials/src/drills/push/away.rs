//! A push service is down for a minute: the messages that wait for it are delivered soon after it is back.

use std::collections::HashSet;

use anyhow::{Context as _, Result};
use time::{Duration, OffsetDateTime};

use crate::{
    client::push_service::Reply,
    ground::{
        due,
        postgres::Postgres,
        pushed::Pushed,
        server::{Server, Settings},
    },
    history::History,
};

const AWAY: Duration = Duration::seconds(60);

/// How long after the first accepted post the last one may come.
const LIMIT: Duration = Duration::seconds(2);

/// A service that fails for many messages is probed every two seconds.
pub(super) const PROBED: Duration = Duration::milliseconds(2_500);

/// A message that waits alone is tried again after a minute at most, give or take a fifth.
const TRIED: Duration = Duration::seconds(73);

/// One ring waits, and nothing else.
pub(crate) async fn alone(postgres: &Postgres) -> Result<History> {
    drill(postgres, 1, TRIED).await
}

/// Each of so many browsers has one ring; the service is found so soon.
pub(super) async fn drill(postgres: &Postgres, browsers: u32, found: Duration) -> Result<History> {
    let database = postgres.create(&format!("push_away_{browsers}")).await?;
    let due = due::whole_second_after(Duration::seconds(5));
    let back = due + AWAY;
    let pushed = Pushed::answering(move |at: OffsetDateTime| if at < back { Reply::Cut } else { Reply::Status(201) });
    let pushed = pushed.await?;
    let server = Server::start(&pushed.settings(Settings::on(&database.url))).await?;
    pushed.subscribe(&database, server.address()?, browsers, 1).await?;
    due::timers_at(&database, browsers, browsers, due).await?;
    let posts = pushed.posted(usize::try_from(browsers)?).await?;
    let first = posts.first().context("something was posted")?.at;
    let last = posts.iter().map(|post| post.at).max().context("something was posted")?;
    let distinct: HashSet<_> = posts.iter().map(|post| &post.path).collect();
    let name = format!(
        "a push service away for {} s, found {:.2} s later, and then",
        AWAY.whole_seconds(),
        (first - back).as_seconds_f64(),
    );
    let mut history = History::new(name, LIMIT);
    history.count(usize::try_from(browsers)?, distinct.len(), posts.len(), last - first);
    history.require(first - back <= found, || "the service was not found to be back".to_owned());
    server.stop().await?;
    Ok(history.told())
}
