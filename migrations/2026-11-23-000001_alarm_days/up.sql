-- Chosen days of the week, one date, a skipped ring, and a pause. An older server may run beside newer ones: it cannot read
-- rows with chosen days and leaves them to newer servers, and rings all others at their `next_trigger`.
ALTER TABLE alarms
    DROP CONSTRAINT alarms_repeat_check,
    ADD CONSTRAINT alarms_repeat_check CHECK (repeat IN ('daily', 'weekday', 'weekend', 'days', 'once')),
    -- One bit per day, Monday's the lowest. Ignored unless `repeat` is `days`, as `date` is unless it is `once`: an older
    -- server may change `repeat` and leave these columns.
    ADD COLUMN days         SMALLINT CHECK (days BETWEEN 1 AND 127),
    ADD CONSTRAINT alarms_days_chosen CHECK (repeat <> 'days' OR days IS NOT NULL),
    ADD COLUMN date         DATE,
    -- The instant of the ring that was last skipped.
    ADD COLUMN skipped      TIMESTAMPTZ,
    -- The alarm does not ring before this day in its zone.
    ADD COLUMN paused_until DATE;

ALTER TABLE firings
    ADD COLUMN days         SMALLINT,
    ADD COLUMN date         DATE,
    ADD COLUMN skipped      TIMESTAMPTZ,
    ADD COLUMN paused_until DATE;
