# A temporary Postgres for one run of the tests; sourced by scripts/test.
# shellcheck shell=bash

test_cluster=

# Starts it and sets TOKIBAKO_TEST_DATABASE_URL. It only listens on a socket, and its data are not durable: in memory, creating
# the database of a test takes a tenth of the time that it takes on a disk.
start_test_postgres() {
  local programs
  programs=$(postgres_programs) || return 1
  test_cluster=$(mktemp -d "$(memory_folder)/tokibako-test.XXXXXX") || return 1
  trap stop_test_postgres EXIT
  trap 'exit 130' INT TERM
  if [ "$(id -u)" = 0 ]; then
    chown "$(test_account)" "$test_cluster"
  fi
  as_test_account "$programs/initdb" --pgdata "$test_cluster/data" --username postgres --auth trust \
    --encoding UTF8 --no-locale --no-sync >/dev/null || return 1
  as_test_account "$programs/pg_ctl" --pgdata "$test_cluster/data" --log "$test_cluster/log" --wait --silent start \
    --options "-F -c listen_addresses='' -k $test_cluster -c max_connections=300 -c full_page_writes=off -c max_wal_size=256MB" || return 1
  export TOKIBAKO_TEST_DATABASE_URL="postgres://postgres@/postgres?host=$test_cluster"
}

# /dev/shm if it has 2 GB free, otherwise the usual folder: in a container /dev/shm often has only 64 MB.
memory_folder() {
  local free
  free=$(df --output=avail --block-size=1M /dev/shm 2>/dev/null | tail -1)
  if [ "${free:-0}" -ge 2048 ]; then echo /dev/shm; else echo "${TMPDIR:-/tmp}"; fi
}

stop_test_postgres() {
  [ -n "$test_cluster" ] || return 0
  as_test_account "$(postgres_programs)/pg_ctl" --pgdata "$test_cluster/data" --mode immediate --silent stop
  rm -rf "$test_cluster"
  test_cluster=
}

# Postgres does not run as root.
as_test_account() {
  if [ "$(id -u)" = 0 ]; then
    (cd / && runuser -u "$(test_account)" -- "$@")
  else
    "$@"
  fi
}

test_account() {
  if id postgres >/dev/null 2>&1; then echo postgres; else echo nobody; fi
}
