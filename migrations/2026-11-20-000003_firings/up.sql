-- The log of all rings: appended to by the claim, read by event streams, kept for an hour.
-- A row holds what rang as it stood after the ring, so that a later change or deletion cannot alter
-- what a stream replays. Appends are serialised by an advisory lock: ids become visible in order.
CREATE TABLE firings (
    id             BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    browser_id     UUID        NOT NULL,
    kind           TEXT        NOT NULL CHECK (kind IN ('alarm', 'timer')),
    row_id         BIGINT      NOT NULL,
    scheduled_for  TIMESTAMPTZ NOT NULL,
    fired_at       TIMESTAMPTZ NOT NULL,
    sound          TEXT        NOT NULL,
    label          TEXT,
    created_at     TIMESTAMPTZ NOT NULL,
    -- An alarm's own.
    minute_of_day  SMALLINT,
    repeat         TEXT,
    timezone       TEXT,
    snooze_minutes SMALLINT,
    next_trigger   TIMESTAMPTZ,
    -- A timer's own.
    total_seconds  INTEGER,
    UNIQUE (kind, row_id, scheduled_for),
    CHECK (CASE kind
        WHEN 'alarm' THEN num_nulls(minute_of_day, repeat, timezone, snooze_minutes) = 0 AND total_seconds IS NULL
        ELSE num_nonnulls(minute_of_day, repeat, timezone, snooze_minutes, next_trigger) = 0 AND total_seconds IS NOT NULL
    END)
);

CREATE INDEX firings_browser ON firings (browser_id, id);
