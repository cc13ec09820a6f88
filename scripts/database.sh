# Access to the database that is backed up or restored; sourced by scripts/backup and scripts/restore.
# shellcheck shell=bash

# The command prefix for Postgres's programs, and their arguments for the connection.
in_place=()
connection=()

# The folder of those programs, if they are not in PATH.
programs=
# The folder of the socket, if this script has started the embedded Postgres.
embedded_socket=

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
use_embedded() {
  local data=$1 cluster=$1/postgres version
  [ -e "$cluster/PG_VERSION" ] || give_up "there is no embedded Postgres in $data: set DATABASE_URL or TOKIBAKO_DATA_DIR, or pass --compose"
  version=$(<"$cluster/PG_VERSION")
  programs=/usr/lib/postgresql/$version/bin
  [ -x "$programs/postgres" ] || programs=$(postgres_programs) || give_up "Postgres $version is not installed"
  read_embedded_place "$cluster"
  if ! "$programs/pg_isready" --quiet "${connection[@]}"; then
    lock_embedded "$data"
    start_embedded "$cluster"
  fi
}

# The fourth line of the file is the port, the fifth the folder of the socket.
read_embedded_place() {
  local lines=()
  [ ! -e "$1/postmaster.pid" ] || mapfile -t lines <"$1/postmaster.pid"
  connection=(--host "${lines[4]:-/nonexistent}" --port "${lines[3]:-5432}" --username tokibako --dbname tokibako)
}

# Servers hold a shared lock while they use the cluster, and wait for it when they start.
lock_embedded() {
  exec 9>>"$1/postgres.users"
  flock --nonblock 9 || give_up "a server uses $1: stop it first"
}

start_embedded() {
  local cluster
  cluster=$(realpath "$1")
  # Not in TMPDIR, whose path may be too long for a socket.
  embedded_socket=$(mktemp --directory --tmpdir=/tmp)
  chown "$(stat --format %u:%g "$cluster")" "$embedded_socket"
  trap 'stop_embedded "'"$cluster"'"' EXIT
  as_owner "$cluster" "$programs/pg_ctl" --pgdata "$cluster" --log "$embedded_socket/log" --wait --silent start \
    --options "-c listen_addresses='' -k $embedded_socket" 9>&- || give_up "Postgres does not start: $(<"$embedded_socket/log")"
  connection=(--host "$embedded_socket" --port 5432 --username tokibako --dbname tokibako)
}

stop_embedded() {
  as_owner "$1" "$programs/pg_ctl" --pgdata "$1" --mode fast --silent stop
  rm -rf "$embedded_socket"
}

# Postgres does not run as root.
as_owner() {
  local owner
  owner=$(stat --format %U "$1")
  shift
  if [ "$(id -u)" = 0 ]; then
    (cd / && runuser -u "$owner" -- "$@")
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
