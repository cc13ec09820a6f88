ALTER TABLE firings
    DROP COLUMN steps,
    DROP COLUMN rounds,
    DROP COLUMN step,
    DROP COLUMN ends_at;

DELETE FROM timers WHERE steps IS NOT NULL;
UPDATE timers SET remaining_ms = least(remaining_ms, total_seconds * 1000::BIGINT) WHERE ends_at IS NULL;

ALTER TABLE timers
    DROP CONSTRAINT timers_steps_check,
    DROP CONSTRAINT timers_total_seconds_check,
    DROP CONSTRAINT timers_remaining_check,
    ADD CONSTRAINT timers_total_seconds_check CHECK (total_seconds BETWEEN 1 AND 86399),
    ADD CONSTRAINT timers_check CHECK (remaining_ms BETWEEN 0 AND total_seconds * 1000::BIGINT),
    DROP COLUMN run_seconds,
    DROP COLUMN steps,
    DROP COLUMN rounds,
    DROP COLUMN step;
