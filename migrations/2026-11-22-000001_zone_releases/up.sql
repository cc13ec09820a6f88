-- The releases of the time zone database that the processes use, and the one by which alarms were last armed.
CREATE TABLE zone_releases (
    release    TEXT        PRIMARY KEY COLLATE "C",
    -- When a process last reported that it uses the release. All instants here are by the database's clock.
    seen_at    TIMESTAMPTZ NOT NULL,
    -- When all armed alarms were last recomputed by it.
    rearmed_at TIMESTAMPTZ
);
