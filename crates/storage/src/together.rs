//! Questions that wait together are answered together: one statement, one transaction, for all of them.
//!
//! A question that finds nobody at work leaves at once. Those that come while others are under way wait in
//! line, and a leader, a blocking thread with a connection, takes all that wait: under load most of what a
//! question costs is waking threads and Postgres, and a crowd pays for that once. Where there may be several leaders, a
//! good part of the crowd is worth another: one gathers while the other waits for the disk.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
};

use diesel::{Connection as _, PgConnection};
use tokio::{sync::oneshot, task};

use crate::{error::Error, line::Line, pool::Pool};

/// How many questions one statement answers at most.
const BATCH: usize = 64;

/// How one statement answers several questions: an answer for each, in their order.
pub(crate) type Work<Question, Answer> = fn(&mut PgConnection, &[Question]) -> Result<Vec<Answer>, Error>;

/// Questions of one sort.
pub(crate) struct Together<Question, Answer> {
    line: Mutex<Line<Asked<Question, Answer>>>,
}

/// A question and who asked it.
type Asked<Question, Answer> = (Question, Asker<Answer>);

/// Whoever waits for an answer; closed when they have given up.
type Asker<Answer> = oneshot::Sender<Result<Answer, Error>>;

/// Questions and those who asked them, in the same order.
struct Batch<Question, Answer> {
    questions: Vec<Question>,
    askers: Vec<Asker<Answer>>,
}

impl<Question: Send + 'static, Answer: Send + 'static> Together<Question, Answer> {
    /// Questions that at most so many leaders take on, each with a connection.
    pub(crate) fn led_by(leaders: u8) -> Arc<Self> {
        Arc::new(Self { line: Mutex::new(Line::led_by(leaders)) })
    }

    /// Asks a question that reads.
    pub(crate) async fn read(
        self: &Arc<Self>,
        pool: &Pool,
        question: Question,
        work: Work<Question, Answer>,
    ) -> Result<Answer, Error> {
        self.ask(pool, question, move |conn, batch| work(conn, &batch.questions)).await
    }

    /// Asks for a write. It is committed only if whoever asked still waits, as those do with whom it travels.
    pub(crate) async fn write(
        self: &Arc<Self>,
        pool: &Pool,
        question: Question,
        work: Work<Question, Answer>,
    ) -> Result<Answer, Error> {
        let committed = move |conn: &mut PgConnection, batch: &Batch<_, _>| {
            conn.transaction(|conn| {
                let answers = work(conn, &batch.questions)?;
                if batch.somebody_left() { Err(Error::nobody_waits()) } else { Ok(answers) }
            })
        };
        self.ask(pool, question, committed).await
    }

    async fn ask(
        self: &Arc<Self>,
        pool: &Pool,
        question: Question,
        work: impl Fn(&mut PgConnection, &Batch<Question, Answer>) -> Result<Vec<Answer>, Error> + Send + 'static,
    ) -> Result<Answer, Error> {
        let (asker, answer) = oneshot::channel();
        let needs_leader = {
            let mut line = self.line();
            line.let_go(|(_, asker)| asker.is_closed());
            line.join((question, asker))
        };
        if needs_leader {
            let (together, pool) = (Arc::clone(self), pool.clone());
            task::spawn_blocking(move || together.lead(|batch| pool.run(|conn| work(conn, batch))));
        }
        answer.await.unwrap_or_else(|_| Err(Error::Unavailable("the answer was lost".to_owned())))
    }

    /// Answers what waits for as long as the line gives any.
    fn lead(&self, work: impl Fn(&Batch<Question, Answer>) -> Result<Vec<Answer>, Error>) {
        let mut leader = Leader { together: self, leads: 0 };
        while let Some(batch) = leader.next_batch() {
            batch.answer(&work);
        }
    }

    fn line(&self) -> MutexGuard<'_, Line<Asked<Question, Answer>>> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A leader and how many questions they have with them.
struct Leader<'a, Question: Send + 'static, Answer: Send + 'static> {
    together: &'a Together<Question, Answer>,
    leads: usize,
}

impl<Question: Send + 'static, Answer: Send + 'static> Leader<'_, Question, Answer> {
    /// Takes from the line; given nothing, the leader is none any more.
    fn next_batch(&mut self) -> Option<Batch<Question, Answer>> {
        let asked = self.together.line().leave(self.leads, BATCH);
        self.leads = asked.len();
        let (questions, askers) = asked.into_iter().unzip();
        (self.leads > 0).then_some(Batch { questions, askers })
    }
}

impl<Question: Send + 'static, Answer: Send + 'static> Drop for Leader<'_, Question, Answer> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.together.line().lose_leader(self.leads);
        }
    }
}

impl<Question, Answer> Batch<Question, Answer> {
    /// Answers everybody who still waits. Where that fails for all at once, each is answered alone, so that
    /// nobody pays for another's fault; a database that is away is away for all.
    fn answer(self, work: &impl Fn(&Self) -> Result<Vec<Answer>, Error>) {
        let mut batch = self.of_those_who_wait();
        if batch.askers.is_empty() {
            return;
        }
        match work(&batch) {
            Ok(answers) => batch.askers.into_iter().zip(answers).for_each(|(asker, answer)| tell(asker, Ok(answer))),
            Err(_) if batch.somebody_left() => batch.answer(work),
            Err(Error::Unavailable(reason)) => {
                batch.askers.into_iter().for_each(|asker| tell(asker, Err(Error::Unavailable(reason.clone()))));
            }
            Err(error) if batch.askers.len() == 1 => {
                if let Some(asker) = batch.askers.pop() {
                    tell(asker, Err(error));
                }
            }
            Err(_) => {
                for (question, asker) in batch.questions.into_iter().zip(batch.askers) {
                    Self { questions: vec![question], askers: vec![asker] }.answer(work);
                }
            }
        }
    }

    fn of_those_who_wait(self) -> Self {
        let all = self.questions.into_iter().zip(self.askers);
        let (questions, askers) = all.filter(|(_, asker)| !asker.is_closed()).unzip();
        Self { questions, askers }
    }

    fn somebody_left(&self) -> bool {
        self.askers.iter().any(oneshot::Sender::is_closed)
    }
}

/// Hands over an answer; whoever left a moment ago does not get it.
fn tell<Answer>(asker: Asker<Answer>, answer: Result<Answer, Error>) {
    drop(asker.send(answer));
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use diesel::{RunQueryDsl as _, sql_query};

    use super::*;
    use crate::testing::{TestDatabase, hold::Hold};

    fn stand_still(conn: &mut PgConnection, questions: &[usize]) -> Result<Vec<usize>, Error> {
        sql_query("SELECT pg_advisory_xact_lock(1)").execute(conn)?;
        Ok(questions.to_vec())
    }

    #[tokio::test]
    async fn who_leaves_a_line_that_stands_still_is_forgotten() {
        let database = TestDatabase::create();
        let pool = Pool::new(&database.url().into(), 2);
        let together = Together::led_by(1);
        let mut hold = Hold::of_number(&database, 1);
        let first = tokio::spawn({
            let (together, pool) = (Arc::clone(&together), pool.clone());
            async move { together.read(&pool, 0, stand_still).await }
        });
        hold.until_waiting(1).await;
        for number in 1..=1_000 {
            let mut asked = Box::pin(together.read(&pool, number, stand_still));
            poll_fn(|cx| {
                assert!(asked.as_mut().poll(cx).is_pending());
                std::task::Poll::Ready(())
            })
            .await;
        }
        assert_eq!(together.line().len(), 1, "who came last has left, too, and nobody has come since");
        drop(hold);
        assert_eq!(first.await.unwrap().unwrap(), 0);
        assert_eq!(together.read(&pool, 7, stand_still).await.unwrap(), 7);
    }
}
