//! What is said of a database that answers.

use tokibako_storage::{
    Error,
    readiness::{self, Readiness},
    testing::TestDatabase,
};

#[tokio::test]
async fn one_that_no_migration_has_seen_is_told_from_one_that_refuses_the_question() {
    let database = TestDatabase::create();
    let storage = database.storage();
    assert_eq!(readiness::of(&storage).await.unwrap(), Readiness::Migrated);
    database.execute("ALTER TABLE __diesel_schema_migrations RENAME version TO release");
    let refused = readiness::of(&storage).await;
    assert!(matches!(refused, Err(Error::Database(_))), "{refused:?}");
    database.execute("DROP TABLE __diesel_schema_migrations");
    assert_eq!(readiness::of(&storage).await.unwrap(), Readiness::Unmigrated);
}
