import { hasBroker } from '../servers';

// The report contains the tests by name, as skipped: src/jest/kafka-setup.ts has printed the reason.
if (!hasBroker()) {
  globalThis.test = test.skip;
  globalThis.it = globalThis.test;
}
