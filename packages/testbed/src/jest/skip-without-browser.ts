import { testProductUrl } from '../servers';

// The report contains the tests by name, as skipped: src/jest/browser-setup.ts has printed the reason.
if (testProductUrl() === undefined) {
  globalThis.test = test.skip;
  globalThis.it = globalThis.test;
}
