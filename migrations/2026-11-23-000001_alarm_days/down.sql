ALTER TABLE firings
    DROP COLUMN days,
    DROP COLUMN date,
    DROP COLUMN skipped,
    DROP COLUMN paused_until;

-- An additional ring is better than a missing one.
UPDATE alarms SET repeat = 'daily' WHERE repeat = 'days';

ALTER TABLE alarms
    DROP CONSTRAINT alarms_days_chosen,
    DROP CONSTRAINT alarms_repeat_check,
    ADD CONSTRAINT alarms_repeat_check CHECK (repeat IN ('daily', 'weekday', 'weekend', 'once')),
    DROP COLUMN days,
    DROP COLUMN date,
    DROP COLUMN skipped,
    DROP COLUMN paused_until;
