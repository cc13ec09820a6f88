-- The position of a timer in a list that was ordered by hand, as a creation instant to sort by. Null: by `created_at`.
--
-- An older server sorts by `created_at` and ignores the column, so this is not a breaking migration.
ALTER TABLE timers ADD COLUMN listed_at TIMESTAMPTZ;
