ALTER TABLE firings RENAME TO placed_firings;
ALTER TABLE placed_firings RENAME CONSTRAINT firings_kind_row_id_scheduled_for_lane_key TO placed_firings_key;
ALTER TABLE placed_firings RENAME CONSTRAINT firings_pkey TO placed_firings_pkey;
ALTER INDEX firings_browser RENAME TO placed_firings_browser;
ALTER TABLE placed_firings DROP CONSTRAINT firings_lane;
CREATE TABLE firings (LIKE placed_firings INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
INSERT INTO firings SELECT * FROM placed_firings;
UPDATE firings SET id = ordered.id
FROM (
    SELECT placed.id AS placed_id, row_number() OVER (ORDER BY batches.place, placed.id) AS id
    FROM firings AS placed JOIN batches ON batches.block = placed.id >> 12
) AS ordered
WHERE firings.id = ordered.placed_id;
ALTER TABLE firings DROP COLUMN lane;
ALTER TABLE firings
    ADD CONSTRAINT firings_pkey PRIMARY KEY (id),
    ADD CONSTRAINT firings_kind_row_id_scheduled_for_key UNIQUE (kind, row_id, scheduled_for),
    ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
SELECT setval(pg_get_serial_sequence('firings', 'id'), max(id)) FROM firings HAVING max(id) IS NOT NULL;
CREATE INDEX firings_browser ON firings (browser_id, id);
DROP TABLE placed_firings;
DROP TABLE batches;
DROP SEQUENCE firing_blocks;
DROP FUNCTION firing_lane;
DELETE FROM breaking_migrations WHERE version = '20261123000005';
