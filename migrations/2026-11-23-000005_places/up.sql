-- The order of the log is now that of the commits: a claim writes its rows without any lock, in a block of ids of its own,
-- and only the place of the block is assigned under the lock of the log.
--
-- An older server would append rows that no reader finds, so none may run during or after this migration.
INSERT INTO breaking_migrations (version) VALUES ('20261123000005');

DO $$
BEGIN
    IF EXISTS (
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE 'LISTEN tokibako_%'
    ) THEN
        RAISE EXCEPTION 'another server uses this database: stop all servers before this upgrade';
    END IF;
END
$$;

-- The partition of a ring, one of six, by the twenty minutes in which it was due. A partition is used again after two hours;
-- before that everything in it is more than an hour old and can be truncated. The argument is a TIMESTAMP in UTC, because
-- only then Postgres inlines the function.
CREATE FUNCTION firing_lane(scheduled_for TIMESTAMPTZ) RETURNS SMALLINT IMMUTABLE STRICT PARALLEL SAFE LANGUAGE SQL
    RETURN (floor(date_part('epoch', scheduled_for AT TIME ZONE 'UTC') / 1200)::BIGINT % 6)::SMALLINT;

-- The claimed batches, in the order in which they became visible. The firings of a batch have ids from block * 4096.
CREATE TABLE batches (
    place    BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    block    BIGINT      NOT NULL UNIQUE,
    -- The number of its firings when it was appended.
    rings    INTEGER     NOT NULL,
    fired_at TIMESTAMPTZ NOT NULL
);
CREATE SEQUENCE firing_blocks;

-- Keeps the existing log, in batches of a thousand rings.
ALTER TABLE firings ALTER COLUMN id DROP IDENTITY;
ALTER TABLE firings DROP CONSTRAINT firings_pkey;
UPDATE firings SET id = placed.id
FROM (
    SELECT id AS old_id, ((rank / 1000 + 1) << 12) + rank % 1000 AS id
    FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS rank FROM firings) AS ranked
) AS placed
WHERE firings.id = placed.old_id;
INSERT INTO batches (block, rings, fired_at)
SELECT id >> 12, count(*), max(fired_at) FROM firings GROUP BY id >> 12 ORDER BY id >> 12;
SELECT setval('firing_blocks', max(block)) FROM batches HAVING max(block) IS NOT NULL;

ALTER TABLE firings RENAME TO old_firings;
ALTER TABLE old_firings RENAME CONSTRAINT firings_kind_row_id_scheduled_for_key TO old_firings_key;
ALTER INDEX firings_browser RENAME TO old_firings_browser;
CREATE TABLE firings (LIKE old_firings INCLUDING DEFAULTS INCLUDING CONSTRAINTS, lane SMALLINT NOT NULL)
    PARTITION BY LIST (lane);
ALTER TABLE firings
    ADD PRIMARY KEY (id, lane),
    ADD UNIQUE (kind, row_id, scheduled_for, lane),
    ADD CONSTRAINT firings_lane CHECK (lane = firing_lane(scheduled_for));
CREATE INDEX firings_browser ON firings (browser_id, id);
CREATE TABLE firings_0 PARTITION OF firings FOR VALUES IN (0);
CREATE TABLE firings_1 PARTITION OF firings FOR VALUES IN (1);
CREATE TABLE firings_2 PARTITION OF firings FOR VALUES IN (2);
CREATE TABLE firings_3 PARTITION OF firings FOR VALUES IN (3);
CREATE TABLE firings_4 PARTITION OF firings FOR VALUES IN (4);
CREATE TABLE firings_5 PARTITION OF firings FOR VALUES IN (5);
INSERT INTO firings SELECT old_firings.*, firing_lane(scheduled_for) FROM old_firings;
DROP TABLE old_firings;
