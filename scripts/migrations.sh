# Checks the migrations against migrations/README.md; sourced by scripts/checks.sh.
# shellcheck shell=bash

# migrations_are_sound [FOLDER]: all but the first one, the baseline, are checked for statements that lock tables for long.
migrations_are_sound() {
  local folder=${1:-migrations} now name previous= result=0
  now=$(date -u +%Y-%m-%d-%H%M%S)
  for name in "$folder"/*/; do
    name=$(basename "$name")
    if ! [[ $name =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{6}_[a-z0-9_]+$ ]]; then
      echo "$folder/$name: its name must be YYYY-MM-DD-HHMMSS_what_it_does"
      result=1
    elif [[ ${name%%_*} > $now ]]; then
      echo "$folder/$name: its date is in the future; use $now"
      result=1
    fi
    if [ -n "$previous" ]; then
      migration_is_sound "$folder/$name" || result=1
    fi
    previous=$name
  done
  return $result
}

# Statements are compared in capitals, without comments, one on each line.
migration_is_sound() {
  local statements altered found result=0
  statements=$(sed 's/--.*//' "$1/up.sql" | tr '\n' ' ' | tr -s ' ' | tr ';' '\n' | tr '[:lower:]' '[:upper:]' | sed 's/^ //')
  if grep -q 'CONCURRENTLY' <<<"$statements"; then
    grep -q '^run_in_transaction = false$' "$1/metadata.toml" 2>/dev/null || {
      echo "$1: CONCURRENTLY needs a metadata.toml with run_in_transaction = false"
      result=1
    }
  fi
  # What a migration creates itself, nobody else can wait for.
  while IFS= read -r altered; do
    statements=$(grep -vE "^(ALTER TABLE|CREATE (UNIQUE )?INDEX .* ON|UPDATE|DELETE FROM) $altered\b" <<<"$statements")
  done < <(sed -nE 's/^CREATE TABLE (IF NOT EXISTS )?([A-Z_]+).*/\2/p' <<<"$statements")
  found=$(grep -E '^(CREATE (UNIQUE )?INDEX|DROP INDEX) ' <<<"$statements" | grep -v CONCURRENTLY
    grep -E 'ADD (CONSTRAINT|CHECK|FOREIGN KEY)|ADD COLUMN .* (CHECK|REFERENCES)' <<<"$statements" | grep -v 'NOT VALID'
    grep -E '^ALTER TABLE .* (SET NOT NULL|TYPE )|^(UPDATE|DELETE FROM) ' <<<"$statements")
  if [ -n "$found" ]; then
    echo "$1: these hold a lock for as long as the table is large (migrations/README.md):"
    echo "$found"
    result=1
  fi
  if grep -qE '^(ALTER|DROP) TABLE ' <<<"$statements" && ! grep -q 'LOCK_FOR_MIGRATION(' <<<"$statements"; then
    echo "$1: it alters a table that exists; begin with SELECT lock_for_migration('…')"
    result=1
  fi
  return $result
}
