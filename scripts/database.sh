# Access to the database that is backed up or restored; sourced by scripts/backup and scripts/restore.
# shellcheck shell=bash

# The command prefix for Postgres's programs, and their arguments for the connection.
in_place=()
connection=()

# The folder of those programs, if they are not in PATH.
programs=
# The folder of the embedded Postgres.
cluster=

give_up() {
  echo "$(basename "$0"): $1" >&2
  exit 1
}

# on_database PROGRAM ARGUMENTS…: runs one of Postgres's programs on the database.
on_database() {
  local program=$1
  shift
  beside_database "$program" "${connection[@]}" "$@"
}

# The same, without the arguments for the connection.
beside_database() {
  local program=$1
  shift
  "${in_place[@]}" "${programs:+$programs/}$program" "$@"
}

# The Postgres of docker-compose.yml, with the programs in its container. COMPOSE is another program than `docker compose`;
# CONTAINER is a Podman container that does not belong to a compose file.
use_compose() {
  if [ -n "${CONTAINER:-}" ]; then
    in_place=(podman exec --interactive "$CONTAINER")
  else
    read -ra in_place <<<"${COMPOSE:-docker compose}"
    in_place+=(exec -T postgres)
  fi
  connection=(--username tokibako --dbname tokibako)
}

# The database at a URL, with the programs of this machine; they must not be older than its Postgres.
use_url() {
  local url=$1 password
  command -v pg_dump >/dev/null || programs=$(postgres_programs) ||
    give_up 'the clients of Postgres are missing (on Debian: postgresql-client)'
  # Other users can see the arguments of a process, so the password is passed in the environment.
  if [[ $url =~ ^(postgres(ql)?://[^/@:]*):([^/@]*)@(.*)$ ]]; then
    password=${BASH_REMATCH[3]//\\/\\\\}
    url=${BASH_REMATCH[1]}@${BASH_REMATCH[4]}
    PGPASSWORD=$(printf '%b' "${password//%/\\x}")
    export PGPASSWORD
  fi
  connection=(--dbname "$url")
}

# The embedded Postgres of a data folder. If no server runs, it is started until the script ends.
#
# The account that owns it also runs the server, so nothing in its folder decides what root runs: its programs are run as
# that account.
use_embedded() {
  local data=$1 version
  [ -e "$data/postgres/PG_VERSION" ] || give_up "there is no embedded Postgres in $data: set DATABASE_URL or TOKIBAKO_DATA_DIR, or pass --compose"
  cluster=$(realpath "$data/postgres")
  version=$(<"$cluster/PG_VERSION")
  [[ $version =~ ^[0-9]+$ ]] || give_up "$cluster/PG_VERSION is not the number of a version"
  programs=/usr/lib/postgresql/$version/bin
  [ -x "$programs/postgres" ] || programs=$(postgres_programs) || give_up "Postgres $version is not installed"
  in_place=(as_owner)
  connection=(--host "$cluster" --username tokibako --dbname tokibako)
  if ! as_owner "$programs/pg_isready" --quiet "${connection[@]}"; then
    # A server holds this lock while it uses the cluster, and waits for it when it starts.
    exec 9<"$data"
    flock --nonblock 9 || give_up "a server uses $data: stop it first"
    start_embedded
  fi
}

start_embedded() {
  local log said result=0
  log=$(mktemp)
  as_owner "$programs/pg_ctl" --pgdata "$cluster" --wait --silent start \
    --options "-c listen_addresses='' -k '$cluster'" >"$log" 2>&1 9>&- || result=$?
  said=$(<"$log")
  rm -f "$log"
  [ $result = 0 ] || give_up "Postgres does not start: $said"
  # Only now: until then the process in postmaster.pid may be a stranger.
  trap stop_embedded EXIT
}

stop_embedded() {
  as_owner "$programs/pg_ctl" --pgdata "$cluster" --mode fast --silent stop
}

# Runs a program as the account that owns the embedded Postgres, which does not run as root.
as_owner() {
  if [ "$(id -u)" = 0 ]; then
    (cd / && runuser -u "$(stat --format %U "$cluster")" -- "$@")
  else
    "$@"
  fi
}

# The database of DATABASE_URL, DATABASE_URL_FILE or the data folder, as for the server.
use_settings() {
  if [ -n "${DATABASE_URL:-}" ]; then
    use_url "$DATABASE_URL"
  elif [ -n "${DATABASE_URL_FILE:-}" ]; then
    use_url "$(<"$DATABASE_URL_FILE")"
  else
    use_embedded "${TOKIBAKO_DATA_DIR:-./data}"
  fi
}

# ask SQL: prints the result; without SQL, runs the statements on standard input.
ask() {
  on_database psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 "${@/#/--command=}"
}

# Whether a server has ever used the database.
has_tables() {
  local answer
  answer=$(ask "SELECT to_regclass('public.accounts') IS NOT NULL") || give_up 'the database cannot be queried'
  [ "$answer" = t ]
}

what_is_kept() {
  ask "SELECT (SELECT count(*) FROM alarms) || ' alarms, ' || (SELECT count(*) FROM timers) || ' timers, '
    || (SELECT count(*) FROM accounts) || ' accounts'"
}

# Where the statements of restores are; the binary has the same ones.
statements=crates/storage/src/upkeep/backup

# The statements with which the transaction of a restore begins, and that of a backup's checks: the functions of the others, and
# the migrations that this version knows.
begin_transaction() {
  local folder version
  cat "$statements/begin.sql"
  for folder in migrations/*/; do
    version=$(basename "$folder")
    version=${version%%_*}
    printf "INSERT INTO known_migrations VALUES ('%s', \$migration\$\n" "${version//-/}"
    cat "${folder}up.sql"
    echo "\$migration\$);"
  done
}
