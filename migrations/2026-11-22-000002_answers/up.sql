-- The answer to a ring: the first one counts. Null until somebody answers.
ALTER TABLE firings
    ADD COLUMN answer        TEXT CHECK (answer IN ('stop', 'snooze')),
    ADD COLUMN answered_at   TIMESTAMPTZ,
    ADD COLUMN snoozed_until TIMESTAMPTZ;

-- The log is kept for an hour. A device that slept longer still needs to know whether an alarm was due and answered.
ALTER TABLE alarms
    -- The instant for which it was last due, whether it rang or was passed over.
    ADD COLUMN last_due      TIMESTAMPTZ,
    -- The instant of the last ring that was answered.
    ADD COLUMN last_answered TIMESTAMPTZ;
