CREATE TABLE timers (
    id            BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    browser_id    UUID        NOT NULL,
    total_seconds INTEGER     NOT NULL CHECK (total_seconds BETWEEN 1 AND 86399),
    sound         TEXT        NOT NULL,
    label         TEXT        CHECK (char_length(label) BETWEEN 1 AND 100),
    -- A running timer has an end, a stopped one the remaining time.
    ends_at       TIMESTAMPTZ,
    remaining_ms  BIGINT      CHECK (remaining_ms BETWEEN 0 AND total_seconds * 1000::BIGINT),
    enabled       BOOLEAN     NOT NULL GENERATED ALWAYS AS (ends_at IS NOT NULL) STORED,
    created_at    TIMESTAMPTZ NOT NULL,
    CHECK ((ends_at IS NULL) <> (remaining_ms IS NULL))
);

CREATE INDEX timers_browser_enabled ON timers (browser_id, enabled);
CREATE INDEX timers_created_at ON timers (created_at);
CREATE INDEX timers_ends_at ON timers (ends_at) WHERE ends_at IS NOT NULL;
