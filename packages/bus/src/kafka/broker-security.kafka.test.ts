import { writeFile } from 'node:fs/promises';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import { join } from 'node:path';
import { createLogger, readSettings } from '@sluice/runtime';
import { kafkaTopics } from '../testing';
import { listenLocally } from '@sluice/testbed/network';
import { closeIn, patience, temporaryFolder } from '@sluice/testbed/machine';
import { testUuid, traceRecord } from '@sluice/testbed/samples';
import {
  BROKER_USER,
  MissingBrokerError,
  type TestBroker,
  startTestBroker,
  unsignedToken,
} from '@sluice/testbed/servers';
import { KafkaPublisher, KafkaSubscriber, inspectBrokers, kafkaConnection, kafkaFields, kafkaProblems } from '.';

const TOPIC = 'sluice.traces.v1';
let broker: TestBroker;
let secured: NonNullable<TestBroker['secured']>;
const folder = temporaryFolder('secured', afterAll);
let topicPrefix: string;
let authority: Server;
let authorityPort: number;
/** Requests to the authority, and its response. */
const asked: { form: string; authorization: string | undefined }[] = [];
let tokenAnswer: () => { readonly status: number; readonly body: string };
const later = closeIn(afterEach);

beforeAll(async () => {
  broker = await startTestBroker({ secured: true });
  if (broker.secured === undefined) throw new MissingBrokerError('the broker has no secured listeners');
  ({ secured } = broker);
  topicPrefix = (await kafkaTopics({ brokers: broker.brokers, partitions: 1 })).topicPrefix ?? '';
  await writeFile(join(folder, 'ca.pem'), secured.ca);
  authority = createServer((request, response) => {
    void textOf(request).then((form) => {
      asked.push({ form, authorization: request.headers.authorization });
      const { status, body } = tokenAnswer();
      response.writeHead(status).end(body);
    });
  });
  authorityPort = await listenLocally(authority);
});
afterAll(async () => {
  authority.closeAllConnections();
  await new Promise((resolve) => authority.close(resolve));
  await broker.stop();
});
beforeEach(() => {
  asked.length = 0;
  tokenAnswer = () => ({ status: 200, body: JSON.stringify({ access_token: unsignedToken(300), expires_in: 300 }) });
});

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

const tls = () => ({ KAFKA_BROKERS: secured.tls, KAFKA_SSL: 'true', KAFKA_SSL_CA_FILE: join(folder, 'ca.pem') });
const sasl = (mechanism: string, more: NodeJS.ProcessEnv) => ({
  ...tls(),
  KAFKA_BROKERS: secured.sasl,
  KAFKA_SASL_MECHANISM: mechanism,
  ...more,
});
const user = (password: string) => ({ KAFKA_SASL_USERNAME: BROKER_USER.name, KAFKA_SASL_PASSWORD: password });
const client = () => ({
  KAFKA_OAUTH_TOKEN_URL: `http://127.0.0.1:${authorityPort}/token`,
  KAFKA_OAUTH_CLIENT_ID: 'me:too',
  KAFKA_OAUTH_CLIENT_SECRET: 'client secret',
  KAFKA_OAUTH_SCOPE: 'kafka',
  KAFKA_SASL_CLEARTEXT: 'true', // for the connection to the authority
});
const tokenFile = () => ({ KAFKA_OAUTH_TOKEN_FILE: join(folder, 'token') });

/** Connects with the settings of an environment, as a process does. */
function connect(env: NodeJS.ProcessEnv) {
  const lines: string[] = [];
  const logger = createLogger({
    level: 'warn',
    pretty: false,
    destination: { write: (line) => void lines.push(line) },
  });
  const settings = readSettings({ ...env, KAFKA_TOPIC_PREFIX: topicPrefix }, kafkaFields, kafkaProblems);
  return { connection: kafkaConnection(settings, { clientId: 'test', logger }), lines };
}

/** Publishes a record, and resolves when a subscriber of its own has received it. */
async function passes(n: number, env: NodeJS.ProcessEnv): Promise<void> {
  const { connection } = connect(env);
  const publisher = new KafkaPublisher({ connection, deadlineMs: patience(10_000), maxPendingBytes: 1e8 });
  const subscriber = new KafkaSubscriber({
    connection,
    groupId: `${topicPrefix}${n}`,
    concurrency: 1,
    maxBatchBytes: 1e6,
  });
  later(() => publisher.close());
  later(() => subscriber.close());
  const { recordId } = traceRecord(n);
  const arrived = new Promise<void>((resolve) => {
    void subscriber.subscribe([TOPIC], {
      position: () => Promise.resolve(0),
      handle: ({ deliveries }) => {
        if (deliveries.some(({ record }) => record.recordId === recordId)) resolve();
        return Promise.resolve();
      },
    });
  });
  await publisher.publish(TOPIC, [traceRecord(n)]);
  await arrived;
}

/** Messages for the operator when nothing can be published: in the log of the process, and from the doctor. */
async function refusal(env: NodeJS.ProcessEnv): Promise<{ log: string; doctor: string }> {
  const { connection, lines } = connect(env);
  const publisher = new KafkaPublisher({ connection, deadlineMs: 2_000, maxPendingBytes: 1e8 });
  later(() => publisher.close());
  await expect(publisher.publish(TOPIC, [traceRecord(0)])).rejects.toThrow();
  const { addresses } = await inspectBrokers(connection, 'none');
  return { log: lines.join(''), doctor: addresses.map(({ failure }) => failure).join() };
}

test('a record passes by TLS', () => passes(1, tls()));

test('a record passes by SASL PLAIN', () => passes(2, sasl('plain', user(BROKER_USER.plain))));

test('a record passes by SCRAM-SHA-512', () => passes(3, sasl('scram-sha-512', user(BROKER_USER.scram))));

test('a record passes by OAUTHBEARER with client credentials, of which one token serves all connections', async () => {
  await passes(4, sasl('oauthbearer', client()));
  const pair = Buffer.from('me%3Atoo:client+secret').toString('base64');
  expect(asked).toEqual([{ form: 'grant_type=client_credentials&scope=kafka', authorization: `Basic ${pair}` }]);
});

test('a token of a file is read again when the file is replaced', async () => {
  await writeFile(join(folder, 'token'), 'no token at all');
  const env = sasl('oauthbearer', tokenFile());
  expect((await inspectBrokers(connect(env).connection, 'none')).brokers).toBe(0);
  await writeFile(join(folder, 'token'), `${unsignedToken(300)}\n`);
  await passes(5, env);
});

test.each([
  ['plain', 'KAFKA_SASL_PASSWORD'],
  ['scram-sha-512', 'KAFKA_SASL_PASSWORD'],
])('a wrong password names the setting, and is not shown (%s)', async (mechanism, setting) => {
  const { log, doctor } = await refusal(sasl(mechanism, user('Hunter2')));
  expect([log, doctor]).toEqual([expect.stringContaining(setting), expect.stringContaining(setting)]);
  expect(log + doctor).not.toContain('Hunter2');
});

test('an authority that is not known names the setting', async () => {
  const { log, doctor } = await refusal({ KAFKA_BROKERS: secured.tls, KAFKA_SSL: 'true' });
  expect([log, doctor]).toEqual([expect.stringContaining('KAFKA_SSL_CA'), expect.stringContaining('KAFKA_SSL_CA')]);
});

test('TLS to brokers that speak none names the setting', async () => {
  const { log, doctor } = await refusal({ ...tls(), KAFKA_BROKERS: broker.brokers.join() });
  expect([log, doctor]).toEqual([
    expect.stringContaining('look at KAFKA_BROKERS and KAFKA_SSL'),
    expect.stringContaining('look at KAFKA_BROKERS and KAFKA_SSL'),
  ]);
});

test('a token that has ended names the settings, and is not shown', async () => {
  const token = unsignedToken(-60);
  await writeFile(join(folder, 'token'), token);
  const { log, doctor } = await refusal(sasl('oauthbearer', tokenFile()));
  expect([log, doctor]).toEqual([
    expect.stringContaining('KAFKA_OAUTH_TOKEN_FILE'),
    expect.stringContaining('KAFKA_OAUTH_TOKEN_FILE'),
  ]);
  expect(log + doctor).not.toContain(token);
});

test.each([
  ['refuses the client', 401, '{"error":"invalid_client"}', 'answered 401: it refuses KAFKA_OAUTH_CLIENT_ID'],
  ['fails', 500, 'client secret', 'KAFKA_OAUTH_TOKEN_URL answered 500'],
  ['answers something else', 200, '<html>', 'KAFKA_OAUTH_TOKEN_URL answered without an access_token'],
])('an authority that %s is named, without its answer', async (_, status, body, words) => {
  tokenAnswer = () => ({ status, body });
  const { doctor } = await refusal(sasl('oauthbearer', client()));
  expect(doctor).toContain(words);
  expect(doctor).not.toContain(body);
});

test('a missing file and an authority that is away are told', async () => {
  const missing = sasl('oauthbearer', { KAFKA_OAUTH_TOKEN_FILE: join(folder, testUuid(1)) });
  expect((await refusal(missing)).doctor).toContain('KAFKA_OAUTH_TOKEN_FILE cannot be read');
  const away = sasl('oauthbearer', { ...client(), KAFKA_OAUTH_TOKEN_URL: 'http://127.0.0.1:1/' });
  expect((await refusal(away)).doctor).toContain('KAFKA_OAUTH_TOKEN_URL does not answer');
});
