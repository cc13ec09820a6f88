# Keeping the frontend's packages and the built site up to date; sourced by the scripts beside it.
# shellcheck shell=bash

# npm's own record of an installation that went through.
site_packages=frontend/node_modules/.package-lock.json
# As old as the start of the last build that went through; gone with the packages.
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

# A source that changed since the last build, or a folder that lost one.
newer_site_source() {
  find frontend -mindepth 1 \
    \( -name node_modules -o -name dist -o -name .build -o -name e2e -o -name test-results -o -name playwright-report \) -prune \
    -o -newer "$site_build" -print -quit
}
