-- What somebody answered to a ring: the first answer stands. Null as long as nobody has.
ALTER TABLE firings
    ADD COLUMN answer        TEXT CHECK (answer IN ('stop', 'snooze')),
    ADD COLUMN answered_at   TIMESTAMPTZ,
    ADD COLUMN snoozed_until TIMESTAMPTZ;

-- The log is kept for an hour. A device that slept longer still has to know whether an alarm was due, and was answered.
ALTER TABLE alarms
    -- The instant for which it was last due, rung or passed over.
    ADD COLUMN last_due      TIMESTAMPTZ,
    -- The instant of the last ring that was answered.
    ADD COLUMN last_answered TIMESTAMPTZ;
