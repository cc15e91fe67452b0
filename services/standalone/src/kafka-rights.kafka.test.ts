import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  KafkaPublisher,
  KafkaSubscriber,
  TOPIC_SETTINGS,
  ensureTopics,
  inspectBrokers,
  kafkaConnection,
  kafkaFields,
  kafkaProblems,
  writerGroup,
} from '@sluice/bus/kafka';
import { closeIn, patience, temporaryFolder } from '@sluice/testbed/machine';
import { createLogger, readSettings } from '@sluice/runtime';
import { traceRecord } from '@sluice/testbed/samples';
import {
  BROKER_USER,
  MissingBrokerError,
  type Right,
  type TestBroker,
  allowOnly,
  startTestBroker,
} from '@sluice/testbed/servers';
import { parseAllDocuments } from 'yaml';

const EXAMPLE = join(__dirname, '../../../deploy/kubernetes/examples/strimzi.yaml');
const TOPIC = 'sluice.traces.v1';

interface KafkaUser {
  readonly kind: string;
  readonly spec: {
    readonly authorization: {
      readonly acls: readonly {
        readonly resource: { readonly type: 'topic' | 'group'; readonly name: string; readonly patternType: string };
        readonly operations: readonly string[];
      }[];
    };
  };
}

function rightsOfTheExample(): Right[] {
  const objects = parseAllDocuments(readFileSync(EXAMPLE, 'utf8')).map((each) => each.toJS() as KafkaUser);
  const user = objects.find(({ kind }) => kind === 'KafkaUser');
  return (user?.spec.authorization.acls ?? []).flatMap(({ resource: { type, name, patternType }, operations }) =>
    operations.map((operation) => ({ resource: type, name, isPrefix: patternType === 'prefix', operation })),
  );
}

const folder = temporaryFolder('rights', afterAll);
let broker: TestBroker;
const later = closeIn(afterAll);

beforeAll(async () => {
  broker = await startTestBroker({ secured: true });
  if (broker.secured === undefined) throw new MissingBrokerError('the broker has no secured listeners');
  await writeFile(join(folder, 'ca.pem'), broker.secured.ca);
});
afterAll(async () => {
  await broker.stop();
});

function connection() {
  const env = {
    KAFKA_BROKERS: broker.secured?.sasl,
    KAFKA_SSL: 'true',
    KAFKA_SSL_CA_FILE: join(folder, 'ca.pem'),
    KAFKA_SASL_MECHANISM: 'scram-sha-512',
    KAFKA_SASL_USERNAME: BROKER_USER.name,
    KAFKA_SASL_PASSWORD: BROKER_USER.scram,
  };
  const logger = createLogger({ level: 'silent', pretty: false });
  return kafkaConnection(readSettings(env, kafkaFields, kafkaProblems), { clientId: 'test', logger });
}

const topics = () =>
  ensureTopics(connection(), { ...TOPIC_SETTINGS, partitions: 1, replicationFactor: 1, minInSyncReplicas: 1 });

test('the rights of the example are enough for topics, gateway, writer and doctor, and without them nothing works', async () => {
  await allowOnly(broker.brokers, BROKER_USER.name, []);
  await expect(topics()).rejects.toThrow(/authoriz/i);
  await allowOnly(broker.brokers, BROKER_USER.name, rightsOfTheExample());
  const made = await topics();
  expect(made.created).toContain(TOPIC);
  expect((await topics()).differences).toEqual([]);
  const publisher = new KafkaPublisher({
    connection: connection(),
    deadlineMs: patience(10_000),
    maxPendingBytes: 1e8,
  });
  const groupId = writerGroup({});
  const subscriber = new KafkaSubscriber({ connection: connection(), groupId, concurrency: 1, maxBatchBytes: 1e6 });
  later(() => publisher.close());
  later(() => subscriber.close());
  const arrived = new Promise<void>((resolve) => {
    void subscriber.subscribe([TOPIC], {
      position: () => Promise.resolve(0),
      handle: () => {
        resolve();
        return Promise.resolve();
      },
    });
  });
  await publisher.publish(TOPIC, [traceRecord(1)]);
  await arrived;
  const { addresses, topics: seen, group } = await inspectBrokers(connection(), groupId);
  expect(addresses.flatMap(({ failure }) => failure ?? [])).toEqual([]);
  expect(seen.map(({ log }) => log.size)).toEqual([1, 1]);
  expect(group.members).toHaveLength(1);
});
