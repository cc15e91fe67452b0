// Makes one fault after the other in a copy of the product, and checks that a test detects it: npm run mutants -- [words] runs the mutants
// whose name has one of the words. --release CHECK runs those that pass `.ci/run` (release-mutants.mjs) instead, where that check can find
// them: on its Node, or with its Postgres in TEST_POSTGRES_BIN. --check only checks that each mutant still applies and names existing tests.
// A test that also fails without a mutant proves nothing, so all tests run once unchanged. The exit code is 0 only where no mutant survives.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MUTANTS } from './mutant-table.mjs';
import { RELEASE_MUTANTS } from './release-mutants.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Time limit of a test run: a mutant may hang. */
const LONGEST_MS = 20 * 60_000;

const { values, positionals: words } = readArguments();
const table = values.check
  ? [...MUTANTS, ...Object.values(RELEASE_MUTANTS).flat()]
  : (RELEASE_MUTANTS[values.release] ?? MUTANTS);
const mutants = table
  .map(([name, file, search, replacement, proof]) => ({
    name,
    file,
    search,
    replacement,
    tests: typeof proof === 'string' ? [] : proof,
    command: typeof proof === 'string' ? proof : undefined,
  }))
  .filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
const problems = mutants.flatMap(problemsOf);
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;
else if (values.check) console.log(`${mutants.length} mutants apply`);
else process.exitCode = runAll();

function readArguments() {
  try {
    const options = { check: { type: 'boolean' }, release: { type: 'string' } };
    const read = parseArgs({ options, allowPositionals: true });
    const { release } = read.values;
    if (release === undefined || Object.hasOwn(RELEASE_MUTANTS, release)) return read;
    throw new Error(
      `--release: expected one of ${Object.keys(RELEASE_MUTANTS).join()}, got ${JSON.stringify(release)}`,
    );
  } catch ({ message }) {
    console.error(`mutants: ${message}`);
    process.exit(2);
  }
}

function problemsOf({ name, file, search, replacement, tests }) {
  const times = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8').split(search).length - 1 : 0;
  return [
    ...(times === 1 ? [] : [`${name}: ${file} has ${times} times what has to be replaced: ${search}`]),
    ...(search === replacement ? [`${name}: changes nothing`] : []),
    ...tests.filter((test) => !existsSync(join(root, test))).map((test) => `${name}: there is no ${test}`),
  ];
}

function runAll() {
  const copy = mkdtempSync(join(tmpdir(), 'sluice-mutants-'));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
  makeCopy(copy);
  const tests = new Set(mutants.flatMap((mutant) => mutant.tests));
  const before = tests.size === 0 ? {} : run(copy, [...tests]);
  if (before.found !== undefined) {
    console.log(`without any mutant this fails: ${before.found}`);
    return 1;
  }
  let alive = 0;
  for (const mutant of mutants) {
    const found = runMutant(copy, mutant);
    if (found === undefined) alive += 1;
    console.log(`| ${mutant.name} | ${found ?? 'LIVES'} |`);
  }
  console.log(`${mutants.length - alive} of ${mutants.length} mutants were found`);
  return alive === 0 ? 0 : 1;
}

function runMutant(copy, { file, search, replacement, tests, command }) {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, source.split(search).join(replacement));
  try {
    return command === undefined ? run(copy, tests).found : failureOf(copy, command);
  } finally {
    writeFileSync(path, source);
  }
}

/** @returns the last line of a command that failed; undefined where it succeeded. A release runs it unchanged, too. */
function failureOf(copy, command) {
  const { status, stdout } = spawnSync(command, {
    cwd: copy,
    env: { ...process.env, CI: 'true' },
    shell: true,
    timeout: LONGEST_MS,
    encoding: 'utf8',
  });
  return status === 0 ? undefined : `${command}: ${stdout.trimEnd().split('\n').at(-1)}`;
}

/** Copies the sources and the installation. */
function makeCopy(copy) {
  chmodSync(copy, 0o755); // some tests run as another account
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of listed
    .toString()
    .split('\0')
    .filter((name) => name !== '' && existsSync(join(root, name)))) {
    cpSync(join(root, file), join(copy, file), { verbatimSymlinks: true });
  }
  // The simplest history that fails is not needed, and to look for it with real servers takes longer than a mutant may.
  appendFileSync(
    join(copy, 'packages/testbed/src/jest/time-limit.ts'),
    "\nimport fc from 'fast-check';\nfc.configureGlobal({ endOnFailure: true });\n",
  );
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const manifest of execFileSync('git', ['ls-files', 'packages/*/package.json', 'services/*/package.json'], {
    cwd: root,
  })
    .toString()
    .trim()
    .split('\n')) {
    const modules = join(dirname(manifest), 'node_modules');
    if (existsSync(join(root, modules)))
      cpSync(join(root, modules), join(copy, modules), { recursive: true, verbatimSymlinks: true });
  }
}

/** @returns the first test that failed; undefined where all passed. @throws Error where no test ran */
function run(copy, tests) {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const args = [
    join(root, 'node_modules/jest/bin/jest.js'),
    '--json',
    `--outputFile=${report}`,
    '--runTestsByPath',
    ...tests,
  ];
  const env = { ...process.env, CI: 'true' };
  const { status, signal, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    env,
    timeout: LONGEST_MS,
    encoding: 'utf8',
  });
  if (signal !== null) return { found: 'it hangs' };
  if (!existsSync(report)) throw new Error(`the tests did not run: ${stderr.slice(-2000)}`);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find((test) => test.status === 'failed');
    if (failed !== undefined) return { found: `${name.slice(copy.length + 1)}: ${failed.fullName}` };
  }
  if (status !== 0) throw new Error(`no test failed, but the exit code is ${status}: ${stderr.slice(-2000)}`);
  return { found: undefined };
}
