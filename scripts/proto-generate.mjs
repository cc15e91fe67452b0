// Generates the static protobuf code from proto/, after it has written the fields of observations into record.proto from the list in
// packages/record. With --check it writes nothing and fails when the committed files differ.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const pbjs = path.join(path.dirname(require.resolve('protobufjs-cli/package.json')), 'bin/pbjs');
const tsc = require.resolve('typescript/bin/tsc');

const proto = 'proto/sluice/record/v1/record.proto';
const list = 'packages/record/src/fields.ts';
const out = 'packages/record/generated/record';

/** Types in record.proto by the kind of a field; one without `optional` is a message. */
const TYPES = {
  text: 'optional string',
  longText: 'optional string',
  json: 'optional string',
  time: 'optional int64',
  integer: 'optional uint32',
  flag: 'optional bool',
  members: 'Texts',
  usage: 'Usage',
  amounts: 'Amounts',
};

const snakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns record.proto with the fields of the list, in the order of their numbers. */
function protoOf(fields) {
  const lines = Object.entries(fields)
    .filter(([, { number }]) => number !== undefined)
    .sort(([, a], [, b]) => a.number - b.number)
    .map(([name, { kind, number }]) => `  ${TYPES[kind]} ${snakeCase(name)} = ${number};\n`);
  return readFileSync(path.join(root, proto), 'utf8').replace(/(?<=OBSERVATION_FIELDS in .+\n\n)[^}]*/, () =>
    lines.join(''),
  );
}

/** Compiles the list alone: the whole package compiles only with the code that is generated here. */
function fieldsOfObservations(folder) {
  const options = ['--ignoreConfig', '--noCheck', '--module', 'nodenext', '--target', 'es2022', '--outDir', folder];
  execFileSync(process.execPath, [tsc, ...options, list], { cwd: root, stdio: 'inherit' });
  return require(path.join(folder, 'fields.js')).OBSERVATION_FIELDS;
}

/** The declarations are made from the comments of the code, so they need a run of their own; the committed code has no comments. */
function generate() {
  const folder = mkdtempSync(path.join(tmpdir(), 'proto-generate-'));
  try {
    const text = protoOf(fieldsOfObservations(folder));
    writeFileSync(path.join(folder, 'record.proto'), text);
    const run = (file, ...more) =>
      execFileSync(
        process.execPath,
        [pbjs, '-t', 'static-module', '-w', 'commonjs', '-r', 'sluice_record']
          .concat('--no-verify', '--no-convert', '--no-create', '--no-delimited', '--no-typeurl', '--no-service')
          .concat(more, '-o', path.join(folder, file), path.join(folder, 'record.proto')),
        { cwd: root, stdio: 'inherit' },
      );
    run('code.js', '--no-comments');
    run('typed.js', '--dts');
    return {
      [proto]: text,
      [`${out}.js`]: readFileSync(path.join(folder, 'code.js'), 'utf8'),
      [`${out}.d.ts`]: readFileSync(path.join(folder, 'typed.d.ts'), 'utf8'),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const committed = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

const check = process.argv.includes('--check');
for (const [name, text] of Object.entries(generate())) {
  const file = path.join(root, name);
  if (!check) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  } else if (committed(file) !== text) {
    console.error(`${name} differs from ${name === proto ? list : proto}: run npm run proto:generate`);
    process.exitCode = 1;
  }
}
