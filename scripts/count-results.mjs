// Adds up what tests and checks reported and names what failed:
// count-results.mjs [--skips FILE] [--tests FILE CODE]... [--run NAME CODE LOG]... [--checks FILE CODE]...
// A test that several reports of Jest hold, as one for each Node, counts once: as passed where it passed in each. A skipped test is
// a failure, unless the list of `--skips` expects it (see expected-skips.mjs); it is not counted then. A `--run` has no report and
// counts as one; the end of its log says why it failed. What failed comes last, as the end of an output is what is kept of it. A report of a run that ended badly without a failure in it (it crashed, hung, or never wrote one) is one failure.
import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Of a run that failed: its report and its verdict. */
const LINES_OF_A_LOG = 60;
/** Of a test: what was expected and where. */
const LINES_OF_A_TEST = 12;
const LONGEST_LINE = 400;

/** Passed or failed by name; `undefined` for a test that did not run and need not. */
const outcomes = new Map();
const skips = [];
/** The names of tests by their file and why they did not run. */
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
  // What failed once stays failed, what ran once has run.
  outcomes.set(name, outcomes.get(name) === false ? false : (ok ?? outcomes.get(name)));
}

/** The last lines of a log. */
function endOf(log) {
  const text = existsSync(log) ? readFileSync(log, 'utf8').trimEnd() : 'it has no log';
  return indented(text.split('\n').slice(-LINES_OF_A_LOG));
}

/** As they are printed below what they explain. */
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

/** @returns how many failed */
function countChecks(report) {
  for (const { name, ok } of report) record(`check ${name}`, ok, 'see above');
  return report.filter(({ ok }) => !ok).length;
}

/** @returns how many failed, other than by being skipped: Jest does not mind that */
function countTests({ testResults }) {
  let failures = 0;
  for (const { name, status, assertionResults } of testResults) {
    const file = relative(process.cwd(), name);
    const seen = new Map();
    for (const test of assertionResults) {
      // Nothing forbids that two tests have one name.
      const nth = (seen.get(test.fullName) ?? 0) + 1;
      seen.set(test.fullName, nth);
      if (test.status === 'failed') failures += 1;
      countTest(file, test, nth);
    }
    // A file that cannot be loaded has no tests that could fail.
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
