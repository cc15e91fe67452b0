// Adds up what tests and checks reported and names what failed:
// count-results.mjs [--skips FILE] [--tests FILE CODE]... [--run NAME CODE]... [--checks FILE CODE]...
// A test that several reports of Jest hold, as one for each Node, counts once: as passed where it passed in each. A skipped test is
// a failure, unless the list of `--skips` expects it (see expected-skips.mjs); it is not counted then. A `--run` has no report and
// counts as one. A report of a run that ended badly without a failure in it (it crashed, hung, or never wrote one) is one failure.
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Passed or failed by name; `undefined` for a test that did not run and need not. */
const outcomes = new Map();
const skips = [];

const args = process.argv.slice(2);
while (args.length > 0) {
  const kind = args.shift();
  if (kind === '--skips') {
    const { EXPECTED_SKIPS } = await import(pathToFileURL(resolve(args.shift())));
    skips.push(...EXPECTED_SKIPS.map((skip) => ({ ...skip, isFound: false })));
    continue;
  }
  const [name, exitCode] = args.splice(0, 2);
  if (kind === '--run') record(name, exitCode === '0', `exit code ${exitCode}`);
  else if (kind === '--checks') count(name, exitCode, countChecks);
  else if (kind === '--tests') count(name, exitCode, countTests);
  else throw new Error(`unknown: ${kind}`);
}
for (const { file, under, isFound } of skips) {
  if (!isFound) record(`${file} › ${under}`, false, 'a skip of it is expected, but there is no such test');
}

const values = [...outcomes.values()];
const [passed, failed] = [true, false].map((wanted) => values.filter((value) => value === wanted).length);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

function record(name, ok, why) {
  if (ok === false) console.log(`failed: ${name}: ${why}`);
  // What failed once stays failed, what ran once has run.
  outcomes.set(name, outcomes.get(name) === false ? false : (ok ?? outcomes.get(name)));
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

function countTest(file, { fullName, status }, nth) {
  const name = `${file} › ${fullName}${nth === 1 ? '' : ` (${nth})`}`;
  const skip = skips.find((each) => each.file === file && fullName.startsWith(each.under));
  if (skip !== undefined) skip.isFound = true;
  if (status === 'passed' || status === 'failed') record(name, status === 'passed', 'see above');
  else if (skip?.isExpected() !== true) record(name, false, `it did not run (${status})`);
  else {
    console.log(`skipped, as expected: ${name}: ${skip.reason}`);
    record(name, undefined);
  }
}
