-- The session in which a device was last registered: the device ends with that session and with no other. Null: without one, or
-- by an older server, which ignores the column and may keep running beside newer ones.
ALTER TABLE devices ADD COLUMN session BIGINT;
