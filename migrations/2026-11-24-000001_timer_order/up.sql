-- Where a timer is listed once it was ordered by hand: as if it had been made at this instant. Null: by `created_at`.
--
-- A server from before this lists by `created_at` and leaves the column alone, so this is none of the breaking migrations.
ALTER TABLE timers ADD COLUMN listed_at TIMESTAMPTZ;
