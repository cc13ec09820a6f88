-- By which releases of the time zone database the processes compute when alarms ring, and by which the armed ones were.
CREATE TABLE zone_releases (
    release    TEXT        PRIMARY KEY COLLATE "C",
    -- When a process that goes by it last said so. As all here by the database's clock.
    seen_at    TIMESTAMPTZ NOT NULL,
    -- When all armed alarms were last computed by it.
    rearmed_at TIMESTAMPTZ
);
