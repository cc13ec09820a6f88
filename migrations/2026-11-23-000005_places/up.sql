-- The log gets its order when a claim commits: its rows are written without any lock, in a block of ids of their own,
-- and only the place of the block is taken under the lock of the log.
--
-- A server that does not know of places would append what no reader finds: none may run meanwhile or afterwards.
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

-- One of six partitions, by the twenty minutes in which a ring was due: what is in one is more than an hour old before
-- its turn comes again after two, and can be removed at once.
CREATE FUNCTION firing_lane(scheduled_for TIMESTAMPTZ) RETURNS SMALLINT IMMUTABLE STRICT PARALLEL SAFE LANGUAGE SQL
    RETURN (floor(extract(epoch FROM scheduled_for) / 1200)::BIGINT % 6)::SMALLINT;

-- A batch that was claimed, in the order in which batches became visible. Its firings have the ids from block * 4096 on.
CREATE TABLE batches (
    place    BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    block    BIGINT      NOT NULL UNIQUE,
    -- How many firings it had when it was appended.
    rings    INTEGER     NOT NULL,
    fired_at TIMESTAMPTZ NOT NULL
);
CREATE SEQUENCE firing_blocks;

-- What is in the log stays there, a thousand rings a batch.
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
