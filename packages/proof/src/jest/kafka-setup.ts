import { setBrokers } from '../../../servers/src/run-addresses';
import { type HeldServer, holdServer } from './hold-server';

declare global {
  // The only way from the global set-up to the global teardown.
  var sluiceTestBroker: HeldServer | undefined;
}

/**
 * Finds the broker of the run: the one of KAFKA_BROKERS, else one is started. A machine that has none fails under CI;
 * elsewhere the tests of the project are skipped, and the reason is printed.
 */
export default async function kafkaSetup(): Promise<void> {
  const configured = process.env['KAFKA_BROKERS'];
  if (configured !== undefined && configured !== '') {
    setBrokers(configured);
    return;
  }
  const broker = await holdServer('run-kafka.ts');
  globalThis.sluiceTestBroker = broker;
  if ('address' in broker.answer) {
    setBrokers(broker.answer.address);
    return;
  }
  await broker.stop();
  const { missing } = broker.answer;
  if (process.env['CI'] === 'true') throw new Error(missing);
  process.stderr.write(`\nAll tests of x.kafka.test.ts are SKIPPED: ${missing}\n\n`);
}
