// Generates the static protobuf code from proto/. With --check it writes nothing and fails when the committed files differ.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const pbjs = path.join(path.dirname(createRequire(import.meta.url).resolve('protobufjs-cli/package.json')), 'bin/pbjs');

const proto = 'sluice/record/v1/record.proto';
const out = 'packages/record/generated/record';

/** The declarations are made from the comments of the code, so they need a run of their own; the committed code has no comments. */
function generate() {
  const folder = mkdtempSync(path.join(tmpdir(), 'proto-generate-'));
  try {
    const run = (file, ...more) =>
      execFileSync(
        process.execPath,
        [pbjs, '-t', 'static-module', '-w', 'commonjs', '-p', 'proto', '-r', 'sluice_record']
          .concat('--no-verify', '--no-convert', '--no-create', '--no-delimited', '--no-typeurl', '--no-service')
          .concat(more, '-o', path.join(folder, file), path.join('proto', proto)),
        { cwd: root, stdio: 'inherit' },
      );
    run('code.js', '--no-comments');
    run('typed.js', '--dts');
    return {
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
    console.error(`${name} differs from proto/${proto}: run npm run proto:generate`);
    process.exitCode = 1;
  }
}
