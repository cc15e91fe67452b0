import { hasBroker } from '@sluice/servers';

// The tests stay in the report, by name, as skipped: src/jest/kafka-setup.ts has printed why.
if (!hasBroker()) {
  globalThis.test = test.skip;
  globalThis.it = globalThis.test;
}
