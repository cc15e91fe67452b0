import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { summaryDisagreements } from '@sluice/contracts';
import { testBrokers } from '@sluice/testbed/servers';
import { Kafka, logLevel } from 'kafkajs';
import { type TestCluster, eventually, get, post, sluice, startTestCluster } from './start-cluster.testing';
import type { ServiceProcess } from './cluster';

/*
 * An operator deletes the topic of the traces and makes it again. Its offsets begin at 0: a writer that continued at its committed offset
 * would skip acknowledged records, so it halts until an operator declares the log new.
 */

const PARTITIONS = 2;
const BEFORE = 40;
/** So few that the new log of each partition stays shorter than the old one until the writer has compared them (RATIONALE of the bus). */
const AFTER_FIRST = 5;
const AFTER = 60;

let tier: TestCluster;
let gateway: ServiceProcess;
let writer: ServiceProcess;
let query: ServiceProcess;

beforeAll(async () => {
  tier = await startTestCluster({ partitions: PARTITIONS });
  ({ gateway, writer, query } = tier);
});
afterAll(() => tier.close());

const topicOfTraces = (): string => `${tier.topicPrefix}sluice.traces.v1`;

/** Sends `count` traces of one observation, each until it is acknowledged. @returns their ids */
async function sendTraces(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const id of ids) {
    const body = JSON.stringify({ trace: { id }, observations: [{ id, name: 'sent' }] });
    const isAcknowledged = () =>
      post(gateway, '/v1/l/batch', { body }).then(
        () => true,
        () => false,
      );
    await eventually(tier, isAcknowledged);
  }
  return ids;
}

async function makeAnew(topic: string): Promise<void> {
  const admin = new Kafka({ brokers: [...testBrokers()], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    await admin.deleteTopics({ topics: [topic] });
    const make = () => admin.createTopics({ topics: [{ topic, numPartitions: PARTITIONS }] }).catch(() => false);
    await eventually(tier, make);
  } finally {
    await admin.disconnect();
  }
}

async function storedTraces(): Promise<Set<string>> {
  const { rows } = await tier.database.query<{ id: string }>('select id from sluice.traces');
  return new Set(rows.map(({ id }) => id));
}

/** Returns the lines of `sluice offsets show` for the traces, in order: a partition has one for each epoch. */
async function offsetsOfTraces() {
  const lines = await sluice({ DATABASE_URL: tier.databaseUrl }, 'offsets', 'show', '--json');
  return lines
    .map((line) => JSON.parse(line) as { topic: string; epoch: number; partition: number; stored: number })
    .filter(({ topic }) => topic === topicOfTraces());
}

const haltedPartitions = async (): Promise<number> => {
  const metrics = await (await fetch(`${writer.adminUrl}/metrics`)).text();
  return [...metrics.matchAll(/^sluice_writer_partition_halted\{.*topic="sluice\.traces\.v1".*\} 1$/gm)].length;
};

test('a topic that was created again is halted, and stored from its beginning when an operator says so', async () => {
  const before = await sendTraces(BEFORE);
  await eventually(tier, async () => (await storedTraces()).size === BEFORE);
  const offsetsBefore = await offsetsOfTraces();

  expect(offsetsBefore).toHaveLength(PARTITIONS);

  await makeAnew(topicOfTraces());
  const first = await sendTraces(AFTER_FIRST);
  await eventually(tier, async () => (await haltedPartitions()) === PARTITIONS);
  const after = [...first, ...(await sendTraces(AFTER - AFTER_FIRST))];
  const point = { metrics: [{ name: 'other.topic', value: 1 }] };
  const receipt = await post(gateway, '/v1/metrics/batch', { body: JSON.stringify(point) });
  const names = async () => (await get(query, '/api/public/metrics/names', receipt)).body['data'];
  await eventually(tier, async () => JSON.stringify(await names()) === '["other.topic"]');
  await sleep(2_000);
  expect(await storedTraces()).toEqual(new Set(before));
  expect(await offsetsOfTraces()).toEqual(offsetsBefore);
  expect((await fetch(`${writer.adminUrl}/livez`)).status).toBe(200);
  expect(tier.output.filter((line) => line.includes('a partition is halted'))).toHaveLength(PARTITIONS);

  await sluice({ DATABASE_URL: tier.databaseUrl }, 'offsets', 'new-epoch', topicOfTraces());
  await eventually(tier, async () => (await storedTraces()).size === BEFORE + AFTER);
  expect(await storedTraces()).toEqual(new Set([...before, ...after]));
  expect(await haltedPartitions()).toBe(0);
  const storedIn = async (epoch: number) =>
    (await offsetsOfTraces()).filter((each) => each.epoch === epoch).reduce((sum, { stored }) => sum + stored, 0);
  expect([await storedIn(0), await storedIn(1)]).toEqual([BEFORE, AFTER]);
  expect(await summaryDisagreements(tier.database)).toEqual([]);
});
