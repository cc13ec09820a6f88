-- An idempotency key that the client created: a repeated request finds the row that the first one inserted.
ALTER TABLE alarms ADD COLUMN client_key UUID;
ALTER TABLE timers ADD COLUMN client_key UUID;

CREATE UNIQUE INDEX alarms_client_key ON alarms (browser_id, client_key) WHERE client_key IS NOT NULL;
CREATE UNIQUE INDEX timers_client_key ON timers (browser_id, client_key) WHERE client_key IS NOT NULL;
