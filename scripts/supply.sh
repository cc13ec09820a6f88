# What the dependencies are held to where the tools and their databases are there; sourced by the scripts beside it.
# shellcheck shell=bash

# Licences, bans and sources: deny.toml. No database is needed.
crates_are_let_in() {
  if ! cargo deny --version >/dev/null 2>&1; then
    echo 'SKIPPED: cargo-deny is not installed (cargo install cargo-deny --locked)'
    return
  fi
  cargo deny --locked --log-level error check licenses bans sources
}

# Vulnerable, unsound and withdrawn crates.
crates_without_advisories() {
  if ! cargo deny --version >/dev/null 2>&1; then
    echo 'SKIPPED: cargo-deny is not installed (cargo install cargo-deny --locked)'
    return
  fi
  if ! timeout 120 cargo deny --log-level off fetch db >/dev/null 2>&1; then
    echo 'SKIPPED: the database of advisories on crates cannot be reached'
    return
  fi
  cargo deny --locked --log-level error check --disable-fetch advisories
}

# Vulnerable packages among those that the site ships. A registry that tells none answers without a report.
packages_without_advisories() {
  local report
  report=$(cd frontend && timeout 120 npm audit --omit=dev --json 2>/dev/null) && return
  if ! grep -q '"auditReportVersion"' <<<"$report"; then
    echo 'SKIPPED: the registry answers no questions about advisories on packages'
    return
  fi
  (cd frontend && npm audit --omit=dev)
}
