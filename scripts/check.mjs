// Runs every check that does not run the program. All steps run, also after a failed one; the last line names the failures. With --report
// FILE it writes the outcomes as JSON, [{"name", "ok"}], after each step: a step that has not ended counts as failed.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Types come before lint: rules that use types read the declarations of the build. */
const STEPS = [
  ['format', 'prettier --check .'],
  ['types', 'tsc -b', 'tsc -p tsconfig.test.json', 'tsc -p tsconfig.browser.json', 'tsc -p packages/console'],
  ['lint and file size', 'eslint . --max-warnings 0'],
  ['boundaries', 'depcruise packages services deploy/manifests --output-type err'],
  ['dead code', 'knip'],
  ['mutants apply', 'node scripts/mutants.mjs --check'],
  [
    'generated code',
    'node scripts/proto-generate.mjs --check',
    'node scripts/otlp-generate.mjs --check',
    'node scripts/descriptors-generate.mjs --check',
    'node scripts/reference.mjs --check',
    'node scripts/dashboards.mjs --check',
    'node deploy/manifests/dist/main.js --check',
  ],
  ['budgets of the console', 'node scripts/build-console.mjs', 'node scripts/console-budgets.mjs'],
  // Uses the build above.
  ['production installation', 'node scripts/production-installation.mjs'],
];

const env = { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter) };

const report = process.argv.includes('--report') ? process.argv[process.argv.indexOf('--report') + 1] : undefined;
const outcomes = STEPS.map(([name]) => ({ name, ok: false }));
for (const [index, [name, ...commands]] of STEPS.entries()) {
  if (report !== undefined) writeFileSync(report, JSON.stringify(outcomes));
  const begun = Date.now();
  const ok = commands.every((command) => succeeds(command));
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  outcomes[index].ok = ok;
}
if (report !== undefined) writeFileSync(report, JSON.stringify(outcomes));

const failed = outcomes.filter(({ ok }) => !ok).map(({ name }) => name);
console.log(failed.length === 0 ? 'all checks passed' : `failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Prints the output of a command only where it fails. */
function succeeds(command) {
  const { status, stdout, stderr, error } = spawnSync(command, {
    cwd: root,
    env,
    encoding: 'utf8',
    shell: true,
    maxBuffer: 2 ** 26,
  });
  if (status === 0) return true;
  console.log(`$ ${command}\n${error?.message ?? ''}${stdout}${stderr}`);
  return false;
}
