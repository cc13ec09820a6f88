# Keeping the frontend's packages and the built site up to date; sourced by the scripts beside it.
# shellcheck shell=bash

# npm's own record of an installation that went through.
site_packages=frontend/node_modules/.package-lock.json
# As old as the start of the last build that went through; gone with the packages.
site_build=frontend/node_modules/.site-built

# As old as the start of the last lint that went through; what a file may say depends on all others, so that there is
# one for all of them.
site_lint=frontend/node_modules/.site-linted

install_site_packages() {
  if [ ! "$site_packages" -nt frontend/package-lock.json ]; then
    (cd frontend && npm ci --no-audit --no-fund)
  fi
}

build_site() {
  site_is_built && return
  touch "$site_build.new"
  (cd frontend && npm run --silent build) && mv "$site_build.new" "$site_build"
}

site_is_built() {
  [ -d frontend/dist ] && [ -e "$site_build" ] && [ -z "$(newer_site_source)" ]
}

# A source that changed since the last build, or a folder that lost one.
newer_site_source() {
  find frontend -mindepth 1 \
    \( -name node_modules -o -name dist -o -name .build -o -name e2e -o -name test-results -o -name playwright-report \) -prune \
    -o -newer "$site_build" -print -quit
}

lint_site() {
  if [ -e "$site_lint" ] && [ -z "$(newer_lint_input)" ]; then
    echo 'nothing has changed since the last time'
    return
  fi
  touch "$site_lint.new"
  (cd frontend && npm run --silent lint) && mv "$site_lint.new" "$site_lint"
}

# Whatever changed in a file or folder, its date apart, which may be set to anything.
newer_lint_input() {
  find frontend -mindepth 1 \
    \( -name node_modules -o -name dist -o -name .build -o -name test-results -o -name playwright-report \) -prune \
    -o -cnewer "$site_lint" -print -quit
}
