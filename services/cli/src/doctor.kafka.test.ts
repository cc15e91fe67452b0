import { randomBytes } from 'node:crypto';
import { type KafkaConnection, KafkaPublisher, KafkaSubscriber, ensureTopics, writerGroup } from '@sluice/bus/kafka';
import { kafkaTopics } from '@sluice/bus/testing';
import { closeIn } from '@sluice/testbed/machine';
import { TcpProxy } from '@sluice/testbed/network';
import { traceRecord } from '@sluice/testbed/samples';
import { configureTopic, startTestServer, testBrokers } from '@sluice/testbed/servers';
import { makeLogins, migrate } from '@sluice/store/migrate';
import { Pool } from 'pg';
import { SURROUNDINGS, doctor, troubles } from './doctor.testing';
import { examine } from './doctor/examine-installation';

const TRACES = 'sluice.traces.v1';
let server: Awaited<ReturnType<typeof startTestServer>>;
let database: Pool;
const later = closeIn(afterEach);

type Purpose = 'writer' | 'reader' | 'owner';
/** Logins of the services and the operator, each with only the rights that it needs. */
const login = (word: Purpose) => ({
  role: `sluice_${word}` as const,
  name: word,
  password: `of the ${word} of this test`,
});
const urlOf = (word: Purpose): string => {
  const { name, password } = login(word);
  return Object.assign(new URL(server.url), { username: name, password }).href;
};

beforeAll(async () => {
  server = await startTestServer({ fsync: 'on', full_page_writes: 'on' });
  await migrate(server.url);
  await makeLogins(server.url, [login('writer'), login('reader'), login('owner')]);
  database = new Pool({ connectionString: server.url, max: 1 });
});
afterAll(async () => {
  await database.end();
  await server.stop();
});

const envOf = ({ brokers, topicPrefix }: KafkaConnection): NodeJS.ProcessEnv => ({
  KAFKA_BROKERS: brokers.join(','),
  KAFKA_TOPIC_PREFIX: topicPrefix,
  DATABASE_URL: urlOf('writer'),
  DATABASE_READ_URL: urlOf('reader'),
  DATABASE_OWNER_URL: urlOf('owner'),
});

const nameOf = (connection: KafkaConnection, topic = TRACES): string => `${connection.topicPrefix ?? ''}${topic}`;

/** Starts a member of the writers' group; resolves when it has its partitions, or knows that it gets none. */
async function startWriter(connection: KafkaConnection): Promise<KafkaSubscriber> {
  const subscriber = new KafkaSubscriber({
    connection: { ...connection, clientId: 'sluice-writer' },
    groupId: writerGroup(connection),
    concurrency: 1,
    maxBatchBytes: 1e6,
  });
  later(() => subscriber.close());
  await subscriber.subscribe([TRACES, 'sluice.metrics.v1'], {
    position: () => Promise.resolve(0),
    handle: () => Promise.resolve(),
  });
  return subscriber;
}

/** Returns the doctor's line on the writers when the group has settled and the line contains `part`. */
async function writersLine(env: NodeJS.ProcessEnv, part: string): Promise<string> {
  for (;;) {
    const line = (await doctor(env)).lines.find((each) => each.includes('  writers: ')) ?? '';
    if (line.includes(part) && !line.includes('when it has settled')) return line;
  }
}

async function publish(connection: KafkaConnection, count: number): Promise<void> {
  const publisher = new KafkaPublisher({ connection, deadlineMs: 10_000, maxPendingBytes: 1e8 });
  await publisher.publish(
    TRACES,
    Array.from({ length: count }, (_, n) => traceRecord(n)),
  );
  await publisher.close();
}

const standAt = (connection: KafkaConnection, partition: number, next: number) =>
  database.query(`insert into sluice.ingest_offset (topic, epoch, "partition", next_offset) values ($1, 0, $2, $3)`, [
    nameOf(connection),
    partition,
    next,
  ]);

test('what is stored while it looks does not look lost', async () => {
  const connection = await kafkaTopics({ brokers: testBrokers(), partitions: 1 });
  const surroundings = { ...SURROUNDINGS, brokers: connection, databaseUrl: urlOf('writer') };
  const findings = await examine(surroundings, async () => {
    await publish(connection, 1);
    const counts = { stored: 1, duplicate: 0, dead: 0, updatedAt: new Date() };
    return [{ topic: nameOf(connection), epoch: 0, partition: 0, nextOffset: 1, ...counts }];
  });
  expect(findings.filter(({ about }) => about.startsWith('partition'))).toEqual([
    { level: 'ok', about: 'partitions', found: 'nothing waits in 2 partitions' },
  ]);
});

test('says of each thing how it is, in lines and as JSON', async () => {
  const connection = await kafkaTopics({ brokers: testBrokers(), partitions: 2, maxMessageBytes: 16 * 2 ** 20 });
  await startWriter(connection);
  const env = envOf(connection);
  expect(await writersLine(env, '1 writer for 4 partitions')).toBe('ok     writers: 1 writer for 4 partitions');
  const { code, lines, errors } = await doctor(env);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  expect(lines).toEqual([
    'ok     brokers: 1 broker up',
    ...[TRACES, 'sluice.metrics.v1'].flatMap((topic) => [
      `warn   topic ${nameOf(connection, topic)}: one replica: who loses that broker loses records; reassign with three replicas`,
      expect.stringContaining('retention.ms keeps records for 1 hours') as string,
      expect.stringMatching(/^ok .*: 2 partitions, 1 replica, 1 of them at least, kept for 1 hours$/) as string,
    ]),
    expect.stringMatching(/^ok {5}database: Postgres \d+\.\d+, user writer, schema version \d+$/) as string,
    expect.stringMatching(
      /^ok {5}connections: \d+ for users, \d+ taken; writers and one query service take up to 17$/,
    ) as string,
    expect.stringMatching(/^ok {5}clock: the database is \d+ ms (ahead of|behind) this machine$/) as string,
    'ok     fast reads: 0 segments of traces compared with the rows',
    'ok     days: the tables of each day are attached together',
    expect.stringMatching(
      /^ok {5}disk: the database has \d+ MiB; set DATABASE_DISK_BYTES to have it compared/,
    ) as string,
    'ok     retention: no trace is stored; without RETENTION_DAYS nothing is dropped',
    expect.stringMatching(/^ok {5}database for reads: Postgres \d+\.\d+, user reader$/) as string,
    expect.stringMatching(/^ok {5}database for its owner: Postgres \d+\.\d+, user owner$/) as string,
    'ok     writers: 1 writer for 4 partitions',
    'ok     partitions: nothing waits in 4 partitions',
    'ok     locks: no session waits long for another',
  ]);
  expect(JSON.parse((await doctor(env, '--json')).lines[0] ?? '')).toEqual({
    level: 'ok',
    about: 'brokers',
    found: '1 broker up',
  });
});

test('brokers that are away: all of them are wrong, one of several is told', async () => {
  const proxy = await TcpProxy.listen();
  later(() => proxy.close());
  proxy.refuse();
  const away = `127.0.0.1:${proxy.port}`;
  const env = envOf({ brokers: [away], clientId: '', topicPrefix: 'none.', log: () => undefined });
  const all = await doctor(env);
  expect(all).toMatchObject({ code: 1, errors: '1 thing is wrong\n' });
  expect(all.lines[0]).toMatch(`wrong  brokers: ${away} cannot be used: `);
  const connection = await kafkaTopics({ brokers: testBrokers() });
  const found = await troubles({ ...envOf(connection), KAFKA_BROKERS: `${away},${testBrokers().join(',')}` });
  expect(found[0]).toMatch(`warn brokers: ${away} cannot be used: `);
});

test('topics that are missing', async () => {
  const topicPrefix = `${randomBytes(6).toString('hex')}.`;
  const found = await troubles(envOf({ brokers: testBrokers(), clientId: '', topicPrefix, log: () => undefined }));
  expect(found).toEqual([
    `wrong topic ${topicPrefix}sluice.traces.v1: does not exist; make it: sluice topics`,
    `wrong topic ${topicPrefix}sluice.metrics.v1: does not exist; make it: sluice topics`,
  ]);
});

test('topics whose settings stop writes or lose records', async () => {
  const topicPrefix = `${randomBytes(6).toString('hex')}.`;
  const connection = { brokers: testBrokers(), clientId: 'test', topicPrefix, log: () => undefined };
  await ensureTopics(connection, {
    partitions: 1,
    replicationFactor: 1,
    minInSyncReplicas: 2,
    retentionMs: 7 * 24 * 3_600_000,
    maxMessageBytes: 2 ** 20,
  });
  const [traces, metrics] = [nameOf(connection), nameOf(connection, 'sluice.metrics.v1')];
  await configureTopic(testBrokers(), metrics, {
    'cleanup.policy': 'compact',
    'unclean.leader.election.enable': 'true',
    'retention.bytes': '1000000',
    'message.timestamp.type': 'CreateTime',
    'max.message.bytes': String(16 * 2 ** 20),
  });
  const found = (await troubles(envOf(connection))).filter((line) => line.includes(' topic '));
  const starts = found.map((line) => line.split(' ').slice(0, 5).join(' '));
  expect(starts).toEqual([
    `wrong topic ${traces}: min.insync.replicas is`,
    `warn topic ${traces}: max.message.bytes is`,
    `warn topic ${metrics}: one replica:`,
    `wrong topic ${metrics}: cleanup.policy is`,
    `wrong topic ${metrics}: unclean.leader.election.enable is`,
    `warn topic ${metrics}: retention.bytes is`,
    `warn topic ${metrics}: message.timestamp.type is`,
  ]);
});

test('writers: none, none while records wait, and more of them than partitions', async () => {
  const connection = await kafkaTopics({ brokers: testBrokers(), partitions: 1 });
  const env = envOf(connection);
  expect(await writersLine(env, 'none')).toMatch(/^warn .*none is in the group; start one/);
  await publish(connection, 3);
  const { code, lines } = await doctor(env);
  expect(code).toBe(1);
  expect(lines).toContainEqual(
    expect.stringMatching(/^wrong {2}writers: none is in the group, and records wait; start/),
  );
  expect(lines).toContain(`ok     partition ${nameOf(connection)}/0: 3 offsets behind, at 0`);
  for (let n = 0; n < 3; n += 1) await startWriter(connection);
  expect(await writersLine(env, 'without any')).toMatch(
    /^warn .*3 writers for 2 partitions; 1 without any, at 127\.0\.0\.1/,
  );
});

test('progress: records wait, and writers store none of them, some, or all', async () => {
  const connection = await kafkaTopics({ brokers: testBrokers(), partitions: 2 });
  await startWriter(connection);
  const env = envOf(connection);
  await writersLine(env, '1 writer for 4 partitions');
  await publish(connection, 40);
  const name = nameOf(connection);
  for (const partition of [0, 1]) await standAt(connection, partition, 0);
  const progress = async (stored: readonly number[], late: readonly number[]) => {
    const offsets = (nextOffsets: readonly number[]) =>
      nextOffsets.map((nextOffset, partition) => {
        const counts = { stored: nextOffset, duplicate: 0, dead: 0, updatedAt: new Date() };
        return { topic: name, epoch: 0, partition, nextOffset, ...counts };
      });
    const looks = [offsets(stored), offsets(late)];
    const findings = await examine({ ...SURROUNDINGS, brokers: connection, databaseUrl: urlOf('writer') }, () =>
      Promise.resolve(looks.shift() ?? []),
    );
    return findings.filter(({ about }) => about === 'progress').map(({ level, found }) => `${level} ${found}`);
  };
  expect(await progress([0, 0], [0, 0])).toEqual([
    expect.stringMatching(/^wrong nothing was stored within 0\.01 s, and \d+ records wait$/),
  ]);
  expect(await progress([0, 0], [1, 0])).toEqual([
    'warn 1 of 2 partitions with waiting records moved on within 0.01 s',
  ]);
  expect(await progress([0, 0], [1, 1])).toEqual(['ok 2 of 2 partitions with waiting records moved on within 0.01 s']);
  const { code, lines } = await doctor(env);
  expect(code).toBe(1);
  expect(lines).toContainEqual(expect.stringMatching(/^wrong {2}progress: nothing was stored within 5 s/));
});

test('partitions that halt, and the command that ends it', async () => {
  const connection = await kafkaTopics({ brokers: testBrokers(), partitions: 1 });
  await publish(connection, 2);
  await standAt(connection, 0, 9);
  const name = nameOf(connection);
  const found = await troubles(envOf(connection));
  expect(found.at(-1)).toMatch(`wrong partition ${name}/0: halted: the log ends at 2, before the stored position 9`);
  expect(found.at(-1)).toMatch(`sluice offsets new-epoch ${name}`);
});

test('a setting that is missing is told, a wrong one is refused', async () => {
  expect(await troubles({ DATA_DIR: '/nowhere' })).toEqual([
    'warn brokers: not looked at; set KAFKA_BROKERS as the services have it',
    'warn database: not looked at; set DATABASE_URL as the services have it',
  ]);
  expect(await doctor({ KAFKA_BROKERS: 'nowhere' })).toMatchObject({ code: 78 });
  expect(await doctor({}, '--jsno')).toMatchObject({ code: 64 });
});
