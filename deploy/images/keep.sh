#!/bin/sh
# Copies what runs, and nothing that it was made of: keep.sh FOLDER. It makes FOLDER/services, and FOLDER/standalone with what only
# the standalone server has beside that.
set -eu
mkdir -p "$1/services" "$1/standalone"
for dist in packages/*/dist services/*/dist; do
  unit=$(dirname "$dist")
  case "$unit" in
    services/standalone | packages/embedded-postgres) to="$1/standalone/$unit" ;;
    *) to="$1/services/$unit" ;;
  esac
  mkdir -p "$to"
  cp -r "$dist" "$unit/package.json" "$to"
done
cp -r --parents packages/*/generated packages/api/openapi.json LICENSE package.json "$1/services"
rm -rf "$1"/services/packages/*/dist/testing
find "$1" \( -name '*.map' -o -name '*.d.ts' -o -name '*.tsbuildinfo' \) -type f -delete
