-- Messages are leased separately for each push service, so that queries for other services do not read those that wait for a
-- slow one. A message is written with three indexes instead of five.
--
-- An older server keeps running beside newer ones, but slower: its queries have one index fewer. Its messages are in lane 0,
-- from which newer servers send as well. So this is not a breaking migration.

-- A number for the origin of the endpoint. Two origins with the same number only share their turns.
ALTER TABLE devices ADD COLUMN lane INTEGER NOT NULL GENERATED ALWAYS AS (hashtext(origin)) STORED;

-- The lane of its device. The default is for servers of the previous version, and for messages already queued.
ALTER TABLE pushes ADD COLUMN lane INTEGER NOT NULL DEFAULT 0;

CREATE INDEX pushes_waiting ON pushes (lane, due_at) WHERE accepted_at IS NULL;
DROP INDEX pushes_due;

-- Finds the messages of a ring by the devices of its browser. ON CONFLICT of older servers names the same columns.
CREATE UNIQUE INDEX pushes_of_device_and_ring ON pushes (device, row_id, scheduled_for, kind, purpose);
DROP INDEX pushes_of_ring;
DROP INDEX pushes_of_device;

-- Expired messages are searched twice a minute, in a table that holds those of ten minutes.
DROP INDEX pushes_expired;

-- A message is updated twice within seconds, and a device with every ring: this leaves room for new tuples in the same page.
ALTER TABLE pushes SET (fillfactor = 60);
ALTER TABLE devices SET (fillfactor = 80);
