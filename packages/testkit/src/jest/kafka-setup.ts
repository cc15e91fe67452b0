import { MissingBrokerError } from '../kafka/missing-broker-error';
import { startTestBroker } from '../kafka/start-broker';
import type { TestBroker } from '../kafka/test-broker';
import { setBrokers } from './hand-over';

declare global {
  // The only way from the global set-up to the global teardown.
  var sluiceTestBroker: TestBroker | undefined;
}

/**
 * Finds the broker of the run: the one of KAFKA_BROKERS, else one is started. A machine that has none fails under CI;
 * elsewhere the tests of the project are skipped, and it is said why.
 */
export default async function kafkaSetup(): Promise<void> {
  const configured = process.env['KAFKA_BROKERS'];
  if (configured !== undefined && configured !== '') {
    setBrokers(configured);
    return;
  }
  try {
    globalThis.sluiceTestBroker = await startTestBroker();
  } catch (error) {
    if (!(error instanceof MissingBrokerError) || process.env['CI'] === 'true') throw error;
    process.stderr.write(`\nAll tests of x.kafka.test.ts are SKIPPED: ${error.message}\n\n`);
    return;
  }
  setBrokers(globalThis.sluiceTestBroker.brokers.join(','));
}
