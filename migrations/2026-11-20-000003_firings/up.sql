-- The log of all rings: claims append to it, event streams read it, and rows are kept for an hour.
-- A row contains the alarm or timer as it was after the ring, so that a later change or deletion does not
-- alter what a stream replays. Appends are serialised by an advisory lock, so ids become visible in order.
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
    -- Only of alarms.
    minute_of_day  SMALLINT,
    repeat         TEXT,
    timezone       TEXT,
    snooze_minutes SMALLINT,
    next_trigger   TIMESTAMPTZ,
    -- Only of timers.
    total_seconds  INTEGER,
    UNIQUE (kind, row_id, scheduled_for),
    CHECK (CASE kind
        WHEN 'alarm' THEN num_nulls(minute_of_day, repeat, timezone, snooze_minutes) = 0 AND total_seconds IS NULL
        ELSE num_nonnulls(minute_of_day, repeat, timezone, snooze_minutes, next_trigger) = 0 AND total_seconds IS NOT NULL
    END)
);

CREATE INDEX firings_browser ON firings (browser_id, id);
