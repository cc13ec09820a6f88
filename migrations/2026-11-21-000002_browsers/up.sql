-- The day of the last visit of each browser that owns something. A browser that owns nothing has no row.
CREATE TABLE browsers (
    id      UUID        PRIMARY KEY,
    seen_at TIMESTAMPTZ NOT NULL
);

CREATE INDEX browsers_seen_at ON browsers (seen_at);

-- Browsers that own something when this table is created count as having visited today.
INSERT INTO browsers (id, seen_at)
SELECT browser_id, now() FROM alarms UNION SELECT browser_id, now() FROM timers;
