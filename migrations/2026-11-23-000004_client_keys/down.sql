ALTER TABLE alarms DROP COLUMN client_key;
ALTER TABLE timers DROP COLUMN client_key;
