# Runs checks and prints their results at the end; sourced by the other scripts.
# shellcheck shell=bash

steps_passed=0
steps_failed=()
# The duration of each step, and notes; both are printed at the end.
steps_table=()
steps_notes=()

# step NAME COMMAND…: runs the command; a failure is remembered and the next step still runs.
step() {
  local name=$1 begun=$SECONDS result seconds
  shift
  printf '\n== %s\n' "$name"
  if "$@"; then
    result=passed
    steps_passed=$((steps_passed + 1))
  else
    result=FAILED
    # Checked now, because a tool that runs out of space removes what it has written.
    ! disk_is_full || name+=' (no space left on the disk)'
    steps_failed+=("$name")
  fi
  seconds=$((SECONDS - begun))
  steps_table+=("$(printf '%6d s  %s  %s' "$seconds" "$result" "$name")")
  printf -- '-- %s: %s after %d s\n' "$name" "$result" "$seconds"
}

# The free space of the disk of a folder, in megabytes.
free_megabytes() {
  df -Pk "$1" | awk 'NR == 2 { print int($4 / 1024) }'
}

# Whether a disk that a run writes to is full: that of this folder, of temporary files, or of the tests' database.
disk_is_full() {
  local folder
  for folder in . "${TMPDIR:-/tmp}" "${test_cluster:-.}"; do
    [ "$(free_megabytes "$folder")" -ge 100 ] || return 0
  done
  return 1
}

# beside FUNCTION: starts its steps in the background. Their output is kept until join_steps. Calls may be nested.
beside() {
  local said table
  said=$(mktemp) && table=$(mktemp) || return 1
  (
    steps_table=()
    "$1"
    printf '%s\n' "${steps_table[@]}" >"$table"
  ) >"$said" 2>&1 &
  beside_process=$!
  beside_said=$said
  beside_table=$table
}

# Waits for the steps in the background, prints their output and counts them.
join_steps() {
  local row
  wait "$beside_process"
  cat "$beside_said"
  while IFS= read -r row; do
    steps_table+=("$row")
    case $row in
      *' s  passed  '*) steps_passed=$((steps_passed + 1)) ;;
      *) steps_failed+=("${row##*  FAILED  }") ;;
    esac
  done <"$beside_table"
  # Without a table, the function ended too early.
  [ -s "$beside_table" ] || steps_failed+=('steps beside the others')
  rm -f "$beside_said" "$beside_table"
}

# Adds a line to print below the table.
note() {
  steps_notes+=("$1")
}

# The folder of the output that `kept` stores.
steps_output=target/test-results

# kept NAME COMMAND…: runs the command and keeps its output in a file, for failed_tests.
kept() {
  local file=$steps_output/$1.log
  shift
  mkdir -p "$steps_output" && "$@" 2>&1 | tee "$file"
  return "${PIPESTATUS[0]}"
}

# The names of the tests that failed in a kept output, of nextest, cargo test, vitest or Playwright.
failed_tests() {
  sed 's/\x1b\[[0-9;]*m//g' "$1" | awk '
    /^ +(FAIL|TIMEOUT|ABORT|SIG[A-Z]+|TRY 2 (FAIL|TMT|TIMEOUT|ABORT|ABRT|SIG[A-Z]+)) \[/ { sub(/^[^]]*\] *(\([^)]*\) *)?/, ""); print; next }
    /^test .* \.\.\. FAILED$/ { sub(/^test /, ""); sub(/ \.\.\. FAILED$/, ""); print; next }
    /^ +FAIL +[^ \[]/ { sub(/^ +FAIL +/, ""); print; next }
    /^ +[0-9]+ (failed|interrupted)$/ { journeys = 1; next }
    /^ +\[[^]]+\] › / { if (journeys) { sub(/^ +/, ""); sub(/ (─)+$/, ""); print }; next }
    { journeys = 0 }' | sort -u
}

# The names of the tests that only passed on a retry in a kept output, of nextest or vitest.
flaky_tests() {
  sed 's/\x1b\[[0-9;]*m//g' "$1" | awk '
    /^ +FLAKY 2\/2 \[/ { sub(/^[^]]*\] *(\([^)]*\) *)?/, ""); print; next }
    /^ +✓ .* \(retry x1\)/ { sub(/^ +✓ +/, ""); print }' | sort -u
}

# The command that runs a failed test alone: alone KIND NAME, where the kind is the name of the kept output.
alone() {
  local kind=$1 name=$2 binary=${2%% *} file
  case $kind in
    rust)
      # A test of nextest is named "crate::binary path", one of cargo's own runner only "path".
      if [ "$binary" = "$name" ]; then echo "cargo test --workspace $name"; else echo "cargo nextest run -p ${binary%%::*} ${name#* }"; fi
      ;;
    frontend)
      file=$(grep -oE 'src/[^ ]+\.test\.tsx?' <<<"$name" | head -1)
      echo "cd frontend && npx vitest run $file"
      ;;
    *)
      # "[project] › file:line:column › title"
      file=$(sed -E 's/^\[([^]]+)\] › ([^ ]+:[0-9]+):[0-9]+ .*/--project=\1 \2/' <<<"$name")
      [ "$kind" = journeys ] || file="--config=playwright.engines.config.ts $file"
      echo "cd frontend && npx playwright test --no-deps $file"
      ;;
  esac
}

# Prints the end of the output of each kind of tests that has failed ones, and adds a note for each test that failed or was
# flaky, with the command that runs it alone.
note_failed_tests() {
  local file name names kind
  for file in "$steps_output"/*.log; do
    kind=$(basename "$file" .log)
    while IFS= read -r name; do
      [ -z "$name" ] || note "FLAKY: $name"
    done <<<"$(flaky_tests "$file")"
    names=$(failed_tests "$file")
    [ -n "$names" ] || continue
    printf '\n== the end of %s\n' "$file"
    tail -n 150 "$file"
    while IFS= read -r name; do
      note "FAILED: $name"
      note "        $(alone "$kind" "$name")"
    done <<<"$names"
  done
}

# Adds a note if steps failed and the disk was full at their end, or a kept output says so.
note_full_disk() {
  local said='No space left on device|ENOSPC|os error 28|could not extend file'
  [ ${#steps_failed[@]} -gt 0 ] || return 0
  [[ "${steps_failed[*]}" = *'no space left'* ]] || grep --quiet --extended-regexp "$said" "$steps_output"/*.log 2>/dev/null || return 0
  note "THE DISK WAS FULL during this run, which may be why other steps failed, too: free some space (now $(free_megabytes .) MB here,
        $(free_megabytes "${TMPDIR:-/tmp}") MB in ${TMPDIR:-/tmp}), then run it again"
}

# Prints the duration of each step, the notes, and one line for all steps. Fails if a step has failed.
sum_up() {
  printf '\n== %s\n' "$1"
  [ ${#steps_table[@]} -eq 0 ] || printf '%s\n' "${steps_table[@]}"
  [ ${#steps_notes[@]} -eq 0 ] || printf '%s\n' "${steps_notes[@]}"
  if [ ${#steps_failed[@]} -gt 0 ]; then
    printf '%s: %d passed, FAILED: %s\n' "$1" "$steps_passed" "$(printf '%s, ' "${steps_failed[@]}" | sed 's/, $//')"
    return 1
  fi
  printf '%s: all %d steps passed in %d s\n' "$1" "$steps_passed" "$SECONDS"
}
