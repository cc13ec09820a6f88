//! How late a ring is posted to a push service when no page is open.

use anyhow::Result;
use time::Duration;

use super::print::print_spread;
use crate::ground::{
    due,
    postgres::Postgres,
    pushed::Pushed,
    server::{Server, Settings},
    spread::Spread,
};

/// How long the push service takes for a post, and how long a slow one does: less than the server's timeout.
const TAKES: std::time::Duration = std::time::Duration::from_millis(1);
const SLOW: std::time::Duration = std::time::Duration::from_millis(9_500);

/// Timers one after the other, so far apart that each finds an idle server.
const ONE_BY_ONE: i32 = 20;
const APART: Duration = Duration::milliseconds(700);

/// Timers of browsers with a fast service, and their interval, beside browsers with a slow service. No browser has so many
/// that its messages have to wait.
const BESIDE: i32 = 200;
const QUICK_BROWSERS: u32 = 10;
const BESIDE_APART: Duration = Duration::milliseconds(100);
const SLOW_BROWSERS: u32 = 1_000;

pub(super) async fn measure(postgres: &Postgres) -> Result<()> {
    let database = postgres.create("push_lateness").await?;
    let pushed = Pushed::taking(TAKES).await?;
    let server = Server::start(&pushed.settings(Settings::on(&database.url), &[])).await?;
    pushed.subscribe(&database, server.address()?, 1..=1, 1).await?;
    let first = due::whole_second_after(Duration::seconds(2));
    let dues: Vec<_> = (0..ONE_BY_ONE).map(|number| first + APART * number).collect();
    for due in &dues {
        due::timers_at(&database, 1, 1, *due).await?;
    }
    let posts = pushed.posted(dues.len()).await?;
    let late = posts.iter().zip(&dues).map(|(post, due)| post.at - *due);
    print_spread("push lateness, idle, one by one", &Spread::of(late));
    server.stop().await
}

/// The same for a fast service, alone and beside a slow service with very many messages.
pub(super) async fn measure_beside(postgres: &Postgres) -> Result<()> {
    for is_beside in [false, true] {
        let name = if is_beside { "beside a slow service" } else { "alone" };
        let database = postgres.create(&format!("push_lateness_{is_beside}")).await?;
        let (quick, slow) = (Pushed::taking(TAKES).await?, Pushed::taking(SLOW).await?);
        let server = Server::start(&quick.settings(Settings::on(&database.url), &[&slow])).await?;
        slow.subscribe(&database, server.address()?, 1..=SLOW_BROWSERS, 1).await?;
        let own = SLOW_BROWSERS + 1..=SLOW_BROWSERS + QUICK_BROWSERS;
        quick.subscribe(&database, server.address()?, own.clone(), 1).await?;
        let first = due::whole_second_after(Duration::seconds(5));
        if is_beside {
            due::timers_at(&database, SLOW_BROWSERS, SLOW_BROWSERS, first - Duration::seconds(2)).await?;
        }
        let dues: Vec<_> = (0..BESIDE).map(|number| first + BESIDE_APART * number).collect();
        for (browser, dues) in own.zip(dues.chunks(dues.len().div_ceil(usize::try_from(QUICK_BROWSERS)?))) {
            due::timers_of(&database, browser, dues).await?;
        }
        let posts = quick.posted(dues.len()).await?;
        let late = posts.iter().zip(&dues).map(|(post, due)| post.at - *due);
        print_spread(&format!("push lateness, {name}"), &Spread::of(late));
        server.stop().await?;
    }
    Ok(())
}
