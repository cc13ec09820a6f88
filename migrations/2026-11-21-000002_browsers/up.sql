-- When each browser that owns something was last here, to the day. A browser that owns nothing leaves no row.
CREATE TABLE browsers (
    id      UUID        PRIMARY KEY,
    seen_at TIMESTAMPTZ NOT NULL
);

CREATE INDEX browsers_seen_at ON browsers (seen_at);

-- Whoever owns something as this table is made counts as here today.
INSERT INTO browsers (id, seen_at)
SELECT browser_id, now() FROM alarms UNION SELECT browser_id, now() FROM timers;
