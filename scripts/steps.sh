# Running checks one after another, and telling at the end how they went; sourced by the scripts beside it.
# shellcheck shell=bash

steps_passed=0
steps_failed=()
# What each step took, and what else is to be read at the end.
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
    steps_failed+=("$name")
  fi
  seconds=$((SECONDS - begun))
  steps_table+=("$(printf '%6d s  %s  %s' "$seconds" "$result" "$name")")
  printf -- '-- %s: %s after %d s\n' "$name" "$result" "$seconds"
}

# beside FUNCTION: begins the steps in it, which run beside those that follow; what they say is held until join_steps. They
# may have others beside them in their turn.
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

# Waits for them, prints what they said and counts them in.
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
  # One that ended without a table ended too early.
  [ -s "$beside_table" ] || steps_failed+=('steps beside the others')
  rm -f "$beside_said" "$beside_table"
}

# A line that is printed again below the table, as what passed only when it was tried again.
note() {
  steps_notes+=("$1")
}

# What each step took, the notes, and one line for all steps; fails if one of them did.
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
