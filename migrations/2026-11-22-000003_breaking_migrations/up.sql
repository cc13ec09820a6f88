-- The migrations that break servers which do not know them. All other migrations only add to the schema, so older
-- servers may keep running beside newer ones.
CREATE TABLE breaking_migrations (
    version TEXT PRIMARY KEY
);
