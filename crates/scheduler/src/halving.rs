//! A batch that the database refuses is halved until the rows at fault are found: the others ring.

use time::OffsetDateTime;
use tokibako_domain::firing::Kind;
use tokibako_storage::{
    Error, Storage,
    due::{self, Batch, Claimed},
};

/// Claims a batch; of one that is refused, all rows but those at fault, which are named as left.
///
/// Fails where the database takes no rings at all: then no row is at fault, and nothing is tried row by row.
pub(crate) async fn claim_what_can_be<Claim, Outcome>(
    storage: &Storage,
    kind: Kind,
    now: OffsetDateTime,
    batch: Batch,
    claim: &Claim,
) -> Result<Claimed, Error>
where
    Claim: Fn(Batch) -> Outcome + Send + Sync,
    Outcome: Future<Output = Result<Claimed, Error>> + Send,
{
    let reason = match claim(batch.clone()).await {
        Err(Error::Database(refused)) => refused.to_string(),
        other => return other,
    };
    due::try_out(storage).await?;
    let mut all = Claimed { reason: Some(reason), ..Claimed::default() };
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

/// Two halves, the first last, as it is taken first; of a single row only that one, of none nothing.
fn halves(mut rows: Vec<i64>) -> Vec<Vec<i64>> {
    let second = rows.split_off(rows.len().div_ceil(2));
    [second, rows].into_iter().filter(|part| !part.is_empty()).collect()
}

fn add(all: &mut Claimed, part: Claimed) {
    all.rows += part.rows;
    all.passed_over += part.passed_over;
    all.rings += part.rings;
    all.due.extend(part.due);
    for (owner, rows) in part.owners {
        *all.owners.entry(owner).or_default() += rows;
    }
    all.left.extend(part.left);
}
