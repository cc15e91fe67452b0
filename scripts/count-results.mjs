// Adds up what tests and checks reported: count-results.mjs [--tests FILE CODE]... [--run NAME CODE]... [--checks FILE CODE]...
// A `--run` has no report and counts as one. A report of a run that ended badly without a failure in it (it crashed, hung, or never
// wrote one) counts as one failure.
import { readFileSync } from 'node:fs';

const READERS = {
  '--tests': (report) => ({
    passed: report.numPassedTests,
    // A file that cannot be loaded has no tests that could fail.
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
  }),
  '--checks': (report) => ({
    passed: report.filter(({ ok }) => ok).length,
    failed: report.filter(({ ok }) => !ok).length,
  }),
};

let passed = 0;
let failed = 0;
for (let at = 2; at < process.argv.length; at += 3) {
  const [kind, name, exitCode] = process.argv.slice(at, at + 3);
  const result = kind === '--run' ? outcome(name, exitCode) : count(name, exitCode, READERS[kind]);
  passed += result.passed;
  failed += result.failed;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

function outcome(name, exitCode) {
  const isRight = exitCode === '0';
  console.log(`${name} ${isRight ? 'passed' : `failed: exit code ${exitCode}`}`);
  return isRight ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function count(file, exitCode, read) {
  let result = { passed: 0, failed: 0 };
  try {
    result = read(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    console.log(`no report: ${error.message}`);
    return { passed: 0, failed: 1 };
  }
  return exitCode !== '0' && result.failed === 0 ? { ...result, failed: 1 } : result;
}
