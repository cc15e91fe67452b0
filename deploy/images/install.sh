#!/bin/sh
# Installs what the lockfile names, in an image: install.sh [options of `pnpm install`]. What only a compiler or an editor reads is
# left out of an installation for production, and sbom.cdx.json lists what remains.
set -eu
if [ -f /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi
npx --yes --package "$(node -p 'require("./package.json").packageManager')" \
  pnpm install --frozen-lockfile --prefer-offline --package-import-method copy "$@"
case "$*" in
  *--prod*)
    find node_modules/.pnpm \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -type f -delete
    # The same programs once more, as modules that only `import` would load: half of what these packages take.
    find node_modules/.pnpm/@opentelemetry+* -name '*.mjs' -type f -delete
    find node_modules/.pnpm/@opentelemetry+* -type d -path '*/build/es*' -prune -exec rm -rf {} +
    rm -rf node_modules/.pnpm/@types+* node_modules/.pnpm/node_modules/@types
    node deploy/images/sbom.mjs > sbom.cdx.json
    rm -rf deploy patches packages/*/package.json services/*/package.json
    find . -xtype l -delete
    # Those of units that are not installed.
    find packages services -type d -empty -delete
    ;;
esac
