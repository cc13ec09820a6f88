-- How far the dispatchers of pushes have read the log: one row, which a dispatcher advances in the transaction that queues the
-- messages of the rings that it has read. It keeps nothing in the log: what was purged before it was read was too old to be pushed.
CREATE TABLE push_position (
    is_only  BOOLEAN     PRIMARY KEY DEFAULT TRUE CHECK (is_only),
    -- The place of the last batch that was read; 0 at the beginning of the log.
    place    BIGINT      NOT NULL,
    -- When that batch was logged: in a log that was restored without its end, another batch has the place.
    fired_at TIMESTAMPTZ
);

-- The first batch whose messages are not queued yet is read first. Messages that are queued already are not queued twice.
INSERT INTO push_position (place, fired_at)
SELECT coalesce(max(place), 0), max(fired_at)
FROM (
    SELECT place, fired_at FROM batches
    WHERE place < coalesce(
        (SELECT min(place) FROM batches WHERE block IN (SELECT block FROM push_batches)),
        (SELECT max(place) + 1 FROM batches)
    )
    ORDER BY place DESC LIMIT 1
) AS last_read;

-- Servers of the version before write to push_batches and read from it. This version does neither, so the table can be dropped
-- once none of them runs.
