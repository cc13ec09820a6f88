//! Bisects a batch that the database refuses, to find the rows that cause it and ring all others.

use time::OffsetDateTime;
use tokibako_domain::firing::Kind;
use tokibako_storage::{
    Error, Storage,
    due::{self, Batch, ClaimReport},
};

/// Claims a batch. If the database refuses it, claims its halves, and so on; single rows that are refused are returned
/// in [`ClaimReport::left`].
///
/// Fails without bisecting if the database accepts no rings at all, because then no row is the cause.
pub(crate) async fn claim_or_bisect<Claim, Outcome>(
    storage: &Storage,
    kind: Kind,
    now: OffsetDateTime,
    batch: Batch,
    claim: &Claim,
) -> Result<ClaimReport, Error>
where
    Claim: Fn(Batch) -> Outcome + Send + Sync,
    Outcome: Future<Output = Result<ClaimReport, Error>> + Send,
{
    let reason = match claim(batch.clone()).await {
        Err(Error::Database(refused)) => refused.to_string(),
        other => return other,
    };
    due::try_out(storage).await?;
    let mut all = ClaimReport { reason: Some(reason), ..ClaimReport::default() };
    let mut parts = halves(due::rows(storage, kind, now, batch).await?);
    while let Some(part) = parts.pop() {
        match claim(Batch::These(part.clone())).await {
            Ok(claimed) => add(&mut all, claimed),
            Err(Error::Database(_)) if part.len() > 1 => parts.extend(halves(part)),
            Err(Error::Database(_)) => {
                all.rows += 1;
                all.left.extend(part);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(all)
}

/// Splits a batch in two, without empty parts. The first half is last in the list, because `pop` takes the last part.
fn halves(mut rows: Vec<i64>) -> Vec<Vec<i64>> {
    let second = rows.split_off(rows.len().div_ceil(2));
    [second, rows].into_iter().filter(|part| !part.is_empty()).collect()
}

fn add(all: &mut ClaimReport, part: ClaimReport) {
    all.rows += part.rows;
    all.passed_over += part.passed_over;
    all.rings += part.rings;
    all.due.extend(part.due);
    all.left.extend(part.left);
}
