CREATE TABLE alarms (
    id             BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    browser_id     UUID        NOT NULL,
    -- The wall time in the zone, in minutes after midnight.
    minute_of_day  SMALLINT    NOT NULL CHECK (minute_of_day BETWEEN 0 AND 1439),
    repeat         TEXT        NOT NULL CHECK (repeat IN ('daily', 'weekday', 'weekend', 'once')),
    -- An IANA name.
    timezone       TEXT        NOT NULL,
    sound          TEXT        NOT NULL,
    snooze_minutes SMALLINT    NOT NULL CHECK (snooze_minutes BETWEEN 1 AND 60),
    label          TEXT        CHECK (char_length(label) BETWEEN 1 AND 100),
    -- The next ring; null means switched off.
    next_trigger   TIMESTAMPTZ,
    enabled        BOOLEAN     NOT NULL GENERATED ALWAYS AS (next_trigger IS NOT NULL) STORED,
    -- Equal to next_trigger while the alarm is snoozed, otherwise null.
    snoozed_until  TIMESTAMPTZ CHECK (snoozed_until IS NOT DISTINCT FROM next_trigger OR snoozed_until IS NULL),
    created_at     TIMESTAMPTZ NOT NULL
);

CREATE INDEX alarms_browser_enabled ON alarms (browser_id, enabled);
CREATE INDEX alarms_next_trigger ON alarms (next_trigger) WHERE next_trigger IS NOT NULL;
