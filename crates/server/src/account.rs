//! `tokibako account` and `tokibako export`: what an operator does for people with accounts.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Subcommand;
use time::OffsetDateTime;
use tokibako_domain::{
    account::{Account, Password, Username},
    browser_id::BrowserId,
};
use tokibako_http::{hash_password, owned_data_as_json};
use tokibako_storage::{
    Error, Storage, accounts, browsers,
    clock::Clock,
    signals::hints::{self, Hint, News},
};

use crate::{
    config::Config,
    database::{CLOSE, OpenDatabase},
    telemetry,
};

/// What is done to accounts.
#[derive(Subcommand)]
pub(crate) enum AccountCommand {
    /// Print the name of every account, when it was created and last used, and how much it owns
    List,
    /// Create an account, with the password on standard input
    Create {
        /// The name of the account
        name: String,
    },
    /// Replace the password by the one on standard input, and sign the account out everywhere
    Password {
        /// The name of the account
        name: String,
    },
    /// Sign an account out everywhere
    EndSessions {
        /// The name of the account
        name: String,
    },
    /// Delete an account with its alarms, timers and everything else that it owns
    Delete {
        /// The name of the account
        name: String,
    },
}

/// Runs a command on the database of the settings, also while a server uses it.
pub(crate) async fn run(config: Config, command: &AccountCommand) -> Result<()> {
    on_database(&config, async |storage, now| match command {
        AccountCommand::List => list(storage, now).await,
        AccountCommand::Create { name } => create(storage, &parsed(name)?, now).await,
        AccountCommand::Password { name } => replace_password(storage, &parsed(name)?, now).await,
        AccountCommand::EndSessions { name } => {
            let account = named(storage, name).await?;
            let renewed = accounts::end_sessions(storage, account.id, now).await?;
            end_streams(storage, renewed.ended).await?;
            say("signed out everywhere")
        }
        AccountCommand::Delete { name } => {
            let account = named(storage, name).await?;
            browsers::forget(storage, account.browser, Some(account.id), None, now).await?;
            end_streams(storage, account.browser).await?;
            say("deleted")
        }
    })
    .await
}

/// Prints everything that an account owns, as its owner downloads it.
pub(crate) async fn export(config: Config, name: &str) -> Result<()> {
    on_database(&config, async |storage, now| {
        let account = named(storage, name).await?;
        let json = owned_data_as_json(storage, &account, now).await?;
        Ok(writeln!(io::stdout(), "{json}")?)
    })
    .await
}

async fn on_database(config: &Config, work: impl AsyncFnOnce(&Storage, OffsetDateTime) -> Result<()>) -> Result<()> {
    telemetry::start(config);
    let database = OpenDatabase::beside_server(&config.database).await?;
    let storage = Storage::new(database.url());
    let outcome = match Clock::start(&storage).await {
        Ok(clock) => work(&storage, clock.now()).await,
        Err(error) => Err(error.into()),
    };
    database.close_after(outcome, CLOSE).await
}

async fn list(storage: &Storage, now: OffsetDateTime) -> Result<()> {
    let mut stdout = io::stdout();
    for found in accounts::all(storage, now).await? {
        let [created, visited] = [found.created_at, found.account.last_visited].map(OffsetDateTime::date);
        writeln!(
            stdout,
            "{}\tcreated {created}\tlast used {visited}\t{} alarms\t{} timers\t{} sessions",
            found.account.username.as_str(),
            found.alarms,
            found.timers,
            found.sessions,
        )?;
    }
    Ok(())
}

async fn create(storage: &Storage, username: &Username, now: OffsetDateTime) -> Result<()> {
    let password_hash = hash_password(read_password(username)?).await.context("the password cannot be hashed")?;
    match accounts::create(storage, username.clone(), password_hash, now).await {
        Err(Error::UsernameTaken) => bail!("there is an account with this name, or with one that looks like it"),
        created => created.map(drop)?,
    }
    say("created")
}

async fn replace_password(storage: &Storage, username: &Username, now: OffsetDateTime) -> Result<()> {
    let account = named(storage, username.as_str()).await?;
    let hash = hash_password(read_password(username)?).await.context("the password cannot be hashed")?;
    let renewed = accounts::replace_password(storage, account.id, hash, now).await?;
    end_streams(storage, renewed.ended).await?;
    say("the password is replaced, and the account is signed out everywhere")
}

fn parsed(name: &str) -> Result<Username> {
    Username::parse(name).context("this cannot be the name of an account")
}

async fn named(storage: &Storage, name: &str) -> Result<Account> {
    match accounts::named(storage, parsed(name)?).await {
        Err(Error::NotFound) => bail!("there is no account with this name; `tokibako account list` prints them"),
        found => Ok(found?),
    }
}

/// Ends the event streams of a browser id, which no longer owns anything, in all processes.
async fn end_streams(storage: &Storage, browser: BrowserId) -> Result<()> {
    Ok(hints::send(storage, &[Hint { browser, client_id: None, news: News::Ended }]).await?)
}

/// Asks for a password without showing it, or reads the first line where nobody types.
fn read_password(username: &Username) -> Result<Password> {
    let typed = if io::stdin().is_terminal() {
        let typed = rpassword::prompt_password("Password: ")?;
        ensure!(typed == rpassword::prompt_password("Again: ")?, "these are two different passwords");
        typed
    } else {
        let mut line = String::new();
        io::stdin().lock().read_line(&mut line)?;
        line.trim_end_matches(['\r', '\n']).to_owned()
    };
    Ok(Password::parse(&typed)?.for_new(username)?)
}

fn say(done: &str) -> Result<()> {
    Ok(writeln!(io::stdout(), "{done}")?)
}
