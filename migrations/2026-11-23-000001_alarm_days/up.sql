-- Chosen days of the week, one date, a skipped ring, and a pause. A server that does not know them runs beside: it reads no
-- row with chosen days, leaves that row to servers that do, and rings all others at their `next_trigger`.
ALTER TABLE alarms
    DROP CONSTRAINT alarms_repeat_check,
    ADD CONSTRAINT alarms_repeat_check CHECK (repeat IN ('daily', 'weekday', 'weekend', 'days', 'once')),
    -- One bit a day, Monday's the lowest. Counts with repeat `days` only, as `date` does with `once`: a server that does not
    -- know the columns changes `repeat` and leaves them.
    ADD COLUMN days         SMALLINT CHECK (days BETWEEN 1 AND 127),
    ADD CONSTRAINT alarms_days_chosen CHECK (repeat <> 'days' OR days IS NOT NULL),
    ADD COLUMN date         DATE,
    -- The instant of the ring that it was last told to pass over.
    ADD COLUMN skipped      TIMESTAMPTZ,
    -- No ring before this day in the zone.
    ADD COLUMN paused_until DATE;

ALTER TABLE firings
    ADD COLUMN days         SMALLINT,
    ADD COLUMN date         DATE,
    ADD COLUMN skipped      TIMESTAMPTZ,
    ADD COLUMN paused_until DATE;
