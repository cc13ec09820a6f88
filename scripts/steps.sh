# Running checks one after another, and telling at the end how they went; sourced by the scripts beside it.
# shellcheck shell=bash

steps_passed=0
steps_failed=()

# step NAME COMMAND…: runs the command; a failure is remembered and the next step still runs.
step() {
  local name=$1 begun=$SECONDS
  shift
  printf '\n== %s\n' "$name"
  if "$@"; then
    steps_passed=$((steps_passed + 1))
    printf -- '-- %s: passed in %d s\n' "$name" $((SECONDS - begun))
  else
    steps_failed+=("$name")
    printf -- '-- %s: FAILED after %d s\n' "$name" $((SECONDS - begun))
  fi
}

# One line for all steps; fails if one of them did.
sum_up() {
  if [ ${#steps_failed[@]} -gt 0 ]; then
    printf '\n%s: %d passed, FAILED: %s\n' "$1" "$steps_passed" "$(printf '%s, ' "${steps_failed[@]}" | sed 's/, $//')"
    return 1
  fi
  printf '\n%s: all %d steps passed in %d s\n' "$1" "$steps_passed" "$SECONDS"
}
