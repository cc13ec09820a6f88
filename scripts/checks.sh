# Static checks of the repository, the crates and the frontend; sourced by the other scripts.
# shellcheck shell=bash
# shellcheck source=scripts/containers.sh
. scripts/containers.sh
# shellcheck source=scripts/migrations.sh
. scripts/migrations.sh
# shellcheck source=scripts/site.sh
. scripts/site.sh
# shellcheck source=scripts/steps.sh
. scripts/steps.sh
# shellcheck source=scripts/supply.sh
. scripts/supply.sh

# Lints are silenced with `expect` and a reason, never with `allow`; no open tasks are left in comments.
no_loose_ends() {
  ! grep --recursive --line-number --extended-regexp --binary-files=without-match \
    --exclude-dir=node_modules --exclude-dir=dist --exclude-dir=.build --exclude=package-lock.json \
    '#!?\[allow\(|@ts-(ignore|nocheck)|\b(TO''DO|FIX''ME)\b' crates config migrations scripts frontend
}

scripts_are_sound() {
  local scripts=(scripts/{run,test,check,edges,bench,cities,drill,backup,restore,licences,release,release-check,release-twice,install.sh} .ci/run)
  if ! command -v shellcheck >/dev/null; then
    echo 'shellcheck is not installed: the scripts are only parsed'
    # One by one, because bash would pass further names as arguments to the first script.
    printf '%s\0' "${scripts[@]}" scripts/*.sh | xargs --null --max-args 1 bash -n
    return
  fi
  shellcheck --external-sources "${scripts[@]}"
}

# The server reads all of .env and refuses unknown names that begin with TOKIBAKO_. So a variable of the compose file may
# only begin with it if it is a setting.
compose_asks_for_known_names() {
  local settings asked unknown
  settings=$(grep -oE '^# TOKIBAKO_[A-Z_]+' config/default.toml | cut -c 3- | sort -u)
  asked=$(grep -oE '\$\{TOKIBAKO_[A-Z_]+' docker-compose.yml | cut -c 3- | sort -u)
  unknown=$(comm -13 <(echo "$settings") <(echo "$asked"))
  [ -z "$unknown" ] || { echo "docker-compose.yml uses variables that are not settings: $unknown"; return 1; }
  grep -q '^  env_file: .env$' docker-compose.yml || { echo 'docker-compose.yml does not pass .env to the server'; return 1; }
}

documents_are_sound() {
  node scripts/links.mjs || return
  if ! command -v mdbook >/dev/null; then
    echo 'SKIPPED: mdbook is not installed (cargo install mdbook --locked)'
    return
  fi
  mdbook build docs
}

# actionlint knows the language of workflows, zizmor their dangers.
workflows_are_sound() {
  if command -v actionlint >/dev/null; then actionlint || return; else echo 'SKIPPED: actionlint is not installed'; fi
  if command -v zizmor >/dev/null; then zizmor --offline --quiet .github/workflows || return; else echo 'SKIPPED: zizmor is not installed'; fi
}

alerts_are_sound() {
  if ! command -v promtool >/dev/null; then
    echo 'SKIPPED: promtool is not installed (on Debian: prometheus)'
    return
  fi
  (cd config && promtool test rules alerts.test.yml) && promtool check rules <(node scripts/dashboard-rules.mjs)
}

in_frontend() {
  (cd frontend && "$@")
}

lint_crates() {
  cargo clippy --locked --workspace --all-targets --quiet -- --deny warnings
}

check_crates() {
  step 'loose ends' no_loose_ends
  step 'scripts' scripts_are_sound
  step 'compose file' compose_asks_for_known_names
  step 'containers' containers_agree
  step 'migrations' migrations_are_sound
  step 'alerts and dashboard' alerts_are_sound
  step 'documents' documents_are_sound
  step 'workflows' workflows_are_sound
  step 'rust format' cargo fmt --all --check
  step 'forbidden edges' scripts/edges
  step 'clippy' lint_crates
  step 'licences of crates' scripts/licences
  step 'crates let in' crates_are_let_in
}

check_site() {
  step 'frontend packages' install_site_packages
  step 'frontend format' in_frontend npm run --silent format:check
  step 'frontend messages' in_frontend npm run --silent messages
  step 'frontend api types' in_frontend npm run --silent api-types
  step 'frontend types' in_frontend npm run --silent typecheck
  step 'frontend lint' in_frontend npm run --silent lint
}
