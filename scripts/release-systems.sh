# Tries the package and install.sh in fresh Debian systems, and the image; sourced by scripts/release-check, whose functions it uses.
# shellcheck shell=bash
# shellcheck disable=SC2154

# inside COMMAND…: in the system in $root, as its root.
inside() { "${chrooted[@]}" "$@" </dev/null; }

# older_package FILE: the package with the version 0.0.1 and another default setting, as an upgrade meets it.
older_package() {
  local folder=$work/older
  rm -rf "$folder"
  dpkg-deb --raw-extract "$deb" "$folder"
  sed -i 's/^Version: .*/Version: 0.0.1/' "$folder/DEBIAN/control"
  echo '# of the version before' >>"$folder/etc/tokibako/tokibako.toml"
  rm -f "$folder/DEBIAN/md5sums"
  dpkg-deb --root-owner-group -Zgzip -z1 --build "$folder" "$1" >/dev/null
}

# readme_installs ADDRESS: the commands that the README gives, with that address.
readme_installs() { sed -n "/^export TOKIBAKO_RELEASES=/,/^\`\`\`/p" README.md | sed "/^\`\`\`/d; s|https://…|$1|"; }

installed_version() { inside dpkg-query --show --showformat='${Version}' tokibako; }

# serves_in_system NAME: what the unit would start, by the account of the package, is whole, and can be backed up.
serves_in_system() {
  local tokibako=("${chrooted[@]}" setpriv --reuid=tokibako --regid=tokibako --init-groups env HOME=/var/lib/tokibako
    TOKIBAKO_LISTEN=127.0.0.1:38183 TOKIBAKO_LOG=warn tokibako --config /etc/tokibako/tokibako.toml)
  "${tokibako[@]}" >/dev/null &
  servers+=($!)
  is_whole "$1" http://127.0.0.1:38183
  if "${tokibako[@]}" backup "/var/lib/tokibako/$RANDOM.dump" >/dev/null; then ok "$1 is backed up"; else bad "$1 is not backed up"; fi
  stop_server
}

# try_system SUITE: the package is installed by apt, again and over an older version by install.sh, removed and purged.
try_system() {
  local root=$work/$1
  local chrooted=(chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8)
  debootstrap --variant=minbase "$1" "$root" ${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"} >"$work/debootstrap.log" 2>&1 || {
    tail "$work/debootstrap.log"
    bad "a fresh $1"
    return
  }
  cp /etc/resolv.conf "$root/etc/"
  mount -t proc proc "$root/proc"
  # Nothing is started by packages.
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" && chmod 755 "$root/usr/sbin/policy-rc.d"
  cp "$deb" "$root/tmp/"
  inside apt-get update -q -q
  inside apt-get install -y -q "/tmp/$(basename "$deb")" >"$work/apt.log" 2>&1 || { tail "$work/apt.log"; bad "apt install in $1"; return; }
  serves_in_system "the package in a fresh $1"

  older_package "$root/tmp/older.deb"
  inside apt-get purge -y -q tokibako >/dev/null 2>&1
  inside apt-get install -y -q /tmp/older.deb curl >"$work/apt.log" 2>&1 || { tail "$work/apt.log"; bad "the older package in $1"; }
  local _
  for _ in over again; do
    inside sh -c "$(readme_installs http://127.0.0.1:38181)" >"$work/apt.log" 2>&1 ||
      { tail "$work/apt.log"; bad "install.sh in $1"; }
  done
  if [ "$(installed_version)" = "$(dpkg-deb --field "$deb" Version)" ]; then ok "install.sh over an older version, twice, in $1"; else bad "install.sh in $1 over an older version"; fi
  serves_in_system "the upgraded package in $1"
  try_unit "$1"

  inside apt-get remove -y -q tokibako >/dev/null 2>&1
  if [ -d "$root/var/lib/tokibako/postgres" ]; then ok "removing it in $1 keeps the data"; else bad "removing it in $1 deletes the data"; fi
  inside apt-get purge -y -q tokibako >/dev/null 2>&1
  if [ -e "$root/var/lib/tokibako" ] || [ -e "$root/etc/tokibako" ]; then bad "purging it in $1 leaves data"; else ok "purging it in $1 leaves nothing"; fi
}

# booted COMMAND…: in the booted system, as its root.
booted() { nsenter --all --target "$leader" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 "$@" </dev/null; }

# runs_anew OLD: the unit has a process, and not the one with that id. Prints its id.
runs_anew() {
  local id
  id=$(booted systemctl show --property MainPID --value tokibako 2>/dev/null) && [ "$id" != 0 ] && [ "$id" != "$1" ] && echo "$id"
}

# try_unit SUITE: the system in $root is booted, where the unit starts the server, also after it was killed.
try_unit() {
  local options=() container leader='' first='' _
  if ! command -v systemd-nspawn >/dev/null; then
    skipped "the unit in $1, because systemd-nspawn is not installed (on Debian: systemd-container)"
    return
  fi
  inside apt-get install -y -q systemd-sysv >"$work/apt.log" 2>&1 || { tail "$work/apt.log"; bad "systemd in $1"; return; }
  (umask 077 && echo TOKIBAKO_LISTEN=127.0.0.1:38187 >"$root/etc/tokibako/environment")
  umount "$root/proc"
  # Only systemd on this machine could give the container a unit of its own.
  [ -d /run/systemd/system ] || options=(--keep-unit)
  SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 systemd-nspawn --quiet --register=no "${options[@]}" --directory "$root" --boot </dev/null >"$work/boot.log" 2>&1 &
  container=$!
  servers+=("$container")
  for _ in $(seq 240); do
    leader=$(pgrep --parent "$container" --oldest || true)
    ! first=$(runs_anew 0) || break
    sleep 0.25
  done
  if [ -n "$first" ]; then
    is_whole "the unit in a booted $1" http://127.0.0.1:38187
    booted systemctl kill --kill-who main --signal KILL tokibako
    for _ in $(seq 240); do ! runs_anew "$first" >/dev/null || break; sleep 0.25; done
    is_whole "the unit in $1, killed" http://127.0.0.1:38187
    booted systemctl poweroff
    wait "$container" || true
    unset 'servers[-1]'
  else
    tail -n 3 "$work/boot.log"
    if [ -n "$leader" ] && booted systemctl show --property Version >/dev/null 2>&1; then
      bad "the unit in a booted $1 does not start"
    else
      skipped "the unit in $1, which systemd-nspawn does not boot here"
    fi
    stop_server
  fi
  mount -t proc proc "$root/proc"
  rm "$root/etc/tokibako/environment"
}

# unpack_image DEBIAN_ARCHITECTURE FOLDER: the files of that image of the archive.
unpack_image() {
  local layout=$work/layout layer
  [ -d "$layout" ] || { mkdir "$layout" && tar -xf "$image" --directory "$layout"; }
  mkdir -p "$2"
  node -e '
    const [layout, architecture] = process.argv.slice(1);
    const { readFileSync } = require("node:fs");
    const blob = ({ digest }) => layout + "/blobs/" + digest.replace(":", "/");
    const read = (file) => JSON.parse(readFileSync(file, "utf8"));
    const index = read(blob(read(layout + "/index.json").manifests[0]));
    const manifest = read(blob(index.manifests.find(({ platform }) => platform.architecture === architecture)));
    console.log(manifest.layers.map(blob).join("\n"));' "$layout" "$1" |
    while read -r layer; do tar -xzf "$layer" --directory "$2"; done
}

# try_image MACHINE: its files, as an account without rights on a root that cannot be written; another architecture by qemu.
try_image() {
  local root=$work/image-$1 emulator=()
  unpack_image "$(debian_name "$1")" "$root"
  mkdir "$root/socket"
  if [ "$1" != "$(uname -m)" ]; then
    if ! command -v "qemu-$1-static" >/dev/null; then
      skipped "the image for $1, because qemu-$1-static is not installed (on Debian: qemu-user-static)"
      return
    fi
    install -m 755 "$(command -v "qemu-$1-static")" "$root/emulator"
    emulator=(/emulator)
  fi
  mount --bind "$root" "$root"
  mount --bind "$test_cluster" "$root/socket"
  mount -o remount,bind,ro "$root"
  env -i PATH=/usr/local/bin DATABASE_URL='postgres://postgres@/postgres?host=/socket' TOKIBAKO_LISTEN=127.0.0.1:38184 \
    TOKIBAKO_OPS_LISTEN=127.0.0.1:38185 TOKIBAKO_LOG=warn \
    "$(command -v chroot)" --userspec=10001:10001 "$root" "${emulator[@]}" /usr/local/bin/tokibako >/dev/null &
  servers+=($!)
  is_whole "the image for $1, on a read-only root" http://127.0.0.1:38184 http://127.0.0.1:38185
  stop_server
  umount "$root/socket" "$root"
}

try_podman() {
  if ! command -v podman >/dev/null; then
    skipped 'the image in podman, which is not installed'
    return
  fi
  if ! podman load --quiet --input "$image" >"$work/podman.log" 2>&1 || ! podman run --rm --network host localhost/tokibako --version >>"$work/podman.log" 2>&1; then
    tail -n 3 "$work/podman.log"
    skipped 'the image in podman, which starts no container here'
    return
  fi
  podman run --rm --read-only --cap-drop all --security-opt no-new-privileges --network host --user 10001:10001 --volume "$test_cluster:/socket" \
    --env DATABASE_URL='postgres://postgres@/postgres?host=/socket' --env TOKIBAKO_LISTEN=127.0.0.1:38184 --env TOKIBAKO_OPS_LISTEN=127.0.0.1:38185 \
    localhost/tokibako >/dev/null &
  servers+=($!)
  is_whole 'the image in podman' http://127.0.0.1:38184 http://127.0.0.1:38185
  stop_server
}
