// Adds up what the tests and the checks reported: count-results.mjs --tests FILE CODE --checks FILE CODE.
// A run that ended badly without a failure in its report (it crashed, hung, or never wrote one) counts as one failure.
import { readFileSync } from 'node:fs';

const [, , , testsFile, testsCode, , checksFile, checksCode] = process.argv;

const results = [
  count(testsFile, testsCode, (report) => ({
    passed: report.numPassedTests,
    // A file that cannot be loaded has no tests that could fail.
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
  })),
  count(checksFile, checksCode, (report) => ({
    passed: report.filter(({ ok }) => ok).length,
    failed: report.filter(({ ok }) => !ok).length,
  })),
];

const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

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
