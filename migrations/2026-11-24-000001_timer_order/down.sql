ALTER TABLE timers DROP COLUMN listed_at;
