// Program of kafka-setup.ts: one broker for the run.
import { startTestBroker } from '../servers';
import { keepServer } from './keep-server';

void keepServer(async () => {
  const broker = await startTestBroker();
  return { address: broker.brokers.join(','), stop: () => broker.stop() };
});
