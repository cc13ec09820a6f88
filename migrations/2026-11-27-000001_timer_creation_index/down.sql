DROP INDEX timers_created_at;
CREATE INDEX timers_created_at ON timers (created_at);
