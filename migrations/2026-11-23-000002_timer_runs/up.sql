-- Timers that are given more time, and timers with steps in rounds.
--
-- A server from before this may run beside newer ones, so this is none of the breaking migrations. To it a timer with
-- steps is a row that it cannot read (`total_seconds` is 0), which it leaves to them: it lists and rings none of these.
ALTER TABLE timers
    -- Seconds that the present run, or step, takes in all where it was extended.
    ADD COLUMN run_seconds INTEGER CHECK (run_seconds > 0),
    -- [[seconds, label or null], …]: the steps of one round.
    ADD COLUMN steps       JSONB,
    ADD COLUMN rounds      SMALLINT CHECK (rounds BETWEEN 1 AND 99),
    -- The index of the present step over all rounds, from 0.
    ADD COLUMN step        INTEGER CHECK (step >= 0),
    ADD CONSTRAINT timers_steps_check CHECK (num_nulls(steps, rounds, step) IN (0, 3)),
    DROP CONSTRAINT timers_total_seconds_check,
    DROP CONSTRAINT timers_check,
    -- Not held against the rows that are there: they satisfied stricter ones.
    ADD CONSTRAINT timers_total_seconds_check CHECK (
        CASE WHEN steps IS NULL THEN total_seconds BETWEEN 1 AND 86399 ELSE total_seconds = 0 END
    ) NOT VALID,
    ADD CONSTRAINT timers_remaining_check CHECK (
        remaining_ms >= 0 AND (steps IS NOT NULL OR remaining_ms <= greatest(total_seconds, run_seconds) * 1000::BIGINT)
    ) NOT VALID;

-- What rang at the end of a step, as it stood after that: running on to the end of the next.
ALTER TABLE firings
    ADD COLUMN steps   JSONB,
    ADD COLUMN rounds  SMALLINT,
    ADD COLUMN step    INTEGER,
    ADD COLUMN ends_at TIMESTAMPTZ;
