import { setBrokers } from '../servers/run-addresses';
import { type HeldServer, holdServer } from './hold-server';

declare global {
  // Shares the server between Jest's global set-up and teardown, which have no other connection.
  var sluiceTestBroker: HeldServer | undefined;
}

/**
 * Finds the broker of the run: the one of KAFKA_BROKERS, otherwise one that it starts. A machine without a broker fails under CI; elsewhere
 * the project's tests are skipped and the reason is printed.
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
