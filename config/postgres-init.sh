#!/bin/sh
# Run by the image of Postgres when it creates a cluster. The server's role owns one database and has no other rights.
# The superuser has no password afterwards, so it can only connect by the container's own socket.
set -eu

psql --no-psqlrc --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" --username "${POSTGRES_USER:-postgres}" <<'SQL'
CREATE ROLE tokibako LOGIN PASSWORD :'password';
CREATE DATABASE tokibako OWNER tokibako ENCODING 'UTF8' TEMPLATE template0;
ALTER ROLE CURRENT_USER PASSWORD NULL;
SQL
