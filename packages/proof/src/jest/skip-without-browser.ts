import { testProductUrl } from '@sluice/servers';

// The tests stay in the report, by name, as skipped: src/jest/browser-setup.ts has printed why.
if (testProductUrl() === undefined) {
  globalThis.test = test.skip;
  globalThis.it = globalThis.test;
}
