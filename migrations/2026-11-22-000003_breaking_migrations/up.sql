-- The migrations after which a server that does not know them cannot go on. One that is not here has only added what
-- such a server need not know: it may run beside newer ones.
CREATE TABLE breaking_migrations (
    version TEXT PRIMARY KEY
);
