-- Timers that are extended, and timers with steps in rounds.
--
-- An older server may run beside newer ones, so this is not a breaking migration. It cannot read timers with steps
-- (`total_seconds` is 0), so it neither lists nor rings them, and leaves them to newer servers.
ALTER TABLE timers
    -- The whole duration of the present run, or step, in seconds, if it was extended.
    ADD COLUMN run_seconds INTEGER CHECK (run_seconds > 0),
    -- [[seconds, label or null], …]: the steps of one round.
    ADD COLUMN steps       JSONB,
    ADD COLUMN rounds      SMALLINT CHECK (rounds BETWEEN 1 AND 99),
    -- The index of the present step over all rounds, from 0.
    ADD COLUMN step        INTEGER CHECK (step >= 0),
    ADD CONSTRAINT timers_steps_check CHECK (num_nulls(steps, rounds, step) IN (0, 3)),
    DROP CONSTRAINT timers_total_seconds_check,
    DROP CONSTRAINT timers_check,
    -- Not validated for existing rows, which satisfied a stricter constraint.
    ADD CONSTRAINT timers_total_seconds_check CHECK (
        CASE WHEN steps IS NULL THEN total_seconds BETWEEN 1 AND 86399 ELSE total_seconds = 0 END
    ) NOT VALID,
    ADD CONSTRAINT timers_remaining_check CHECK (
        remaining_ms >= 0 AND (steps IS NOT NULL OR remaining_ms <= greatest(total_seconds, run_seconds) * 1000::BIGINT)
    ) NOT VALID;

-- The timer after the end of a step: it runs until the end of the next one.
ALTER TABLE firings
    ADD COLUMN steps   JSONB,
    ADD COLUMN rounds  SMALLINT,
    ADD COLUMN step    INTEGER,
    ADD COLUMN ends_at TIMESTAMPTZ;
