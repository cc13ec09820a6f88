-- The session under which a device was put last, so that it ends with that session and with no other. Null: without one, or by
-- a server from before this, which knows nothing of the column and may run on beside newer ones.
ALTER TABLE devices ADD COLUMN session BIGINT;
