-- Rings of a batch are queued for devices when they are due to be sent, not while the batch is claimed: the claim writes
-- one row here instead of one for each device, in its own transaction. Whoever needs the messages of a ring earlier,
-- because it was answered or heard, queues those of its batch.
--
-- A server from before this runs on beside newer ones: its claims queue their messages themselves, and newer servers
-- queue those of newer claims. So this is none of the breaking migrations.
CREATE TABLE push_batches (
    -- The block of the batch in the log.
    block    BIGINT      PRIMARY KEY,
    fired_at TIMESTAMPTZ NOT NULL,
    -- Devices that had an open stream in the process that claimed the batch. Pushes to them wait for their pages.
    browsers UUID[]      NOT NULL,
    devices  UUID[]      NOT NULL
);

-- Ids cannot be compressed.
ALTER TABLE push_batches ALTER COLUMN browsers SET STORAGE EXTERNAL, ALTER COLUMN devices SET STORAGE EXTERNAL;
