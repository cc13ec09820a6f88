# Checks that the Dockerfile, the compose file and the Quadlet files agree; sourced by checks.sh.
# shellcheck shell=bash

# in_compose BLOCK KEY: the first value of KEY below BLOCK; the default, if .env may override it.
in_compose() {
  awk -v block="$1:" -v key="$2" '
    $1 == block { found = 1 }
    found && ($1 == key ":" || $1 == key) { sub(/^ *[^ ]+ /, ""); print; exit }
  ' docker-compose.yml | sed -E 's/\$\{[A-Z_]+:-([^}]*)\}/\1/; s/[][,"]//g; s/^1m$/60s/'
}

# in_quadlet UNIT KEY
in_quadlet() {
  sed -n "s/^$2=//p" "config/quadlet/$1.container"
}

differ=

# same WHAT ONE OTHER: fails if the values differ. Empty values fail, too, because a renamed key yields one.
same() {
  [ -n "$2" ] && [ "$2" = "$3" ] && return
  echo "$1: '$2' and '$3'"
  differ=yes
}

containers_agree() {
  differ=
  same 'what the crates compile in of config, and the Dockerfile copies' \
    "$(grep -rhoE 'include_(str|bytes)!\("[./]*/config/[^"]+' crates --include='*.rs' | grep -oE 'config/.*' | sort -u)" \
    "$(sed -n '/AS server$/,/cargo build/s/^COPY \(config\/.*\) [^ ]*$/\1/p' Dockerfile | tr ' ' '\n' | sort -u)"
  same 'the image of Postgres' "$(in_compose postgres image)" "$(in_quadlet tokibako-postgres Image)"
  # The page also names a newer major version, without a minor one, which does not match.
  same 'the image of Postgres in docs/operations.md' "$(in_quadlet tokibako-postgres Image)" \
    "$(grep -ohE 'docker\.io/library/postgres:[0-9]+\.[^ @`]*' docs/operations.md | sort -u)"
  same 'the image of NATS in docs/operations.md' "$(in_compose nats image)" \
    "$(grep -ohE 'docker\.io/library/nats:[0-9.]+[0-9]' docs/operations.md | sort -u)"
  same 'rust-toolchain.toml and the Dockerfile' \
    "$(sed -n 's/^channel = "\(.*\)"/\1/p' rust-toolchain.toml)" "$(sed -n 's/^ARG RUST_IMAGE=.*:\([0-9.]*\)-.*/\1/p' Dockerfile)"

  same 'capabilities of Postgres' "$(in_compose postgres cap_add)" "$(in_quadlet tokibako-postgres AddCapability)"
  same 'memory of Postgres' "--memory=$(in_compose postgres mem_limit)" "$(in_quadlet tokibako-postgres PodmanArgs)"
  same 'shared memory of Postgres' "$(in_compose postgres shm_size)" "$(in_quadlet tokibako-postgres ShmSize)"
  same 'processes of Postgres' "$(in_compose postgres pids_limit)" "$(in_quadlet tokibako-postgres PidsLimit)"
  same 'time that Postgres has to stop' "$(in_compose postgres stop_grace_period)" "$(in_quadlet tokibako-postgres StopTimeout)s"

  same 'the image of the server' "$(in_compose x-tokibako image)" "$(in_quadlet tokibako Image)"
  same 'the image of the server in scripts/release' "$(in_quadlet tokibako Image):latest" "$(grep -oE 'localhost/tokibako[^ ]*' scripts/release)"
  same 'the Debian of both images' "$(sed -n 's/^image_suite=//p' scripts/image.sh)" "$(sed -n 's/^ARG RUST_IMAGE=.*-slim-//p' Dockerfile)"

  same 'memory of the server' "--memory=$(in_compose x-hardened mem_limit)" "$(in_quadlet tokibako PodmanArgs)"
  same 'threads of the server' "$(in_compose x-hardened pids_limit)" "$(in_quadlet tokibako PidsLimit)"
  same 'time that the server has to stop' "$(in_compose x-tokibako stop_grace_period)" "$(in_quadlet tokibako StopTimeout)s"
  same 'where the server answers' "$(in_compose tokibako -)" "$(in_quadlet tokibako PublishPort)"
  same 'the public address of replicas' "$(in_compose http TOKIBAKO_PUBLIC_URL)" "$(in_compose scheduler TOKIBAKO_PUBLIC_URL)"
  same 'interval of the health check' "$(in_compose x-tokibako interval)" "$(in_quadlet tokibako HealthInterval)"
  same 'patience of the health check' "$(in_compose x-tokibako timeout)" "$(in_quadlet tokibako HealthTimeout)"
  same 'retries of the health check' "$(in_compose x-tokibako retries)" "$(in_quadlet tokibako HealthRetries)"
  same 'start of the health check' "$(in_compose x-tokibako start_period)" "$(in_quadlet tokibako HealthStartPeriod)"
  same 'the command of the health check' "$(in_compose x-tokibako test)" "CMD $(in_quadlet tokibako HealthCmd | sed 's/[][",]//g')"
  same 'the health check of the image' "$(sed -n 's/^HEALTHCHECK \(.*\) CMD.*/\1/p' Dockerfile)" \
    "--interval=$(in_compose x-tokibako interval) --timeout=$(in_compose x-tokibako timeout) --start-period=$(in_compose x-tokibako start_period)"
  [ -z "$differ" ]
}
