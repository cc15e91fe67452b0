// Lets a plain node process run the TypeScript sources, as Jest does: see fork-source.ts. Processes and threads of all tests share compiled
// sources in a folder, because compiling takes a third of the start of the product.
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { threadId } = require('node:worker_threads');
const { version } = require('@swc/core/package.json');

const OPTIONS = {
  jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
  module: { type: 'commonjs', ignoreDynamic: true },
};
const ROOT = join(__dirname, '../../../..');
const FOLDER = join(ROOT, 'node_modules/.cache/compiled-sources');

const { SLUICE_SOURCE_CHANGE } = process.env;
const change = SLUICE_SOURCE_CHANGE === undefined ? undefined : JSON.parse(SLUICE_SOURCE_CHANGE);

require.extensions['.ts'] = (module, filename) => {
  module._compile(compiled(sourceOf(filename), filename), filename);
};

/** Returns the JavaScript of a source. A stored result has one file for each source, and is valid for this source, compiler and options. */
function compiled(source, filename) {
  const key = hashOf(version + JSON.stringify(OPTIONS) + source);
  const file = join(FOLDER, `${hashOf(relative(ROOT, filename))}.js`);
  const stored = readOrNothing(file);
  if (stored.startsWith(key)) return stored.slice(key.length);
  // Loaded here only, because a start with stored results does not need it.
  const { code } = require('@swc/core').transformSync(source, { ...OPTIONS, filename });
  store(file, key + code);
  return code;
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('hex');
}

function readOrNothing(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Replaces the file at once, because other processes read and replace the same one. An account without the right compiles each time. */
function store(file, text) {
  try {
    mkdirSync(FOLDER, { recursive: true });
    const own = `${file}.${process.pid}.${threadId}`;
    writeFileSync(own, text);
    renameSync(own, file);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
}

function sourceOf(filename) {
  const source = readFileSync(filename, 'utf8');
  if (change === undefined || !filename.endsWith(change.file)) return source;
  const parts = source.split(change.search);
  if (parts.length !== 2) throw new Error(`${change.file} has ${parts.length - 1} times ${change.search}`);
  return parts.join(change.replacement);
}
