//! Keys that all processes on a database share. The first process that needs one creates it.

use diesel::{prelude::*, sql_query, sql_types};

use crate::{Storage, error::Error, rows::typed};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyPurpose {
    /// Signs the tokens that identify this server to push services.
    Vapid,
    /// Signs the tokens with which service workers answer rings.
    Token,
}

/// If several processes start together, only one creates the keys.
const LOCK: &str = "SELECT pg_advisory_xact_lock(74630005)";

impl KeyPurpose {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Vapid => "vapid",
            Self::Token => "token",
        }
    }
}

/// The keys for a purpose, the newest first. `chosen` is added as the newest if it is missing; if there is no key at
/// all, `fresh` is stored.
pub async fn of(
    storage: &Storage,
    purpose: KeyPurpose,
    chosen: Option<Vec<u8>>,
    fresh: Vec<u8>,
) -> Result<Vec<Vec<u8>>, Error> {
    storage
        .background(move |conn| {
            conn.transaction(|conn| {
                sql_query(LOCK).execute(conn)?;
                let mut keys = stored(conn, purpose)?;
                let missing = match chosen {
                    Some(chosen) if keys.contains(&chosen) => {
                        // New subscriptions are bound to it even if another key was stored later.
                        keys.retain(|key| *key != chosen);
                        keys.insert(0, chosen);
                        None
                    }
                    Some(chosen) => Some(chosen),
                    None if keys.is_empty() => Some(fresh),
                    None => None,
                };
                if let Some(secret) = missing {
                    sql_query("INSERT INTO server_keys (purpose, secret) VALUES ($1, $2)")
                        .bind::<sql_types::Text, _>(purpose.as_str())
                        .bind::<sql_types::Binary, _>(&secret)
                        .execute(conn)?;
                    keys.insert(0, secret);
                }
                Ok(keys)
            })
        })
        .await
}

fn stored(conn: &mut PgConnection, purpose: KeyPurpose) -> Result<Vec<Vec<u8>>, Error> {
    let keys = sql_query("SELECT secret FROM server_keys WHERE purpose = $1 ORDER BY id DESC");
    let keys = typed::<sql_types::Binary, _>(keys.bind::<sql_types::Text, _>(purpose.as_str()));
    Ok(keys.load(conn)?)
}
