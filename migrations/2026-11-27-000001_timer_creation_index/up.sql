-- Every ring writes an entry to each B-tree index of `timers`, and no query reads the one on creation instants. A BRIN
-- index takes a few bytes for many rows, and a ring changes it rarely.
--
-- Indexes do not matter to an older server, so this is not a breaking migration.
DROP INDEX timers_created_at;
CREATE INDEX timers_created_at ON timers USING brin (created_at);
