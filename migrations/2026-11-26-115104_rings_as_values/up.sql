-- What rang is one value of the log, in the encoding of crates/storage/src/rows/encoding.rs that the bus uses as well, instead of a
-- column for each of its fields: no query asks for those. Rings of the last hour would have to be encoded anew; they are deleted,
-- and with them the pushes that wait for the end of their batch.
SELECT lock_for_migration('firings', 'push_batches');

TRUNCATE firings, push_batches;

ALTER TABLE firings
    DROP COLUMN sound,
    DROP COLUMN label,
    DROP COLUMN created_at,
    DROP COLUMN minute_of_day,
    DROP COLUMN repeat,
    DROP COLUMN days,
    DROP COLUMN date,
    DROP COLUMN timezone,
    DROP COLUMN snooze_minutes,
    DROP COLUMN next_trigger,
    DROP COLUMN skipped,
    DROP COLUMN paused_until,
    DROP COLUMN rule,
    DROP COLUMN total_seconds,
    DROP COLUMN steps,
    DROP COLUMN rounds,
    DROP COLUMN step,
    DROP COLUMN ends_at,
    -- Whether a step of an interval timer begins with it: the timer runs on.
    ADD COLUMN is_step BOOLEAN NOT NULL,
    -- The alarm or timer as it was after the ring.
    ADD COLUMN subject BYTEA NOT NULL;

-- A server of the version before names the columns that are gone.
INSERT INTO breaking_migrations (version) VALUES ('20261126115104');
