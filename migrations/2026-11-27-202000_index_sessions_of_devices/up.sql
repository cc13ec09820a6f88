-- Ending a session finds its devices by this index, whoever else has some.
CREATE INDEX CONCURRENTLY devices_session ON devices (session) WHERE session IS NOT NULL;
