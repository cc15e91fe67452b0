import { KafkaSubscriber, writerGroup } from '@sluice/bus/kafka';
import { kafkaTopics } from '@sluice/bus/testing';
import { encodeRecord } from '@sluice/record';
import { traceRecord } from '@sluice/testbed/samples';
import { produceRaw, startTestServer, testBrokers } from '@sluice/testbed/servers';
import { migrate } from '@sluice/store/migrate';
import { createPostgresStore, writerPoolConfig } from '@sluice/store/write';
import { Pool } from 'pg';
import { runCommand } from './run-command.testing';

let server: Awaited<ReturnType<typeof startTestServer>>;
let pool: Pool;

beforeAll(async () => {
  server = await startTestServer();
  await migrate(server.url);
  pool = new Pool(writerPoolConfig({ databaseUrl: server.url, maxConnections: 2 }));
});
afterAll(async () => {
  await pool.end();
  await server.stop();
});

const bytesOf = (n: number) => Buffer.from(encodeRecord(traceRecord(n)));

test('the message that a partition stands at is put aside, when its place is confirmed, and no other one', async () => {
  const connection = await kafkaTopics({ brokers: testBrokers(), partitions: 2 });
  const topic = `${connection.topicPrefix ?? ''}sluice.traces.v1`;
  const headers = { 'sluice-record-id': traceRecord(1).recordId, 'sluice-items': '3' };
  await produceRaw(connection.brokers, topic, [
    { partition: 1, key: 'k', value: bytesOf(0) },
    { partition: 1, key: 'k', value: bytesOf(1), headers },
    { partition: 1, key: 'k', value: bytesOf(2) },
  ]);
  const store = createPostgresStore({
    pool,
    prices: { version: 'none', price: () => undefined },
    now: () => Date.now() * 1000,
  });
  const from = await store.position(topic, 1);
  const deliveries = [{ offset: 0, record: traceRecord(0) }];
  await store.store({ topic, partition: 1, next: 1, deliveries, undecodable: [] }, from);

  const env = {
    KAFKA_BROKERS: connection.brokers.join(','),
    KAFKA_TOPIC_PREFIX: connection.topicPrefix,
    DATABASE_URL: server.url,
  };
  const setAside = (...args: string[]) => runCommand(['offsets', 'set-aside', topic, ...args], env);
  const place = `${topic}/1@1`;

  expect(await setAside('0', '0')).toMatchObject({ code: 1, errors: `partition ${topic}/0 has no committed offset\n` });
  expect(await setAside('1', '2', '--confirm', `${topic}/1@2`)).toMatchObject({
    code: 1,
    errors: `${topic}/1 stands at 1, where the next message is 1, not 2\n`,
  });
  for (const wrong of [[], ['--confirm', `${topic}/1@2`]]) {
    const { code, lines, errors } = await setAside('1', '1', ...wrong);
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringContaining(`${place}: a record; ${bytesOf(1).length} bytes, items: 3`)]);
    expect(errors).toContain(`nothing was changed; to move it`);
    expect(errors).toContain(`--confirm ${place}\n`);
  }
  expect(await store.position(topic, 1)).toEqual({ epoch: 0, nextOffset: 1 });

  expect(await setAside('1', '1', '--confirm', place)).toMatchObject({ code: 0, errors: '' });
  expect(await store.position(topic, 1)).toEqual({ epoch: 0, nextOffset: 2 });
  const { rows } = await pool.query(
    'select record, message, record_id from sluice.ingest_dead_letter where topic = $1',
    [topic],
  );
  expect(rows).toEqual([
    { record: bytesOf(1), message: 'set aside by an operator', record_id: traceRecord(1).recordId },
  ]);

  // A writer continues after it, and at a second call there is nothing to set aside.
  const delivered: number[] = [];
  const subscriber = new KafkaSubscriber({
    connection,
    groupId: writerGroup(connection),
    concurrency: 1,
    maxBatchBytes: 1e6,
  });
  const goesOn = new Promise<void>((resolve) => {
    void subscriber.subscribe(['sluice.traces.v1'], {
      position: async (_, partition) => (await store.position(topic, partition)).nextOffset,
      handle: (batch) => {
        delivered.push(...batch.deliveries.map(({ offset }) => offset));
        if (batch.next === 3) resolve();
        return Promise.resolve();
      },
    });
  });
  await goesOn;
  await subscriber.close();
  expect(delivered).toEqual([2]);
  expect(await setAside('1', '1', '--confirm', place)).toMatchObject({
    code: 1,
    errors: `${topic}/1 stands at 2, where the next message is 2, not 1\n`,
  });

  // A replay stores a message that was a record.
  expect(await runCommand(['dead-letters', 'replay', '--all'], env)).toMatchObject({ code: 0 });
  const { rows: stored } = await pool.query('select name from sluice.traces where id = $1', [traceRecord(1).traceId]);
  expect(stored).toEqual([{ name: 'trace 1' }]);
});
