// Sums up the results of tests and checks and names failures: count-results.mjs [--skips FILE] [--tests FILE CODE]... [--run NAME CODE
// LOG]... [--checks FILE CODE]... A test in several reports of Jest, such as one for each Node, counts once: as passed where it passed in
// each report. A skipped test is a failure, unless the list of `--skips` expects it (see expected-skips.mjs); then it is not counted. A
// `--run` has no report and counts as one; the end of its log gives the reason of a failure. Failures are last, because the end of an
// output is kept. A report without a failure, of a run that ended badly (crashed, hung, or wrote no report), is one failure.
import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Lines of a failed run's log: its report and its verdict. */
const LINES_OF_A_LOG = 60;
/** Lines of a failed test: expectation and location. */
const LINES_OF_A_TEST = 12;
const LONGEST_LINE = 400;

/** Results of tests by name: passed, failed, or `undefined` for a test that did not run and need not. */
const outcomes = new Map();
const skips = [];
/** Reasons of skipped tests by file and name. */
const skipped = new Map();
const failures = [];

const args = process.argv.slice(2);
while (args.length > 0) {
  const kind = args.shift();
  if (kind === '--skips') {
    const { EXPECTED_SKIPS } = await import(pathToFileURL(resolve(args.shift())));
    skips.push(...EXPECTED_SKIPS.map((skip) => ({ ...skip, isFound: false })));
    continue;
  }
  const [name, exitCode] = args.splice(0, 2);
  if (kind === '--run') record(name, exitCode === '0', `exit code ${exitCode}${endOf(args.shift())}`);
  else if (kind === '--checks') count(name, exitCode, countChecks);
  else if (kind === '--tests') count(name, exitCode, countTests);
  else throw new Error(`unknown: ${kind}`);
}
for (const { file, under, isFound } of skips) {
  if (!isFound) record(`${file} › ${under}`, false, 'a skip of it is expected, but there is no such test');
}

for (const [what, { size }] of skipped)
  console.log(`skipped, as expected: ${what}: ${size} ${size === 1 ? 'test' : 'tests'}`);
for (const line of failures) console.log(line);
const values = [...outcomes.values()];
const [passed, failed] = [true, false].map((wanted) => values.filter((value) => value === wanted).length);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

function record(name, ok, why) {
  if (ok === false) failures.push(`failed: ${name}: ${why}`);
  // A test that failed once stays failed; a test that ran once has run.
  outcomes.set(name, outcomes.get(name) === false ? false : (ok ?? outcomes.get(name)));
}

/** Returns the last lines of a log. */
function endOf(log) {
  const text = existsSync(log) ? readFileSync(log, 'utf8').trimEnd() : 'it has no log';
  return indented(text.split('\n').slice(-LINES_OF_A_LOG));
}

/** Indents lines that explain the line above. */
function indented(lines) {
  return lines.map((line) => `\n  ${line.slice(0, LONGEST_LINE)}`).join('');
}

function count(file, exitCode, read) {
  let failures;
  try {
    failures = read(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    record(`report ${file}`, false, error.message);
    return;
  }
  if (exitCode !== '0' && failures === 0) {
    record(`report ${file}`, false, `no failure in it, but the exit code is ${exitCode}`);
  }
}

/** @returns number of failures */
function countChecks(report) {
  for (const { name, ok } of report) record(`check ${name}`, ok, 'see above');
  return report.filter(({ ok }) => !ok).length;
}

/** @returns number of failures besides skipped tests, which Jest does not count as failures */
function countTests({ testResults }) {
  let failures = 0;
  for (const { name, status, assertionResults } of testResults) {
    const file = relative(process.cwd(), name);
    const seen = new Map();
    for (const test of assertionResults) {
      // Two tests may have the same name.
      const nth = (seen.get(test.fullName) ?? 0) + 1;
      seen.set(test.fullName, nth);
      if (test.status === 'failed') failures += 1;
      countTest(file, test, nth);
    }
    // A file that cannot be loaded contains no test that could fail.
    if (status === 'failed' && assertionResults.every((test) => test.status !== 'failed')) {
      failures += 1;
      record(file, false, 'the file failed, none of its tests did');
    }
  }
  return failures;
}

function countTest(file, { fullName, status, failureMessages = [] }, nth) {
  const name = `${file} › ${fullName}${nth === 1 ? '' : ` (${nth})`}`;
  const skip = skips.find((each) => each.file === file && fullName.startsWith(each.under));
  if (skip !== undefined) skip.isFound = true;
  if (status === 'passed' || status === 'failed')
    record(
      name,
      status === 'passed',
      `see above${indented(failureMessages.join('\n').split('\n').slice(0, LINES_OF_A_TEST))}`,
    );
  else if (skip?.isExpected() !== true) record(name, false, `it did not run (${status})`);
  else {
    const what = `${file}: ${skip.reason}`;
    skipped.set(what, (skipped.get(what) ?? new Set()).add(name));
    record(name, undefined);
  }
}
