// Negative control: stores every delivered record, whatever the committed offset is, and overwrites the committed offset.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TOPICS } from '@sluice/bus';
import { KafkaSubscriber, kafkaConnection, kafkaFields, topicName, writerGroup } from '@sluice/bus/kafka';
import { createLogger, logFields, readSettings, runService, systemClock, url } from '@sluice/runtime';
import { createPostgresStore, writerPoolConfig } from '@sluice/store/write';
import { Pool } from 'pg';

const CONCURRENCY = 4;
const AGAIN_MS = 200;
const MAX_ATTEMPTS = 25;

const fields = {
  databaseUrl: url('DATABASE_URL', { schemes: ['postgres', 'postgresql'], required: true }),
  ...kafkaFields,
  ...logFields,
};

void runService({
  name: 'unfenced-writer',
  version: '0',
  summary: 'is wrong on purpose.',
  fields,
  configure: () => readSettings(process.env, fields),
  logger: () => createLogger({ level: 'info', pretty: false }),
  start: async ({ config, logger, closers }) => {
    const connection = kafkaConnection(config, { clientId: 'unfenced-writer', logger });
    const pool = new Pool(writerPoolConfig({ databaseUrl: config.databaseUrl, maxConnections: CONCURRENCY + 1 }));
    pool.on('error', () => undefined);
    closers.add('pool', () => pool.end());
    const prices = { version: 'none', price: () => undefined };
    const store = createPostgresStore({ pool, prices, now: () => systemClock.now() });
    const subscriber = new KafkaSubscriber({
      connection,
      groupId: writerGroup(connection),
      concurrency: CONCURRENCY,
      maxBatchBytes: 8 * 1024 * 1024,
      tuning: { sessionTimeoutMs: 15_000 },
    });
    await subscriber.subscribe(TOPICS, {
      position: async (topic, partition) => (await store.position(topicName(connection, topic), partition)).nextOffset,
      handle: async (batch, lost) => {
        const topic = topicName(connection, batch.topic);
        // A dead letter cannot be stored twice: the writer skips a record that has one after some tries, because otherwise it would never
        // continue.
        for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
          lost.throwIfAborted();
          try {
            const from = await store.position(topic, batch.partition);
            await store.store({ ...batch, topic, next: Math.max(batch.next, from.nextOffset) }, from);
            return;
          } catch {
            await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
          }
        }
      },
    });
    closers.add('subscriber', () => subscriber.close());
    const admin = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
    await new Promise((resolve) => admin.once('listening', resolve));
    closers.add('admin', () => void admin.close());
    logger.info('listening', { adminUrl: `http://127.0.0.1:${(admin.address() as AddressInfo).port}` });
  },
});
