SELECT lock_for_migration('alarms');

-- Null: an alarm is silent on days off.
ALTER TABLE alarms ADD COLUMN rings_on_days_off BOOLEAN;

-- The days off of a browser: [[first, last, label or null], …] with days as text, by their days.
CREATE TABLE days_off (
    browser_id UUID        PRIMARY KEY,
    ranges     JSONB       NOT NULL,
    changed_at TIMESTAMPTZ NOT NULL
);
