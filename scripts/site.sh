# Keeps the frontend's packages and the built site up to date; sourced by the other scripts.
# shellcheck shell=bash

# npm writes this file at the end of an installation.
site_packages=frontend/node_modules/.package-lock.json
# Its time is the start of the last successful build. Installing packages deletes it.
site_build=frontend/node_modules/.site-built

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

# A source that changed since the last build, or a folder from which one was deleted.
newer_site_source() {
  find frontend -mindepth 1 \
    \( -name node_modules -o -name dist -o -name .build -o -name e2e -o -name test-results -o -name playwright-report \) -prune \
    -o -newer "$site_build" -print -quit
}
