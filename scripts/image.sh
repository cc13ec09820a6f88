# Builds the image as an OCI archive: a binary on the few Debian packages it needs, without a shell; sourced by scripts/release.
# Nothing runs in it while it is built, so one machine builds it for each architecture.
# shellcheck shell=bash

# What the Dockerfile builds on, and its settings: one truth for both images.
image_suite=trixie
# glibc; the time zones; the authorities that sign certificates. base-files has the folders, and must be the first.
image_packages=(base-files libc6 libgcc-s1 tzdata tzdata-legacy ca-certificates)

# image_settings KEY: the words of that instruction in the Dockerfile's last stage.
image_settings() {
  awk -v key="$1" '
    $1 == "FROM" { last = $2 == "${RUNTIME_IMAGE}" }
    last && (on || $1 == key) { for (i = on ? 1 : 2; i <= NF; i++) if ($i != "\\") print $i; on = $NF == "\\" }' Dockerfile
}

# debian_of ARCHITECTURE FOLDER: what those packages contain, in that folder. debootstrap checks their signatures.
debian_of() {
  local packages=$work/debian-$1 root=$2 package file
  debootstrap --download-only --variant=minbase --arch="$1" --include=tzdata-legacy,ca-certificates --extra-suites="$image_suite-updates" \
    "$image_suite" "$packages" ${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"} >"$work/debootstrap.log" 2>&1 || { tail "$work/debootstrap.log" >&2; return 1; }
  mkdir -p "$root/var/lib/dpkg/status.d"
  for package in "${image_packages[@]}"; do
    file=$(echo "$packages/var/cache/apt/archives/${package}"_*.deb)
    dpkg-deb --extract "$file" "$root"
    # Where scanners look for the packages of an image without dpkg.
    dpkg-deb --field "$file" >"$root/var/lib/dpkg/status.d/$package"
  done
  rm -rf "$root"/usr/share/{lintian,bug,zoneinfo/right} "$root"/usr/share/doc/*/{changelog,NEWS,README}*
  # What scripts of the packages would do.
  cat "$root"/usr/share/ca-certificates/mozilla/*.crt >"$root/etc/ssl/certs/ca-certificates.crt"
  echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
  printf 'root:x:0:0:root:/root:/usr/sbin/nologin\ntokibako:x:10001:10001::/nonexistent:/usr/sbin/nologin\n' >"$root/etc/passwd"
  printf 'root:x:0:\ntokibako:x:10001:\n' >"$root/etc/group"
}

# blob FILE: moves it to where its checksum says; sets blob_digest and blob_size.
blob() {
  blob_digest=$(sha256sum "$1" | cut -d ' ' -f 1)
  blob_size=$(stat --format %s "$1")
  mv "$1" "$layout/blobs/sha256/$blob_digest"
}

# add_layer FOLDER: appends its files to the lists layers and diffs.
add_layer() {
  tar --create --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --directory "$1" . >"$work/layer.tar"
  diffs+=("\"sha256:$(sha256sum "$work/layer.tar" | cut -d ' ' -f 1)\"")
  gzip --best --no-name "$work/layer.tar"
  blob "$work/layer.tar.gz"
  layers+=("{\"mediaType\":\"application/vnd.oci.image.layer.v1.tar+gzip\",\"digest\":\"sha256:$blob_digest\",\"size\":$blob_size}")
}

# quoted WORD…: these as JSON strings. None has a character that JSON escapes.
quoted() { printf '"%s"\n' "$@" | joined; }
joined() { paste --serial --delimiters=,; }

# add_image ARCHITECTURE BINARY: appends its manifest to the list manifests.
add_image() {
  local root=$work/root-$1 own=$work/own-$1 layers=() diffs=() created settings
  debian_of "$1" "$root"
  mkdir -p "$own/usr/local/bin" "$own/usr/share/doc/tokibako"
  install -m 755 "$2" "$own/usr/local/bin/tokibako"
  install -m 644 LICENSE-* "$own/usr/share/doc/tokibako/"
  add_layer "$root"
  add_layer "$own"
  created=$(date --utc --date "@$SOURCE_DATE_EPOCH" +%FT%TZ)
  # The site is in the binary.
  mapfile -t settings < <(echo PATH=/usr/local/bin:/usr/bin; image_settings ENV | grep -v TOKIBAKO_SITE_DIR)
  cat >"$work/config.json" <<END
{"architecture":"$1","os":"linux","created":"$created",
"config":{"User":"$(image_settings USER)","ExposedPorts":{"$(image_settings EXPOSE)/tcp":{}},"Env":[$(quoted "${settings[@]}")],
"Entrypoint":["tokibako"],"Labels":{"org.opencontainers.image.title":"Tokibako","org.opencontainers.image.version":"$version",
"org.opencontainers.image.licenses":"MIT OR Apache-2.0","org.opencontainers.image.revision":"$(git rev-parse HEAD)"}},
"rootfs":{"type":"layers","diff_ids":[$(printf '%s\n' "${diffs[@]}" | joined)]}}
END
  blob "$work/config.json"
  cat >"$work/manifest.json" <<END
{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json",
"config":{"mediaType":"application/vnd.oci.image.config.v1+json","digest":"sha256:$blob_digest","size":$blob_size},
"layers":[$(printf '%s\n' "${layers[@]}" | joined)]}
END
  blob "$work/manifest.json"
  manifests+=("{\"mediaType\":\"application/vnd.oci.image.manifest.v1+json\",\"digest\":\"sha256:$blob_digest\",\"size\":$blob_size,\"platform\":{\"os\":\"linux\",\"architecture\":\"$1\"}}")
}

# build_image FILE NAME VERSION ARCHITECTURE=BINARY…: an archive with an index of one image for each; NAME is what loading it gives it.
build_image() (
  file=$1 name=$2 version=$3
  shift 3
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  layout=$work/layout
  manifests=()
  mkdir -p "$layout/blobs/sha256"
  for pair in "$@"; do add_image "${pair%%=*}" "${pair#*=}"; done
  echo '{"imageLayoutVersion":"1.0.0"}' >"$layout/oci-layout"
  index='"schemaVersion":2,"mediaType":"application/vnd.oci.image.index.v1+json"'
  echo "{$index,\"manifests\":[$(printf '%s\n' "${manifests[@]}" | joined)]}" >"$work/index.json"
  blob "$work/index.json"
  cat >"$layout/index.json" <<END
{$index,"manifests":[{"mediaType":"application/vnd.oci.image.index.v1+json","digest":"sha256:$blob_digest","size":$blob_size,
"annotations":{"org.opencontainers.image.ref.name":"$name","io.containerd.image.name":"$name"}}]}
END
  tar --create --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --directory "$layout" . >"$file"
)
