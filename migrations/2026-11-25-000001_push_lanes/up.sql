-- Messages are taken for each push service by itself, so that one that is slow costs the others no look at what waits
-- for it; and each is written with three indexes instead of five.
--
-- A server from before this runs on beside newer ones, if slower: its queries have one index fewer, and what it queues is
-- in lane 0, from which newer ones send as well. So this is none of the breaking migrations.

-- A number for the origin; two origins of one number take turns, and nothing else.
ALTER TABLE devices ADD COLUMN lane INTEGER NOT NULL GENERATED ALWAYS AS (hashtext(origin)) STORED;

-- Its device's. The default is for servers of the previous version, and for what was queued before this.
ALTER TABLE pushes ADD COLUMN lane INTEGER NOT NULL DEFAULT 0;

CREATE INDEX pushes_waiting ON pushes (lane, due_at) WHERE accepted_at IS NULL;
DROP INDEX pushes_due;

-- A ring's messages are found by the devices of its browser. ON CONFLICT of a previous server names the same columns.
CREATE UNIQUE INDEX pushes_of_device_and_ring ON pushes (device, row_id, scheduled_for, kind, purpose);
DROP INDEX pushes_of_ring;
DROP INDEX pushes_of_device;

-- What has expired is looked for twice a minute, in a table that holds ten minutes.
DROP INDEX pushes_expired;

-- A message is changed twice within seconds, and a device whenever it is rung: the new rows find room beside the old.
ALTER TABLE pushes SET (fillfactor = 60);
ALTER TABLE devices SET (fillfactor = 80);
