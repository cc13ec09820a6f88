#!/bin/sh
# Installs Tokibako on a server with Linux: downloads a release, checks it, and installs the Debian package where there is
# apt, otherwise the binary below PREFIX (/usr/local). Run it again to upgrade.
#
#   TOKIBAKO_RELEASES=https://… sh install.sh
#
# TOKIBAKO_RELEASES is the address of the folder with the release. TOKIBAKO_RELEASE_KEY is the public key of minisign with
# which the signature of the checksums is checked; without it they are only compared. TOKIBAKO_DOWNGRADE=yes replaces a newer
# version by an older one, which a database may refuse (docs/operations.md, Upgrade, and go back).
set -eu

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

[ "$(uname -s)" = Linux ] || fail "this is for Linux, and this machine runs $(uname -s)"
case "$(uname -m)" in
  x86_64) machine=x86_64 package=amd64 ;;
  aarch64 | arm64) machine=aarch64 package=arm64 ;;
  *) fail "there is no release for $(uname -m); build it from source" ;;
esac
from=${TOKIBAKO_RELEASES:?set TOKIBAKO_RELEASES to the address of the folder with the release}
prefix=${PREFIX:-/usr/local}

if command -v curl >/dev/null; then
  fetch() { curl --fail --silent --show-error --location --output "$2" "$1"; }
elif command -v wget >/dev/null; then
  fetch() { wget --quiet --output-document "$2" "$1"; }
else
  fail 'curl or wget is needed'
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fetch "${from%/}/SHA256SUMS" SHA256SUMS || fail "there is no release at $from"
if [ -n "${TOKIBAKO_RELEASE_KEY:-}" ]; then
  command -v minisign >/dev/null || fail 'minisign is needed to check the signature (on Debian: apt install minisign)'
  fetch "${from%/}/SHA256SUMS.minisig" SHA256SUMS.minisig || fail "the release at $from is not signed"
  minisign -Vq -P "$TOKIBAKO_RELEASE_KEY" -m SHA256SUMS || fail 'the signature of SHA256SUMS is wrong: nothing was installed'
fi

# The name of the file of this release that ends so.
named() {
  awk -v ending="$1" '{ at = length($2) - length(ending); if (at > 0 && substr($2, at + 1) == ending) print $2 }' SHA256SUMS | head -n 1
}

download() {
  [ -n "$1" ] || fail "the release at $from has nothing for $machine"
  fetch "${from%/}/$1" "$1" || fail "$1 cannot be downloaded"
  awk -v name="$1" '$2 == name' SHA256SUMS | sha256sum --check --status || fail "$1 is not what was released: nothing was installed"
}

# refuse_downgrade INSTALLED NEW
refuse_downgrade() {
  [ -n "$1" ] && [ "$1" != "$2" ] && [ "${TOKIBAKO_DOWNGRADE:-}" != yes ] || return 0
  newest=$(printf '%s\n%s\n' "$1" "$2" | sort -V | tail -n 1)
  [ "$newest" = "$2" ] ||
    fail "version $1 is installed, and the release at $from is the older $2: nothing was installed; set TOKIBAKO_DOWNGRADE=yes to go back"
}

if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ] && [ -z "${PREFIX:-}" ]; then
  file=$(named "_$package.deb")
  download "$file"
  chmod 755 "$folder"
  installed=$(dpkg-query --show --showformat='${db:Status-Status} ${Version}' tokibako 2>/dev/null || true)
  case $installed in
    'installed '*) refuse_downgrade "${installed#* }" "$(dpkg-deb --field "$file" Version)" ;;
  esac
  DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet --allow-downgrades "./$file"
  echo 'Tokibako is at http://127.0.0.1:8080. Its settings: /etc/tokibako/tokibako.toml'
else
  file=$(named "-$machine-linux.tar.gz")
  download "$file"
  tar -xzf "$file"
  name=${file%.tar.gz}
  for part in tokibako tokibako.1.gz; do
    [ -f "$name/$part" ] || fail "$file is not whole: nothing was installed"
  done
  version=${name#tokibako-}
  installed=$("$prefix/bin/tokibako" --version 2>/dev/null | cut -d ' ' -f 2 || true)
  refuse_downgrade "$installed" "${version%"-$machine-linux"}"
  mkdir -p "$prefix/bin" "$prefix/share/man/man1" || fail "$prefix cannot be written: run this as root, or set PREFIX"
  install -m 755 "$name/tokibako" "$prefix/bin/tokibako.new" || {
    rm -f "$prefix/bin/tokibako.new"
    fail "$prefix/bin cannot be written: nothing was installed"
  }
  mv "$prefix/bin/tokibako.new" "$prefix/bin/tokibako"
  install -m 644 "$name/tokibako.1.gz" "$prefix/share/man/man1/"
  echo "Start it with $prefix/bin/tokibako, which then prints the address to open. It needs an installed Postgres, or DATABASE_URL."
fi
