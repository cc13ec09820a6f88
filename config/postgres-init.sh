#!/bin/sh
# Run by the image of Postgres when it makes a cluster: the server's role owns one database and may do nothing else.
# The superuser has no password afterwards, so that it comes in by the container's own socket alone.
set -eu

psql --no-psqlrc --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" --username "${POSTGRES_USER:-postgres}" <<'SQL'
CREATE ROLE tokibako LOGIN PASSWORD :'password';
CREATE DATABASE tokibako OWNER tokibako;
ALTER ROLE CURRENT_USER PASSWORD NULL;
SQL
