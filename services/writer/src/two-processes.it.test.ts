import { MemoryBus, type Topic } from '@sluice/bus';
import { Closers, createLogger, createMetrics, systemClock } from '@sluice/runtime';
import { testUuid, traceRecord } from '@sluice/testbed/samples';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool } from 'pg';
import { composeWriter } from './compose';

const TOPIC: Topic = 'sluice.traces.v1';

/** Starts one process with an in-process bus on the database of the test. */
async function startProcess(name: string) {
  const logger = createLogger({ level: 'silent', pretty: false });
  const closers = new Closers({ logger });
  const bus = new MemoryBus({ partitions: 2, deadlineMs: 10_000, maxPendingBytes: 1e8, maxBatchBytes: 1e6 });
  await composeWriter({
    databaseUrl: testDatabaseUrl(),
    subscriber: bus,
    prices: { version: 'none', price: () => undefined },
    clock: systemClock,
    logger,
    metrics: createMetrics({ processMetrics: false }),
    closers,
    streamOf: (topic) => `${topic}@${name}`,
    concurrency: 2,
    retryForMs: 5000,
    givenBack: 'their senders are told to send again',
    retentionDays: undefined,
    diskBytes: () => Promise.resolve(undefined),
    receiptDays: 2,
  });
  return { bus, close: () => closers.close(10_000) };
}

test('two processes on one database: what either acknowledges is stored, as in a rolling restart', async () => {
  const [one, two] = await Promise.all([startProcess('one'), startProcess('two')]);
  const sent = Array.from({ length: 100 }, (_, n) => traceRecord(n));
  await Promise.all(sent.map((record, n) => (n % 2 === 0 ? one : two).bus.publish(TOPIC, [record])));
  await Promise.all([one.close(), two.close()]);
  const database = new Pool({ connectionString: testDatabaseUrl(), max: 1 });
  const { rows } = await database.query<{ id: string }>('select id from sluice.traces order by id');
  await database.end();
  expect(rows.map(({ id }) => id)).toEqual(sent.map((_, n) => testUuid(n)));
});
