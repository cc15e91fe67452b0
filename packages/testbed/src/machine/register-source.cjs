// Lets a plain node process run the TypeScript sources, as Jest does: see fork-source.ts.
const { readFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');

const { SLUICE_SOURCE_CHANGE } = process.env;
const change = SLUICE_SOURCE_CHANGE === undefined ? undefined : JSON.parse(SLUICE_SOURCE_CHANGE);

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(sourceOf(filename), {
    filename,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
    module: { type: 'commonjs', ignoreDynamic: true },
    sourceMaps: 'inline',
  });
  module._compile(code, filename);
};

function sourceOf(filename) {
  const source = readFileSync(filename, 'utf8');
  if (change === undefined || !filename.endsWith(change.file)) return source;
  const parts = source.split(change.search);
  if (parts.length !== 2) throw new Error(`${change.file} has ${parts.length - 1} times ${change.search}`);
  return parts.join(change.replacement);
}
