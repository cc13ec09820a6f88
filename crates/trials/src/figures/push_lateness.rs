//! How long after it was due a ring is posted to a push service, where no page is open.

use anyhow::Result;
use time::Duration;

use super::{print::print_spread, pushed::Pushed};
use crate::ground::{
    due,
    postgres::Postgres,
    server::{Server, Settings},
    spread::Spread,
};

/// Timers that follow one another, so far apart that each finds an idle server.
const ONE_BY_ONE: i32 = 20;
const APART: Duration = Duration::milliseconds(700);

pub(super) async fn measure(postgres: &Postgres) -> Result<()> {
    let database = postgres.create("push_lateness").await?;
    let pushed = Pushed::open().await?;
    let server = Server::start(&pushed.settings(Settings::on(&database.url))).await?;
    pushed.subscribe(&database, server.address()?, 1, 1).await?;
    let first = due::whole_second_after(Duration::seconds(2));
    let dues: Vec<_> = (0..ONE_BY_ONE).map(|number| first + APART * number).collect();
    for due in &dues {
        due::timers_at(&database, 1, 1, *due).await?;
    }
    let posts = pushed.posted(dues.len()).await?;
    let late = posts.iter().zip(&dues).map(|(post, due)| *post - *due);
    print_spread("push lateness, idle, one by one", &Spread::of(late));
    server.stop().await
}
