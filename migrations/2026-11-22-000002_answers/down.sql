ALTER TABLE alarms
    DROP COLUMN last_due,
    DROP COLUMN last_answered;

ALTER TABLE firings
    DROP COLUMN answer,
    DROP COLUMN answered_at,
    DROP COLUMN snoozed_until;
