# Checks of dependencies, which are skipped without their tools or databases; sourced by checks.sh.
# shellcheck shell=bash

# Licences, bans and sources by deny.toml, which need no database.
crates_are_let_in() {
  if ! cargo deny --version >/dev/null 2>&1; then
    echo 'SKIPPED: cargo-deny is not installed (cargo install cargo-deny --locked)'
    return
  fi
  cargo deny --locked --log-level error check licenses bans sources
}

# Vulnerable, unsound and yanked crates.
crates_without_advisories() {
  if ! cargo deny --version >/dev/null 2>&1; then
    echo 'SKIPPED: cargo-deny is not installed (cargo install cargo-deny --locked)'
    return
  fi
  if ! timeout 120 cargo deny --log-level off fetch db >/dev/null 2>&1; then
    echo 'SKIPPED: the advisory database for crates cannot be reached'
    return
  fi
  cargo deny --locked --log-level error check --disable-fetch advisories
}

# Vulnerable packages among those that the site ships. A registry without advisories sends no report.
packages_without_advisories() {
  local report
  report=$(cd frontend && timeout 120 npm audit --omit=dev --json 2>/dev/null) && return
  if ! grep -q '"auditReportVersion"' <<<"$report"; then
    echo 'SKIPPED: the npm registry provides no advisories'
    return
  fi
  (cd frontend && npm audit --omit=dev)
}
