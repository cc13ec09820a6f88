# Checks for and installs what the other scripts need to build, run and test; sourced by them.
# shellcheck shell=bash

# Missing Debian packages, and missing things that are not in a Debian package.
missing_packages=()
missing_others=()

need_cargo() {
  local wanted found
  wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
  found=$(cargo --version 2>/dev/null | cut -d ' ' -f 2) || found=
  if ! at_least "$wanted" "${found:-0}"; then
    missing_others+=("Rust $wanted or newer (${found:-none} found): https://rustup.rs")
  fi
}

need_node() {
  local wanted found
  wanted=$(sed -n 's/.*"node": ">=\(.*\)".*/\1/p' frontend/package.json)
  found=$(node --version 2>/dev/null | tr -d v) || found=
  if ! at_least "$wanted" "${found:-0}" || ! command -v npm >/dev/null; then
    missing_others+=("Node $wanted or newer with npm (${found:-none} found): https://nodejs.org")
  fi
}

need_c_compiler() {
  command -v cc >/dev/null || missing_packages+=(gcc libc6-dev)
}

# To link against. Without a C compiler this cannot be checked.
need_libpq() {
  pkg-config --exists libpq 2>/dev/null && return
  echo 'int main(void) { return 0; }' | cc -x c - -lpq -o /dev/null 2>/dev/null || missing_packages+=(libpq-dev)
}

need_postgres() {
  postgres_programs >/dev/null || missing_packages+=(postgresql)
}

# For the drill of wrong clocks.
need_faketime() {
  compgen -G '/usr/lib/*/faketime/libfaketimeMT.so.1' >/dev/null || missing_packages+=(libfaketime)
}

# Debian's, or the one that Playwright brought (`npx playwright install chromium` in frontend).
need_browser() {
  if [ -x /usr/bin/chromium ]; then
    wish_headless_shell
    return
  fi
  compgen -G "${PLAYWRIGHT_BROWSERS_PATH:-$HOME/.cache/ms-playwright}/chromium-*" >/dev/null || missing_packages+=(chromium)
}

# It opens a page with less than half of the work. If it is not available, Chromium is used.
wish_headless_shell() {
  [ -x /usr/bin/chromium-headless-shell ] && return
  [ "$(id -u)" = 0 ] && apt-cache show chromium-headless-shell >/dev/null 2>&1 || return 0
  echo 'Installing chromium-headless-shell'
  DEBIAN_FRONTEND=noninteractive timeout 120 \
    apt-get install -y -qq --no-install-recommends chromium-headless-shell >/dev/null 2>&1 ||
    echo 'it is not available: browser tests use chromium'
}

# For drills of the bus.
need_nats() {
  [ -x /usr/sbin/nats-server ] || command -v nats-server >/dev/null || missing_packages+=(nats-server)
}

# For tests of the bus, which are skipped without it.
wish_nats() {
  [ -x /usr/sbin/nats-server ] || command -v nats-server >/dev/null && return
  if [ "$(id -u)" = 0 ] && apt-cache show nats-server >/dev/null 2>&1; then
    echo 'Installing nats-server'
    # Debian's package may also start it as a service; tests start their own.
    DEBIAN_FRONTEND=noninteractive timeout 120 \
      apt-get install -y -qq --no-install-recommends nats-server >/dev/null 2>&1 && return
  fi
  export TOKIBAKO_TEST_NATS=off
  echo 'nats-server is not available: tests of the bus are skipped'
}

# For journeys in other engines, which are skipped without them. GStreamer's plugins decode the sounds in WebKit.
engine_packages=(
  firefox-esr webkit2gtk-driver xvfb xdotool pulseaudio pulseaudio-utils gstreamer1.0-plugins-base
  gstreamer1.0-plugins-good gstreamer1.0-libav
)
present_engines=()
missing_engines=()
wish_engines() {
  local package available=()
  find_engines
  if [ ${#missing_engines[@]} -gt 0 ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    for package in "${engine_packages[@]}"; do
      ! apt-cache show "$package" >/dev/null 2>&1 || available+=("$package")
    done
    echo "Installing ${available[*]}"
    DEBIAN_FRONTEND=noninteractive timeout 300 \
      apt-get install -y -qq --no-install-recommends "${available[@]}" >/dev/null 2>&1 ||
      echo 'not all could be installed: journeys in engines that are missing are skipped'
    find_engines
  fi
}

find_engines() {
  local sound=no
  present_engines=()
  missing_engines=()
  command -v pulseaudio >/dev/null && command -v parec >/dev/null && command -v Xvfb >/dev/null &&
    command -v xdotool >/dev/null && sound=yes
  find_engine firefox "$sound" /usr/bin/firefox-esr /usr/bin/firefox
  find_engine webkit "$sound" /usr/bin/WebKitWebDriver
  find_engine chromium "$sound" /usr/bin/chromium
}

# find_engine NAME SOUND PROGRAM…: one of the programs is installed, and what it is heard by.
find_engine() {
  local name=$1 sound=$2 program
  shift 2
  for program in "$@"; do
    [ "$sound" = yes ] && [ -x "$program" ] && present_engines+=("$name") && return
  done
  missing_engines+=("$name")
}

# A virtual screen for tests in a browser with windows; macOS needs none.
need_display() {
  [ "$(uname)" = Darwin ] || command -v Xvfb >/dev/null || missing_packages+=(xvfb)
}

# D-Bus, for the test that clicks on notifications; macOS shows them in another way and skips that test.
need_message_bus() {
  [ "$(uname)" = Darwin ] || command -v dbus-daemon >/dev/null || missing_packages+=(dbus)
}

need_fonts() {
  [ -n "$(fc-list :lang=ja 2>/dev/null)" ] || missing_packages+=(fonts-noto-core fonts-noto-cjk fontconfig)
}

# The folder with initdb, pg_ctl and postgres. The server searches the same places.
postgres_programs() {
  local folder
  for folder in \
    "$(dirname "$(command -v initdb 2>/dev/null)" 2>/dev/null)" \
    "$(pg_config --bindir 2>/dev/null)" \
    $(printf '%s\n' /usr/lib/postgresql/*/bin | sort --version-sort --reverse); do
    if [ -x "$folder/initdb" ] && [ -x "$folder/postgres" ]; then
      echo "$folder"
      return
    fi
  done
  return 1
}

# Installs what is missing if it can, otherwise lists it and exits.
install_missing() {
  if [ ${#missing_packages[@]} -gt 0 ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing ${missing_packages[*]}"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing_packages[@]}" >/dev/null || exit 1
    missing_packages=()
  fi
  if [ ${#missing_packages[@]} -gt 0 ]; then
    missing_others+=("these packages, by the names Debian and Ubuntu give them: ${missing_packages[*]}
    (there: sudo apt-get install ${missing_packages[*]})")
  fi
  if [ ${#missing_others[@]} -gt 0 ]; then
    echo "Please install first:" >&2
    printf '  - %s\n' "${missing_others[@]}" >&2
    exit 1
  fi
}

# Whether version $2 is at least $1.
at_least() {
  [ "$(printf '%s\n' "$1" "$2" | sort --version-sort | head -n 1)" = "$1" ]
}
