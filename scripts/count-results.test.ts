import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCRIPT = join(__dirname, 'count-results.mjs');

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'sluice-count-'))));
afterEach(() => rmSync(folder, { recursive: true }));

type Status = 'passed' | 'failed' | 'pending' | 'todo';

/** Makes a report of Jest, with tests of each file by name. A file without tests failed to load. */
function tests(name: string, files: Record<string, [string, Status][]>): string {
  const testResults = Object.entries(files).map(([file, results]) => ({
    name: join(folder, file),
    status: results.length === 0 || results.some(([, status]) => status === 'failed') ? 'failed' : 'passed',
    assertionResults: results.map(([fullName, status]) => ({
      fullName,
      status,
      failureMessages: status === 'failed' ? ['expected 1, got 2\n    at line 3'] : [],
    })),
  }));
  return json(name, { testResults });
}

function json(name: string, content: unknown): string {
  writeFileSync(join(folder, name), JSON.stringify(content));
  return name;
}

/** Makes a list of one skip that is expected where `isExpected` is true. */
function skips(isExpected: boolean): string[] {
  const skip = `{ file: 'a.test.ts', under: 'as root', reason: 'it needs root', isExpected: () => ${String(isExpected)} }`;
  writeFileSync(join(folder, 'skips.mjs'), `export const EXPECTED_SKIPS = [${skip}];`);
  return ['--skips', 'skips.mjs'];
}

/** Returns the printed lines, and whether the exit code is 0. */
function count(...args: string[]): { output: string[]; ok: boolean } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  return { output: stdout.trimEnd().split('\n'), ok: status === 0 };
}

test('adds up tests, runs and checks', () => {
  const report = tests('tests.json', { 'a.test.ts': [['one', 'passed']], 'b.test.ts': [['one', 'passed']] });
  const checks = json('checks.json', [{ name: 'types', ok: true }]);
  expect(count('--tests', report, '0', '--run', 'chaos', '0', 'chaos.log', '--checks', checks, '0')).toEqual({
    output: ['4 passed, 0 failed'],
    ok: true,
  });
});

test('names each failure', () => {
  const report = tests('tests.json', { 'a.test.ts': [['one', 'failed']] });
  const checks = json('checks.json', [{ name: 'types', ok: false }]);
  const log = 'chaos.log';
  writeFileSync(join(folder, log), `${'much\n'.repeat(100)}violations 1\nWRONG\n`);
  expect(count('--tests', report, '1', '--run', 'chaos', '124', log, '--checks', checks, '1')).toEqual({
    output: [
      'failed: a.test.ts › one: see above',
      '  expected 1, got 2',
      '      at line 3',
      'failed: chaos: exit code 124',
      ...Array.from({ length: 58 }, () => '  much'),
      '  violations 1',
      '  WRONG',
      'failed: check types: see above',
      '0 passed, 3 failed',
    ],
    ok: false,
  });
});

test.each<[Status, Status, string]>([
  ['passed', 'passed', '1 passed, 0 failed'],
  ['passed', 'failed', '0 passed, 1 failed'],
  ['failed', 'passed', '0 passed, 1 failed'],
])('a test of two reports counts once: %s and %s', (first, second, sum) => {
  const reports = [first, second].flatMap((status, n) => [
    '--tests',
    tests(`${n}.json`, { 'a.test.ts': [['one', status]] }),
    status === 'failed' ? '1' : '0',
  ]);
  expect(count(...reports).output.at(-1)).toBe(sum);
});

test('two tests of one name in a file are two', () => {
  const same: [string, Status][] = [
    ['one', 'failed'],
    ['one', 'passed'],
  ];
  expect(count('--tests', tests('a.json', { 'a.test.ts': same }), '1').output.at(-1)).toBe('1 passed, 1 failed');
});

test.each<Status>(['pending', 'todo'])('a test that did not run fails: %s', (status) => {
  const report = tests('tests.json', {
    'a.test.ts': [
      ['one', 'passed'],
      ['two', status],
    ],
  });
  expect(count('--tests', report, '0')).toEqual({
    output: [`failed: a.test.ts › two: it did not run (${status})`, '1 passed, 1 failed'],
    ok: false,
  });
});

describe('a skip that is expected', () => {
  const skipped = (): string =>
    tests('tests.json', {
      'a.test.ts': [
        ['one', 'passed'],
        ['as root two', 'pending'],
      ],
    });

  test('is told and not counted', () => {
    expect(count(...skips(true), '--tests', skipped(), '0')).toEqual({
      output: ['skipped, as expected: a.test.ts: it needs root: 1 test', '1 passed, 0 failed'],
      ok: true,
    });
  });

  test('fails on a machine that can run it', () => {
    expect(count(...skips(false), '--tests', skipped(), '0').output.at(-1)).toBe('1 passed, 1 failed');
  });

  test('counts where the test ran once', () => {
    const ran = tests('ran.json', { 'a.test.ts': [['as root two', 'passed']] });
    expect(count(...skips(true), '--tests', ran, '0', '--tests', skipped(), '0').output.at(-1)).toBe(
      '2 passed, 0 failed',
    );
  });

  test('fails where no test is called so', () => {
    const others = tests('tests.json', { 'b.test.ts': [['as root two', 'passed']] });
    expect(count(...skips(true), '--tests', others, '0').output.at(-1)).toBe('1 passed, 1 failed');
  });
});

test.each([
  ['that was never written', 'missing.json', '137'],
  ['of a run that ended badly without a failure', 'tests.json', '1'],
])('a report %s is a failure', (_, report, exitCode) => {
  tests('tests.json', { 'a.test.ts': [['one', 'passed']] });
  const { output, ok } = count('--tests', report, exitCode, '--run', 'chaos', '0', 'chaos.log');
  expect({ last: output.at(-1), ok }).toEqual({ last: expect.stringMatching(/ passed, 1 failed$/), ok: false });
});

test('a file that cannot be loaded is a failure', () => {
  expect(count('--tests', tests('tests.json', { 'a.test.ts': [] }), '1').output).toEqual([
    'failed: a.test.ts: the file failed, none of its tests did',
    '0 passed, 1 failed',
  ]);
});

test('nothing that passed is no success', () => {
  expect(count('--tests', tests('tests.json', {}), '0')).toEqual({ output: ['0 passed, 0 failed'], ok: false });
});
